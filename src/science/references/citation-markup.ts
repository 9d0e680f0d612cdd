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
  [item]: readonly CitedItem[],
  bibliography: Bibliography,
): ElementContent[] {
  const reference = bibliography.byKey.get(item?.key ?? '');
  if (item === undefined || reference === undefined) return [];
  const isNumbered = bibliography.style === 'numbered';
  const names = citedNames(reference.csl) || (isNumbered ? '' : shortTitle(reference));
  const label = isNumbered
    ? `${bibliography.numbers.get(reference)}`
    : yearOf(reference, bibliography);
  return [
    text(`${names}${names === '' ? '' : ' '}${isNumbered ? '[' : '('}`),
    ...around({ ...item, prefix: '' }, citationLink(reference, label, bibliography)),
    text(isNumbered ? ']' : ')'),
  ];
}

/**
 * `[see 1, p. 3; 2]`, or `(see Smith 2020, p. 3; 2021)`.
 *
 * @param drawOther draws a label, or an unknown key
 */
export function group(
  items: readonly CitedItem[],
  bibliography: Bibliography,
  drawOther: (item: CitedItem) => ElementContent,
): ElementContent[] {
  const isNumbered = bibliography.style === 'numbered';
  const isPlain = items.every(({ prefix, locator }) => prefix === '' && locator === '');
  const separator = isNumbered && isPlain ? ', ' : '; ';
  const drawn = items.map((item) => {
    const reference = bibliography.byKey.get(item.key);
    if (reference === undefined) return around(item, drawOther(item));
    const label = isNumbered
      ? `${bibliography.numbers.get(reference)}`
      : authorDateLabel(reference, item, bibliography);
    return around(item, citationLink(reference, label, bibliography));
  });
  const inner = drawn.flatMap((nodes, index) =>
    index === 0 ? nodes : [text(separator), ...nodes],
  );
  return [text(isNumbered ? '[' : '('), ...inner, text(isNumbered ? ']' : ')')];
}

function authorDateLabel(
  reference: Reference,
  { isAuthorSuppressed }: CitedItem,
  bibliography: Bibliography,
): string {
  const year = yearOf(reference, bibliography);
  if (isAuthorSuppressed) return year;
  return `${citedNames(reference.csl) || shortTitle(reference)} ${year}`;
}

function yearOf(reference: Reference, { suffixes }: Bibliography): string {
  const { csl } = reference;
  const year = csl && (issuedYear(csl) ?? csl.issued?.literal);
  return `${year ?? 'n.d.'}${suffixes.get(reference) ?? ''}`;
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
  { key = '' }: Reference,
  label: string,
  { counts }: Bibliography,
): ElementContent {
  counts.links += 1;
  return h('a', { href: referenceHref(key), id: `cite-${counts.links}` }, text(label));
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
