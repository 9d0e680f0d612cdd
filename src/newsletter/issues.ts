import type { Selectable } from 'kysely';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';

export const RECIPIENT_STATES = ['waiting', 'sent', 'refused', 'expired', 'withdrawn'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** The number of mails of an issue by state. */
type Progress = Record<RecipientState, number>;

/** Longer than the lifetime of a mail: after this, the states of an issue's mails are final. */
const SETTLED_MS = 4 * 24 * 60 * 60 * 1000;

/** Reads a covering index only, so that many recipients cost little. */
async function readProgress(
  { db: { query } }: Site,
  rows: readonly { id: string }[],
): Promise<(id: string) => Progress> {
  const ids = rows.map(({ id }) => id);
  const counts = await query
    .selectFrom('outbox')
    .select((row) => ['batch', 'state', row.fn.countAll<number>().as('mails')])
    // PostgreSQL rejects an empty list.
    .where('batch', 'in', ids.length === 0 ? [''] : ids)
    .groupBy(['batch', 'state'])
    .execute();
  return (id) => {
    const of = (state: RecipientState) =>
      counts.find((count) => count.batch === id && count.state === state)?.mails ?? 0;
    return {
      waiting: of('waiting'),
      sent: of('sent'),
      refused: of('refused'),
      expired: of('expired'),
      withdrawn: of('withdrawn'),
    };
  };
}

/** Stores the counts of ended issues before the outbox purges their mails. */
export async function tallyIssues(site: Site): Promise<void> {
  const settled = addMilliseconds(site.now(), -SETTLED_MS);
  const rows = await site.db.query
    .selectFrom('newsletter_issues')
    .select('id')
    .where('tally', 'is', null)
    .where('sent_at', '<=', settled)
    .execute();
  const progressOf = await readProgress(site, rows);
  for (const { id } of rows) {
    await site.db.query
      .updateTable('newsletter_issues')
      .set({ tally: JSON.stringify(progressOf(id)) })
      .where('id', '=', id)
      // Another instance may have stored the counts and purged the mails since they were read.
      .where('tally', 'is', null)
      .execute();
  }
}

/** A post that was sent to the subscribers; instants are ISO 8601 in UTC. */
export type Issue = {
  id: string;
  /** The slug of the post when it was sent. */
  slug: string;
  title: string;
  /** The subject of its mails. */
  subject: string;
  /** Markdown, shown above the post; empty for none. */
  introduction: string;
  /** Email of an administrator. */
  sentBy: string;
  sentAt: string;
  /** When the waiting mails were withdrawn. */
  stoppedAt: string | null;
  recipients: number;
  progress: Progress;
};

/** The mail to one subscriber. */
export type Recipient = {
  id: string;
  /** Empty once the person has unsubscribed. */
  email: string;
  state: RecipientState;
  attempts: number;
  settledAt: string | null;
  /** The mail server's last response. */
  answer: string;
};

const ISSUE_COLUMNS = [
  'id',
  'slug',
  'title',
  'subject',
  'introduction',
  'sent_by',
  'sent_at',
  'stopped_at',
  'recipients',
  'tally',
] as const;

type IssueQuery = {
  limit: number;
  after?: Cursor | undefined;
  slug?: string | undefined;
};

type IssuePage = { issues: Issue[]; next: Cursor | null };

/** Issues, newest first; with a slug, only those of that post. */
export async function listIssues(
  site: Site,
  { limit, after, slug }: IssueQuery,
): Promise<IssuePage> {
  const rows = await site.db.query
    .selectFrom('newsletter_issues')
    .select(ISSUE_COLUMNS)
    .$if(slug !== undefined, (all) =>
      all.where('post_id', '=', (row) =>
        row
          .selectFrom('posts')
          .select('posts.id')
          .where('posts.slug', '=', slug ?? '')
          .where('posts.deleted_at', 'is', null),
      ),
    )
    .$if(after !== undefined, (all) => all.where(isBefore(['sent_at', 'id'], after as Cursor)))
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, next } = toPage(rows, limit, ({ sent_at, id }) => ({ date: sent_at, id }));
  const progressOf = await readProgress(
    site,
    page.filter((row) => row.tally === null),
  );
  return { issues: page.map((row) => toIssue(row, progressOf)), next };
}

export async function findIssue(site: Site, id: string): Promise<Result<Issue>> {
  const row = await site.db.query
    .selectFrom('newsletter_issues')
    .select(ISSUE_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return noSuchIssue;
  const progressOf = await readProgress(site, row.tally === null ? [row] : []);
  return succeed(toIssue(row, progressOf));
}

/** The recipients of an issue whose mails are in one state; purged some time after the issue has ended. */
export async function issueRecipients(
  { db: { query } }: Site,
  issue: string,
  { state, limit, after }: { state: RecipientState; limit: number; after?: string | undefined },
): Promise<{ recipients: Recipient[]; next: string | null }> {
  const rows = await query
    .selectFrom('outbox')
    .select(['id', 'recipient', 'state', 'attempts', 'settled_at', 'answer'])
    .where('batch', '=', issue)
    .where('state', '=', state)
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const { page, next } = toPage(rows, limit, ({ id }) => id);
  return {
    recipients: page.map((row) => ({
      id: row.id,
      email: row.recipient,
      state: row.state,
      attempts: row.attempts,
      settledAt: row.settled_at,
      answer: row.answer,
    })),
    next,
  };
}

type IssueRow = Pick<Selectable<Tables['newsletter_issues']>, (typeof ISSUE_COLUMNS)[number]>;

function toIssue(row: IssueRow, progressOf: (id: string) => Progress): Issue {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    subject: row.subject,
    introduction: row.introduction,
    sentBy: row.sent_by,
    sentAt: row.sent_at,
    stoppedAt: row.stopped_at,
    recipients: row.recipients,
    progress: row.tally === null ? progressOf(row.id) : (JSON.parse(row.tally) as Progress),
  };
}

const noSuchIssue = fail({ kind: 'not-found', detail: 'There is no such issue.' });
