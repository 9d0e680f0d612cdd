import { chicago } from './chicago.ts';
import { suffixOf } from './keys.ts';
import { workType } from './normalize-csl.ts';
import type { CitationStyle, Reference } from './reference.ts';
import { issuedYear } from './reference.ts';
import type { Run } from './reference-text.ts';
import { citedNames, familyName } from './reference-text.ts';
import { vancouver } from './vancouver.ts';

/**
 * A reference as a list shows it: by the rules of NLM's Citing Medicine where citations are numbers, and by those of the
 * Chicago Manual of Style where they are author and year.
 *
 * @param suffix of the year, which tells works of one author and year apart: `a`
 * @returns null for a reference of which no more than title and URL is known
 */
export function formatReference(
  reference: Reference,
  style: CitationStyle,
  suffix = '',
): Run[] | null {
  if (reference.csl === undefined) return null;
  // Records of before may be of other types.
  const csl = { ...reference.csl, type: workType(reference.csl.type) };
  const title: Run = { text: reference.title || csl.title || reference.url, role: 'title' };
  return style === 'numbered' ? vancouver(csl, title) : chicago(csl, title, suffix);
}

/** A reference in the list at the end of a post. */
export type ListedReference = {
  reference: Reference;
  /** Counts from 1. */
  number: number;
  /** Null where no more than title and URL is known. */
  runs: Run[] | null;
  /** The ids of the links in the text that lead here. */
  citations: string[];
};

/** What buttons in the text show. */
type Peek = {
  /** The id of the popover. */
  id: string;
  keys: string[];
};

/** The id of a reference's entry in the list. */
export function referenceId(key: string): string {
  return `ref-${key}`;
}

export function referenceHref(key: string): string {
  return `#ref-${encodeURIComponent(key)}`;
}

/** As `draw-citations.ts` writes them. The sanitizer lets no author write such a link: it prefixes fragments. */
const LINK = /<a href="#ref-([^"]*)" id="(cite-\d+)"/g;
const PEEK =
  /<button type="button" class="citation-peek" popovertarget="(peek-\d+)" data-cites="([^"]*)"/g;

/**
 * The references of a post in the order of its list: numbered ones that the text cites in the order of their first
 * citations, then the others in their own order; those by author and date by the alphabet.
 *
 * @param contentHtml as `renderBody` wrote it
 */
export function listReferences(
  contentHtml: string,
  references: readonly Reference[],
  style: CitationStyle,
): ListedReference[] {
  const citations = citationsByKey(contentHtml);
  const byKey = referencesByKey(references);
  const cited = [...citations.keys()].flatMap((key) => byKey.get(key) ?? []);
  const suffixes = yearSuffixes(cited);
  const isCited = new Set(cited);
  const rest = references.filter((reference) => !isCited.has(reference));
  const listed = [...cited, ...rest];
  if (style === 'author-date') listed.sort(inAlphabeticalOrder);
  return listed.map((reference, index) => ({
    reference,
    number: index + 1,
    runs: formatReference(reference, style, suffixes.get(reference)),
    citations: isCited.has(reference) ? (citations.get(reference.key ?? '') ?? []) : [],
  }));
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Sorts by the names of the authors, or the title where there is none; then by the year and the title. */
function inAlphabeticalOrder(a: Reference, b: Reference): number {
  const other = sortKey(b);
  const orders = sortKey(a).map((words, index) => collator.compare(words, other[index] ?? ''));
  return orders.find((order) => order !== 0) ?? 0;
}

function sortKey({ csl, title }: Reference): string[] {
  const words = title.replace(/^(?:the|an?)\s+/i, '');
  const names = csl?.author ?? csl?.editor ?? [];
  const authors = names.map((name) => `${familyName(name)} ${name.given ?? ''}`).join(' ');
  return [authors || words, `${issuedYear(csl) ?? ''}`, words];
}

export function peeksOf(contentHtml: string): Peek[] {
  const peeks = new Map(
    [...contentHtml.matchAll(PEEK)].map(([, id = '', cites = '']) => [id, cites]),
  );
  return [...peeks].map(([id, cites]) => ({ id, keys: cites.split(' ').map(decodeURIComponent) }));
}

function citationsByKey(contentHtml: string): Map<string, string[]> {
  const links = Map.groupBy(contentHtml.matchAll(LINK), ([, key = '']) => decodeURIComponent(key));
  return new Map([...links].map(([key, found]) => [key, found.map(([, , id = '']) => id)]));
}

/** Takes the first of two with one key. */
export function referencesByKey(references: readonly Reference[]): Map<string, Reference> {
  const keyed = references.flatMap((each) =>
    each.key === undefined ? [] : [[each.key, each] as const],
  );
  return new Map(keyed.reverse());
}

/** The letters that tell works of the same authors and year apart, in the order of the list. */
export function yearSuffixes(cited: readonly Reference[]): Map<Reference, string> {
  const works = Map.groupBy(
    cited.filter(({ csl }) => csl !== undefined).sort(inAlphabeticalOrder),
    ({ csl }) => `${citedNames(csl)} ${issuedYear(csl) ?? ''}`,
  );
  const suffixes = new Map<Reference, string>();
  for (const [name, same] of works) {
    if (same.length < 2 || !/\d$/.test(name)) continue;
    for (const [index, reference] of same.entries()) suffixes.set(reference, suffixOf(index + 1));
  }
  return suffixes;
}
