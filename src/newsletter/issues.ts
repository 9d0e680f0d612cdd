import { sql } from 'kysely';
import { z } from 'zod';
import { type Paging, readPage } from '../server/cursor.ts';
import type { Engine } from '../server/db/connect.ts';
import { notFound, type Result, succeed } from '../server/failure.ts';
import { instant } from '../server/http/common-schemas.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';

const count = z.int().min(0);

export const issueSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['scheduled', 'sent']),
    slug: z.string().meta({ description: 'Of the post; once it is sent, as it was then' }),
    title: z.string(),
    subject: z.string().nullable().meta({ description: 'Null for the title of the post' }),
    introduction: z.string().meta({ description: 'Markdown, above the post' }),
    sentBy: z.string().meta({ description: 'An email address' }),
    sendAt: instant.meta({ description: 'When it went out, or is to go out' }),
    problem: z.string().nullable().meta({ description: 'Why it was not sent at its time' }),
    stoppedAt: instant
      .nullable()
      .meta({ description: 'When what still waited was withdrawn; null if it was not' }),
    recipients: count,
    progress: z.object({
      waiting: count,
      sent: count,
      refused: count.meta({ description: 'Permanently, by a mail server' }),
      expired: count.meta({ description: 'Not delivered in three days' }),
      withdrawn: count.meta({ description: 'Stopped, or the reader has left since' }),
    }),
  })
  .meta({ id: 'NewsletterIssue' });

export type Issue = z.output<typeof issueSchema>;

/**
 * Issues, the latest first: those that wait for their time, then those that were sent.
 *
 * @param query `slug` is of one post alone
 */
export async function listIssues(
  site: Site,
  { slug, ...paging }: Paging & { slug?: string | undefined },
) {
  const listed = readIssues(site).$if(slug !== undefined, (all) =>
    all.where('current_posts.slug', '=', slug ?? ''),
  );
  const sorted = ['sent_at', 'newsletter_issues.id'] as const;
  const { page, next } = await readPage(listed, sorted, 'sendAt', paging);
  return { issues: page.map(toIssue), next };
}

export async function findIssue(site: Site, id: string): Promise<Result<Issue>> {
  const row = await readIssues(site).where('newsletter_issues.id', '=', id).executeTakeFirst();
  return row === undefined ? notFound('There is no such issue.') : succeed(toIssue(row));
}

function readIssues({ db: { query, engine } }: Site) {
  return query
    .selectFrom('newsletter_issues')
    .leftJoin('current_posts', 'current_posts.id', 'newsletter_issues.post_id')
    .select(['newsletter_issues.id', 'state', 'subject', 'introduction', 'problem', 'recipients'])
    .select(['sent_by as sentBy', 'sent_at as sendAt', 'stopped_at as stoppedAt'])
    .select(['newsletter_issues.slug', 'current_posts.slug as current_slug'])
    .select(['newsletter_issues.title', 'current_posts.title as current_title'])
    .select(sql<string | null>`coalesce(tally, ${mailsByState(engine)})`.as('tally'));
}

type IssueRow = Awaited<ReturnType<ReturnType<typeof readIssues>['execute']>>[number];

function toIssue({ current_slug, current_title, tally, ...row }: IssueRow): Issue {
  const isScheduled = row.state === 'scheduled';
  return {
    ...row,
    slug: (isScheduled && current_slug) || row.slug,
    title: (isScheduled && current_title) || row.title,
    subject: row.subject || null,
    progress: { ...NOTHING, ...JSON.parse(tally ?? '{}') },
  };
}

const NOTHING = { waiting: 0, sent: 0, refused: 0, expired: 0, withdrawn: 0 };

function mailsByState(engine: Engine) {
  const toObject = sql.raw(engine === 'sqlite' ? 'json_group_object' : 'json_object_agg');
  return sql<string>`(select cast(${toObject}(state, mails) as text) from (
    select state, count(*) as mails from outbox where batch = newsletter_issues.id group by state) as counts)`;
}

/** Longer than the lifetime of a mail: after this, the states of an issue's mails are final. */
const SETTLED_MS = 4 * 24 * 60 * 60 * 1000;

/** Stores the counts of ended issues before the outbox purges their mails. */
export async function tallyIssues({ db: { query, engine }, now }: Site): Promise<void> {
  await query
    .updateTable('newsletter_issues')
    .set({ tally: mailsByState(engine) })
    .where('state', '=', 'sent')
    .where('tally', 'is', null)
    .where('sent_at', '<=', addMilliseconds(now(), -SETTLED_MS))
    .execute();
}
