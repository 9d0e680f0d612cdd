import type { Element, ElementContent } from 'hast';
import type { Severity } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import { labelId } from '../../text/labels.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import type { Drawer, DrawingContext } from '../drawer.ts';
import {
  around,
  type Bibliography,
  group,
  isPlain,
  joinedBy,
  narrative,
  peek,
} from './citation-markup.ts';
import {
  type Citation,
  type CitedItem,
  isLabelKey,
  KIND_NAME,
  parseCitation,
} from './citation-syntax.ts';
import { referencesByKey, yearSuffixes } from './reference-list.ts';

/** Numbers in brackets that stay on one line. */
const MAX_BRIEF = 4;

/** Draws citations as links to the list of references, and references to labels as links to what they name. */
export const drawCitations: Drawer = async (elements, context) => {
  const parsed = elements
    .filter(({ isInLink }) => !isInLink)
    .map((element) => ({ element, citation: parseCitation(element.source) }));
  const byKey = referencesByKey(context.references);
  const items = parsed.flatMap(({ citation }) => citation?.items ?? []);
  const cited = [...new Set(items.flatMap(({ key }) => byKey.get(key) ?? []))];
  const bibliography: Bibliography = {
    byKey,
    numbers: new Map(cited.map((reference, index) => [reference, index + 1])),
    suffixes: yearSuffixes(cited),
    style: context.citationStyle,
    counts: { links: 0 },
    peeks: new Map(),
  };
  // A link cannot be in a link: there, the text stays as it is.
  for (const { isInLink, source, replace } of elements) if (isInLink) replace([text(source)]);
  for (const { element, citation } of parsed)
    element.replace(draw(element, citation, bibliography, context));
};

function draw(
  element: Placeholder,
  citation: Citation | null,
  bibliography: Bibliography,
  context: DrawingContext,
): ElementContent[] {
  const items = citation?.items ?? [];
  const known = items.filter(({ key }) => isKnown(key, bibliography, context));
  const place = { line: element.line, column: element.column ?? undefined };
  for (const { code, message, severity } of problemsOf(element.source, items, known))
    context.report(code, place, message, severity);
  if (citation === null || known.length === 0) return [sourceOf(element)];
  const label = (item: CitedItem) => labelOf(item, context);
  if (items.every(({ key }) => isLabelKey(key)))
    return joinedBy(
      ', ',
      items.map((item) => around(item, label(item))),
    );
  const { isNarrative } = citation;
  const isBrief =
    bibliography.style === 'numbered' &&
    !isNarrative &&
    items.length <= MAX_BRIEF &&
    items.every(isPlain);
  const drawn = (isNarrative ? narrative : group)(items, bibliography, label);
  const className = ['citation', ...(isBrief ? ['citation-brief'] : [])];
  return [h('span', { className }, ...drawn, ...peek(items, bibliography))];
}

type Problem = { code: string; message: string; severity: Severity };

function* problemsOf(
  source: string,
  items: readonly CitedItem[],
  known: readonly CitedItem[],
): Generator<Problem> {
  const severity = 'error';
  if (items.length === 0) {
    const message = `“${source.slice(0, 60)}” is not a citation. Write citations as [@key] or @key.`;
    yield { code: 'malformed-citation', message, severity };
  }
  for (const { key } of items.filter((item) => !known.includes(item))) {
    const [code, message] = isLabelKey(key)
      ? ['unknown-label', `@${key} is referred to, but nothing has that label.`]
      : ['unknown-citation', `[@${key}] is cited, but no reference has that key.`];
    yield { code, message, severity };
  }
  // Works that are named twice, both times with the same place or none.
  const places = items.map(({ key, locator }) => `${key} ${locator}`);
  const repeated = items.filter((_, index) => places.indexOf(places[index] ?? '') < index);
  for (const key of new Set(repeated.map((item) => item.key))) {
    const message = `One citation names @${key} twice.`;
    yield { code: 'repeated-citation', message, severity: 'warning' };
  }
}

function isKnown(key: string, { byKey }: Bibliography, { labels }: DrawingContext): boolean {
  return isLabelKey(key) ? labels.has(key) : byKey.has(key);
}

function sourceOf({ source, isBlock }: Placeholder): Element {
  const code = h('code', {}, source);
  return isBlock ? h('pre', {}, code) : code;
}

/** A link to a labelled element; for an unknown key what was written. */
function labelOf(
  { key, prefix, isAuthorSuppressed }: CitedItem,
  { labels }: DrawingContext,
): ElementContent {
  const label = labels.get(key);
  if (label === undefined) return h('code', {}, `@${key}`);
  const isNamed = isAuthorSuppressed || KIND_NAME.test(prefix);
  const shown = isNamed ? label.text.replace(/^\S+\s/, '') : label.text;
  return h('a', { href: `#${encodeURIComponent(labelId(key))}` }, shown);
}
