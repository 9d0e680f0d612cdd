import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import {
  type GlossaryCategory,
  type GlossaryTerm,
  glossaryCategories,
} from '../../content/glossary.ts';
import { changed } from '../../server/db/public-views.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../../server/db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { spellingKey, TERM_LIMITS, type Term, type TermFields } from './term.ts';
import { termInputSchema } from './term-input.ts';

type By = { by: string };
type Versioned = By & { /** The version that was edited or seen. */ version: number };

type Current = { trx: Kysely<Tables>; terms: readonly Term[] };

export const listTerms = (site: Site): Promise<Term[]> => readTerms(site.db.query);

export const addTerm = (site: Site, fields: TermFields, by: By) => saveTerm(site, fields, by);

/** Fails with a conflict when `version` is not the current one; `current` is the term as it stands. */
export const editTerm = (site: Site, id: string, fields: TermFields, versioned: Versioned) =>
  saveTerm(site, fields, versioned, { id, version: versioned.version });

const NEXT_POSITION = sql<number>`(select coalesce(max(position), 0) + 1 from glossary_terms)`;

async function saveTerm(
  site: Site,
  fields: TermFields,
  { by }: By,
  edited?: { id: string; version: number },
): Promise<Result<Term>> {
  return change(site, async ({ trx, terms }) => {
    const before = edited && findTerm(terms, edited.id, edited.version);
    if (before?.ok === false) return before;
    if (edited === undefined && terms.length >= TERM_LIMITS.terms) return FULL;
    const { id = randomUUID(), version = 0 } = edited ?? {};
    const others = terms.filter((each) => each.id !== id);
    const refusal = refuseFields(fields, others);
    if (refusal !== null) return refusal;
    const at = site.now();
    const columns = { ...toTermColumns(fields, others), version: version + 1, updated_at: at };
    const edit = trx.updateTable('glossary_terms').set(columns).where('id', '=', id);
    const row = { ...columns, id, position: NEXT_POSITION };
    await (edited ? edit : trx.insertInto('glossary_terms').values(row)).execute();
    const action = edited === undefined ? 'term-added' : 'term-edited';
    await recordEvent(trx, { at, actor: by, action, subject: fields.term });
    const saved = (await readTerms(trx)).find((term) => term.id === id);
    if (saved === undefined) throw new Error(`The term ${id} was not written`);
    return succeed(saved);
  });
}

export async function removeTerm(
  site: Site,
  id: string,
  { by, version }: Versioned,
): Promise<Result<void>> {
  return change(site, async ({ trx, terms }) => {
    const before = findTerm(terms, id, version);
    if (!before.ok) return before;
    await trx.deleteFrom('glossary_terms').where('id', '=', id).execute();
    const { term } = before.value;
    await recordEvent(trx, { at: site.now(), actor: by, action: 'term-removed', subject: term });
    return succeed(undefined);
  });
}

export const storedTerms = {
  input: termInputSchema,
  read: readTerms,

  /** To be called in a transaction that holds the lock of the glossary. */
  async replace(trx: Kysely<Tables>, terms: readonly ReadOnly<Term>[]): Promise<void> {
    await trx.deleteFrom('glossary_terms').execute();
    const rows = terms.map((term, position) => {
      const { id, version, updatedAt } = term;
      return { ...toTermColumns(term, terms), id, position, version, updated_at: updatedAt };
    });
    if (rows.length > 0) await trx.insertInto('glossary_terms').values(rows).execute();
    await revise(trx);
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

type ReadOnly<T> = { [Name in keyof T]: Readonly<T[Name]> };

async function change<T>(
  { postChanged, db: { query, engine } }: Site,
  act: (current: Current) => Promise<Result<T>>,
): Promise<Result<T>> {
  const result = await inTransaction(query, async (trx) => {
    await lockTransaction(trx, engine, 'glossary');
    const acted = await act({ trx, terms: await readTerms(trx) });
    if (acted.ok) await revise(trx);
    return acted;
  });
  if (result.ok) postChanged();
  return result;
}

function findTerm(terms: readonly Term[], id: string, version: number): Result<Term> {
  const term = terms.find((each) => each.id === id);
  if (term === undefined) return fail({ kind: 'not-found', detail: 'There is no such term.' });
  if (term.version === version) return succeed(term);
  const detail = 'This term was changed by someone else in the meantime.';
  return fail({ kind: 'conflict', detail, current: term });
}

/** No two terms share a spelling, and related terms exist. */
function refuseFields(fields: TermFields, others: readonly Term[]): Result<never> | null {
  const owners = new Map(
    others.flatMap(({ term, synonyms }) =>
      [term, ...synonyms].map((spelling) => [spellingKey(spelling), term] as const),
    ),
  );
  const spellings = [fields.term, ...fields.synonyms];
  const taken = spellings.findIndex((spelling) => owners.has(spellingKey(spelling)));
  if (taken >= 0) {
    const spelling = spellings[taken] ?? '';
    const message = `“${spelling}” already stands for the term ${owners.get(spellingKey(spelling))}`;
    return invalidField(taken === 0 ? 'term' : 'synonyms', message, 'taken');
  }
  const names = new Set(others.map(({ term }) => spellingKey(term)));
  const missing = fields.relatedTerms.find((name) => !names.has(spellingKey(name)));
  if (missing === undefined) return null;
  return invalidField('relatedTerms', `There is no other term “${missing}”`, 'missing');
}

const FULL = fail({
  kind: 'conflict',
  detail: `The glossary is full: it holds ${TERM_LIMITS.terms} terms.`,
});

type Row = Selectable<Tables['glossary_terms']>;

/** All terms in the order of the page: by category, then by position. */
async function readTerms(query: Kysely<Tables>): Promise<Term[]> {
  const rows = await query
    .selectFrom('glossary_terms')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
  const nameOf = new Map(rows.map(({ id, term }) => [id, term]));
  const place = (row: Row) => glossaryCategories.indexOf(row.category as GlossaryCategory);
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
function toTermColumns(fields: ReadOnly<TermFields>, others: readonly Pick<Term, 'id' | 'term'>[]) {
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

async function revise(trx: Kysely<Tables>): Promise<void> {
  await trx
    .updateTable('glossary_state')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .execute();
  await changed(trx);
}
