import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { enqueueForSubscribers } from '../mail/enqueue.ts';
import { isPublic } from '../posts/post.ts';
import { isRetracted } from '../posts/record/notice.ts';
import { lockPost, readPost } from '../posts/stored-post.ts';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { ISSUE_MAIL } from './erase-recipient.ts';

export const FORMS_OFF =
  'The newsletter is off. To turn it on, set LIVE_FORMS=on and restart the site.';

/** An issue to be sent now. */
type NewIssue = {
  id: string;
  postId: string;
  subject: string | null;
  introduction: string;
  introductionHtml: string;
  /** The latest issue of the post that the sender knows of: its id, null for none, or any. */
  follows: string | null | 'any';
  /** Email of an administrator. */
  by: string;
};

type Trx = { trx: Kysely<Tables>; engine: Engine; instant: string };

/**
 * Copies a post as it stands into an issue, and enqueues a mail to each subscriber.
 *
 * @returns why it cannot be sent, with nothing written; null when it was
 */
export async function writeIssue(
  { trx, engine, instant }: Trx,
  { id, postId, subject, introduction, introductionHtml, follows, by }: NewIssue,
): Promise<string | null> {
  const refusal = await refuseIssue({ trx, engine, instant }, { postId, follows, at: instant });
  if (refusal !== null) return refusal;
  const post = await readPost(trx, postId);
  const mails = { kind: ISSUE_MAIL, batch: id };
  const recipients = await enqueueForSubscribers(trx, engine, instant, mails);
  if (recipients === 0) return 'There are no confirmed subscribers yet.';
  const { slug, title, description, author, date } = post;
  await trx
    .insertInto('newsletter_issues')
    .values({
      id,
      post_id: post.id,
      slug,
      sent_by: by,
      sent_at: instant,
      stopped_at: null,
      recipients,
      tally: null,
      title,
      description,
      author,
      date,
      content_html: post.contentHtml,
      subject: subject ?? title,
      introduction,
      introduction_html: introductionHtml,
      references: JSON.stringify(post.references),
      citation_style: post.citationStyle,
    })
    .execute();
  await recordEvent(trx, { at: instant, actor: by, action: 'newsletter-sent', subject: slug });
  return null;
}

/** Why a post cannot be sent at an instant; null when it can. The answer holds until the transaction ends. */
export async function refuseIssue(
  { trx, engine }: Trx,
  { postId, follows, at }: Pick<NewIssue, 'postId' | 'follows'> & { at: string },
): Promise<string | null> {
  // A concurrent send of this post waits here, and then sees this issue.
  const current = await lockPost(trx, engine, postId);
  if (current === undefined) return 'The post has been deleted.';
  if (!isPublic(current, at)) return 'Only published posts can go out as newsletters.';
  if (isRetracted(JSON.parse(current.notices))) {
    return 'This post is retracted, so it cannot go out as a newsletter.';
  }
  const latest = follows === 'any' ? 'any' : await latestIssueOf(trx, postId);
  if (latest === follows) return null;
  return follows === null
    ? 'This post was already issued as a newsletter.'
    : 'This post was issued again in the meantime.';
}

/** The id of the latest issue of a post; null for none. */
export async function latestIssueOf(trx: Kysely<Tables>, post: string): Promise<string | null> {
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
