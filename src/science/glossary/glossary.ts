import type { Kysely } from 'kysely';
import { recordsOf } from '../../accounts/records.ts';
import {
  type GlossaryCategory,
  type GlossaryTerm,
  glossaryCategories,
} from '../../content/glossary.ts';
import { changed } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../../server/db/transaction.ts';
import { invalidField, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { spellingKey, TERM_LIMITS, type Term, type TermFields } from './term.ts';
import { termInputSchema } from './term-input.ts';

type ReadOnly<T> = { [Name in keyof T]: Readonly<T[Name]> };

export const listTerms = (site: Site): Promise<Term[]> => readTerms(site.db.query);

/** In the order of the page: by category, then as they were added. Related terms are stored by their ids. */
async function readTerms(query: Kysely<Tables>): Promise<Term[]> {
  const rows = await query
    .selectFrom('glossary_terms')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
  const nameOf = new Map(rows.map(({ id, term }) => [id, term]));
  const terms = rows.map(({ position: _, related, updated_at, ...row }): Term => {
    const ids: string[] = JSON.parse(related);
    return {
      ...row,
      category: row.category as GlossaryCategory,
      synonyms: JSON.parse(row.synonyms),
      relatedTerms: ids.flatMap((id) => nameOf.get(id) ?? []),
      updatedAt: updated_at,
    };
  });
  const place = ({ category }: Term) => glossaryCategories.indexOf(category);
  return terms.sort((a, b) => place(a) - place(b));
}

export const storedTerms = {
  input: termInputSchema,
  read: readTerms,

  /** To be called in a transaction that holds the lock of the glossary. Related terms that are missing are left out. */
  async replace(trx: Kysely<Tables>, terms: readonly ReadOnly<Term>[]): Promise<void> {
    await trx.deleteFrom('glossary_terms').execute();
    const idOf = new Map(terms.map(({ id, term }) => [spellingKey(term), id]));
    const rows = terms.map(({ synonyms, relatedTerms, updatedAt, ...term }, position) => {
      const related = relatedTerms.flatMap((name) => idOf.get(spellingKey(name)) ?? []);
      const lists = { synonyms: JSON.stringify(synonyms), related: JSON.stringify(related) };
      return { ...term, ...lists, position, updated_at: updatedAt };
    });
    if (rows.length > 0) await trx.insertInto('glossary_terms').values(rows).execute();
    await trx
      .updateTable('glossary_state')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .execute();
    await changed(trx);
  },

  /** Writes the first terms, once: a glossary that was emptied stays so. */
  async seed({ db, now }: Site, seeds: readonly GlossaryTerm[]): Promise<void> {
    const first = seeds.map((seed) => {
      // What the site's own text says of a term refers to this id, also when it is renamed: `ic50`.
      const id = seed.term.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      return { ...seed, id, synonyms: [], version: 1, updatedAt: now() };
    });
    await inTransaction(db.query, async (trx) => {
      await lockTransaction(trx, db.engine, 'glossary');
      const changes = trx.selectFrom('glossary_state').select('revision');
      const isNew = (await changes.executeTakeFirst())?.revision === 0;
      if (isNew) await storedTerms.replace(trx, first);
    });
  },
};

export const {
  add: addTerm,
  edit: editTerm,
  remove: removeTerm,
} = recordsOf<Term, TermFields>({
  one: 'term',
  lock: 'glossary',
  max: TERM_LIMITS.terms,
  full: `The glossary is full: it holds ${TERM_LIMITS.terms} terms.`,
  read: readTerms,
  nameOf: ({ term }) => term,
  async write(_, trx, { all, before, fields, identity }) {
    const others = all.filter((other) => other !== before);
    const related = relatedTerms(others, fields);
    if (!related.ok) return related;
    const term = { ...fields, ...identity, relatedTerms: related.value };
    const renamed = (other: Term) => ({
      ...other,
      relatedTerms: other.relatedTerms.map((name) => (name === before?.term ? term.term : name)),
    });
    const terms = all.map((other) => (other === before ? term : renamed(other)));
    await storedTerms.replace(trx, before === undefined ? [...terms, term] : terms);
    return succeed(term);
  },
  remove: (trx, { id }, all) =>
    storedTerms.replace(
      trx,
      all.filter((term) => term.id !== id),
    ),
});

/** As they are spelled. No two terms share a spelling, and related terms exist. */
function relatedTerms(others: readonly Term[], saved: TermFields): Result<string[]> {
  const named = (term: Term, spellings: readonly string[]) =>
    spellings.map((spelling) => [spellingKey(spelling), term.term] as const);
  const owners = new Map(others.flatMap((term) => named(term, [term.term, ...term.synonyms])));
  for (const [index, spelling] of [saved.term, ...saved.synonyms].entries()) {
    const owner = owners.get(spellingKey(spelling));
    const message = `“${spelling}” already stands for the term ${owner}`;
    if (owner !== undefined)
      return invalidField(index === 0 ? 'term' : 'synonyms', message, 'taken');
  }
  const names = new Map(others.flatMap((term) => named(term, [term.term])));
  const missing = saved.relatedTerms.find((name) => !names.has(spellingKey(name)));
  if (missing !== undefined)
    return invalidField('relatedTerms', `There is no other term “${missing}”`, 'missing');
  return succeed(saved.relatedTerms.flatMap((name) => names.get(spellingKey(name)) ?? []));
}
