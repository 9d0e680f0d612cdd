import type { Element, ElementContent, Properties, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { link, paragraph } from '../../mail/email-layout.ts';
import { COLUMN_PX, classes, styles } from '../../mail/email-styles.ts';
import {
  type PictureUrlParts,
  parsePictureUrl,
  variantUrl,
  variantWidths,
} from '../../media/picture-url.ts';
import { standaloneBody } from '../../rendering/standalone.ts';

/** Formats that every mail program shows: Outlook for Windows shows no WebP, and few show AVIF. */
const EVERYWHERE = new Set(['png', 'jpg', 'gif']);

/** Originals that are wider cost readers more than they show them. */
const WIDEST_ORIGINAL = 1600;

/** The least width of a variant: sharp on a screen with twice the density. */
const VARIANT_PX = 2 * COLUMN_PX;

/**
 * A picture of a post, no wider than the column of a mail; a link where mail programs show none (SVG, no https).
 * Its URL is the same for all readers, so that it does not tell who has opened the mail.
 *
 * @param element an `img` with an absolute `src`
 * @param url of the post
 */
function postPicture(
  { properties }: Element,
  { url, inLink }: { url: string; inLink: boolean },
): ReactNode {
  const alt = typeof properties.alt === 'string' ? properties.alt.trim() : '';
  const src = URL.parse(String(properties.src ?? ''));
  if (src === null) return alt;
  if (!/^https?:$/.test(src.protocol) || /\.svgz?$/i.test(src.pathname)) {
    const label = alt === '' ? 'Picture' : `Picture: ${alt}`;
    return inLink ? label : link(src.href, label);
  }
  if (isFormula(properties)) return formulaPicture(src, alt, properties);
  const own = src.origin === new URL(url).origin ? parsePictureUrl(src.pathname) : null;
  const width = Number(properties.width ?? own?.width);
  return h('img', {
    src: own === null ? src.href : new URL(mailVariant(own) ?? src.pathname, src).href,
    alt,
    // Outlook for Windows ignores `max-width`.
    ...(width > 0 ? { width: Math.min(width, COLUMN_PX) } : {}),
    // Otherwise React writes an element that preloads it.
    loading: 'lazy',
    className: classes.picture,
    style: styles.picture,
  });
}

const isFormula = ({ className }: Properties) => String(className) === 'formula-picture';

/** As large as the letters around it, with its line on theirs: as `standaloneFormula` says. */
function formulaPicture(src: URL, alt: string, { width, height, style }: Properties): ReactNode {
  const inEm = (name: string) => new RegExp(`${name}:(-?[\\d.]+em)`).exec(String(style))?.[1];
  return h('img', {
    src: src.href,
    alt,
    width: Number(width),
    height: Number(height),
    loading: 'lazy',
    className: classes.formula,
    style: { ...styles.formula, width: inEm('width'), verticalAlign: inEm('vertical-align') },
  });
}

/** Null when the original itself suits mail programs. */
function mailVariant(picture: PictureUrlParts): string | null {
  const { id, width, format, moving } = picture;
  if (moving || (EVERYWHERE.has(format) && width <= WIDEST_ORIGINAL)) return null;
  const widths = variantWidths(picture);
  const fitting = widths.find((each) => each >= VARIANT_PX) ?? widths.at(-1);
  return fitting === undefined ? null : variantUrl(id, fitting, 'webp');
}

const parser = unified().use(rehypeParse, { fragment: true }).freeze();

/** Attributes that are copied: hast and React use the same names for them. */
const PROPERTIES = [
  'align',
  'cite',
  'colSpan',
  'dateTime',
  'dir',
  'lang',
  'reversed',
  'rowSpan',
  'scope',
  'start',
  'title',
  'type',
  'value',
];

/** Elements that mail programs do not support. */
const RENAMED: Readonly<Record<string, string>> = {
  section: 'div',
  details: 'div',
  mark: 'strong',
};
const DROPPED = new Set(['caption', 'source', 'svg', 'track', 'wbr']);
const UNWRAPPED = new Set(['picture', 'rp']);
/** White space between their children is dropped. */
const TABLE_STRUCTURE = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

/** Elements that a letter which is too long for mail programs may end after. */
const BLOCKS = new Set(
  'p h2 h3 h4 h5 h6 ul ol dl table figure blockquote pre hr details div section'.split(' '),
);

const HEADING = /^h[1-6]$/;

/** The last paragraph in these has no margin below. */
const BLOCK_CONTAINERS = new Set(['blockquote', 'li', 'td', 'th', 'dd']);

const TAG_STYLES: Readonly<Record<string, { style: CSSProperties; className?: string }>> = {
  h2: { style: styles.h2 },
  h3: { style: styles.h3 },
  h4: { style: styles.h3 },
  h5: { style: styles.h3 },
  h6: { style: styles.h3 },
  p: { style: styles.p },
  ul: { style: styles.list },
  ol: { style: styles.list },
  li: { style: styles.item },
  blockquote: { style: styles.quotation, className: `${classes.muted} ${classes.aside}` },
  pre: { style: styles.listing, className: classes.listing },
  code: { style: styles.code },
  kbd: { style: styles.code },
  samp: { style: styles.code },
  th: { style: styles.heading, className: classes.line },
  td: { style: styles.cell, className: classes.line },
  figure: { style: styles.figure },
  figcaption: { style: styles.figcaption, className: classes.caption },
  hr: { style: styles.rule, className: classes.rule },
  sup: { style: styles.script },
  sub: { style: styles.script },
  dt: { style: styles.term },
  dd: { style: styles.definition },
};

/** A part of a mail that is shown whole or not at all. */
export type Block = {
  node: ReactNode;
  /** Makes no sense as the last one. */
  isHeading: boolean;
};

/**
 * A rendered post for mails: URLs are absolute; videos and sounds become links named after their title;
 * checkboxes, `details` and footnote references become text.
 *
 * @param contentHtml as `renderBody` wrote it
 * @param url of the post, the base of its relative links
 */
export function postBody(contentHtml: string, url: string): Block[] {
  return blocksOf(contentHtml, { inLink: false, isAboveTitle: false, url });
}

/** What stands above the title of the post. Its headings become bold paragraphs: the title is the first heading. */
export function introductionBody(contentHtml: string, url: string): Block[] {
  return blocksOf(contentHtml, { inLink: false, isAboveTitle: true, url });
}

function blocksOf(contentHtml: string, context: Context): Block[] {
  const tree = parser.parse(standaloneBody(contentHtml, context.url));
  return tree.children.flatMap(unwrapBlocks).map((node) => ({
    node: toReact(node, context),
    isHeading: node.type === 'element' && HEADING.test(node.tagName),
  }));
}

/** The text without markup. */
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
      child.type === 'element' ? BLOCKS.has(child.tagName) : isBlank(child),
    );
  return isWrapper ? node.children.flatMap(unwrapBlocks) : [node];
}

