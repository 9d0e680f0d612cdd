import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import type { CitedItem } from './citation-syntax.ts';
import { issuedYear } from './csl.ts';
import { citedNames } from './names.ts';
import type { CitationStyle, Reference } from './reference.ts';
import { referenceHref } from './reference-list.ts';

/** The references of a body, as its citations need them. */
export type Bibliography = {
  byKey: ReadonlyMap<string, Reference>;
  /** The numbers of the cited ones, from 1 in the order of first citations. */
  numbers: ReadonlyMap<Reference, number>;
  suffixes: ReadonlyMap<Reference, string>;
  style: CitationStyle;
  /** Numbers the links. */
  counts: { links: number };
  /** The popovers, by what they show. */
  peeks: Map<string, string>;
};

/** `Smith et al. [1]`, or `Smith et al. (2020)`: the authors are part of the sentence. */
export function narrative(
  items: readonly CitedItem[],
  bibliography: Bibliography,
  drawOther: DrawOther,
): ElementContent[] {
  const [first, ...others] = items;
  const reference = bibliography.byKey.get(first?.key ?? '');
  const title = reference && bibliography.style === 'author-date' ? shortTitle(reference) : '';
  const names = citedNames(reference?.csl) || title;
  const shown = first === undefined ? [] : [{ ...first, isAuthorSuppressed: true }];
  return [text(names && `${names} `), ...group([...shown, ...others], bibliography, drawOther)];
}

/** Draws a label, or an unknown key. */
type DrawOther = (item: CitedItem) => ElementContent;

/** `[see 1, p. 3; 2]`, or `(see Smith 2020, p. 3; 2021)`. */
export function group(
  items: readonly CitedItem[],
  bibliography: Bibliography,
  drawOther: DrawOther,
): ElementContent[] {
  const isNumbered = bibliography.style === 'numbered';
  const separator = isNumbered && items.every(isPlain) ? ', ' : '; ';
  const drawn = items.map((item) => {
    const reference = bibliography.byKey.get(item.key);
    return around(item, reference ? citationLink(reference, item, bibliography) : drawOther(item));
  });
  return [
    text(isNumbered ? '[' : '('),
    ...joinedBy(separator, drawn),
    text(isNumbered ? ']' : ')'),
  ];
}

export function joinedBy(separator: string, parts: readonly ElementContent[][]): ElementContent[] {
  return parts.flatMap((nodes, index) => (index === 0 ? nodes : [text(separator), ...nodes]));
}

/** Returns true without a prefix or a locator. */
export function isPlain({ prefix, locator }: CitedItem): boolean {
  return prefix === '' && locator === '';
}

function yearOf(reference: Reference, { suffixes }: Bibliography): string {
  const { csl } = reference;
  return `${issuedYear(csl) ?? csl?.issued?.literal ?? 'n.d.'}${suffixes.get(reference) ?? ''}`;
}

const SHORT_TITLE = 40;

/** Names a work without known authors. */
function shortTitle({ title, url }: Reference): string {
  const words = title === '' ? url : title;
  if (words.length <= SHORT_TITLE) return `“${words}”`;
  return `“${words
    .slice(0, SHORT_TITLE)
    .replace(/\s+\S*$/, '')
    .toWellFormed()}…”`;
}

/** `reference-list.ts` finds these again by the order of their attributes. */
function citationLink(
  reference: Reference,
  { isAuthorSuppressed }: CitedItem,
  bibliography: Bibliography,
): ElementContent {
  const { style, numbers, counts } = bibliography;
  const names = isAuthorSuppressed ? '' : citedNames(reference.csl) || shortTitle(reference);
  const label =
    style === 'numbered'
      ? `${numbers.get(reference)}`
      : `${names} ${yearOf(reference, bibliography)}`.trim();
  counts.links += 1;
  const href = referenceHref(reference.key ?? '');
  return h('a', { href, id: `cite-${counts.links}` }, text(label));
}

/** Adds the prefix and the locator of a citation. */
export function around({ prefix, locator }: CitedItem, node: ElementContent): ElementContent[] {
  return [
    ...(prefix === '' ? [] : [text(`${prefix} `)]),
    node,
    ...(locator === '' ? [] : [text(`, ${locator}`)]),
  ];
}

/** The button that shows the references in a popover, for which the page has the text. */
export function peek(
  items: readonly CitedItem[],
  { byKey, numbers, peeks }: Bibliography,
): Element[] {
  const references = new Set(items.flatMap(({ key }) => byKey.get(key) ?? []));
  if (references.size === 0) return [];
  const shown = [...references].map((reference) => numbers.get(reference));
  const cites = [...references].map(({ key = '' }) => encodeURIComponent(key)).join(' ');
  const id = peeks.get(cites) ?? `peek-${peeks.size + 1}`;
  peeks.set(cites, id);
  return [
    h('button', {
      type: 'button',
      className: ['citation-peek'],
      popoverTarget: id,
      dataCites: cites,
      ariaLabel: `Show reference${shown.length === 1 ? '' : 's'} ${shown.join(', ')}`,
    }),
  ];
}
