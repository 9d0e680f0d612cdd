import { isHttpUrl } from '../../server/html/urls.ts';
import { chicago } from './chicago.ts';
import { suffixOf } from './keys.ts';
import { workType } from './normalize-csl.ts';
import { type CitationStyle, type CslItem, issuedYear, type Reference } from './reference.ts';
import { citedNames, familyName, type Run, runsText } from './reference-text.ts';
import { vancouver } from './vancouver.ts';

/**
 * NLM's Citing Medicine where citations are numbers, the Chicago Manual of Style where they are
 * author and year; title or URL without a record.
 *
 * @param suffix of the year, which tells works of one author and year apart: `a`
 */
function formatReference(
  { title, url, csl: record }: Pick<Reference, 'title' | 'url' | 'csl'>,
  style: CitationStyle,
  suffix = '',
) {
  const named: Run = { text: title || record?.title || url, role: 'title' };
  if (record === undefined) return [named];
  // Records of before may be of other types.
  const csl = { ...record, type: workType(record.type) };
  return style === 'numbered' ? vancouver(csl, named) : chicago(csl, named, suffix);
}

export function citationOf(csl: CslItem, style: CitationStyle): string {
  return runsText(formatReference({ title: '', url: '', csl }, style));
}

export function referenceHref(key: string): string {
  return `#ref-${encodeURIComponent(key)}`;
}

/** The sanitizer lets no author write such a link: it prefixes fragments. */
const LINK = /<a href="#ref-([^"]*)" id="(cite-\d+)"/g;
const PEEK =
  /<button type="button" class="citation-peek" popovertarget="(peek-\d+)" data-cites="([^"]*)"/g;

/**
 * Numbered: cited ones by first citation, then the others as given; author-date: alphabetical.
 *
 * @param contentHtml as `renderBody` wrote it
 */
export function listReferences(
  contentHtml: string,
  references: readonly Reference[],
  style: CitationStyle,
) {
  const citations = citationsByKey(contentHtml);
  const byKey = referencesByKey(references);
  const cited = [...citations.keys()].flatMap((key) => byKey.get(key) ?? []);
  const suffixes = yearSuffixes(cited);
  const isCited = new Set(cited);
  const rest = references.filter((reference) => !isCited.has(reference));
  const ordered = [...cited, ...rest];
  if (style === 'author-date') ordered.sort(inAlphabeticalOrder);
  const listed = ordered.map((reference, index) => {
    const { key = '', url, description, type, csl } = reference;
    return {
      /** Counts from 1. */
      number: index + 1,
      id: isCited.has(reference) ? `ref-${key}` : undefined,
      href: referenceHref(key),
      runs: formatReference(reference, style, suffixes.get(reference)),
      /** Where its title leads; null for what is no URL. */
      url: isHttpUrl(url) ? url : null,
      description,
      /** What it is, where no record says more than title and URL. */
      type: csl === undefined ? type : null,
      citations: isCited.has(reference) ? (citations.get(key) ?? []) : [],
    };
  });
  const byHref = new Map(
    listed.flatMap((entry) => (entry.id === undefined ? [] : [[entry.href, entry]])),
  );
  const peeks = new Map(
    [...contentHtml.matchAll(PEEK)].map(([, id = '', cites = '']) => [
      id,
      cites.split(' ').flatMap((key) => byHref.get(`#ref-${key}`) ?? []),
    ]),
  );
  return { listed, peeks };
}

export type ListedReference = ReturnType<typeof listReferences>['listed'][number];

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

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

export function citationsByKey(contentHtml: string): Map<string, string[]> {
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
