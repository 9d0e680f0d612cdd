import { recordEvent } from '../accounts/audit.ts';
import { toCsv } from '../server/csv.ts';
import { type Cursor, isBefore } from '../server/cursor.ts';
import type { Site } from '../site.ts';
import { type InquiryFilter, matches, SUMMARY_COLUMNS } from './inquiry-filter.ts';

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
    const rows = await exportedPage(site, filter, after);
    const last = rows.at(-1);
    after =
      last === undefined || rows.length < EXPORT_PAGE_SIZE
        ? null
        : { date: last.receivedAt, id: last.id };
    yield rows.map(({ id: _, suspected, readAt, handledAt, ...row }) => ({
      ...row,
      readAt: readAt ?? '',
      handledAt: handledAt ?? '',
      suspected: suspected === 1 ? 'yes' : 'no',
    }));
  } while (after !== null);
}

function exportedPage(
  { db: { query, engine } }: Site,
  filter: InquiryFilter,
  after: Cursor | null,
) {
  return query
    .selectFrom('inquiries')
    .select(SUMMARY_COLUMNS)
    .select(['message', 'note'])
    .where(matches(filter, engine))
    .$if(after !== null, (all) => all.where(isBefore(['received_at', 'id'], after as Cursor)))
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(EXPORT_PAGE_SIZE)
    .execute();
}
