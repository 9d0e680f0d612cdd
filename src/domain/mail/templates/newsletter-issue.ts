import { randomUUID } from 'node:crypto';
import { createElement as h } from 'react';
import type { SiteIdentity } from '../site-identity.ts';
import { emailLayout, link, small, title } from './email-layout.ts';
import { classes, styles } from './email-styles.ts';
import { type RenderedEmail, renderEmail } from './render-email.ts';
import { visitorLine } from './visitor-text.ts';

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
};

type Issue = { site: SiteIdentity; post: IssuePost };
type NewsletterIssueProps = Issue & { unsubscribeUrl: string };

/** A placeholder for each recipient's own link. */
const UNSUBSCRIBE_PLACEHOLDER = `https://${randomUUID()}.invalid/`;

/** Enough for one issue per concurrent sender. */
const MAX_RENDERED = 4;

/** The most recently rendered issues, by their input as JSON. */
const rendered = new Map<string, Promise<RenderedEmail>>();

/**
 * A whole post as a mail, without pictures. The mails of one issue differ only by the unsubscribe link, so an
 * issue is rendered once.
 */
export async function newsletterIssue({
  site,
  post,
  unsubscribeUrl,
}: NewsletterIssueProps): Promise<RenderedEmail> {
  const { subject, html, text } = await renderOnce({ site, post });
  return {
    subject,
    html: html.replaceAll(UNSUBSCRIBE_PLACEHOLDER, () => escapeHtml(unsubscribeUrl)),
    text: text.replaceAll(UNSUBSCRIBE_PLACEHOLDER, () => unsubscribeUrl),
  };
}

function renderOnce(issue: Issue): Promise<RenderedEmail> {
  const key = JSON.stringify([issue.site, issue.post]);
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

async function renderIssue({ site, post }: Issue): Promise<RenderedEmail> {
  // The main thread needs the HTML parser only for this.
  const { postBody } = await import('./post-body.ts');
  const subject = visitorLine(post.title, 150);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: site.timeZone });
  const element = emailLayout({
    site,
    subject,
    preview: visitorLine(post.description, 150),
    body: [
      title(post.title),
      post.description === ''
        ? null
        : h('p', { dir: 'auto', className: classes.muted, style: styles.lead }, post.description),
      small(
        `${post.author}, ${date.format(new Date(post.date))}. `,
        link(post.url, 'Read it on the site'),
      ),
      h('hr', { className: classes.rule, style: { ...styles.rule, margin: '24px 0 28px' } }),
      ...postBody(post.contentHtml, post.url),
    ],
    footer: [
      h(
        'span',
        null,
        `You receive this because you confirmed this address for ${site.name}'s newsletter. `,
        link(UNSUBSCRIBE_PLACEHOLDER, 'Unsubscribe'),
      ),
    ],
  });
  return renderEmail(subject, element);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
