import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { type Cursor, isBefore } from '../cursor.ts';
import { addMilliseconds } from '../instants.ts';
import type { MailContent } from '../mail/mail.ts';
import { type ClaimedMail, enqueue, enqueueForSubscribers } from '../mail/outbox.ts';
import type { SiteIdentity } from '../mail/site-identity.ts';
import { noSuchPost } from '../posts/editing.ts';
import { isPublic, type Post } from '../posts/post.ts';
import { ISSUE_MAIL } from './erase-recipient.ts';
import { type Links, UNSUBSCRIBE_PATH } from './links.ts';

export const RECIPIENT_STATES = ['waiting', 'sent', 'refused', 'expired', 'withdrawn'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** The number of mails of an issue by state. */
export type Progress = Record<RecipientState, number>;

/** A post that was sent to the subscribers; instants are ISO 8601 in UTC. */
export type Issue = {
  id: string;
  /** The slug of the post when it was sent. */
  slug: string;
  title: string;
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

type IssueContent = Pick<
  Post,
  'slug' | 'title' | 'description' | 'contentHtml' | 'author' | 'date'
>;

const TEST_MAIL = 'newsletter-test';

/** Longer than the lifetime of a mail: after this, the states of an issue's mails are final. */
const SETTLED_MS = 4 * 24 * 60 * 60 * 1000;

const ISSUE_COLUMNS = [
  ...['id', 'slug', 'title', 'sent_by', 'sent_at', 'stopped_at', 'recipients', 'tally'],
] as const;

type IssuesDeps = {
  db: Database;
  /** ISO 8601 in UTC. */
  now: () => string;
  links: Links;
  site: SiteIdentity;
  liveForms: boolean;
  onMailEnqueued: () => void;
  anyPost: (slug: string) => Promise<Post | null>;
};

/** Posts that are sent to the subscribers. */
export function createIssues(deps: IssuesDeps) {
  const { db, now, links, site, liveForms, onMailEnqueued, anyPost } = deps;
  const { query, engine } = db;

  /** A post as a mail; null without a post. */
  async function previewIssue(slug: string): Promise<MailContent | null> {
    const post = await anyPost(slug);
    return post === null ? null : renderIssue(post, `${site.url}${UNSUBSCRIBE_PATH}`);
  }

  /** The preview that a token opens; null when the token has expired or the post is gone. */
  async function openIssuePreview(token: string): Promise<MailContent | null> {
    const slug = await links.readPreviewToken(token);
    return slug === null ? null : previewIssue(slug);
  }

  /** Mails a post to one administrator, as subscribers would receive it. */
  async function sendTestIssue(slug: string, { to }: { to: string }): Promise<Result<void>> {
    if ((await anyPost(slug)) === null) return noSuchPost(slug);
    await enqueue(query, now(), [{ kind: TEST_MAIL, recipient: to, data: { slug } }]);
    onMailEnqueued();
    return succeed(undefined);
  }

  /** Why a post cannot be sent; null when it can. The answer holds until the transaction ends. */
  async function sendConflict(
    trx: Kysely<Tables>,
    post: string,
    { again, instant }: { again: boolean | string; instant: string },
  ): Promise<string | null> {
    const current = await trx
      .selectFrom('posts')
      .select(['status', 'date'])
      .where('id', '=', post)
      // A concurrent send of this post waits here, and then sees this issue.
      .$if(engine === 'postgres', (row) => row.forUpdate())
      .executeTakeFirst();
    // The post may have been unpublished or removed since it was read.
    if (current === undefined || !isPublic(current, instant)) {
      return 'Only a published post can be sent.';
    }
    const latest = again === true ? null : await latestIssueOf(trx, post);
    if (latest === null || latest === again) return null;
    return again === false
      ? 'This post has been sent to the subscribers already.'
      : 'This post has been sent again in the meantime.';
  }

  /**
   * Sends the current version of a post to all confirmed subscribers. To send it again, `again` must be the id of
   * its latest issue, so that a double click does not send it twice; `true` follows any issue.
   */
  async function sendIssue(
    slug: string,
    { again, by }: { again: boolean | string; by: string },
  ): Promise<Result<Issue>> {
    if (!liveForms) {
      return conflict('The newsletter is off: set LIVE_FORMS=on and start the site again.');
    }
    const post = await anyPost(slug);
    if (post === null) return noSuchPost(slug);
    const instant = now();
    const id = randomUUID();
    const sent = await query.transaction().execute(async (trx): Promise<Result<void>> => {
      const refusal = await sendConflict(trx, post.id, { again, instant });
      if (refusal !== null) return conflict(refusal);
      const mails = { kind: ISSUE_MAIL, batch: id };
      const recipients = await enqueueForSubscribers(trx, engine, instant, mails);
      if (recipients === 0) return conflict('Nobody has confirmed a subscription yet.');
      const { title, description, author, date } = post;
      await trx
        .insertInto('newsletter_issues')
        .values({
          ...{ id, post_id: post.id, slug: post.slug, sent_by: by, sent_at: instant },
          ...{ stopped_at: null, recipients, tally: null },
          ...{ title, description, author, date, content_html: post.contentHtml },
        })
        .execute();
      const event = { at: instant, actor: by, action: 'newsletter-sent' } as const;
      await recordEvent(trx, { ...event, subject: post.slug });
      return succeed(undefined);
    });
    if (!sent.ok) return sent;
    onMailEnqueued();
    return findIssue(id);
  }

  /** Issues, newest first; with a slug, only those of that post. */
  async function issues({
    limit,
    after,
    slug,
  }: {
    limit: number;
    after?: Cursor | undefined;
    slug?: string | undefined;
  }): Promise<{
    issues: Issue[];
    next: Cursor | null;
  }> {
    const rows = await query
      .selectFrom('newsletter_issues')
      .select(ISSUE_COLUMNS)
      .$if(slug !== undefined, (all) =>
        all.where('post_id', '=', (row) =>
          row
            .selectFrom('posts')
            .select('posts.id')
            .where('posts.slug', '=', slug ?? ''),
        ),
      )
      .$if(after !== undefined, (all) => all.where(isBefore(['sent_at', 'id'], after as Cursor)))
      .orderBy('sent_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const progressOf = await readProgress(page.filter((row) => row.tally === null));
    return {
      issues: page.map((row) => toIssue(row, progressOf)),
      next: last === undefined ? null : { date: last.sent_at, id: last.id },
    };
  }

  async function findIssue(id: string): Promise<Result<Issue>> {
    const row = await query
      .selectFrom('newsletter_issues')
      .select(ISSUE_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return noSuchIssue;
    const progressOf = await readProgress(row.tally === null ? [row] : []);
    return succeed(toIssue(row, progressOf));
  }

  /** The recipients of an issue whose mails are in one state; purged some time after the issue has ended. */
  async function issueRecipients(
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
    const page = rows.slice(0, limit);
    return {
      recipients: page.map((row) => ({
        ...{ id: row.id, email: row.recipient, state: row.state, attempts: row.attempts },
        ...{ settledAt: row.settled_at, answer: row.answer },
      })),
      next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** Withdraws the waiting mails of an issue; a mail that is being sent still arrives. */
  async function stopIssue(id: string, { by }: { by: string }): Promise<Result<Issue>> {
    const instant = now();
    await query.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('newsletter_issues')
        .set({ stopped_at: instant })
        .where('id', '=', id)
        .where('stopped_at', 'is', null)
        .returning('slug')
        .executeTakeFirst();
      if (row === undefined) return;
      await trx
        .updateTable('outbox')
        .set({ state: 'withdrawn', settled_at: instant })
        .where('batch', '=', id)
        .where('state', '=', 'waiting')
        .execute();
      const event = { at: instant, actor: by, action: 'newsletter-stopped' } as const;
      await recordEvent(trx, { ...event, subject: row.slug });
    });
    return findIssue(id);
  }

  /** Stores the counts of ended issues before the outbox purges their mails. */
  async function tallyIssues(): Promise<void> {
    const settled = addMilliseconds(now(), -SETTLED_MS);
    const rows = await query
      .selectFrom('newsletter_issues')
      .select('id')
      .where('tally', 'is', null)
      .where('sent_at', '<=', settled)
      .execute();
    const progressOf = await readProgress(rows);
    for (const { id } of rows) {
      await query
        .updateTable('newsletter_issues')
        .set({ tally: JSON.stringify(progressOf(id)) })
        .where('id', '=', id)
        // Another instance may have stored the counts and purged the mails since they were read.
        .where('tally', 'is', null)
        .execute();
    }
  }

  /** Reads a covering index only, so that many recipients cost little. */
  async function readProgress(rows: readonly { id: string }[]): Promise<(id: string) => Progress> {
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
        ...{ waiting: of('waiting'), sent: of('sent'), refused: of('refused') },
        ...{ expired: of('expired'), withdrawn: of('withdrawn') },
      };
    };
  }

  /** Null when the subscriber has left or the newsletter was switched off. */
  async function composeIssue({ data }: ClaimedMail): Promise<MailContent | null> {
    const { issue = '', subscriber = '' } = data;
    const row = await query
      .selectFrom('subscribers')
      .select('state')
      .where('id', '=', subscriber)
      .executeTakeFirst();
    if (!liveForms || row?.state !== 'confirmed') return null;
    const post = await readPost(issue);
    const unsubscribeLink = await links.unsubscribeLink(subscriber);
    return {
      ...(await renderIssue(post, unsubscribeLink)),
      headers: {
        // RFC 8058: a mail program unsubscribes with one click, by a POST to this URL.
        'List-Unsubscribe': `<${unsubscribeLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': `${site.name} <newsletter.${new URL(site.url).hostname}>`,
      },
    };
  }

  async function readPost(issue: string): Promise<IssueContent> {
    const { content_html, ...row } = await query
      .selectFrom('newsletter_issues')
      .select(['slug', 'title', 'description', 'author', 'date', 'content_html'])
      .where('id', '=', issue)
      .executeTakeFirstOrThrow();
    return { ...row, contentHtml: content_html };
  }

  async function renderIssue(post: IssueContent, unsubscribeUrl: string): Promise<MailContent> {
    // Imported lazily: most processes send no newsletter.
    const { newsletterIssue } = await import('../mail/templates/newsletter-issue.ts');
    const { slug, title, description, author, date, contentHtml } = post;
    const url = `${site.url}/blog/${slug}`;
    const content = { title, description, author, date, contentHtml, url };
    return newsletterIssue({ site, post: content, unsubscribeUrl });
  }

  async function composeTest({ data }: ClaimedMail): Promise<MailContent | null> {
    const content = await previewIssue(data.slug ?? '');
    return content === null ? null : { ...content, subject: `Test: ${content.subject}` };
  }

  return {
    services: {
      ...{
        previewIssue,
        openIssuePreview,
        issuePreviewToken: links.issuePreviewToken,
        sendTestIssue,
        sendIssue,
        issues,
        findIssue,
        issueRecipients,
      },
      ...{ stopIssue, tallyIssues },
    },
    composers: { [ISSUE_MAIL]: composeIssue, [TEST_MAIL]: composeTest },
  };
}

type IssueRow = Pick<Tables['newsletter_issues'], (typeof ISSUE_COLUMNS)[number]>;

function toIssue(row: IssueRow, progressOf: (id: string) => Progress): Issue {
  return {
    ...{ id: row.id, slug: row.slug, title: row.title, sentBy: row.sent_by, sentAt: row.sent_at },
    ...{ stoppedAt: row.stopped_at, recipients: row.recipients },
    progress: row.tally === null ? progressOf(row.id) : (JSON.parse(row.tally) as Progress),
  };
}

async function latestIssueOf(trx: Kysely<Tables>, post: string): Promise<string | null> {
  const row = await trx
    .selectFrom('newsletter_issues')
    .select('id')
    .where('post_id', '=', post)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

const noSuchIssue = fail({ kind: 'not-found', detail: 'There is no such issue.' });

function conflict(detail: string): Result<never> {
  return fail({ kind: 'conflict', detail });
}
