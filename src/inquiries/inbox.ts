import { type ExpressionBuilder, sql } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { toCsv } from '../server/csv.ts';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Engine } from '../server/db/connect.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, notFound, type Result, succeed } from '../server/failure.ts';
import { text } from '../server/fields.ts';
import { instant, MAX_INTEGER } from '../server/http/common-schemas.ts';
import type { Site } from '../site.ts';
import { INQUIRY_KINDS } from './forms.ts';

export const inquirySchema = z
  .object({
    id: z.uuid(),
    kind: z.enum(INQUIRY_KINDS),
    name: z.string(),
    email: z.string(),
    company: z.string().meta({ description: 'Of an investor: the organization' }),
    jobTitle: z.string().meta({ description: 'On the waitlist: the role' }),
    message: z.string(),
    requestType: z.string(),
    receivedAt: instant,
    readAt: instant.nullable(),
    handledAt: instant.nullable(),
    isSuspected: z.boolean().meta({ description: 'Whether no person seems to have sent it' }),
    note: z.string().meta({ description: 'What administrators wrote about it' }),
    noteVersion: z.int().meta({ description: 'Grows by one with every change of the note' }),
  })
  .meta({ id: 'Inquiry' });

export type Inquiry = z.output<typeof inquirySchema>;

const COLUMNS = [
  ...(['id', 'kind', 'name', 'email', 'company', 'message', 'suspected', 'note'] as const),
  'job_title as jobTitle',
  'request_type as requestType',
  'received_at as receivedAt',
  'read_at as readAt',
  'handled_at as handledAt',
  'note_version as noteVersion',
] as const;

/** Filters of the inbox. */
export const INQUIRY_STATES = ['unread', 'open', 'handled', 'suspected'] as const;

export type InquiryFilter = {
  kind?: (typeof INQUIRY_KINDS)[number] | undefined;
  /** All except suspected ones by default. */
  state?: (typeof INQUIRY_STATES)[number] | undefined;
  /** Words in name, email, company or message. */
  q?: string | undefined;
};

function matches({ kind, state, q = '' }: InquiryFilter, engine: Engine) {
  return (eb: ExpressionBuilder<Tables, 'inquiries'>) =>
    eb.and([
      eb('suspected', '=', state === 'suspected' ? 1 : 0),
      ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
      ...(state === 'unread' ? [eb('read_at', 'is', null)] : []),
      ...(state === 'open' ? [eb('handled_at', 'is', null)] : []),
      ...(state === 'handled' ? [eb('handled_at', 'is not', null)] : []),
      containsWords(['name', 'email', 'company', 'message'], q, engine),
    ]);
}

type InquiryQuery = InquiryFilter & {
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
};

/** A page of inquiries, the latest first, and the total of all pages. */
export async function listInquiries(
  { db: { query, engine } }: Site,
  { limit, after, ...filter }: InquiryQuery,
): Promise<{ inquiries: Inquiry[]; total: number; next: Cursor | null }> {
  const matching = query.selectFrom('inquiries').where(matches(filter, engine));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(COLUMNS)
    .$if(after !== undefined, (all) => all.where(isBefore(['received_at', 'id'], after as Cursor)))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const inquiries = rows.map(({ suspected, ...row }) => ({ ...row, isSuspected: suspected === 1 }));
  const { page, next } = toPage(inquiries, limit, ({ receivedAt, id }) => ({
    date: receivedAt,
    id,
  }));
  return { inquiries: page, total, next };
}

/** The number of unread inquiries. */
export async function countUnreadInquiries({ db: { query } }: Site): Promise<number> {
  const { unread } = await query
    .selectFrom('inquiries')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('read_at', 'is', null)
    // A literal instead of a parameter, so that both engines use their partial index.
    .where('suspected', '=', sql.lit(0))
    .executeTakeFirstOrThrow();
  return unread;
}

const NO_SUCH_INQUIRY = notFound('There is no such inquiry.');

