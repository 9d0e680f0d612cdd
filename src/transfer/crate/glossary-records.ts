import type { Selectable } from 'kysely';
import { z } from 'zod';
import { spellingKey } from '../../science/glossary/spellings.ts';
import { GLOSSARY_CATEGORIES, TERM_LIMITS } from '../../science/glossary/term.ts';
import type { Tables } from '../../server/db/tables.ts';
import { text } from '../../server/fields.ts';
import { checkRecords, type Records } from './check-records.ts';
import { count, instant } from './post-records.ts';

const spelling = text(TERM_LIMITS.term);

/** A term of the glossary, in whose order they stand. */
export const termSchema = z.object({
  id: text(200).min(1),
  term: spelling,
  category: z.enum(GLOSSARY_CATEGORIES),
  definition: text(TERM_LIMITS.definition),
  synonyms: z.array(spelling).max(TERM_LIMITS.synonyms),
  /** Ids. */
  related: z.array(text(200)).max(TERM_LIMITS.relatedTerms),
  position: z.int().min(0).max(1_000_000_000),
  version: count,
  updated: instant,
});

export type ExportedTerm = z.infer<typeof termSchema>;

/** Checks the terms one by one; no two share a spelling, as the glossary here has it. */
export function checkTerms(records: readonly unknown[]): Records<ExportedTerm> {
  const { items, refused } = checkRecords(records, termSchema, ['id']);
  const spellings = new Set<string>();
  const isTaken = ({ term, synonyms }: ExportedTerm) => {
    const own = new Set([term, ...synonyms].map(spellingKey));
    const taken = [...own].some((each) => spellings.has(each));
    if (!taken) for (const each of own) spellings.add(each);
    return taken;
  };
  const [fresh, repeated] = [[] as ExportedTerm[], [] as ExportedTerm[]];
  for (const term of items) (isTaken(term) ? repeated : fresh).push(term);
  return {
    items: fresh.slice(0, TERM_LIMITS.terms),
    refused: [
      ...refused,
      ...repeated.map(({ term }) => `“${term}” (another term has the same spelling)`),
      ...fresh
        .slice(TERM_LIMITS.terms)
        .map(({ term }) => `“${term}” (a glossary holds at most ${TERM_LIMITS.terms} terms)`),
    ],
  };
}

type Row = Selectable<Tables['glossary_terms']>;

/** The keys have the order of the file, which is the same on every engine. */
export function toTerm(row: Row): ExportedTerm {
  return {
    id: row.id,
    term: row.term,
    category: row.category as ExportedTerm['category'],
    definition: row.definition,
    synonyms: JSON.parse(row.synonyms),
    related: JSON.parse(row.related),
    position: row.position,
    version: row.version,
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
