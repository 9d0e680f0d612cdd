import { freeKey, isKey, suggestKey, toKey } from './keys.ts';
import { issuedYear, type Reference, readDoi, referenceUrl } from './reference.ts';
import { citedNames } from './reference-text.ts';

export function describeWork({ key, title, url, csl }: Reference) {
  const year = issuedYear(csl) ?? '';
  const address = (csl?.DOI === undefined ? url : referenceUrl(csl.DOI)).trim();
  const details = [`${citedNames(csl)} ${year}`.trim(), key].filter(Boolean).join(' · ');
  return {
    /**
     * Equal for references to one work. DOIs and hosts are the same in capitals; a slash at the end is rarely another
     * page. A work without an address is known by its title and year.
     */
    identity: (address || `${csl?.title ?? title} ${year}`)
      .toLowerCase()
      .replace(/^https?:\/\/(?:www\.|dx\.(?=doi\.org))?|\/$/g, ''),
    details,
    /** Its own key, else a free one from author and year, or from the title. */
    keyAmong(isTaken: (key: string) => boolean): string {
      if (key !== undefined && isKey(key)) return key;
      const [word = ''] = /[\p{L}\p{N}]{4,}/u.exec(title) ?? [];
      return freeKey((csl && suggestKey(csl)) || toKey(word.toLowerCase()) || 'reference', isTaken);
    },
    /**
     * Matches every word of a search in key, title, authors, year, URL or DOI: of a DOI, as it
     * stands in URLs; of a citation, without its mark.
     */
    matches(typed: string): boolean {
      const authors = (csl?.author ?? csl?.editor ?? []).flatMap((name) => Object.values(name));
      const text = [details, title, url, csl?.DOI ?? '', ...authors].join(' ').toLowerCase();
      const words = (readDoi(typed) ?? typed.replace(/^\[?@/, '')).toLowerCase();
      return words.split(/\s+/).every((word) => text.includes(word));
    },
  };
}
