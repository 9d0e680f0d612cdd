import { issuedYear } from '../../../science/references/csl.ts';
import { keyFor } from '../../../science/references/keys.ts';
import { citedNames } from '../../../science/references/names.ts';
import type { Reference } from '../../../science/references/reference.ts';

/** A work that a text can cite, as it is offered. */
export type CitationOffer = {
  reference: Reference;
  name: string;
  /** `Smith et al. 2020 · smith2020` */
  details: string;
};

/** The works that have the words in their key, title, authors or year. Every list of works to cite takes them from here. */
export function citationOffers(references: readonly Reference[], typed: string): CitationOffer[] {
  const words = typed.toLowerCase().replace(/^\[?@/, '').split(/\s+/);
  return references
    .filter((reference) => {
      const text = searchedText(reference);
      return words.every((word) => text.includes(word));
    })
    .map((reference) => ({
      reference,
      name: reference.title || reference.url,
      details: detailsOf(reference),
    }));
}

export function detailsOf({ key, csl }: Reference): string {
  const year = csl === undefined ? null : issuedYear(csl);
  const work = [citedNames(csl), year].filter(Boolean).join(' ');
  return [work, key].filter(Boolean).join(' · ');
}

function searchedText(reference: Reference): string {
  const { title, url, csl } = reference;
  const authors = (csl?.author ?? csl?.editor ?? []).flatMap((name) => Object.values(name));
  return [detailsOf(reference), title, url, ...authors].join(' ').toLowerCase();
}

/** The keys by which works are cited; those that have none get one in the list. */
export function giveKeys(
  chosen: readonly Reference[],
  references: readonly Reference[],
  changeReferences: (change: (now: readonly Reference[]) => Reference[]) => void,
): Map<Reference, string> {
  const keys = new Map<Reference, string>();
  for (const reference of chosen) {
    const taken = new Set([...references.map(({ key }) => key), ...keys.values()]);
    keys.set(
      reference,
      keyFor(reference, (key) => taken.has(key)),
    );
  }
  if (chosen.some((reference) => reference.key !== keys.get(reference))) {
    changeReferences((now) =>
      now.map((each) => ({ ...each, ...(keys.has(each) ? { key: keys.get(each) } : {}) })),
    );
  }
  return keys;
}
