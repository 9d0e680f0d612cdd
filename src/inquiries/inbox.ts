import { sql } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { toCsv } from '../server/csv.ts';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import { type InquiryFilter, matches, SUMMARY_COLUMNS } from './inquiry-filter.ts';
import type { InquiryChange, InquiryDetails, InquirySummary } from './inquiry-views.ts';

const EXPORT_PAGE_SIZE = 500;

/** Headers of an export. */
const COLUMNS = {
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
  const subject = [filter.kind, filter.state, filter.q === undefined ? undefined : 'searched']
    .filter((part) => part !== undefined)
    .join(', ');
  await recordEvent(site.db.query, {
    at: site.now(),
    actor: by,
    action: 'inquiries-exported',
    subject,
  });
  return toCsv(COLUMNS, exportedPages(site, filter));
}

async function* exportedPages(site: Site, filter: InquiryFilter) {
  let after: Cursor | null = null;
  do {
    const { page, next } = await exportedPage(site, filter, after);
    yield page.map(({ id: _, suspected, readAt, handledAt, ...row }) => ({
      ...row,
      readAt: readAt ?? '',
      handledAt: handledAt ?? '',
      suspected: suspected === 1 ? 'yes' : 'no',
    }));
    after = next;
  } while (after !== null);
}

async function exportedPage(
  { db: { query, engine } }: Site,
  filter: InquiryFilter,
  after: Cursor | null,
) {
  const rows = await latestFirst(query, filter, engine, after)
    .select(['message', 'note'])
    .limit(EXPORT_PAGE_SIZE + 1)
    .execute();
  return toPage(rows, EXPORT_PAGE_SIZE, cursorOf);
}

function latestFirst(
  query: Database['query'],
  filter: InquiryFilter,
  engine: Database['engine'],
  after: Cursor | null,
) {
  return query
    .selectFrom('inquiries')
    .select(SUMMARY_COLUMNS)
    .where(matches(filter, engine))
    .$if(after !== null, (all) => all.where(isBefore(['received_at', 'id'], after as Cursor)))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc');
}

function cursorOf({ receivedAt, id }: { receivedAt: string; id: string }): Cursor {
  return { date: receivedAt, id };
}

/** The email of the administrator. */
type By = { by: string };

/** Marks an inquiry; instants that are already set stay. */
export async function markInquiry(
  site: Site,
  id: string,
  change: InquiryChange,
): Promise<Result<InquiryDetails>> {
  const { isRead, isHandled, isSuspected } = change;
  const present = site.now();
  const mark = (column: 'read_at' | 'handled_at', isSet: boolean | undefined) => ({
    [column]: isSet === undefined ? sql.ref(column) : isSet ? setOnce(column, present) : null,
  });
  await site.db.query
    .updateTable('inquiries')
    .set(mark('read_at', isRead))
    .set(mark('handled_at', isHandled))
    .$if(isSuspected !== undefined, (row) => row.set({ suspected: isSuspected ? 1 : 0 }))
    .where('id', '=', id)
    .execute();
  const marked = await readInquiry(site, id);
  return marked === null ? fail(NO_SUCH_INQUIRY) : succeed(marked);
}

/**
 * Saves the note of an inquiry.
 *
 * @param version the edited version; if it is not the current one, fails as a conflict with the current one
 */
export async function noteInquiry(
  site: Site,
  id: string,
  { note, version }: { note: string; version: number },
): Promise<Result<InquiryDetails>> {
  const { numUpdatedRows } = await site.db.query
    .updateTable('inquiries')
    .set((eb) => ({ note, note_version: eb('note_version', '+', 1) }))
    .where('id', '=', id)
    .where('note_version', '=', version)
    .executeTakeFirst();
  const current = await readInquiry(site, id);
  if (current === null) return fail(NO_SUCH_INQUIRY);
  if (numUpdatedRows > 0n) return succeed(current);
  const detail = 'The note has been changed in the meantime.';
  return fail({ kind: 'conflict', detail, current });
}

/** Deletes an inquiry; its waiting mails are then dropped, since they cannot be composed. */
export async function removeInquiry(
  { db: { query }, now }: Site,
  id: string,
  { by }: By,
): Promise<Result<null>> {
  return inTransaction(query, async (trx) => {
    const removed = await trx
      .deleteFrom('inquiries')
      .where('id', '=', id)
      .returning(['kind', 'received_at'])
      .executeTakeFirst();
    if (removed === undefined) return fail(NO_SUCH_INQUIRY);
    // Without personal data: the audit entry outlives the inquiry.
    const subject = `${removed.kind}, ${removed.received_at}`;
    await recordEvent(trx, { at: now(), actor: by, action: 'inquiry-deleted', subject });
    return succeed(null);
  });
}

/** Keeps the instant of a column, if it is set. */
function setOnce(column: string, present: string) {
  return sql<string>`coalesce(${sql.ref(column)}, ${present})`;
}

const NO_SUCH_INQUIRY = { kind: 'not-found', detail: 'There is no such inquiry.' } as const;

type InquiryQuery = InquiryFilter & {
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
};

const EXCERPT_LENGTH = 200;

/** A page of inquiries, the latest first, and the total of all pages. */
export async function listInquiries(
  { db: { query, engine } }: Site,
  { limit, after, ...filter }: InquiryQuery,
): Promise<{
  inquiries: InquirySummary[];
  total: number;
  next: Cursor | null;
}> {
  const { total } = await query
    .selectFrom('inquiries')
    .where(matches(filter, engine))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await latestFirst(query, filter, engine, after ?? null)
    .select(sql<string>`substr(message, 1, ${EXCERPT_LENGTH})`.as('excerpt'))
    .select((eb) => eb('note', '<>', '').as('has_note'))
    .limit(limit + 1)
    .execute();
  const { page, next } = toPage(rows, limit, cursorOf);
  const inquiries = page.map(({ has_note, suspected, ...row }) => ({
    ...row,
    isSuspected: suspected === 1,
    hasNote: Boolean(has_note),
  }));
  return { inquiries, total, next };
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

/** Reads an inquiry and marks it as read; null when there is none. */
export async function openInquiry(site: Site, id: string): Promise<InquiryDetails | null> {
  await site.db.query
    .updateTable('inquiries')
    .set({ read_at: site.now() })
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .execute();
  return readInquiry(site, id);
}

export async function readInquiry(
  { db: { query } }: Site,
  id: string,
): Promise<InquiryDetails | null> {
  const row = await query
    .selectFrom('inquiries')
    .select(SUMMARY_COLUMNS)
    .select(['message', 'note', 'note_version as noteVersion'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { suspected, ...rest } = row;
  return { ...rest, isSuspected: suspected === 1 };
}
