import { enqueue } from '../mail/enqueue.ts';
import type { MailContent } from '../mail/mail.ts';
import type { ClaimedMail } from '../mail/outbox.ts';
import type { Post } from '../posts/post.ts';
import { isRetracted, type Notice } from '../posts/record/notice.ts';
import { noSuchPost, refuseOtherPost } from '../posts/stored-post.ts';
import type { RenderBody } from '../rendering/body.ts';
import type { Database } from '../server/db/connect.ts';
import { type Result, succeed } from '../server/failure.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { ISSUE_MAIL } from './erase-recipient.ts';
import { type IssueInput, renderIntroduction } from './issue-input.ts';
import { type Links, UNSUBSCRIBE_PATH } from './links.ts';
import type { IssueHead, RenderedIssue } from './mails/newsletter-issue.ts';

type IssueContent = Pick<
  Post,
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'contentHtml'
  | 'author'
  | 'date'
  | 'references'
  | 'citationStyle'
>;

const TEST_MAIL = 'newsletter-test';

type IssueMailDeps = {
  db: Pick<Database, 'query'>;
  /** ISO 8601 in UTC. */
  now: () => string;
  links: Links;
  site: SiteIdentity;
  liveForms: boolean;
  render: RenderBody;
  onMailEnqueued: () => void;
  anyPost: (slug: string) => Promise<Post | null>;
};

/** The etag is of the post that was read; undefined for whichever has the slug. */
type OfPost = Partial<IssueInput> & { etag?: string | undefined };

/** Posts as mails: previews, tests, and the mail to each subscriber. */
export function createIssueMail(deps: IssueMailDeps) {
  const { now, links, site, liveForms, render, onMailEnqueued, anyPost } = deps;
  const { query } = deps.db;

  /** A post as a mail to nobody, with what its sender has written so far. */
  async function previewIssue(
    slug: string,
    { subject = null, introduction = '', etag, owner }: OfPost & { owner: string },
  ): Promise<Result<RenderedIssue>> {
    const post = await anyPost(slug);
    if (post === null) return noSuchPost(slug);
    const other = refuseOtherPost(post.id, etag);
    if (other !== null) return other;
    const rendered = await renderIntroduction(render, introduction, owner);
    if (!rendered.ok) return rendered;
    const head = { subject, introductionHtml: rendered.value };
    return succeed(await renderIssue(post, head, `${site.url}${UNSUBSCRIBE_PATH}`));
  }

  /** The preview that a token opens; null when the token has expired. */
  async function openIssuePreview(
    token: string,
    input: Partial<IssueInput>,
  ): Promise<Result<RenderedIssue> | null> {
    const slug = await links.readPreviewToken(token);
    return slug === null ? null : previewIssue(slug, { ...input, owner: slug });
  }

  /** Mails a post to one administrator, as subscribers would receive it. */
  async function sendTestIssue(
    slug: string,
    { to, subject = null, introduction = '', etag }: OfPost & { to: string },
  ): Promise<Result<void>> {
    const post = await anyPost(slug);
    if (post === null) return noSuchPost(slug);
    const other = refuseOtherPost(post.id, etag);
    if (other !== null) return other;
    const rendered = await renderIntroduction(render, introduction, to);
    if (!rendered.ok) return rendered;
    const data = {
      slug,
      introductionHtml: rendered.value,
      ...(subject === null ? {} : { subject }),
    };
    await enqueue(query, now(), [{ kind: TEST_MAIL, recipient: to, data }]);
    onMailEnqueued();
    return succeed(undefined);
  }

  /** Null when the subscriber has left, the post was retracted or the newsletter was switched off. */
  async function composeIssue({ data }: ClaimedMail): Promise<MailContent | null> {
    const { issue = '', subscriber = '' } = data;
    const row = await query
      .selectFrom('subscribers')
      .select('state')
      .where('id', '=', subscriber)
      .executeTakeFirst();
    if (!liveForms || row?.state !== 'confirmed') return null;
    const { post, head } = await readIssue(issue);
    if (isRetracted(await readNotices(post.id))) return null;
    const unsubscribeLink = await links.unsubscribeLink(subscriber);
    const { isCut: _, ...content } = await renderIssue(post, head, unsubscribeLink);
    return {
      ...content,
      headers: {
        // RFC 8058: a mail program unsubscribes with one click, by a POST to this URL.
        'List-Unsubscribe': `<${unsubscribeLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': `${site.name} <newsletter.${new URL(site.url).hostname}>`,
      },
    };
  }

  async function readIssue(issue: string): Promise<{ post: IssueContent; head: IssueHead }> {
    const { content_html, references, citation_style, subject, introduction_html, ...row } =
      await query
        .selectFrom('newsletter_issues')
        .select(['slug', 'title', 'description', 'author', 'date', 'content_html', 'references'])
        .select(['post_id as id', 'subject', 'introduction_html', 'citation_style'])
        .where('id', '=', issue)
        .executeTakeFirstOrThrow();
    return {
      post: {
        ...row,
        contentHtml: content_html,
        references: JSON.parse(references),
        citationStyle: citation_style,
      },
      head: { subject, introductionHtml: introduction_html },
    };
  }

  async function renderIssue(
    post: IssueContent,
    head: IssueHead,
    unsubscribeUrl: string,
  ): Promise<RenderedIssue> {
    // Imported lazily: most processes send no newsletter.
    const { newsletterIssue } = await import('./mails/newsletter-issue.ts');
    const { slug, title, description, author, date, contentHtml, references, citationStyle } = post;
    const url = `${site.url}/blog/${slug}`;
    const cited = { references, citationStyle };
    const notices = await readNotices(post.id);
    const content = { title, description, author, date, contentHtml, ...cited, notices, url };
    return newsletterIssue({ site, post: content, head, unsubscribeUrl });
  }

  /** Those of now: an issue is a copy of what its post said, but readers must not miss what is wrong with it. */
  async function readNotices(post: string): Promise<Notice[]> {
    const row = await query
      .selectFrom('posts')
      .select('notices')
      .where('id', '=', post)
      .executeTakeFirst();
    return row === undefined ? [] : JSON.parse(row.notices);
  }

  /** Null without the post. */
  async function composeTest({ data }: ClaimedMail): Promise<MailContent | null> {
    const { slug = '', subject = null, introductionHtml = '' } = data;
    const post = await anyPost(slug);
    if (post === null) return null;
    const url = `${site.url}${UNSUBSCRIBE_PATH}`;
    const { isCut: _, ...content } = await renderIssue(post, { subject, introductionHtml }, url);
    return { ...content, subject: `Test: ${content.subject}` };
  }

  return {
    previewIssue,
    openIssuePreview,
    issuePreviewToken: links.issuePreviewToken,
    sendTestIssue,
    composers: { [ISSUE_MAIL]: composeIssue, [TEST_MAIL]: composeTest },
  };
}