function isBlank(node: ElementContent): boolean {
  return node.type !== 'text' || node.value.trim() === '';
}

type Context = {
  inLink: boolean;
  /** Whether it stands above the post's title, where headings are bold paragraphs. */
  isAboveTitle: boolean;
  /** The post's URL. */
  url: string;
};

function toReact(node: RootContent, context: Context): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || DROPPED.has(node.tagName) || isFolded(node)) return null;
  if (context.isAboveTitle && HEADING.test(node.tagName)) return boldParagraph(node, context);
  switch (node.tagName) {
    case 'a':
      return anchor(node, context);
    case 'img':
      return postPicture(node, context);
    case 'video':
    case 'audio':
      return player(node, context.inLink);
    case 'input':
      return node.properties.checked === undefined ? '☐' : '☑';
    case 'summary':
      return boldParagraph(node, context);
    case 'table':
      return table(node, context);
    case 'pre':
      // Text only: syntax highlighting needs the site's style sheet.
      return h('pre', { ...TAG_STYLES.pre }, textOf(node));
    default:
      return UNWRAPPED.has(node.tagName)
        ? fragment(childrenOf(node, context))
        : styledElement(node, context);
  }
}

/** Tables of computed properties, which pages fold away and mails could not. */
function isFolded({ properties: { className } }: Element): boolean {
  return Array.isArray(className) && className.includes('structure-data');
}

