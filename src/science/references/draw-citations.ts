import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import type { Drawer, DrawingContext } from '../drawer.ts';
import {
  type Citation,
  type CitedItem,
  isLabelKey,
  KIND_NAME,
  parseCitation,
} from './markdown-citations.ts';
import type { Reference } from './reference.ts';
import { issuedYear } from './reference.ts';
import { referenceHref, referencesByKey, yearSuffixes } from './reference-list.ts';
import { citedNames } from './reference-text.ts';

const MAX_BRIEF = 4;

export const drawCitations: Drawer = async (elements, context) => {
  const parsed = elements.map((element) => {
    return { element, citation: element.isInLink ? undefined : parseCitation(element.source) };
  });
  const items = parsed.flatMap(({ citation }) => citation?.items ?? []);
  const bibliography = bibliographyOf(items, context);
  for (const { element, citation } of parsed) {
    // A link cannot be in a link: there, the text stays as it is.
    if (citation === undefined) element.replace([text(element.source)]);
    else element.replace(draw(element, citation, bibliography));
  }
};

function bibliographyOf(items: readonly CitedItem[], context: DrawingContext) {
  const byKey = referencesByKey(context.references);
  const cited = [...new Set(items.flatMap(({ key }) => byKey.get(key) ?? []))];
  return {
    ...context,
    byKey,
    /** The numbers of the cited ones, from 1 in the order of first citations. */
    numbers: new Map(cited.map((reference, index) => [reference, index + 1])),
    suffixes: yearSuffixes(cited),
    isNumbered: context.citationStyle === 'numbered',
    counts: { links: 0 },
    peeks: new Map<string, string>(),
  };
}

type Bibliography = ReturnType<typeof bibliographyOf>;

function draw(
  element: Placeholder,
  citation: Citation | null,
  bibliography: Bibliography,
): ElementContent[] {
  const { items, isNarrative } = citation ?? { items: [], isNarrative: false };
  const { byKey, labels, isNumbered } = bibliography;
  const isKnown = ({ key }: CitedItem) => (isLabelKey(key) ? labels : byKey).has(key);
  reportProblems(element, items, bibliography, isKnown);
  if (!items.some(isKnown)) {
    const code = h('code', {}, element.source);
    return [element.isBlock ? h('pre', {}, code) : code];
  }
  if (items.every(({ key }) => isLabelKey(key))) return joinedBy(', ', items, bibliography);
  const isPlain = items.every(({ prefix, locator }) => prefix === '' && locator === '');
  const isBrief = isNumbered && !isNarrative && items.length <= MAX_BRIEF && isPlain;
  const separator = isNumbered && isPlain ? ', ' : '; ';
  const [open, close] = isNumbered ? ['[', ']'] : ['(', ')'];
  const [names, shown] = isNarrative ? narrative(items, bibliography) : ['', items];
  return [
    h(
      'span',
      { className: ['citation', ...(isBrief ? ['citation-brief'] : [])] },
      text(names + open),
      ...joinedBy(separator, shown, bibliography),
      text(close),
      ...peek(items, bibliography),
    ),
  ];
}

function reportProblems(
  { source, line, column }: Placeholder,
  items: readonly CitedItem[],
  { report }: Bibliography,
  isKnown: (item: CitedItem) => boolean,
): void {
  const place = { line, column: column ?? undefined };
  if (items.length === 0) {
    const message = `“${source.slice(0, 60)}” is not a citation. Write citations as [@key] or @key.`;
    report('malformed-citation', place, message, 'error');
  }
  for (const { key } of items.filter((item) => !isKnown(item))) {
    const [code, message] = isLabelKey(key)
      ? ['unknown-label', `@${key} is referred to, but nothing has that label.`]
      : ['unknown-citation', `[@${key}] is cited, but no reference has that key.`];
    report(code, place, message, 'error');
  }
  const places = items.map(({ key, locator }) => `${key} ${locator}`);
  const repeated = items.filter((_, index) => places.indexOf(places[index] ?? '') < index);
  for (const key of new Set(repeated.map((item) => item.key)))
    report('repeated-citation', place, `One citation names @${key} twice.`, 'warning');
}

/** `Smith et al. [1]`, or `Smith et al. (2020)`: the authors of the first work are part of the sentence. */
function narrative(
  [first, ...others]: readonly CitedItem[],
  { byKey, isNumbered }: Bibliography,
): [names: string, items: CitedItem[]] {
  const reference = byKey.get(first?.key ?? '');
  const title = reference && !isNumbered ? shortTitle(reference) : '';
  const names = citedNames(reference?.csl) || title;
  const shown = first === undefined ? [] : [{ ...first, isAuthorSuppressed: true }];
  return [names && `${names} `, [...shown, ...others]];
}

function joinedBy(
  separator: string,
  items: readonly CitedItem[],
  bibliography: Bibliography,
): ElementContent[] {
  return items.flatMap((item, index) => {
    const { prefix, locator, key } = item;
    const reference = bibliography.byKey.get(key);
    return [
      ...(index === 0 ? [] : [text(separator)]),
      ...(prefix === '' ? [] : [text(`${prefix} `)]),
      reference ? citationLink(reference, item, bibliography) : labelOf(item, bibliography),
      ...(locator === '' ? [] : [text(`, ${locator}`)]),
    ];
  });
}

const SHORT_TITLE = 40;

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
  { isNumbered, numbers, suffixes, counts }: Bibliography,
): ElementContent {
  const { csl } = reference;
  const names = isAuthorSuppressed ? '' : citedNames(csl) || shortTitle(reference);
  const year = `${issuedYear(csl) ?? csl?.issued?.literal ?? 'n.d.'}${suffixes.get(reference) ?? ''}`;
  const label = isNumbered ? `${numbers.get(reference)}` : `${names} ${year}`.trim();
  counts.links += 1;
  const href = referenceHref(reference.key ?? '');
  return h('a', { href, id: `cite-${counts.links}` }, text(label));
}

function labelOf(
  { key, prefix, isAuthorSuppressed }: CitedItem,
  { labels }: DrawingContext,
): ElementContent {
  const label = labels.get(key);
  if (label === undefined) return h('code', {}, `@${key}`);
  const isNamed = isAuthorSuppressed || KIND_NAME.test(prefix);
  const shown = isNamed ? label.text.replace(/^\S+\s/, '') : label.text;
  return h('a', { href: `#${encodeURIComponent(label.id)}` }, shown);
}

function peek(items: readonly CitedItem[], { byKey, numbers, peeks }: Bibliography): Element[] {
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
