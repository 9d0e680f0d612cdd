import type { Kysely, Selectable } from 'kysely';
import type { GlossaryCategory } from '../../content/glossary.ts';
import type { Engine } from '../../server/db/connect.ts';
import { publicDates, publicPosts } from '../../server/db/public-views.ts';
import type { PublicTables, Tables } from '../../server/db/tables.ts';
import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import type { Glossary } from './mark-mentions.ts';
import { spellingKey } from './spellings.ts';
import { GLOSSARY_CATEGORIES, type Term, type UsedTerm } from './term.ts';

const recent = perSite((_site: Site) => ({ glossary: null as Glossary | null }));

/** Reads what bodies are rendered with: the revision each time, and the terms when it is another one. */
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

type Row = Selectable<Tables['glossary_terms']>;

/** Public posts that the glossary names with each term. */
const MAX_POSTS = 3;

/** All terms in the order of the page: by category, then by position. */
export async function readTerms(query: Kysely<Tables>): Promise<Term[]> {
  const rows = await query
    .selectFrom('glossary_terms')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
  const nameOf = new Map(rows.map(({ id, term }) => [id, term]));
  const place = (row: Row) => GLOSSARY_CATEGORIES.indexOf(row.category as GlossaryCategory);
  return rows.sort((a, b) => place(a) - place(b)).map((row) => toTerm(row, nameOf));
}

function toTerm(row: Row, nameOf: ReadonlyMap<string, string>): Term {
  const related: string[] = JSON.parse(row.related);
  return {
    id: row.id,
    term: row.term,
    category: row.category as GlossaryCategory,
    definition: row.definition,
    synonyms: JSON.parse(row.synonyms),
    relatedTerms: related.flatMap((id) => nameOf.get(id) ?? []),
    version: row.version,
    updatedAt: row.updated_at,
  };
}

/** The columns that follow from the fields of a term; related terms that are missing are left out. */
export function toTermColumns(
  fields: Pick<Term, 'term' | 'category' | 'definition' | 'synonyms' | 'relatedTerms'>,
  others: readonly Pick<Term, 'id' | 'term'>[],
) {
  const idOf = new Map(others.map(({ id, term }) => [spellingKey(term), id]));
  return {
    term: fields.term,
    category: fields.category,
    definition: fields.definition,
    synonyms: JSON.stringify(fields.synonyms),
    related: JSON.stringify(
      fields.relatedTerms.flatMap((name) => idOf.get(spellingKey(name)) ?? []),
    ),
  };
}

/**
 * Terms that fewer posts mention are looked up by their posts, others among the newest posts: SQLite would read all
 * posts of either.
 */
const RARE = 300;

/** Adds the public posts that mention the terms, the newest first. */
export async function withPosts(
  query: Kysely<PublicTables>,
  terms: readonly Term[],
  now: string,
): Promise<UsedTerm[]> {
  const counts = await publicDates(query, now)
    .innerJoin('post_terms', 'post_terms.post_id', 'public_dates.id')
    .select(['term_id', ({ fn }) => fn.countAll().as('total')])
    .groupBy('term_id')
    .execute();
  const countOf = new Map(counts.map(({ term_id, total }) => [term_id, Number(total)]));
  const used: UsedTerm[] = [];
  for (const term of terms) {
    const postCount = countOf.get(term.id) ?? 0;
    const posts = postCount === 0 ? [] : await newestPosts(query, term.id, postCount, now);
    used.push({ ...term, posts, postCount });
  }
  return used;
}

async function newestPosts(query: Kysely<PublicTables>, term: string, count: number, now: string) {
  const posts = publicPosts(query, now)
    .select(['slug', 'title'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_POSTS);
  if (count < RARE) {
    return posts
      .innerJoin('post_terms', 'post_terms.post_id', 'public_posts.id')
      .where('post_terms.term_id', '=', term)
      .execute();
  }
  return posts
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('post_terms')
          .select('term_id')
          .where('term_id', '=', term)
          .whereRef('post_id', '=', 'public_posts.id'),
      ),
    )
    .execute();
}

/** Lets no other transaction change the glossary until this one ends. */
export async function lockGlossary(trx: Kysely<Tables>, engine: Engine): Promise<number> {
  const { revision } = await trx
    .selectFrom('glossary_state')
    .select('revision')
    // SQLite's transactions exclude one another; PostgreSQL needs a row lock.
    .$if(engine === 'postgres', (row) => row.forUpdate())
    .executeTakeFirstOrThrow();
  return revision;
}
