import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import type { Tables } from '../server/db/tables.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';

/** The number of mails of an issue by state. */
export type Progress = Record<Tables['outbox']['state'], number>;

/** A post that was sent to the subscribers, or is to be; instants are ISO 8601 in UTC. */
export type Issue = {
  id: string;
  state: 'scheduled' | 'sent';
  /** The slug and the title of the post: when it was sent; of a scheduled issue, as they are now or were last. */
  slug: string;
  title: string;
  /** The subject of its mails; null for the title of the post when it is sent. */
  subject: string | null;
  /** Markdown, shown above the post; empty for none. */
  introduction: string;
  /** Email of an administrator. */
  sentBy: string;
  /** When it went out, or is to go out. */
  sendAt: string;
  /** Why it was not sent at its time; null while nothing failed. */
  problem: string | null;
  /** When the waiting mails were withdrawn. */
  stoppedAt: string | null;
  recipients: number;
  progress: Progress;
};

type IssueQuery = {
  limit: number;
  after?: Cursor | undefined;
  /** Of one post alone. */
  slug?: string | undefined;
};

/** Issues, the latest first: those that wait for their time, then those that were sent. */
export async function listIssues(
  site: Site,
  { limit, after, slug }: IssueQuery,
): Promise<{ issues: Issue[]; next: Cursor | null }> {
  const rows = await readIssues(site)
    .$if(slug !== undefined, (all) => all.where('current_posts.slug', '=', slug ?? ''))
    .$if(after !== undefined, (all) =>
      all.where(isBefore(['sent_at', 'newsletter_issues.id'], after as Cursor)),
    )
    .orderBy('sent_at', 'desc')
    .orderBy('newsletter_issues.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, next } = toPage(rows, limit, ({ sent_at, id }) => ({ date: sent_at, id }));
  return { issues: await toIssues(site, page), next };
}

export async function findIssue(site: Site, id: string): Promise<Result<Issue>> {
  const rows = await readIssues(site).where('newsletter_issues.id', '=', id).execute();
  const [issue] = await toIssues(site, rows);
  return issue === undefined
    ? fail({ kind: 'not-found', detail: 'There is no such issue.' })
    : succeed(issue);
}

function readIssues({ db: { query } }: Site) {
  return query
    .selectFrom('newsletter_issues')
    .leftJoin('current_posts', 'current_posts.id', 'newsletter_issues.post_id')
    .select([
      'newsletter_issues.id',
      'state',
      'newsletter_issues.slug',
      'newsletter_issues.title',
      'current_posts.slug as current_slug',
      'current_posts.title as current_title',
      'subject',
      'introduction',
      'sent_by',
      'sent_at',
      'problem',
      'stopped_at',
      'recipients',
      'tally',
    ]);
}

type IssueRow = Awaited<ReturnType<ReturnType<typeof readIssues>['execute']>>[number];

async function toIssues(site: Site, rows: readonly IssueRow[]): Promise<Issue[]> {
  const progressOf = await countByState(
    site,
    rows.flatMap(({ id, tally }) => (tally === null ? [id] : [])),
  );
  return rows.map((row) => {
    const isScheduled = row.state === 'scheduled';
    return {
      id: row.id,
      state: row.state,
      slug: (isScheduled && row.current_slug) || row.slug,
      title: (isScheduled && row.current_title) || row.title,
      subject: row.subject === '' ? null : row.subject,
      introduction: row.introduction,
      sentBy: row.sent_by,
      sendAt: row.sent_at,
      problem: row.problem,
      stoppedAt: row.stopped_at,
      recipients: row.recipients,
      progress: row.tally === null ? progressOf(row.id) : JSON.parse(row.tally),
    };
  });
}

/** Reads a covering index only, so that many recipients cost little. */
async function countByState(
  { db: { query } }: Site,
  ids: readonly string[],
): Promise<(id: string) => Progress> {
  const counts = await query
    .selectFrom('outbox')
    .select((row) => ['batch', 'state', row.fn.countAll<number>().as('mails')])
    // PostgreSQL rejects an empty list.
    .where('batch', 'in', ['', ...ids])
    .groupBy(['batch', 'state'])
    .execute();
  return (id) => {
    const progress: Progress = { waiting: 0, sent: 0, refused: 0, expired: 0, withdrawn: 0 };
    for (const { batch, state, mails } of counts) if (batch === id) progress[state] = mails;
    return progress;
  };
}

/** Longer than the lifetime of a mail: after this, the states of an issue's mails are final. */
const SETTLED_MS = 4 * 24 * 60 * 60 * 1000;

/** Stores the counts of ended issues before the outbox purges their mails. */
export async function tallyIssues(site: Site): Promise<void> {
  const rows = await site.db.query
    .selectFrom('newsletter_issues')
    .select('id')
    .where('state', '=', 'sent')
    .where('tally', 'is', null)
    .where('sent_at', '<=', addMilliseconds(site.now(), -SETTLED_MS))
    .execute();
  const progressOf = await countByState(
    site,
    rows.map(({ id }) => id),
  );
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
