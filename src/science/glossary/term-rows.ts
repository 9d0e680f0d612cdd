import type { Kysely, Selectable } from 'kysely';
import type { GlossaryCategory } from '../../content/glossary.ts';
import type { Engine } from '../../server/db/connect.ts';
import { changed } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { spellingKey } from './spellings.ts';
import { GLOSSARY_CATEGORIES, type Term } from './term.ts';

type Row = Selectable<Tables['glossary_terms']>;

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

/** Ends a change of the glossary. @param revision the next one */
export async function revise(trx: Kysely<Tables>, revision: number): Promise<void> {
  await trx.updateTable('glossary_state').set({ revision }).execute();
  await changed(trx);
}
