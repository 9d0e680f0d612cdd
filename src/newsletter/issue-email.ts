import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { button, Html, html, type RenderedEmail, renderEmail, withStyles } from '../mail/email.ts';
import { visitorLine } from '../mail/visitor-text.ts';
import { type Notice, noticeText, titlePrefix } from '../posts/record/notice.ts';
import type { CitationStyle, Reference } from '../science/references/reference.ts';
import { type ListedReference, listReferences } from '../science/references/reference-list.ts';
import { escapeHtml } from '../server/html/read-tags.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { bodyText, postBlocks } from './post-body.ts';

/**
 * Gmail cuts the HTML of mails off at 102 KB, within a sentence and without the link to unsubscribe. Less, since
 * that link is longer than its placeholder.
 */
const MAX_HTML_BYTES = 100_000;

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
  /** Null for the title of the post. */
  subject: string | null;
  /** As `renderBody` wrote it; may be empty. */
  introductionHtml: string;
};

/** `isCut`: only the beginning of the post, because mail programs cut long mails off. */
export type RenderedIssue = RenderedEmail & { isCut: boolean };

type Issue = { site: SiteIdentity; post: IssuePost };

/** A placeholder for each recipient's own link. */
const UNSUBSCRIBE_PLACEHOLDER = `https://${randomUUID()}.invalid/`;

/** By their input as JSON; one for each concurrent sender. A failure is not cached. */
const rendered = new LRUCache<string, RenderedIssue, Issue>({
  max: 4,
  fetchMethod: (_key, _stale, { context }) => renderIssue(context),
});

/** The mails of one issue differ only by the unsubscribe link, so an issue is rendered once. */
export async function newsletterIssue({
  unsubscribeUrl,
  ...issue
}: Issue & { unsubscribeUrl: string }): Promise<RenderedIssue> {
  const mail = await rendered.forceFetch(JSON.stringify(issue), { context: issue });
  const escaped = escapeHtml(unsubscribeUrl);
  return {
    ...mail,
    html: mail.html.replaceAll(UNSUBSCRIBE_PLACEHOLDER, () => escaped),
    text: mail.text.replaceAll(UNSUBSCRIBE_PLACEHOLDER, () => unsubscribeUrl),
  };
}

async function renderIssue({ site, post }: Issue): Promise<RenderedIssue> {
  const subject = visitorLine(post.subject ?? post.title, 150);
  const introduction = postBlocks(post.introductionHtml, post.url, true).join('');
  const opening = bodyText(post.introductionHtml, post.url) || post.description;
  const render = (blocks: readonly string[]) =>
    renderEmail(site, {
      subject,
      preview: visitorLine(opening, 150),
      body: html`${introduction === '' ? '' : html`${new Html(introduction)}<hr class="above-title">`}
${postHead(site, post)}
${new Html(blocks.join(''))}`,
      footer: html`You receive this because you confirmed this address for ${site.name}’s newsletter. <a href="${UNSUBSCRIBE_PLACEHOLDER}">Unsubscribe</a>`,
    });

  const { contentHtml, references, citationStyle } = post;
  const blocks = [
    ...post.notices.map(
      (notice) => html`<p><strong dir="auto">${noticeText(notice, notice.date)}</strong></p>`,
    ),
    ...postBlocks(contentHtml, post.url),
    ...referenceBlocks(listReferences(contentHtml, references, citationStyle).listed),
  ].map((block) => (block instanceof Html ? block.markup : block));
  const whole = await render(blocks);
  if (Buffer.byteLength(whole.html) <= MAX_HTML_BYTES) return { ...whole, isCut: false };
  const { markup: end } = html`<p>The rest of this post is too long for an email.</p>
${button(post.url, 'Read the whole post')}`;
  const shell = await render([end]);
  const fitting = fitBlocks(blocks, MAX_HTML_BYTES - Buffer.byteLength(shell.html));
  return { ...(await render([...fitting, end])), isCut: true };
}

/** As many blocks as fit into a number of bytes of HTML; the last one is not a heading. */
function fitBlocks(blocks: readonly string[], bytes: number): string[] {
  let left = bytes;
  const excess = blocks.findIndex((block) => {
    left -= Buffer.byteLength(withStyles(new Html(block)));
    return left < 0;
  });
  const fitting = excess < 0 ? [...blocks] : blocks.slice(0, excess);
  const makesSenseLast = (block: string) => block.trim() !== '' && !/^<h\d/.test(block);
  return fitting.slice(0, 1 + fitting.findLastIndex(makesSenseLast));
}

function postHead(site: SiteIdentity, post: IssuePost): Html {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: site.timeZone });
  return html`<h1 dir="auto">${titlePrefix(post.notices)}${post.title}</h1>
${post.description === '' ? '' : html`<p dir="auto" class="lead">${post.description}</p>`}
<p class="small">${post.author}, ${date.format(new Date(post.date))}. <a href="${post.url}">Read it on the site</a></p>
<hr class="above-title">`;
}

function referenceBlocks(listed: readonly ListedReference[]): Html[] {
  if (listed.length === 0) return [];
  return [html`<h2>References</h2>`, html`<ol>${listed.map(listItem)}</ol>`];
}

function listItem({ runs, url, type, description }: ListedReference): Html {
  const words = runs.map(({ text, role }) => {
    if (role === 'container') return html`<i>${text}</i>`;
    return role === 'title' && url !== null ? html`<a href="${url}">${text}</a>` : text;
  });
  return html`<li class="reference"><span dir="auto">${words}</span>${type === null ? '' : ` (${type})`}${
    description === '' ? '' : html`<div dir="auto"><p class="small">${description}</p></div>`
  }</li>`;
}
