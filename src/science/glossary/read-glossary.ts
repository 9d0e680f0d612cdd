import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import type { Glossary } from './mark-mentions.ts';

const recent = perSite((_site: Site) => ({ glossary: null as Glossary | null }));

export async function readGlossary(site: Site): Promise<Glossary> {
  // Before the terms: newer terms with an older revision are rendered again, older ones with a newer would stay.
  const { revision } = await site.db.query
    .selectFrom('glossary_state')
    .select('revision')
    .executeTakeFirstOrThrow();
  const known = recent(site).glossary;
  if (known?.revision === revision) return known;
  const rows = await site.db.query
    .selectFrom('glossary_terms')
    .select(['id', 'term', 'synonyms'])
    .orderBy('id')
    .execute();
  const terms = rows.map(({ id, term, synonyms }) => ({
    id,
    spellings: [term, ...JSON.parse(synonyms)],
  }));
  recent(site).glossary = { revision, terms };
  return { revision, terms };
}
