import GithubSlugger from 'github-slugger';
import type { Element, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { parsePictureUrl, VARIANT_FORMATS, variantSrcset } from '../media/picture-url.ts';
import { labelText } from '../science/drawings/body-drawings.ts';
import { isHttpUrl } from '../server/html/urls.ts';
import { h, visitElements } from '../text/hast.ts';
import { ID_PREFIX } from '../text/sanitizer/refine.ts';
import { highlight } from './highlight.ts';

/** The width of the text column: the viewport, up to 68 characters. */
const SIZES = '(min-width: 48rem) 46rem, 100vw';

/**
 * Sets the size, unless the author did, so that the layout does not shift. Other images, and images
 * with a `srcset`, are unchanged.
 */
function makeResponsive(element: Element): void {
  const { sizes = SIZES, ...properties } = element.properties;
  const own = parsePictureUrl(String(properties.src ?? ''));
  if (own === null || properties.srcSet !== undefined) return;
  if (properties.width === undefined && properties.height === undefined) {
    properties.width = own.width;
    properties.height = own.height;
  }
  // `sizes` has no effect without a `srcset`.
  const image: Element = { ...element, properties };
  if (own.moving) element.properties = properties;
  else {
    element.tagName = 'picture';
    element.properties = {};
    element.children = VARIANT_FORMATS.map((format) =>
      h('source', {
        type: `image/${format}`,
        srcSet: variantSrcset(own, format),
        sizes: String(sizes),
      }),
    );
    element.children.push(image);
  }
}

/** UTF-16 code units of code in one body; code beyond that is not highlighted. */
const MAX_HIGHLIGHTED = 200_000;

/** The id that remark-rehype gives the heading of the footnotes, with our prefix. */
const FOOTNOTES_HEADING = `${ID_PREFIX}footnote-label`;

type PlacedElement = {
  element: Element;
  within: readonly string[];
};

/**
 * Adds to a safe tree, in place, what the page needs. It runs after the sanitizer, which allows authors
 * none of this:
 * - headings start at `h2`, below the page's title, keep their nesting, and have an id and a link to it;
 * - tables scroll in a focusable frame, and code is focusable;
 * - code is highlighted, images load lazily, pictures of the media library in the width that is needed;
 * - external links have `rel="noopener"`, and the checkboxes of task lists have labels;
 * - right-to-left text has `dir`.
 */
export async function addPageMarkup(tree: Root): Promise<void> {
  const elements: PlacedElement[] = [];
  const collect = ({ children }: Root | Element, within: readonly string[]) => {
    for (const element of children) {
      if (element.type !== 'element') continue;
      elements.push({ element, within });
      collect(element, [...within, element.tagName]);
    }
  };
  collect(tree, []);

  const headings = elements.filter(({ element }) => /^h[1-6]$/.test(element.tagName));
  shiftHeadings(headings);
  const taken = elements.flatMap(({ element }) => element.properties.id ?? []);
  linkHeadings(headings, taken.map(String));
  await highlightCode(elements.filter(({ element }) => element.tagName === 'pre'));
  elements.forEach(markUp);
  setDirections(tree);
}

function markUp({ element, within }: PlacedElement): void {
  const { tagName, properties } = element;
  if (tagName === 'img') {
    properties.alt ??= '';
    Object.assign(properties, { loading: 'lazy', decoding: 'async' });
    if (!within.includes('picture')) makeResponsive(element);
  } else if (tagName === 'a' && isHttpUrl(String(properties.href ?? ''))) {
    // No `nofollow`: only administrators write here, and a journal vouches for what it cites. Links never open a new
    // window, since the sanitizer removes `target`.
    properties.rel = ['noopener'];
  } else if (tagName === 'input') {
    properties.ariaLabel = properties.checked === true ? 'Done' : 'Not done';
  } else if (tagName === 'table' && !within.includes('table')) wrapInFrame(element);
}

function shiftHeadings(headings: readonly PlacedElement[]): void {
  const own = headings.filter(({ element }) => !isFootnotesHeading(element));
  const highest = own.reduce((least, { element }) => Math.min(least, levelOf(element)), 6);
  for (const { element } of headings) {
    const level = isFootnotesHeading(element) ? 2 : Math.min(levelOf(element) + 2 - highest, 6);
    element.tagName = `h${level}`;
  }
}

function isFootnotesHeading({ properties }: Element): boolean {
  return properties.id === FOOTNOTES_HEADING;
}

function levelOf({ tagName }: Element): number {
  return Number(tagName.slice(1));
}

function linkHeadings(headings: readonly PlacedElement[], taken: readonly string[]): void {
  const slugger = new GithubSlugger();
  for (const id of taken) slugger.occurrences[id.slice(ID_PREFIX.length)] = 0;
  for (const { element, within } of headings) {
    const text = labelText(element).trim();
    element.properties.id ??=
      ID_PREFIX + slugger.slug(/[\p{L}\p{N}]/u.test(text) ? text : 'section');
    if (within.includes('a') || isFootnotesHeading(element)) continue;
    const anchor = {
      className: ['heading-anchor'],
      href: `#${element.properties.id}`,
      ariaLabel: text === '' ? 'Link to this section' : `Link to section: ${text}`,
    };
    element.children.push(h('a', anchor, '#'));
  }
}

/** Wraps in place: the element becomes the frame and holds a copy of the table. */
function wrapInFrame(element: Element): void {
  const table: Element = { ...element };
  const caption = table.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'caption',
  );
  const label = caption === undefined ? '' : labelText(caption).trim();
  element.tagName = 'div';
  element.properties = {
    className: ['table-frame'],
    role: 'group',
    ariaLabel: label || 'Table',
    tabIndex: 0,
  };
  element.children = [table];
}

