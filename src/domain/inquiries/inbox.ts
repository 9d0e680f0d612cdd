import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { containsText } from '../../db/contains-text.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { toCsv } from '../csv.ts';
import { type Cursor, isBefore } from '../cursor.ts';
import type { Inquiry } from '../mail/templates/inquiry.ts';

export const INQUIRY_KINDS = ['contact', 'investor', 'waitlist'] as const;

/** Filters of the inbox. */
export const INQUIRY_STATES = ['unread', 'open', 'handled', 'suspected'] as const;

/** An inquiry as shown in lists; instants are ISO 8601 in UTC. */
export type InquirySummary = Omit<Inquiry, 'message'> & {
  id: string;
  /** The beginning of the message. */
  excerpt: string;
  readAt: string | null;
  handledAt: string | null;
  /** Probably sent by a program. */
  isSuspected: boolean;
  hasNote: boolean;
};

export type InquiryDetails = Omit<InquirySummary, 'excerpt' | 'hasNote'> & {
  message: string;
  /** Internal, by administrators. */
  note: string;
  /** Increases by one with every change of the note. */
  noteVersion: number;
};

export type InquiryFilter = {
  kind?: (typeof INQUIRY_KINDS)[number] | undefined;
  /** By default all except suspected ones. */
  state?: (typeof INQUIRY_STATES)[number] | undefined;
  /** Words in name, email, company or message. */
  q?: string | undefined;
};

type InquiryQuery = InquiryFilter & {
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
};

export type InquiryChange = {
  isRead?: boolean | undefined;
  isHandled?: boolean | undefined;
  isSuspected?: boolean | undefined;
};

const EXCERPT_LENGTH = 200;
const EXPORT_PAGE_SIZE = 500;

/** The email of the administrator. */
type By = { by: string };
type InboxDeps = { db: Database /** ISO 8601 in UTC. */; now: () => string };

