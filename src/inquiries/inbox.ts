import { sql } from 'kysely';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Site } from '../site.ts';
import { type InquiryFilter, matches, SUMMARY_COLUMNS } from './inquiry-filter.ts';
import type { InquiryDetails, InquirySummary } from './inquiry-views.ts';

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
  const matching = query.selectFrom('inquiries').where(matches(filter, engine));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(SUMMARY_COLUMNS)
    .select(sql<string>`substr(message, 1, ${EXCERPT_LENGTH})`.as('excerpt'))
    .select((eb) => eb('note', '<>', '').as('has_note'))
    .$if(after !== undefined, (all) => all.where(isBefore(['received_at', 'id'], after as Cursor)))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, next } = toPage(rows, limit, ({ receivedAt, id }) => ({ date: receivedAt, id }));
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
