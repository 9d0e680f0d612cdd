import { enqueue } from '../mail/enqueue.ts';
import type { MailContent } from '../mail/mail.ts';
import type { ClaimedMail, Composers } from '../mail/outbox.ts';
import { anyPost } from '../posts/reading.ts';
import { isRetracted, type Notice } from '../posts/record/notice.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { IssuePost, RenderedIssue } from './issue-email.ts';
import { findSentPost, type IssueInput, renderIntroduction } from './issue-input.ts';
import { readPreviewToken, UNSUBSCRIBE_PATH, unsubscribeLink } from './links.ts';
import { ISSUE_MAIL, readSubscriberState } from './subscription.ts';

type IssueContent = Omit<IssuePost, 'url' | 'notices'> & { id: string; slug: string };

const TEST_MAIL = 'newsletter-test';

/** The etag is of the post that was read; undefined for whichever has the slug. */
type OfPost = Partial<IssueInput> & { etag?: string | undefined };

/** A post, and what its sender has written so far as it stands above it; `owner` is whose rendering it is. */
async function draftOf(
  site: Site,
  slug: string,
  { subject = null, introduction = '', etag }: OfPost,
  owner: string,
): Promise<Result<IssueContent>> {
  const post = await findSentPost(site, slug, etag);
  if (!post.ok) return post;
  const rendered = await renderIntroduction(site.render, introduction, owner);
  if (!rendered.ok) return rendered;
  return succeed({ ...post.value, subject, introductionHtml: rendered.value });
}

/** A post as a mail to nobody. */
export async function previewIssue(
  site: Site,
  slug: string,
  { owner, ...input }: OfPost & { owner: string },
): Promise<Result<RenderedIssue>> {
  const draft = await draftOf(site, slug, input, owner);
  return draft.ok ? succeed(await renderIssue(site, draft.value)) : draft;
}

/** The preview that a token opens; null when the token has expired. */
export async function openIssuePreview(
  site: Site,
  token: string,
  input: Partial<IssueInput>,
): Promise<Result<RenderedIssue> | null> {
  const slug = await readPreviewToken(site, token);
  return slug === null ? null : previewIssue(site, slug, { ...input, owner: slug });
}

/** Mails a post to one administrator, as subscribers would receive it. */
export async function sendTestIssue(
  site: Site,
  slug: string,
  { to, ...input }: OfPost & { to: string },
): Promise<Result<void>> {
  const draft = await draftOf(site, slug, input, to);
  if (!draft.ok) return draft;
  const { subject, introductionHtml } = draft.value;
  const data = { slug, introductionHtml, ...(subject === null ? {} : { subject }) };
  await enqueue(site.db.query, site.now(), [{ kind: TEST_MAIL, recipient: to, data }]);
  site.onMailEnqueued();
  return succeed(undefined);
}

/** Null without the post. */
async function composeTestIssue(site: Site, { data }: ClaimedMail): Promise<MailContent | null> {
  const { slug = '', subject = null, introductionHtml = '' } = data;
  const post = await anyPost(site, slug);
  if (post === null) return null;
  const { isCut: _, ...mail } = await renderIssue(site, { ...post, subject, introductionHtml });
  return { ...mail, subject: `Test: ${mail.subject}` };
}

/** Null when the subscriber has left, the post was retracted or the newsletter was switched off. */
async function composeIssue(site: Site, { data }: ClaimedMail): Promise<MailContent | null> {
  const { issue = '', subscriber = '' } = data;
  const state = await readSubscriberState(site.db.query, subscriber);
  if (!site.liveForms || state !== 'confirmed') return null;
  const { references, ...row } = await site.db.query
    .selectFrom('newsletter_issues')
    .select(['slug', 'title', 'description', 'author', 'date', 'references', 'subject'])
    .select(['post_id as id', 'content_html as contentHtml', 'citation_style as citationStyle'])
    .select('introduction_html as introductionHtml')
    .where('id', '=', issue)
    .executeTakeFirstOrThrow();
  if (isRetracted(await readNotices(site, row.id))) return null;
  const leaveUrl = await unsubscribeLink(site, subscriber);
  const content = { ...row, references: JSON.parse(references) };
  const { isCut: _, ...mail } = await renderIssue(site, content, leaveUrl);
  return {
    ...mail,
    headers: {
      // RFC 8058: a mail program unsubscribes with one click, by a POST to this URL.
      'List-Unsubscribe': `<${leaveUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `${site.identity.name} <newsletter.${new URL(site.identity.url).hostname}>`,
    },
  };
}

/** @param unsubscribeUrl by default one of nobody */
async function renderIssue(
  site: Site,
  { id, slug, ...content }: IssueContent,
  unsubscribeUrl = site.identity.url + UNSUBSCRIBE_PATH,
): Promise<RenderedIssue> {
  // Imported lazily: most processes send no newsletter.
  const { newsletterIssue } = await import('./issue-email.ts');
  const url = `${site.identity.url}/blog/${slug}`;
  const post = { ...content, notices: await readNotices(site, id), url };
  return newsletterIssue({ site: site.identity, post, unsubscribeUrl });
}

/** Those of now: an issue is a copy of what its post said, but readers must not miss what is wrong with it. */
async function readNotices({ db: { query } }: Site, post: string): Promise<Notice[]> {
  const row = await query
    .selectFrom('posts')
    .select('notices')
    .where('id', '=', post)
    .executeTakeFirst();
  return row === undefined ? [] : JSON.parse(row.notices);
}

export const ISSUE_MAILS: Composers = { [ISSUE_MAIL]: composeIssue, [TEST_MAIL]: composeTestIssue };