export async function readInquiry({ db: { query } }: Site, id: string): Promise<Result<Inquiry>> {
  const row = await query
    .selectFrom('inquiries')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return NO_SUCH_INQUIRY;
  const { suspected, ...inquiry } = row;
  return succeed({ ...inquiry, isSuspected: suspected === 1 });
}

export const changeSchema = z
  .object({
    isRead: z.boolean(),
    isHandled: z.boolean(),
    isSuspected: z.boolean(),
    note: text(10_000),
    noteVersion: z.int().max(MAX_INTEGER).meta({ description: 'Of the note that was edited' }),
  })
  .partial()
  .meta({ id: 'InquiryChange' });

/** Marks an inquiry, or writes its note. Instants that are already set stay. */
export async function changeInquiry(
  site: Site,
  id: string,
  { isRead, isHandled, isSuspected, note, noteVersion = 0 }: z.output<typeof changeSchema>,
): Promise<Result<Inquiry>> {
  const mark = (column: 'read_at' | 'handled_at', isSet: boolean | undefined) => {
    const set = isSet ? sql<string>`coalesce(${sql.ref(column)}, ${site.now()})` : null;
    return { [column]: isSet === undefined ? sql.ref(column) : set };
  };
  const { numUpdatedRows } = await site.db.query
    .updateTable('inquiries')
    .set(mark('read_at', isRead))
    .set(mark('handled_at', isHandled))
    .$if(isSuspected !== undefined, (row) => row.set({ suspected: isSuspected ? 1 : 0 }))
    .$if(note !== undefined, (row) =>
      row
        .set((eb) => ({ note: note ?? '', note_version: eb('note_version', '+', 1) }))
        .where('note_version', '=', noteVersion),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  const current = await readInquiry(site, id);
  if (!current.ok || numUpdatedRows > 0n) return current;
  const detail = 'The note has been changed in the meantime.';
  return fail({ kind: 'conflict', detail, current: current.value });
}

/** Deletes an inquiry; its waiting mails are then dropped, since they cannot be composed. */
export async function removeInquiry(
  { db: { query }, now }: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(query, async (trx) => {
    const removed = await trx
      .deleteFrom('inquiries')
      .where('id', '=', id)
      .returning(['kind', 'received_at'])
      .executeTakeFirst();
    if (removed === undefined) return NO_SUCH_INQUIRY;
    // Without personal data: the audit entry outlives the inquiry.
    const subject = `${removed.kind}, ${removed.received_at}`;
    await recordEvent(trx, { at: now(), actor: by, action: 'inquiry-deleted', subject });
    return succeed(undefined);
  });
}

const EXPORT_PAGE_SIZE = 500;

const EXPORTED = {
  receivedAt: 'Received',
  kind: 'Kind',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  jobTitle: 'Job title',
  requestType: 'Request type',
  message: 'Message',
  readAt: 'Read',
  handledAt: 'Handled',
  suspected: 'Suspected',
  note: 'Note',
} as const;

/** Inquiries as CSV for spreadsheets, the latest first; read from the database page by page. */
export async function exportInquiries(
  site: Site,
  filter: InquiryFilter,
  { by }: { by: string },
): Promise<AsyncIterable<string>> {
  const { kind, state, q } = filter;
  const parts = [kind, state, q === undefined ? undefined : 'searched'];
  const subject = parts.filter((part) => part !== undefined).join(', ');
  const event = { at: site.now(), actor: by, action: 'inquiries-exported', subject } as const;
  await recordEvent(site.db.query, event);
  return toCsv(EXPORTED, exportedPages(site, filter));
}

async function* exportedPages(site: Site, filter: InquiryFilter) {
  let after: Cursor | undefined;
  do {
    const page = await listInquiries(site, { ...filter, limit: EXPORT_PAGE_SIZE, after });
    yield page.inquiries.map(({ id: _, noteVersion: __, isSuspected, ...row }) => ({
      ...row,
      readAt: row.readAt ?? '',
      handledAt: row.handledAt ?? '',
      suspected: isSuspected ? 'yes' : 'no',
    }));
    after = page.next ?? undefined;
  } while (after !== undefined);
}
