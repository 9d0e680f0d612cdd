import GithubSlugger from 'github-slugger';
import type { Element, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { parsePictureUrl, VARIANT_FORMATS, variantSrcset } from '../media/picture-url.ts';
import { labelText } from '../science/math/formula-markup.ts';
import { isHttpUrl } from '../server/html/urls.ts';
import { h } from '../text/hast.ts';
import { ID_PREFIX } from '../text/sanitizer/refine.ts';
import { setDirections } from './direction.ts';
import { highlight } from './highlight.ts';

/** The width of the text column: the viewport, up to 68 characters. */
const SIZES = '(min-width: 48rem) 46rem, 100vw';

/**
 * Turns an image of the media library, in place, into a `picture` with sources for each format and width.
 * Sets the size, unless the author did, so that the layout does not shift. Other images, and images with
 * a `srcset`, are unchanged.
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

type ElementInContext = { element: Element; inLink: boolean; inTable: boolean; inPicture: boolean };

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
  const elements: ElementInContext[] = [];
  collect(tree.children, { inLink: false, inTable: false, inPicture: false }, elements);
  const named = (name: string) => elements.filter(({ element }) => element.tagName === name);

  const headings = elements.filter(({ element }) => /^h[1-6]$/.test(element.tagName));
  shiftHeadings(headings);
  const taken = elements.flatMap(({ element }) => element.properties.id ?? []);
  linkHeadings(headings, taken.map(String));
  for (const { element, inPicture } of named('img')) {
    loadLazily(element);
    if (!inPicture) makeResponsive(element);
  }
  for (const { element } of named('a')) addNoopener(element);
  for (const { element } of named('input')) labelCheckbox(element);
  await highlightCode(named('pre'));
  for (const { element, inTable } of named('table')) if (!inTable) wrapInFrame(element);
  setDirections(tree.children);
}

function collect(
  nodes: readonly RootContent[],
  context: Omit<ElementInContext, 'element'>,
  elements: ElementInContext[],
): void {
  for (const element of nodes) {
    if (element.type !== 'element') continue;
    elements.push({ element, ...context });
    const inLink = context.inLink || element.tagName === 'a';
    const inTable = context.inTable || element.tagName === 'table';
    const inPicture = context.inPicture || element.tagName === 'picture';
    collect(element.children, { inLink, inTable, inPicture }, elements);
  }
}

function shiftHeadings(headings: readonly ElementInContext[]): void {
  let highest = 6;
  for (const { element } of headings) {
    if (!isFootnotesHeading(element)) highest = Math.min(highest, levelOf(element));
  }
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

function linkHeadings(headings: readonly ElementInContext[], taken: readonly string[]): void {
  const slugger = new GithubSlugger();
  for (const id of taken) slugger.occurrences[id.slice(ID_PREFIX.length)] = 0;
  for (const { element, inLink } of headings) {
    const text = labelText(element).trim();
    element.properties.id ??=
      ID_PREFIX + slugger.slug(/[\p{L}\p{N}]/u.test(text) ? text : 'section');
    if (inLink || isFootnotesHeading(element)) continue;
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

function loadLazily({ properties }: Element): void {
  properties.alt ??= '';
  properties.loading = 'lazy';
  properties.decoding = 'async';
}

/**
 * No `nofollow`: only administrators write here, and a journal vouches for what it cites. Links never
 * open a new window, since the sanitizer removes `target`.
 */
function addNoopener({ properties }: Element): void {
  if (isHttpUrl(String(properties.href ?? ''))) properties.rel = ['noopener'];
}

function labelCheckbox({ properties }: Element): void {
  properties.ariaLabel = properties.checked === true ? 'Done' : 'Not done';
}

async function highlightCode(blocks: readonly ElementInContext[]): Promise<void> {
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

/**
 * Gives the first reference to each footnote a class with the number of the note, and the list of a few notes one by
 * which the page shows them beside the text; in place.
 */
export function numberFootnotes(tree: Root): void {
  const numbers = new Map<string, number>();
  const references: Element[] = [];
  const lists: Element[] = [];
  visit(tree, (element, isInNotes) => {
    const { properties, tagName } = element;
    if (properties.dataFootnotes !== undefined) lists.push(element);
    else if (isInNotes && tagName === 'li' && typeof properties.id === 'string') {
      numbers.set(`#${properties.id}`, numbers.size + 1);
    } else if (!isInNotes && properties.dataFootnoteRef !== undefined) references.push(element);
  });
  const [list] = lists;
  if (list === undefined || lists.length > 1 || numbers.size > MAX_BESIDE) return;
  list.properties.className = ['margin-notes'];
  for (const { properties } of references) {
    const number = numbers.get(String(properties.href));
    if (number === undefined) continue;
    properties.className = [`note-ref-${number}`];
    numbers.delete(String(properties.href));
  }
}

function visit(
  parent: Root | Element,
  act: (element: Element, isInNotes: boolean) => void,
  isInNotes = false,
): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    act(node, isInNotes);
    visit(node, act, isInNotes || node.properties.dataFootnotes !== undefined);
  }
}
