import { issuedYear, type Reference, readDoi, referenceUrl } from './reference.ts';
import { citedNames } from './reference-text.ts';

/**
 * Equal for references to one work. DOIs and hosts are the same in capitals; a slash at the end is rarely another page. A
 * work without an address is known by its title and year.
 */
export function workIdentity(reference: Pick<Reference, 'title' | 'url' | 'csl'>): string {
  const { title, url, csl } = reference;
  const address = csl?.DOI === undefined ? url : referenceUrl(csl.DOI);
  if (address.trim() === '') return `${csl?.title ?? title} ${issuedYear(csl) ?? ''}`.toLowerCase();
  return address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.|dx\.(?=doi\.org))?|\/$/g, '');
}

/** `Smith et al. 2020 · smith2020` */
export function referenceDetails({ key, csl }: Pick<Reference, 'key' | 'csl'>): string {
  const work = [citedNames(csl), issuedYear(csl)].filter(Boolean).join(' ');
  return [work, key].filter(Boolean).join(' · ');
}

/**
 * Returns true if key, title, authors, year, URL or DOI hold every word of a search: of a DOI, as it stands in URLs; of a
 * citation, without its mark.
 */
export function hasWords(reference: Reference, typed: string): boolean {
  const { title, url, csl } = reference;
  const authors = (csl?.author ?? csl?.editor ?? []).flatMap((name) => Object.values(name));
  const text = [referenceDetails(reference), title, url, csl?.DOI ?? '', ...authors]
    .join(' ')
    .toLowerCase();
  const words = (readDoi(typed) ?? typed.replace(/^\[?@/, '')).toLowerCase();
  return words.split(/\s+/).every((word) => text.includes(word));
}