function boldParagraph(node: Element, context: Context): ReactNode {
  return paragraph(h('strong', null, ...childrenOf(node, context)));
}

function childrenOf({ tagName, children }: Element, context: Context): ReactNode[] {
  const elements = children.filter((child) => child.type === 'element');
  const end = BLOCK_CONTAINERS.has(tagName) ? elements.at(-1) : undefined;
  return (TABLE_STRUCTURE.has(tagName) ? elements : children).map((child) =>
    child === end && end.tagName === 'p'
      ? h(
          'p',
          { ...copiedProperties(end.properties), style: styles.lastParagraph },
          ...childrenOf(end, context),
        )
      : toReact(child, context),
  );
}

function styledElement(element: Element, context: Context): ReactNode {
  const { tagName, properties } = element;
  const props = {
    ...copiedProperties(properties),
    ...TAG_STYLES[tagName],
    ...stylesByProperties(element),
  };
  return h(RENAMED[tagName] ?? tagName, props, ...childrenOf(element, context));
}

/** Styles that the site's style sheet derives from classes and attributes. */
function stylesByProperties({ tagName, properties }: Element): { style?: CSSProperties } {
  const { align, className, scope } = properties;
  if (tagName === 'th' && scope === 'row') {
    return { style: { ...styles.heading, verticalAlign: 'top' } };
  }
  if (tagName === 'th' && (align === 'right' || align === 'center')) {
    return { style: { ...styles.heading, textAlign: align } };
  }
  return Array.isArray(className) && className.includes('contains-task-list')
    ? { style: styles.tasks }
    : {};
}

function copiedProperties(properties: Properties): Record<string, unknown> {
  return Object.fromEntries(
    PROPERTIES.filter((name) => properties[name] !== undefined).map((name) => [
      name,
      properties[name],
    ]),
  );
}

function anchor(element: Element, context: Context): ReactNode {
  const { href, id, dataFootnoteRef, dataFootnoteBackref } = element.properties;
  if (dataFootnoteBackref !== undefined) return null;
  if (dataFootnoteRef !== undefined) return `[${textOf(element)}]`;
  // The list of references is in the mail.
  if (/^cite-\d+$/.test(String(id ?? ''))) return textOf(element);
  const words = childrenOf(element, { ...context, inLink: true });
  return typeof href === 'string' ? link(href, ...words) : fragment(words);
}

function mediaLink(kind: string, label: unknown, source: unknown, inLink: boolean): ReactNode {
  const words = typeof label === 'string' && label.trim() !== '' ? `${kind}: ${label}` : kind;
  return inLink || typeof source !== 'string' ? words : link(source, words);
}

function player(element: Element, inLink: boolean): ReactNode {
  const { tagName, properties, children } = element;
  const source = children.find(isSource)?.properties.src;
  const kind = tagName === 'video' ? 'Video' : 'Sound';
  return mediaLink(kind, properties.title, properties.src ?? source, inLink);
}

function isSource(node: ElementContent): node is Element {
  return node.type === 'element' && node.tagName === 'source';
}

/** The caption comes before the table: not every mail program supports it inside. */
function table(element: Element, context: Context): ReactNode {
  const caption = element.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'caption',
  );
  return fragment([
    caption &&
      h(
        'p',
        { className: classes.caption, style: styles.caption },
        ...childrenOf(caption, context),
      ),
    h(
      'div',
      { style: styles.frame },
      h('table', { className: 'data', style: styles.table }, ...childrenOf(element, context)),
    ),
  ]);
}

function fragment(nodes: readonly ReactNode[]): ReactNode {
  return h(Fragment, null, ...nodes);
}
