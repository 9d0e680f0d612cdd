import type { Element, ElementContent, Properties, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { type CSSProperties, Fragment, createElement as h, type ReactNode } from 'react';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { standaloneBody } from '../../posts/standalone.ts';
import { link, paragraph } from './email-layout.ts';
import { classes, styles } from './email-styles.ts';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();

/** Attributes that are copied: hast and React use the same names for them. */
const PROPERTIES = [
  ...['align', 'cite', 'colSpan', 'dateTime', 'dir', 'lang', 'reversed', 'rowSpan', 'scope'],
  ...['start', 'title', 'type', 'value'],
];

/** Elements that mail programs do not support. */
const RENAMED: Readonly<Record<string, string>> = {
  section: 'div',
  details: 'div',
  mark: 'strong',
};
const DROPPED = new Set(['caption', 'source', 'track', 'wbr']);
const UNWRAPPED = new Set(['picture', 'rp']);
/** White space between their children is dropped. */
const TABLE_STRUCTURE = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

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
  figcaption: { style: styles.caption, className: classes.caption },
  hr: { style: styles.rule, className: classes.rule },
  sup: { style: styles.script },
  sub: { style: styles.script },
  dt: { style: styles.term },
  dd: { style: styles.definition },
};

/**
 * A rendered post for mails: URLs are absolute; pictures, videos and sounds become links named after their
 * alternative text; checkboxes, `details` and footnote references become text.
 *
 * @param contentHtml as `renderBody` wrote it
 * @param url of the post, the base of its relative links
 */
export function postBody(contentHtml: string, url: string): ReactNode[] {
  const tree = parser.parse(standaloneBody(contentHtml, url));
  return tree.children.map((node) => toReact(node, false));
}

function toReact(node: RootContent, inLink: boolean): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || DROPPED.has(node.tagName)) return null;
  switch (node.tagName) {
    case 'a':
      return anchor(node);
    case 'img':
      return mediaLink('Picture', node.properties.alt, node.properties.src, inLink);
    case 'video':
    case 'audio':
      return player(node, inLink);
    case 'input':
      return node.properties.checked === undefined ? '☐' : '☑';
    case 'summary':
      return paragraph(h('strong', null, ...childrenOf(node, inLink)));
    case 'table':
      return table(node, inLink);
    case 'pre':
      // Text only: syntax highlighting needs the site's style sheet.
      return h('pre', { ...TAG_STYLES.pre }, textOf(node));
    default:
      return UNWRAPPED.has(node.tagName)
        ? fragment(childrenOf(node, inLink))
        : styledElement(node, inLink);
  }
}

function childrenOf({ tagName, children }: Element, inLink: boolean): ReactNode[] {
  const elements = children.filter((child) => child.type === 'element');
  const end = BLOCK_CONTAINERS.has(tagName) ? elements.at(-1) : undefined;
  return (TABLE_STRUCTURE.has(tagName) ? elements : children).map((child) =>
    child === end && end.tagName === 'p'
      ? h(
          'p',
          { ...copiedProperties(end.properties), style: styles.lastParagraph },
          ...childrenOf(end, inLink),
        )
      : toReact(child, inLink),
  );
}

function styledElement(element: Element, inLink: boolean): ReactNode {
  const { tagName, properties } = element;
  const props = {
    ...copiedProperties(properties),
    ...TAG_STYLES[tagName],
    ...stylesByProperties(element),
  };
  return h(RENAMED[tagName] ?? tagName, props, ...childrenOf(element, inLink));
}

/** Styles that the site's style sheet derives from classes and attributes. */
function stylesByProperties({ tagName, properties }: Element): { style?: CSSProperties } {
  const { align, className } = properties;
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

function anchor(element: Element): ReactNode {
  const { href, dataFootnoteRef, dataFootnoteBackref } = element.properties;
  if (dataFootnoteBackref !== undefined) return null;
  if (dataFootnoteRef !== undefined) return `[${textOf(element)}]`;
  const words = childrenOf(element, true);
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
function table(element: Element, inLink: boolean): ReactNode {
  const caption = element.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'caption',
  );
  return fragment([
    caption &&
      h('p', { className: classes.caption, style: styles.caption }, ...childrenOf(caption, inLink)),
    h(
      'div',
      { style: styles.frame },
      h('table', { className: 'data', style: styles.table }, ...childrenOf(element, inLink)),
    ),
  ]);
}

function fragment(nodes: readonly ReactNode[]): ReactNode {
  return h(Fragment, null, ...nodes);
}