/** Management of inquiries by administrators. */
export function createInbox({ db: { query, engine }, now }: InboxDeps) {
  /** A page of inquiries, the latest first, and the total of all pages. */
  async function inquiries({ limit, after, ...filter }: InquiryQuery): Promise<{
    inquiries: InquirySummary[];
    total: number;
    next: Cursor | null;
  }> {
    const matching = query.selectFrom('inquiries').where(matches(filter, engine));
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await matching
      .select(SUMMARY)
      .select(sql<string>`substr(message, 1, ${EXCERPT_LENGTH})`.as('excerpt'))
      .select((eb) => eb('note', '<>', '').as('has_note'))
      .$if(after !== undefined, (all) =>
        all.where(isBefore(['received_at', 'id'], after as Cursor)),
      )
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit).map(({ has_note, suspected, ...row }) => ({
      ...row,
      isSuspected: suspected === 1,
      hasNote: Boolean(has_note),
    }));
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      inquiries: page,
      total,
      next: last === undefined ? null : { date: last.receivedAt, id: last.id },
    };
  }

  /** The number of unread inquiries. */
  async function unreadInquiries(): Promise<number> {
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
  async function openInquiry(id: string): Promise<InquiryDetails | null> {
    await query
      .updateTable('inquiries')
      .set({ read_at: now() })
      .where('id', '=', id)
      .where('read_at', 'is', null)
      .execute();
    return inquiry(id);
  }

  async function inquiry(id: string): Promise<InquiryDetails | null> {
    const row = await query
      .selectFrom('inquiries')
      .select(SUMMARY)
      .select(['message', 'note', 'note_version as noteVersion'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { suspected, ...rest } = row;
    return { ...rest, isSuspected: suspected === 1 };
  }

  /** Marks an inquiry; instants that are already set stay. */
  async function markInquiry(id: string, change: InquiryChange): Promise<Result<InquiryDetails>> {
    const { isRead, isHandled, isSuspected } = change;
    const present = now();
    const mark = (column: 'read_at' | 'handled_at', isSet: boolean | undefined) => ({
      [column]: isSet === undefined ? sql.ref(column) : isSet ? setOnce(column, present) : null,
    });
    await query
      .updateTable('inquiries')
      .set(mark('read_at', isRead))
      .set(mark('handled_at', isHandled))
      .$if(isSuspected !== undefined, (row) => row.set({ suspected: isSuspected ? 1 : 0 }))
      .where('id', '=', id)
      .execute();
    const marked = await inquiry(id);
    return marked === null ? fail(NO_SUCH_INQUIRY) : succeed(marked);
  }

  /**
   * Saves the note of an inquiry.
   *
   * @param version the edited version; if it is not the current one, fails as a conflict with the current one
   */
  async function noteInquiry(
    id: string,
    { note, version }: { note: string; version: number },
  ): Promise<Result<InquiryDetails>> {
    const { numUpdatedRows } = await query
      .updateTable('inquiries')
      .set((eb) => ({ note, note_version: eb('note_version', '+', 1) }))
      .where('id', '=', id)
      .where('note_version', '=', version)
      .executeTakeFirst();
    const current = await inquiry(id);
    if (current === null) return fail(NO_SUCH_INQUIRY);
    if (numUpdatedRows > 0n) return succeed(current);
    const detail = 'The note has been changed in the meantime.';
    return fail({ kind: 'conflict', detail, current });
  }

  /** Deletes an inquiry; its waiting mails are then dropped, since they cannot be composed. */
  async function removeInquiry(id: string, { by }: By): Promise<Result<null>> {
    return query.transaction().execute(async (trx) => {
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

  /** Inquiries as CSV for spreadsheets, the latest first; read from the database page by page. */
  async function exportInquiries(
    filter: InquiryFilter,
    { by }: By,
  ): Promise<AsyncIterable<string>> {
    const subject = [filter.kind, filter.state, filter.q === undefined ? undefined : 'searched']
      .filter((part) => part !== undefined)
      .join(', ');
    await recordEvent(query, { at: now(), actor: by, action: 'inquiries-exported', subject });
    return toCsv(COLUMNS, exportedPages(filter));
  }

  async function* exportedPages(filter: InquiryFilter) {
    let after: Cursor | null = null;
    do {
      const rows = await exportedPage(filter, after);
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

  function exportedPage(filter: InquiryFilter, after: Cursor | null) {
    return query
      .selectFrom('inquiries')
      .select(SUMMARY)
      .select(['message', 'note'])
      .where(matches(filter, engine))
      .$if(after !== null, (all) => all.where(isBefore(['received_at', 'id'], after as Cursor)))
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .limit(EXPORT_PAGE_SIZE)
      .execute();
  }

  return {
    inquiries,
    unreadInquiries,
    openInquiry,
    markInquiry,
    noteInquiry,
    removeInquiry,
    exportInquiries,
  };
}

/** Keeps the instant of a column, if it is set. */
function setOnce(column: string, present: string) {
  return sql<string>`coalesce(${sql.ref(column)}, ${present})`;
}

const NO_SUCH_INQUIRY = { kind: 'not-found', detail: 'There is no such inquiry.' } as const;

const SUMMARY = [
  'id',
  'kind',
  'name',
  'email',
  'company',
  'job_title as jobTitle',
  'request_type as requestType',
  'received_at as receivedAt',
  'read_at as readAt',
  'handled_at as handledAt',
  'suspected',
] as const;

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

function matches({ kind, state, q = '' }: InquiryFilter, engine: Database['engine']) {
  const words = q.split(/\s+/).filter(Boolean);
  return (eb: ExpressionBuilder<Tables, 'inquiries'>): Expression<SqlBool> =>
    eb.and([
      eb('suspected', '=', state === 'suspected' ? 1 : 0),
      ...(kind === undefined ? [] : [eb('kind', '=', kind)]),
      ...(state === 'unread' ? [eb('read_at', 'is', null)] : []),
      ...(state === 'open' ? [eb('handled_at', 'is', null)] : []),
      ...(state === 'handled' ? [eb('handled_at', 'is not', null)] : []),
      ...words.map((word) =>
        eb.or(
          (['name', 'email', 'company', 'message'] as const).map((column) =>
            containsText(column, word, engine),
          ),
        ),
      ),
    ]);
}
