import type { GlossaryTerm } from '../../../content/glossary.ts';

/** The terms whose name, definition or category contains the text, ignoring case. */
export function matchingTerms(
  terms: readonly GlossaryTerm[],
  search: string,
): readonly GlossaryTerm[] {
  const query = search.trim().toLowerCase();
  return terms.filter(({ term, definition, category }) =>
    [term, definition, category].some((text) => text.toLowerCase().includes(query)),
  );
}

/** Splits a text so that every second piece is a match of the search. */
export function splitAtMatches(text: string, search: string): readonly string[] {
  const pattern = search.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return pattern === '' ? [text] : text.split(new RegExp(`(${pattern})`, 'i'));
}
