import type { Element, ElementContent, Properties, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { COLUMN_PX } from '../mail/email-styles.ts';
import {
  type PictureUrlParts,
  parsePictureUrl,
  variantUrl,
  variantWidths,
} from '../media/picture-url.ts';
import { standaloneBody } from '../rendering/standalone.ts';
import { writeFragment } from '../server/html/fragment.ts';
import { h } from '../text/hast.ts';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();

const ATTRIBUTES = new Set(
  'align cite colSpan dateTime dir lang reversed rowSpan scope start title type value'.split(' '),
);
const RENAMED: Readonly<Record<string, string>> = {
  section: 'div',
  details: 'div',
  mark: 'strong',
};
const DROPPED = new Set(['caption', 'source', 'svg', 'track', 'wbr']);
const UNWRAPPED = new Set(['picture', 'rp']);
/** Elements that a letter which is too long for mail programs may end after. */
const BLOCKS = new Set(
  'p h2 h3 h4 h5 h6 ul ol dl table figure blockquote pre hr details div section'.split(' '),
);
/** The last paragraph in these has no margin below. */
const BLOCK_CONTAINERS = new Set(['blockquote', 'li', 'td', 'th', 'dd']);

type Context = {
  inLink: boolean;
  isAboveTitle: boolean;
  url: string;
};

/**
 * Blocks of HTML for mails, each shown whole or not at all: URLs are absolute; videos and sounds
 * become links; checkboxes, `details` and footnote references become text.
 *
 * @param contentHtml as `renderBody` wrote it
 * @param url of the post, the base of its relative links
 * @param isAboveTitle headings become bold paragraphs: the title is the first heading
 */
export function postBlocks(contentHtml: string, url: string, isAboveTitle = false): string[] {
  const tree = parser.parse(standaloneBody(contentHtml, url));
  const context = { inLink: false, isAboveTitle, url };
  return tree.children
    .flatMap(unwrapBlocks)
    .map((node) => writeFragment({ type: 'root', children: forMail(node, context) }));
}

export function bodyText(contentHtml: string, url: string): string {
  return textOf(parser.parse(standaloneBody(contentHtml, url)));
}

/** The blocks within `div` and `section`, which have no style of their own: posts may stand in one as a whole. */
function unwrapBlocks(node: RootContent): RootContent[] {
  const isWrapper =
    node.type === 'element' &&
    (node.tagName === 'div' || node.tagName === 'section') &&
    node.properties.dir === undefined &&
    node.properties.lang === undefined &&
    node.children.every((child) =>
      child.type === 'element' ? BLOCKS.has(child.tagName) : textOf(child).trim() === '',
    );
  return isWrapper ? node.children.flatMap(unwrapBlocks) : [node];
}

function forMail(node: RootContent, context: Context): ElementContent[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element' || DROPPED.has(node.tagName) || isFolded(node)) return [];
  const { tagName, properties } = node;
  const children = () => childrenOf(node, context);
  if (tagName === 'summary' || (context.isAboveTitle && /^h[1-6]$/.test(tagName))) {
    return [h('p', {}, h('strong', {}, ...children()))];
  }
  switch (tagName) {
    case 'a':
      return anchor(node, context);
    case 'img':
      return [postPicture(node, context)];
    case 'video':
    case 'audio':
      return [player(node, context.inLink)];
    case 'input':
      return [text(properties.checked === undefined ? '☐' : '☑')];
    case 'table':
      return table(node, context);
    case 'pre':
      // Text only: syntax highlighting needs the site's style sheet.
      return [h('pre', {}, textOf(node))];
  }
  if (UNWRAPPED.has(tagName)) return children();
  return [h(RENAMED[tagName] ?? tagName, attributesOf(node), ...children())];
}

/** Tables of computed properties, which pages fold away and mails could not. */
function isFolded(node: Element): boolean {
  return hasClass(node, 'structure-data');
}

function childrenOf({ tagName, children }: Element, context: Context): ElementContent[] {
  const last = children.findLast((child) => child.type === 'element');
  if (BLOCK_CONTAINERS.has(tagName) && last?.tagName === 'p') last.properties.class = 'last';
  return children.flatMap((child) => forMail(child, context));
}

function attributesOf(node: Element): Properties {
  const { tagName, properties } = node;
  const { align, scope, class: kind } = properties;
  const known = Object.entries(properties).filter(([name]) => ATTRIBUTES.has(name));
  const attributes: Properties = Object.fromEntries(known);
  if (kind === 'last') attributes.className = [kind];
  if (hasClass(node, 'contains-task-list')) attributes.className = ['tasks'];
  if (tagName === 'th' && scope === 'row') attributes.style = 'vertical-align:top';
  else if (tagName === 'th' && align !== undefined) attributes.style = `text-align:${align}`;
  return attributes;
}

function anchor(node: Element, context: Context): ElementContent[] {
  const { href, id, dataFootnoteRef, dataFootnoteBackref } = node.properties;
  if (dataFootnoteBackref !== undefined) return [];
  // "[1]" is the first of the references, which pages tell from notes by their place.
  if (dataFootnoteRef !== undefined) return [text(`[note ${textOf(node)}]`)];
  // The list of references is in the mail.
  if (/^cite-\d+$/.test(String(id ?? ''))) return [text(textOf(node))];
  const words = childrenOf(node, { ...context, inLink: true });
  return typeof href === 'string' ? [h('a', { href }, ...words)] : words;
}

function mediaLink(kind: string, label: unknown, source: unknown, inLink: boolean): ElementContent {
  const words = typeof label === 'string' && label.trim() !== '' ? `${kind}: ${label}` : kind;
  return inLink || typeof source !== 'string' ? text(words) : h('a', { href: source }, words);
}

function player({ tagName, properties, children }: Element, inLink: boolean): ElementContent {
  const source = children.find((child) => child.type === 'element' && child.tagName === 'source');
  const src = properties.src ?? (source?.type === 'element' ? source.properties.src : undefined);
  return mediaLink(tagName === 'video' ? 'Video' : 'Sound', properties.title, src, inLink);
}

/** The caption comes before the table: not every mail program supports it inside. */
function table(node: Element, context: Context): ElementContent[] {
  const caption = node.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'caption',
  );
  const data = h('table', 'data', ...childrenOf(node, context));
  return [
    ...(caption === undefined ? [] : [h('p', 'caption', ...childrenOf(caption, context))]),
    h('div', 'frame', data),
  ];
}

