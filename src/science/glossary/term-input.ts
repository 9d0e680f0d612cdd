import { z } from 'zod';
import { glossaryCategories } from '../../content/glossary.ts';
import { required } from '../../server/fields.ts';
import { spellingKey, TERM_LIMITS, type TermFields } from './term.ts';

const onOneLine = (value: string) => value.trim().replace(/\s+/g, ' ');

const spelling = required(TERM_LIMITS.term)
  .refine((value) => /^\s*[\p{L}\p{N}]/u.test(value), 'Must begin with a letter or a digit')
  .transform(onOneLine);

/** The input for a term; synonyms that repeat the term or each other are dropped. */
export const termInputSchema = z
  .object({
    term: spelling,
    category: z.enum(glossaryCategories),
    definition: required(TERM_LIMITS.definition)
      .transform(onOneLine)
      .meta({ description: 'Plain text' }),
    synonyms: z
      .array(spelling)
      .max(TERM_LIMITS.synonyms, `At most ${TERM_LIMITS.synonyms}`)
      .default([])
      .meta({ description: 'Other spellings, which posts may use instead' }),
    relatedTerms: z
      .array(required(TERM_LIMITS.term))
      .max(TERM_LIMITS.relatedTerms, `At most ${TERM_LIMITS.relatedTerms}`)
      .default([])
      .meta({ description: 'The names of other terms' }),
  })
  .transform(
    (input): TermFields => ({
      ...input,
      synonyms: distinct([input.term, ...input.synonyms]).slice(1),
      relatedTerms: distinct(input.relatedTerms),
    }),
  );

function distinct(spellings: readonly string[]): string[] {
  const keys = spellings.map(spellingKey);
  return spellings.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}
