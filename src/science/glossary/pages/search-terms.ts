import type { TermFields } from '../term.ts';

type Searched = Pick<TermFields, 'term' | 'definition' | 'category'> & {
  synonyms?: readonly string[];
};

/** The terms whose name, other spelling, definition or category contains the text, ignoring case. */
export function matchingTerms<T extends Searched>(
  terms: readonly T[],
  search: string,
): readonly T[] {
  const query = search.trim().toLowerCase();
  return terms.filter(({ term, definition, category, synonyms = [] }) =>
    [term, definition, category, ...synonyms].some((text) => text.toLowerCase().includes(query)),
  );
}
