import { keyFor } from '../../../science/references/keys.ts';
import type { Reference } from '../../../science/references/reference.ts';
import { hasWords, referenceDetails, searchWords } from '../../../science/references/same-work.ts';

/** A work that a text can cite, as it is offered. */
export type CitationOffer = {
  reference: Reference;
  name: string;
  /** `Smith et al. 2020 · smith2020` */
  details: string;
};

/** The works of a post that have the words in their key, title, authors or year. */
export function citationOffers(references: readonly Reference[], typed: string): CitationOffer[] {
  const words = searchWords(typed);
  return references
    .filter((reference) => hasWords(reference, words))
    .map((reference) => ({
      reference,
      name: reference.title || reference.url,
      details: referenceDetails(reference),
    }));
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
