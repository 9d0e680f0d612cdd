// Not in `term.ts`: a file that administrators load, too, would bring all their scripts to readers.
import type { Term } from '../term.ts';

export function matchingTerms(terms: readonly Term[], search: string): readonly Term[] {
  const query = search.trim().toLowerCase();
  return terms.filter(({ term, definition, category, synonyms }) =>
    [term, definition, category, ...synonyms].some((text) => text.toLowerCase().includes(query)),
  );
}
