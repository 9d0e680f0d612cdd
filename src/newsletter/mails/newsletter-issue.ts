import { randomUUID } from 'node:crypto';
import { Fragment, createElement as h, type ReactNode } from 'react';
import { visitorLine } from '../../inquiries/mails/visitor-text.ts';
import {
  callToAction,
  emailLayout,
  link,
  paragraph,
  small,
  title,
} from '../../mail/email-layout.ts';
import { classes, styles } from '../../mail/email-styles.ts';
import { type RenderedEmail, renderEmail } from '../../mail/render-email.ts';
import { type Notice, noticeText, titlePrefix } from '../../posts/record/notice.ts';
import type { CitationStyle, Reference } from '../../science/references/reference.ts';
import { listReferences } from '../../science/references/reference-list.ts';
import type { SiteIdentity } from '../../server/site-identity.ts';
import type { Block } from './post-body.ts';

/**
 * Gmail cuts the HTML of mails off at 102 KB, within a sentence and without the link to unsubscribe. Less, since
 * that link is longer than its placeholder.
 */
const MAX_HTML_BYTES = 100_000;

/** As many blocks as fit into a number of bytes of HTML; the last one is not a heading. */
async function fitBlocks(blocks: readonly Block[], bytes: number): Promise<Block[]> {
  const fitting: Block[] = [];
  // Of the doctype, which is rendered with each block.
  const overhead = await bytesOf(null);
  let left = bytes;
  for (const block of blocks) {
    left -= (await bytesOf(block.node)) - overhead;
    if (left < 0) break;
    fitting.push(block);
  }
  return fitting.slice(
    0,
    1 + fitting.findLastIndex(({ isHeading, node }) => !isHeading && !isBlank(node)),
  );
}

function isBlank(node: ReactNode): boolean {
  return node === null || (typeof node === 'string' && node.trim() === '');
}

async function bytesOf(node: ReactNode): Promise<number> {
  const { html } = await renderEmail('', h(Fragment, null, node));
  return Buffer.byteLength(html);
}

export type IssuePost = {
  title: string;
  description: string;
  /** As `renderBody` wrote it. */
  contentHtml: string;
  /** Absolute. */
  url: string;
  author: string;
  /** ISO 8601. */
  date: string;
  references: readonly Reference[];
  citationStyle: CitationStyle;
  notices: readonly Notice[];
};

/** What stands above the post, and in the list of mails. */
export type IssueHead = {
  /** Null for the title of the post. */
  subject: string | null;
  /** As `renderBody` wrote it; may be empty. */
  introductionHtml: string;
};

/** `isCut`: only the beginning of the post, because mail programs cut long mails off. */
export type RenderedIssue = RenderedEmail & { isCut: boolean };

type Issue = { site: SiteIdentity; post: IssuePost; head: IssueHead };
type NewsletterIssueProps = Issue & { unsubscribeUrl: string };

/** A placeholder for each recipient's own link. */
const UNSUBSCRIBE_PLACEHOLDER = `https://${randomUUID()}.invalid/`;

/** Enough for one issue per concurrent sender. */
const MAX_RENDERED = 4;

/** The most recently rendered issues, by their input as JSON. */
const rendered = new Map<string, Promise<RenderedIssue>>();

/**
 * A post as a mail: whole, unless mail programs would cut it off. The mails of one issue differ only by the
 * unsubscribe link, so an issue is rendered once.
 */
export async function newsletterIssue({
  unsubscribeUrl,
  ...issue
}: NewsletterIssueProps): Promise<RenderedIssue> {
  const { html, text, ...rest } = await renderOnce(issue);
  return {
    ...rest,
    html: html.replaceAll(UNSUBSCRIBE_PLACEHOLDER, () => escapeHtml(unsubscribeUrl)),
    text: text.replaceAll(UNSUBSCRIBE_PLACEHOLDER, () => unsubscribeUrl),
  };
}

function renderOnce(issue: Issue): Promise<RenderedIssue> {
  const key = JSON.stringify([issue.site, issue.post, issue.head]);
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const rendering = renderIssue(issue);
  rendered.set(key, rendering);
  // A failure is not cached.
  rendering.catch(() => rendered.delete(key));
  for (const oldest of rendered.keys()) {
    if (rendered.size <= MAX_RENDERED) break;
    rendered.delete(oldest);
  }
  return rendering;
}

async function renderIssue({ site, post, head }: Issue): Promise<RenderedIssue> {
  // The main thread needs the HTML parser only for this.
  const { bodyText, introductionBody, postBody } = await import('./post-body.ts');
  const { postReferences } = await import('./post-references.ts');
  const subject = visitorLine(head.subject ?? post.title, 150);
  const introduction = introductionBody(head.introductionHtml, post.url);
  const words = bodyText(head.introductionHtml, post.url);
  const preview = visitorLine(words || post.description, 150);
  const render = (blocks: readonly Block[]) =>
    renderEmail(
      subject,
      emailLayout({
        site,
        subject,
        preview,
        body: [
          ...introduction.map(({ node }) => node),
          introduction.length === 0 ? null : rule,
          ...postHead(site, post),
          ...blocks.map(({ node }) => node),
        ],
        footer: [
          h(
            'span',
            null,
            `You receive this because you confirmed this address for ${site.name}’s newsletter. `,
            link(UNSUBSCRIBE_PLACEHOLDER, 'Unsubscribe'),
          ),
        ],
      }),
    );

  const { contentHtml, references, citationStyle } = post;
  const listed = listReferences(contentHtml, references, citationStyle);
  const notices = post.notices.map((notice) => ({
    node: paragraph(h('strong', { dir: 'auto' }, noticeText(notice, notice.date))),
    isHeading: false,
  }));
  const blocks = [...notices, ...postBody(contentHtml, post.url), ...postReferences(listed)];
  const whole = await render(blocks);
  if (Buffer.byteLength(whole.html) <= MAX_HTML_BYTES) return { ...whole, isCut: false };
  const end = restOnSite(post);
  const shell = await render(end);
  const room = MAX_HTML_BYTES - Buffer.byteLength(shell.html);
  const cut = await render([...(await fitBlocks(blocks, room)), ...end]);
  return { ...cut, isCut: true };
}

const rule = h('hr', { className: classes.rule, style: { ...styles.rule, margin: '24px 0 28px' } });

function postHead(site: SiteIdentity, post: IssuePost): ReactNode[] {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: site.timeZone });
  return [
    title(titlePrefix(post.notices) + post.title),
    post.description === ''
      ? null
      : h('p', { dir: 'auto', className: classes.muted, style: styles.lead }, post.description),
    small(
      `${post.author}, ${date.format(new Date(post.date))}. `,
      link(post.url, 'Read it on the site'),
    ),
    rule,
  ];
}

/** Ends a post that is not shown whole. */
function restOnSite({ url }: IssuePost): Block[] {
  const nodes = [
    paragraph('The rest of this post is too long for an email.'),
    callToAction(url, 'Read the whole post'),
  ];
  return nodes.map((node) => ({ node, isHeading: false }));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
