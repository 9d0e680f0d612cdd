import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../../../db/tables.ts';
import { text } from '../../fields.ts';
import { GLOSSARY_CATEGORIES, TERM_LIMITS } from '../../science/glossary/term.ts';
import { instant } from './post-records.ts';

const spelling = text(TERM_LIMITS.term);

/** The terms of the glossary, in their order. */
export const glossarySchema = z
  .array(
    z.object({
      id: text(200),
      term: spelling,
      category: z.enum(GLOSSARY_CATEGORIES),
      definition: text(TERM_LIMITS.definition),
      synonyms: z.array(spelling),
      /** Ids. */
      related: z.array(text(200)),
      position: z.int(),
      version: z.int().min(1),
      updated: instant,
    }),
  )
  .max(TERM_LIMITS.terms);

export type ExportedTerm = z.infer<typeof glossarySchema>[number];

type Row = Selectable<Tables['glossary_terms']>;

/** In the order of the file, which is the same on every engine. */
export function toTerm(row: Row): ExportedTerm {
  return {
    ...{ id: row.id, term: row.term, category: row.category as ExportedTerm['category'] },
    ...{ definition: row.definition, synonyms: JSON.parse(row.synonyms) },
    ...{ related: JSON.parse(row.related), position: row.position, version: row.version },
    updated: row.updated_at,
  };
}

export function toTermRow({ updated, synonyms, related, ...term }: ExportedTerm): Row {
  return {
    ...term,
    synonyms: JSON.stringify(synonyms),
    related: JSON.stringify(related),
    updated_at: updated,
  };
}
