import { sql } from 'kysely';
import { z } from 'zod';
import { recordEvent } from '../accounts/audit.ts';
import { toCsv } from '../server/csv.ts';
import { allPages, type Paging, readPage } from '../server/cursor.ts';
import { containsWords } from '../server/db/contains-text.ts';
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

export const INQUIRY_STATES = ['unread', 'open', 'handled', 'suspected'] as const;

export type InquiryFilter = {
  kind?: (typeof INQUIRY_KINDS)[number] | undefined;
  /** All except suspected ones by default. */
  state?: (typeof INQUIRY_STATES)[number] | undefined;
  q?: string | undefined;
};

export async function listInquiries(
  site: Site,
  { limit, cursor, ...filter }: InquiryFilter & Paging,
) {
  const matching = selectMatching(site, filter);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const sorted = ['received_at', 'id'] as const;
  const rows = matching.select(COLUMNS);
  const { page, next } = await readPage(rows, sorted, 'receivedAt', { limit, cursor });
  return { inquiries: page.map(toInquiry), total, next };
}

function selectMatching({ db: { query, engine } }: Site, { kind, state, q = '' }: InquiryFilter) {
  return query
    .selectFrom('inquiries')
    .where('suspected', '=', state === 'suspected' ? 1 : 0)
    .$if(kind !== undefined, (all) => all.where('kind', '=', kind ?? 'contact'))
    .$if(state === 'unread', (all) => all.where('read_at', 'is', null))
    .$if(state === 'open', (all) => all.where('handled_at', 'is', null))
    .$if(state === 'handled', (all) => all.where('handled_at', 'is not', null))
    .where(containsWords(['name', 'email', 'company', 'message'], q, engine));
}

function toInquiry<Row extends { suspected: 0 | 1 }>({ suspected, ...row }: Row) {
  return { ...row, isSuspected: suspected === 1 };
}

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
  return row === undefined ? NO_SUCH_INQUIRY : succeed(toInquiry(row));
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

/** Instants that are already set stay. */
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
  isSuspected: 'Suspected',
  note: 'Note',
} as const;

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
  const pages = allPages(async (paging) => {
    const { inquiries: page, next } = await listInquiries(site, { ...filter, ...paging });
    return { page, next };
  });
  return toCsv(EXPORTED, pages);
}
