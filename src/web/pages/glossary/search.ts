import type { GlossaryTerm } from '../../../content/glossary.ts';

/** The terms whose name, definition or category contains the text, whatever its case. */
export function matchingTerms(
  terms: readonly GlossaryTerm[],
  search: string,
): readonly GlossaryTerm[] {
  const sought = search.trim().toLowerCase();
  return terms.filter(({ term, definition, category }) =>
    [term, definition, category].some((text) => text.toLowerCase().includes(sought)),
  );
}

/** A text in pieces, of which every second one is a match of the search. */
export function splitAtMatches(text: string, search: string): readonly string[] {
  const sought = search.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return sought === '' ? [text] : text.split(new RegExp(`(${sought})`, 'i'));
}
