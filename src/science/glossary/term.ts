import type { z } from 'zod';
import type { termSchema } from './api/glossary.ts';

/** The shape of a glossary term; runs in the browser too. */

export type Term = z.infer<typeof termSchema>;

export type TermFields = Omit<Term, 'id' | 'version' | 'updatedAt'>;

/** The first mention of a term in a post: a part of its HTML with whole elements, in UTF-16 code units. */
export type ShownTerm = Pick<Term, 'term' | 'definition'> & { start: number; end: number };

/** Maximum lengths in UTF-16 code units, and maximum counts. */
export const TERM_LIMITS = {
  term: 80,
  definition: 2_000,
  synonyms: 10,
  relatedTerms: 10,
  terms: 500,
} as const;

/** The normalized spelling: two terms may not share one. */
export function spellingKey(spelling: string): string {
  return plainForm(spelling).toLowerCase().trim().replace(/ +/g, ' ');
}

const SUBSCRIPT_ZERO = 0x2080;

/** Replaces characters one for one: any white space, hyphens, apostrophes and subscripts. */
export function plainForm(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[\u2010-\u2013]/g, '-')
    .replace(/\u2019/g, "'")
    .replace(/\u00b5/g, '\u03bc')
    .replace(/[\u2080-\u2089]/g, (digit) => `${digit.charCodeAt(0) - SUBSCRIPT_ZERO}`);
}
