import type { Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { writeFragment } from '../server/html/fragment.ts';
import { escapeHtml } from '../server/html/read-tags.ts';
import type { SiteIdentity } from '../server/site-identity.ts';
import { styleOf } from './email-styles.ts';
import type { MailContent } from './mail.ts';

export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Part[];

/** A template of HTML: whatever is put into it is escaped, unless it is HTML itself. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: markup }, ...parts.map(markupOf)));
}

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  return typeof part === 'object' ? part.map(markupOf).join('') : escapeHtml(String(part));
}

export type RenderedEmail = Pick<MailContent, 'subject' | 'html' | 'text'>;

type Email = {
  subject: string;
  /** The preheader: inboxes show it after the subject, the mail hides it. At most 150 characters. */
  preview: string;
  body: Html;
  footer: Html | string;
};

const PREVIEW_CHARS = 150;
/** Invisible characters, so that inboxes show nothing of the mail itself after its preview. */
const FILLER = ' \u200C\u200B\u200D\u200E\u200F\uFEFF';

/** XHTML with tables: Outlook for Windows centres and limits nothing else. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const TABLE = new Html(
  'role="presentation" align="center" width="100%" border="0" cellpadding="0" cellspacing="0"',
);

/**
 * A mail as HTML, one column below the company's name with the sender in the footer, and as plain text of the
 * same, so that neither says more.
 */
export async function renderEmail(
  site: SiteIdentity,
  { subject, preview, body, footer }: Email,
): Promise<RenderedEmail> {
  // Imported lazily: it takes a tenth of a second to load.
  const { toPlainText } = await import('./plain-text.ts');
  // Webmail drops the elements around the article.
  const page = withStyles(html`<table ${TABLE}><tbody><tr><td class="paper">
<div data-skip-in-text="true" style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">${preview}${FILLER.repeat(Math.max(0, PREVIEW_CHARS - preview.length))}</div>
<table ${TABLE} class="column"><tbody><tr><td class="article">
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="en-AU">
<p class="masthead"><a href="${site.url}/" class="name">${site.name}</a></p>
${body}
<div class="footer">
<p class="small">${footer}</p>
<p class="small">${site.name}, ${site.location}. ${site.tagline}</p>
</div></div></td></tr></tbody></table></td></tr></tbody></table>`);
  const document = html`${new Html(DOCTYPE)}<html lang="en-AU" dir="ltr"><head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title></head>
<body style="margin:0;padding:0;background-color:#FBFAF7">${new Html(page)}</body></html>`;
  return { subject, html: document.markup, text: toPlainText(page) };
}

export function button(href: string, label: string): Html {
  return html`<div class="action"><a href="${href}" class="button" target="_blank">${label}</a></div>`;
}

export function linkInWords(url: string): Html {
  return html`<p class="small">If the button does not work, open this link: <a href="${url}">${url}</a></p>`;
}

const parser = unified().use(rehypeParse, { fragment: true }).freeze();

export function withStyles({ markup }: Html): string {
  const tree: Root = parser.parse(markup);
  visit(tree, 'element', ({ tagName, properties }) => {
    const { className, style: own } = properties;
    const style = styleOf(tagName, Array.isArray(className) ? className.map(String) : []);
    if (style !== undefined) properties.style = own === undefined ? style : `${style};${own}`;
  });
  return writeFragment(tree);
}

/** "November 21, 2026 at 2:05 PM GMT+10". */
export function formatInstant(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso));
}
