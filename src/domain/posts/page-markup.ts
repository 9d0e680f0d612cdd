import GithubSlugger from 'github-slugger';
import type { Element, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { setDirections } from './direction.ts';
import { highlight } from './highlight.ts';
import { makeResponsive } from './responsive-picture.ts';
import { isExternalUrl } from './safe-url.ts';
import { ID_PREFIX } from './sanitize.ts';

/** Code of a body beyond this many UTF-16 units in all is left plain. */
const MAX_HIGHLIGHTED = 200_000;

/** The id of the heading that the Markdown reader puts above footnotes. */
const FOOTNOTES_HEADING = `${ID_PREFIX}footnote-label`;

/** An element, and whether it stands within a link, a table or a picture. */
type Placed = { element: Element; inLink: boolean; inTable: boolean; inPicture: boolean };

/**
 * Fits a safe tree into a page, in place. What is added here is ours, so it comes after the
 * sanitizer, which allows authors none of it:
 * - headings begin at `h2`, below the page's title, keep their nesting, have an id and a link to it;
 * - tables stand in a frame that scrolls and can be focused, and code can be focused;
 * - code is coloured, images load lazily, those of our own library in the width that is needed;
 * - links that leave the site pass on no opener, and the boxes of task lists have names;
 * - text that is written from right to left is laid out so.
 */
export async function addPageMarkup(tree: Root): Promise<void> {
  const parts: Placed[] = [];
  place(tree.children, { inLink: false, inTable: false, inPicture: false }, parts);
  const named = (name: string) => parts.filter(({ element }) => element.tagName === name);

  const headings = parts.filter(({ element }) => /^h[1-6]$/.test(element.tagName));
  shiftHeadings(headings);
  addressHeadings(headings, takenIds(parts));
  for (const { element, inPicture } of named('img')) {
    loadLazily(element);
    if (!inPicture) makeResponsive(element);
  }
  for (const { element } of named('a')) withholdOpener(element);
  for (const { element } of named('input')) nameCheckbox(element);
  await colourCode(named('pre'));
  for (const { element, inTable } of named('table')) if (!inTable) frame(element);
  setDirections(tree.children);
}

function place(
  nodes: readonly RootContent[],
  where: Omit<Placed, 'element'>,
  parts: Placed[],
): void {
  for (const element of nodes) {
    if (element.type !== 'element') continue;
    parts.push({ element, ...where });
    const inLink = where.inLink || element.tagName === 'a';
    const inTable = where.inTable || element.tagName === 'table';
    const inPicture = where.inPicture || element.tagName === 'picture';
    place(element.children, { inLink, inTable, inPicture }, parts);
  }
}

function shiftHeadings(headings: readonly Placed[]): void {
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

function takenIds(parts: readonly Placed[]): string[] {
  return parts.flatMap(({ element }) => element.properties.id ?? []).map(String);
}

function addressHeadings(headings: readonly Placed[], taken: readonly string[]): void {
  const slugger = new GithubSlugger();
  for (const id of taken) slugger.occurrences[id.slice(ID_PREFIX.length)] = 0;
  for (const { element, inLink } of headings) {
    const text = textOf(element).trim();
    element.properties.id ??=
      ID_PREFIX + slugger.slug(/[\p{L}\p{N}]/u.test(text) ? text : 'section');
    if (inLink || isFootnotesHeading(element)) continue;
    element.children.push({
      type: 'element',
      tagName: 'a',
      properties: {
        className: ['heading-anchor'],
        href: `#${element.properties.id}`,
        ariaLabel: text === '' ? 'Link to this section' : `Link to section: ${text}`,
      },
      children: [{ type: 'text', value: '#' }],
    });
  }
}

/** Turns a table into its frame, which holds the table. */
function frame(element: Element): void {
  const table: Element = { ...element };
  const caption = table.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'caption',
  );
  const label = caption === undefined ? '' : textOf(caption).trim();
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
 * Without `nofollow`: only administrators write here, and a journal vouches for what it cites. Links
 * never open a new window, since `target` is not an author's to set.
 */
function withholdOpener({ properties }: Element): void {
  if (isExternalUrl(String(properties.href ?? ''))) properties.rel = ['noopener'];
}

function nameCheckbox({ properties }: Element): void {
  properties.ariaLabel = properties.checked === true ? 'Done' : 'Not done';
}

async function colourCode(blocks: readonly Placed[]): Promise<void> {
  let length = 0;
  for (const { element: pre } of blocks) {
    // What scrolls must be within reach of the keyboard.
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
