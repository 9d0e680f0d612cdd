import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { recordEvent } from '../../accounts/audit.ts';
import type { GlossaryTerm } from '../../content/glossary.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { fail, invalidField, type Result, succeed } from '../../server/failure.ts';
import type { Site } from '../../site.ts';
import { spellingKey } from './spellings.ts';
import { TERM_LIMITS, type Term, type TermFields } from './term.ts';
import { lockGlossary, readTerms, revise, toTermColumns } from './term-rows.ts';

type By = { /** The administrator's email. */ by: string };
type Versioned = By & { /** The version that was edited or seen. */ version: number };

type Current = { trx: Kysely<Tables>; terms: readonly Term[]; revision: number };

/** In the order of the page. */
export const listTerms = (site: Site): Promise<Term[]> => readTerms(site.db.query);

export async function addTerm(site: Site, fields: TermFields, { by }: By): Promise<Result<Term>> {
  return change(site, async ({ trx, terms }) => {
    if (terms.length >= TERM_LIMITS.terms) return FULL;
    const refusal = refuseFields(fields, terms);
    if (refusal !== null) return refusal;
    const id = randomUUID();
    const last = await trx
      .selectFrom('glossary_terms')
      .select(({ fn }) => fn.max('position').as('position'))
      .executeTakeFirst();
    const position = Number(last?.position ?? 0) + 1;
    const columns = { ...toTermColumns(fields, terms), id, position, version: 1 };
    const at = site.now();
    await trx
      .insertInto('glossary_terms')
      .values({ ...columns, updated_at: at })
      .execute();
    await recordEvent(trx, { at, actor: by, action: 'term-added', subject: fields.term });
    return succeed(await readTerm(trx, id));
  });
}

/** Fails with a conflict when `version` is not the current one; `current` is the term as it stands. */
export async function editTerm(
  site: Site,
  id: string,
  fields: TermFields,
  { by, version }: Versioned,
): Promise<Result<Term>> {
  return change(site, async ({ trx, terms }) => {
    const before = findTerm(terms, id, version);
    if (!before.ok) return before;
    const others = terms.filter((each) => each.id !== id);
    const refusal = refuseFields(fields, others);
    if (refusal !== null) return refusal;
    const at = site.now();
    await trx
      .updateTable('glossary_terms')
      .set({ ...toTermColumns(fields, others), version: version + 1, updated_at: at })
      .where('id', '=', id)
      .execute();
    await recordEvent(trx, { at, actor: by, action: 'term-edited', subject: fields.term });
    return succeed(await readTerm(trx, id));
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

/** Writes the first terms, once: a glossary that was emptied stays so. */
export async function seedGlossary(site: Site, seeds: readonly GlossaryTerm[]): Promise<void> {
  await change(site, async ({ trx, revision }) => {
    if (revision > 0) return ALREADY_SEEDED;
    const named = seeds.map((seed) => ({ ...seed, id: seedId(seed.term), synonyms: [] }));
    const rows = named.map(({ id, ...seed }, position) => ({
      ...toTermColumns({ ...seed, relatedTerms: [...seed.relatedTerms] }, named),
      id,
      position,
      version: 1,
      updated_at: site.now(),
    }));
    if (rows.length > 0) await trx.insertInto('glossary_terms').values(rows).execute();
    return succeed(undefined);
  });
}

async function change<T>(
  { postChanged, db: { query, engine } }: Site,
  act: (current: Current) => Promise<Result<T>>,
): Promise<Result<T>> {
  const result = await inTransaction(query, async (trx) => {
    const revision = await lockGlossary(trx, engine);
    const acted = await act({ trx, revision, terms: await readTerms(trx) });
    if (acted.ok) await revise(trx, revision + 1);
    return acted;
  });
  if (result.ok) postChanged();
  return result;
}

/** `ic50`: what the site's own text says of a term refers to it, also when it is renamed. */
function seedId(term: string): string {
  return term.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

async function readTerm(trx: Kysely<Tables>, id: string): Promise<Term> {
  const term = (await readTerms(trx)).find((each) => each.id === id);
  if (term === undefined) throw new Error(`The term ${id} was not written`);
  return term;
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

const ALREADY_SEEDED = fail({ kind: 'conflict', detail: 'The glossary has been begun.' });