/** Formats that every mail program shows: Outlook for Windows shows no WebP, and few show AVIF. */
const EVERYWHERE = new Set(['png', 'jpg', 'gif']);
/** Originals that are wider cost readers more than they show them. */
const WIDEST_ORIGINAL = 1600;
/** The least width of a variant: sharp on a screen with twice the density. */
const VARIANT_PX = 2 * COLUMN_PX;

/**
 * A picture of a post, no wider than the column of a mail; a link where mail programs show none (SVG, no https).
 * Its URL is the same for all readers, so that it does not tell who has opened the mail.
 */
function postPicture({ properties }: Element, { url, inLink }: Context): ElementContent {
  const alt = typeof properties.alt === 'string' ? properties.alt.trim() : '';
  const src = URL.parse(String(properties.src ?? ''));
  if (src === null) return text(alt);
  if (!/^https?:$/.test(src.protocol) || /\.svgz?$/i.test(src.pathname)) {
    return mediaLink('Picture', alt, src.href, inLink);
  }
  if (String(properties.className) === 'formula-picture') {
    // As large as the letters around it, with its line on theirs: as `standaloneFormula` says.
    const { width, height, style } = properties;
    return h('img', { src: src.href, alt, width, height, className: ['formula'], style });
  }
  const own = src.origin === new URL(url).origin ? parsePictureUrl(src.pathname) : null;
  const width = Number(properties.width ?? own?.width);
  return h('img', {
    src: own === null ? src.href : new URL(mailVariant(own) ?? src.pathname, src).href,
    alt,
    // Outlook for Windows ignores `max-width`.
    ...(width > 0 ? { width: Math.min(width, COLUMN_PX) } : {}),
    className: ['picture'],
  });
}

function mailVariant(picture: PictureUrlParts): string | null {
  const { id, width, format, moving } = picture;
  if (moving || (EVERYWHERE.has(format) && width <= WIDEST_ORIGINAL)) return null;
  const widths = variantWidths(picture);
  const fitting = widths.find((variant) => variant >= VARIANT_PX) ?? widths.at(-1);
  return fitting === undefined ? null : variantUrl(id, fitting, 'webp');
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}

function text(value: string): ElementContent {
  return { type: 'text', value };
}
