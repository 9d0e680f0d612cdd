import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import type { AuditAction } from '../../accounts/audit-actions.ts';
import {
  type GlossaryCategory,
  type GlossaryTerm,
  glossaryCategories,
} from '../../content/glossary.ts';
import { changed } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../../server/db/transaction.ts';
import { fail, findVersion, invalidField, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { spellingKey, TERM_LIMITS, type Term, type TermFields } from './term.ts';
import { termInputSchema } from './term-input.ts';

type By = { by: string };
type Versioned = By & { /** The version that was edited or seen. */ version: number };

/** All terms after a change, and the one that was changed. */
type Change = { terms: readonly ReadOnly<Term>[]; term: Term };

type ReadOnly<T> = { [Name in keyof T]: Readonly<T[Name]> };

export const listTerms = (site: Site): Promise<Term[]> => readTerms(site.db.query);

export const addTerm = (site: Site, fields: TermFields, { by }: By) =>
  change(site, by, 'term-added', (terms) => {
    if (terms.length >= TERM_LIMITS.terms) return FULL;
    return save(terms, { ...fields, id: randomUUID(), version: 1, updatedAt: site.now() });
  });

/** Fails with a conflict when `version` is not the current one; `current` is the term as it stands. */
export const editTerm = (site: Site, id: string, fields: TermFields, { by, version }: Versioned) =>
  change(site, by, 'term-edited', (terms) => {
    const before = findVersion(terms, 'term', id, version);
    if (!before.ok) return before;
    const renamed = terms.map((term) => {
      const names = term.relatedTerms.map((name) =>
        name === before.value.term ? fields.term : name,
      );
      return { ...term, relatedTerms: names };
    });
    return save(renamed, { ...fields, id, version: version + 1, updatedAt: site.now() });
  });

export async function removeTerm(
  site: Site,
  id: string,
  { by, version }: Versioned,
): Promise<Result<void>> {
  const removed = await change(site, by, 'term-removed', (terms) => {
    const found = findVersion(terms, 'term', id, version);
    if (!found.ok) return found;
    return succeed({ terms: terms.filter((term) => term.id !== id), term: found.value });
  });
  return removed.ok ? succeed(undefined) : removed;
}

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

async function change(
  { postChanged, now, db: { query, engine } }: Site,
  actor: string,
  action: AuditAction,
  act: (terms: readonly Term[]) => Result<Change>,
): Promise<Result<Term>> {
  const result = await inTransaction(query, async (trx) => {
    await lockTransaction(trx, engine, 'glossary');
    const acted = act(await readTerms(trx));
    if (!acted.ok) return acted;
    const { terms, term } = acted.value;
    await storedTerms.replace(trx, terms);
    await recordEvent(trx, { at: now(), actor, action, subject: term.term });
    return succeed(term);
  });
  if (result.ok) postChanged();
  return result;
}

/** No two terms share a spelling, and related terms exist. */
function save(terms: readonly Term[], saved: Term): Result<Change> {
  const others = terms.filter(({ id }) => id !== saved.id);
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
  const relatedTerms = saved.relatedTerms.flatMap((name) => names.get(spellingKey(name)) ?? []);
  const term = { ...saved, relatedTerms };
  const place = terms.findIndex(({ id }) => id === term.id);
  return succeed({ terms: place < 0 ? [...terms, term] : terms.with(place, term), term });
}

const FULL = fail({
  kind: 'conflict',
  detail: `The glossary is full: it holds ${TERM_LIMITS.terms} terms.`,
});
