import type { Database } from '../../server/db/connect.ts';
import type { Glossary } from './mark-mentions.ts';

export type ReadGlossary = () => Promise<Glossary>;

/** Reads what bodies are rendered with: the revision each time, and the terms when it is another one. */
export function createGlossaryReader({ query }: Database): ReadGlossary {
  let recent: Glossary | null = null;

  return async () => {
    // Before the terms: newer terms with an older revision are rendered again, older ones with a newer would stay.
    const { revision } = await query
      .selectFrom('glossary_state')
      .select('revision')
      .executeTakeFirstOrThrow();
    const known = recent;
    if (known?.revision === revision) return known;
    const rows = await query
      .selectFrom('glossary_terms')
      .select(['id', 'term', 'synonyms'])
      .orderBy('id')
      .execute();
    const terms = rows.map(({ id, term, synonyms }) => ({
      id,
      spellings: [term, ...JSON.parse(synonyms)],
    }));
    const glossary = { revision, terms };
    recent = glossary;
    return glossary;
  };
}
