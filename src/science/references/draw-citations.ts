import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { labelId } from '../../text/labels.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import type { Drawer, DrawingContext } from '../drawer.ts';
import { around, type Bibliography, group, narrative, peek } from './citation-markup.ts';
import { type Citation, type CitedItem, isLabelKey, parseCitation } from './citation-syntax.ts';
import { referencesByKey, yearSuffixes } from './reference-list.ts';

/** Numbers in brackets that stay on one line. */
const MAX_BRIEF = 4;

type Parsed = { element: Placeholder; citation: Citation | null };

/** Draws citations as links to the list of references, and references to labels as links to what they name. */
export const drawCitations: Drawer = async (elements, context) => {
  // A link cannot be in a link: there, the text stays as it is.
  const { inLinks = [], others = [] } = Object.groupBy(elements, ({ isInLink }) =>
    isInLink ? 'inLinks' : 'others',
  );
  for (const { source, replace } of inLinks) replace([text(source)]);
  const parsed = others.map((element) => ({
    element,
    citation: parseCitation(element.source),
  }));
  const byKey = referencesByKey(context.references);
  const cited = new Set(
    parsed.flatMap(({ citation }) =>
      (citation?.items ?? []).flatMap(({ key }) => byKey.get(key) ?? []),
    ),
  );
  const bibliography: Bibliography = {
    byKey,
    numbers: new Map([...cited].map((reference, index) => [reference, index + 1])),
    suffixes: yearSuffixes([...cited]),
    style: context.citationStyle,
    counts: { links: 0 },
    peeks: new Map(),
  };
  for (const each of parsed) each.element.replace(draw(each, bibliography, context));
};

function draw(
  { element, citation }: Parsed,
  bibliography: Bibliography,
  context: DrawingContext,
): ElementContent[] {
  const { source } = element;
  if (citation === null) {
    const message = `“${source.slice(0, 60)}” is not a citation. Write citations as [@key] or @key.`;
    return fail(element, context, 'malformed-citation', message);
  }
  const { items } = citation;
  const unknown = items.filter(({ key }) => !isKnown(key, bibliography, context));
  for (const { key } of unknown) reportUnknown(key, element, context);
  for (const key of repeatedIn(items)) {
    const place = { line: element.line, column: element.column ?? undefined };
    context.report('repeated-citation', place, `One citation names @${key} twice.`, 'warning');
  }
  if (unknown.length === items.length) return [sourceOf(element)];
  if (items.every(({ key }) => isLabelKey(key))) {
    return labelsOf(items, context);
  }
  const isBrief =
    bibliography.style === 'numbered' &&
    !citation.isNarrative &&
    items.length <= MAX_BRIEF &&
    items.every(({ prefix, locator }) => prefix === '' && locator === '');
  const drawn = citation.isNarrative
    ? narrative(items, bibliography)
    : group(items, bibliography, (item) => labelOf(item, context));
  const className = ['citation', ...(isBrief ? ['citation-brief'] : [])];
  return [h('span', { className }, ...drawn, ...peek(items, bibliography))];
}

function isKnown(key: string, { byKey }: Bibliography, { labels }: DrawingContext): boolean {
  return isLabelKey(key) ? labels.has(key) : byKey.has(key);
}

/** The keys of works that are named twice, both times with the same place or none. */
function repeatedIn(items: readonly CitedItem[]): string[] {
  const places = items.map(({ key, locator }) => `${key} ${locator}`);
  const repeated = items.filter((_, index) => places.indexOf(places[index] ?? '') < index);
  return [...new Set(repeated.map(({ key }) => key))];
}

function reportUnknown(key: string, element: Placeholder, { report }: DrawingContext): void {
  const place = { line: element.line, column: element.column ?? undefined };
  if (isLabelKey(key)) {
    const message = `@${key} is referred to, but nothing has that label.`;
    report('unknown-label', place, message, 'error');
  } else {
    const message = `[@${key}] is cited, but no reference has that key.`;
    report('unknown-citation', place, message, 'error');
  }
}

function fail(
  element: Placeholder,
  { report }: DrawingContext,
  code: string,
  message: string,
): ElementContent[] {
  report(code, { line: element.line, column: element.column ?? undefined }, message, 'error');
  return [sourceOf(element)];
}

function sourceOf({ source, isBlock }: Placeholder): Element {
  const code = h('code', {}, source);
  return isBlock ? h('pre', {}, code) : code;
}

/** `Figure 2, Table 1` */
function labelsOf(items: readonly CitedItem[], context: DrawingContext): ElementContent[] {
  return items.flatMap((item, index) => [
    ...(index === 0 ? [] : [text(', ')]),
    ...around(item, labelOf(item, context)),
  ]);
}

/** A link to a labelled element; for an unknown key what was written. */
function labelOf(
  { key, isAuthorSuppressed }: CitedItem,
  { labels }: DrawingContext,
): ElementContent {
  const label = labels.get(key);
  if (label === undefined) return h('code', {}, `@${key}`);
  const shown = isAuthorSuppressed ? label.text.replace(/^\S+\s/, '') : label.text;
  return h('a', { href: `#${encodeURIComponent(labelId(key))}` }, shown);
}