async function highlightCode(blocks: readonly PlacedElement[]): Promise<void> {
  let length = 0;
  for (const { element: pre } of blocks) {
    // A scrollable element must be reachable by keyboard.
    pre.properties.tabIndex = 0;
    const [code, ...rest] = pre.children;
    if (code?.type !== 'element' || rest.length > 0) continue;
    const language = languageOf(code);
    const source = textOf(code);
    length += source.length;
    if (language === undefined || length > MAX_HIGHLIGHTED) continue;
    code.children = (await highlight(source, language)) ?? code.children;
  }
}

function languageOf({ tagName, properties }: Element): string | undefined {
  const [name] = Array.isArray(properties.className) ? properties.className : [];
  return tagName === 'code' && name !== undefined
    ? String(name).slice('language-'.length)
    : undefined;
}

/** `margin.css` can place this many footnotes beside the text. */
const MAX_BESIDE = 4;

/** In place: `margin.css` shows a few notes beside the text by the classes. */
export function numberFootnotes(tree: Root): void {
  const references: Element[] = [];
  const lists: Element[] = [];
  visitElements(tree, (element) => {
    const { dataFootnotes, dataFootnoteRef } = element.properties;
    if (dataFootnotes !== undefined) lists.push(element);
    // Notes refer to one another, too.
    else if (dataFootnoteRef !== undefined && lists.length === 0) references.push(element);
  });
  const [list] = lists;
  if (list === undefined || lists.length > 1) return;
  const numbers = new Map<string, number>();
  visitElements(list, ({ tagName, properties: { id } }) => {
    if (tagName === 'li' && typeof id === 'string') numbers.set(`#${id}`, numbers.size + 1);
  });
  if (numbers.size > MAX_BESIDE) return;
  list.properties.className = ['margin-notes'];
  for (const { properties } of references) {
    const number = numbers.get(String(properties.href));
    if (number === undefined) continue;
    properties.className = [`note-ref-${number}`];
    numbers.delete(String(properties.href));
  }
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and others. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A block that is not within another one begins where its first letter does, unless its author said otherwise. */
function setDirections(tree: Root): void {
  for (const node of tree.children) {
    if (node.type !== 'element' || node.tagName === 'pre') continue;
    const [letter = ''] = /\p{L}/u.exec(lettersOf(node)) ?? [];
    if (RIGHT_TO_LEFT.test(letter)) node.properties.dir ??= 'rtl';
  }
}

/** Formulas are left-to-right. */
function lettersOf(node: RootContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.tagName === 'math') return '';
  return node.children.map(lettersOf).join('');
}
