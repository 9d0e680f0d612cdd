import { z } from 'zod';
import { enqueue } from '../mail/enqueue.ts';
import type { MailContent } from '../mail/mail.ts';
import type { ClaimedMail, Composers } from '../mail/outbox.ts';
import type { Post } from '../posts/post.ts';
import { anyPost } from '../posts/reading.ts';
import { isRetracted, type Notice } from '../posts/record/notice.ts';
import { noSuchPost, refuseOtherPost } from '../posts/stored-post.ts';
import type { RenderBody } from '../rendering/body.ts';
import { refuseUnfinished } from '../rendering/unfinished.ts';
import { invalidField, type Result, succeed } from '../server/failure.ts';
import { text } from '../server/fields.ts';
import type { Site } from '../site.ts';
import type { IssuePost, RenderedIssue } from './issue-email.ts';
import {
  ISSUE_MAIL,
  readSubscriberState,
  UNSUBSCRIBE_PATH,
  unsubscribeLink,
} from './subscription.ts';

/** Mail programs show less of a longer subject. */
export const SUBJECT_CHARS = 150;
/** A letter opens with it: it is no second post. */
export const INTRODUCTION_CHARS = 5_000;

export const issueInputSchema = z.object({
  subject: text(SUBJECT_CHARS)
    .refine((subject) => !/[\p{Cc}\u2028\u2029]/u.test(subject), 'Must be a single line')
    .trim()
    .min(1, 'Must not be empty')
    .nullable()
    .default(null)
    .meta({ description: 'Of the email; null for the title of the post when it goes out' }),
  introduction: text(INTRODUCTION_CHARS)
    .default('')
    .meta({ description: 'Markdown, shown above the post' }),
});

export type IssueInput = z.infer<typeof issueInputSchema>;

/** @param etag of the post that was read; undefined for whichever has the slug */
export async function findSentPost(
  site: Site,
  slug: string,
  etag: string | undefined,
): Promise<Result<Post>> {
  const post = await anyPost(site, slug);
  if (post === null) return noSuchPost(slug);
  return refuseOtherPost(post.id, etag) ?? succeed(post);
}

export async function renderIntroduction(
  render: RenderBody,
  introduction: string,
  owner: string,
): Promise<Result<string>> {
  if (introduction.trim() === '') return succeed('');
  const refusal = refuseUnfinished('introduction', introduction);
  if (refusal !== null) return refusal;
  const body = await render(introduction, { owner });
  if (body !== null) return succeed(body.html);
  return invalidField(
    'introduction',
    'It cannot be rendered, or takes too long. Simplify its markup.',
    'too_complex',
  );
}

type IssueContent = Omit<IssuePost, 'url' | 'notices'> & { id: string; slug: string };

const TEST_MAIL = 'newsletter-test';

/** `owner` is the email of who writes it, whose turn rendering takes. */
type Draft = Partial<IssueInput> & { etag?: string | undefined; owner: string };

async function readDraft(
  site: Site,
  slug: string,
  { etag, owner, subject = null, introduction = '' }: Draft,
): Promise<Result<IssueContent>> {
  const post = await findSentPost(site, slug, etag);
  if (!post.ok) return post;
  const rendered = await renderIntroduction(site.render, introduction, owner);
  if (!rendered.ok) return rendered;
  return succeed({ ...post.value, subject, introductionHtml: rendered.value });
}

export async function previewIssue(
  site: Site,
  slug: string,
  draft: Draft,
): Promise<Result<RenderedIssue>> {
  const read = await readDraft(site, slug, draft);
  return read.ok ? succeed(await renderIssue(site, read.value)) : read;
}

/** Sends it to its owner. */
export async function sendTestIssue(site: Site, slug: string, draft: Draft): Promise<Result<void>> {
  const read = await readDraft(site, slug, draft);
  if (!read.ok) return read;
  const { subject, introductionHtml } = read.value;
  const data = { slug, introductionHtml, ...(subject === null ? {} : { subject }) };
  const mail = { kind: TEST_MAIL, recipient: draft.owner, data };
  await enqueue(site.db.query, site.now(), [mail]);
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
