import type { Kysely } from 'kysely';
import { z } from 'zod';
import { spellingKey } from '../../science/glossary/spellings.ts';
import { lockGlossary } from '../../science/glossary/term-rows.ts';
import type { Engine } from '../../server/db/connect.ts';
import type { Tables } from '../../server/db/tables.ts';
import { type ExportedTerm, toTermRow } from './glossary-records.ts';

type GlossaryPlan = {
  /** Why terms are not written, one sentence for each. */
  conflicts: string[];
  /** True if no term on this site was edited: the export replaces the whole glossary. */
  isReplaced: boolean;
  added: ExportedTerm[];
};

/** What an export brings to the glossary. Terms that are here stay as they are. */
export async function planGlossary(
  query: Kysely<Tables>,
  terms: readonly ExportedTerm[],
): Promise<GlossaryPlan> {
  const rows = await query.selectFrom('glossary_terms').selectAll().execute();
  const { revision } = await query
    .selectFrom('glossary_state')
    .select('revision')
    .executeTakeFirstOrThrow();
  // The seed is the first revision. Its terms have ids of their names, and added ones have UUIDs.
  const isUntouched =
    revision <= 1 && rows.every(({ id, version }) => version === 1 && !isAdded(id));
  const here = JSON.stringify(rows.map(({ id }) => id).sort());
  const isSame =
    here === JSON.stringify(terms.map(({ id }) => id).sort()) &&
    terms.every((term) =>
      isEqual(
        term,
        rows.find(({ id }) => id === term.id),
      ),
    );
  if (isSame || terms.length === 0) return { conflicts: [], isReplaced: false, added: [] };
  if (isUntouched) return { conflicts: [], isReplaced: true, added: [...terms] };
  const taken = new Map(
    rows.flatMap(({ id, term, synonyms }) =>
      [term, ...(JSON.parse(synonyms) as string[])].map((each) => [spellingKey(each), id] as const),
    ),
  );
  const added: ExportedTerm[] = [];
  const conflicts: string[] = [];
  for (const term of terms) {
    const row = rows.find(({ id }) => id === term.id);
    if (row !== undefined) {
      if (!isEqual(term, row))
        conflicts.push(
          `“${term.term}” already exists here with a different definition, which stays.`,
        );
      continue;
    }
    const isTaken = [term.term, ...term.synonyms].some((each) => taken.has(spellingKey(each)));
    if (isTaken)
      conflicts.push(`“${term.term}” has the spelling of another term here, which stays.`);
    else added.push(term);
  }
  return { conflicts, isReplaced: false, added };
}

/** Plans again under the lock of the glossary, and writes the plan. Posts are rendered again. */
export async function writeGlossary(
  trx: Kysely<Tables>,
  engine: Engine,
  terms: readonly ExportedTerm[],
): Promise<void> {
  const revision = await lockGlossary(trx, engine);
  const { added, isReplaced } = await planGlossary(trx, terms);
  if (isReplaced) {
    const ids = added.map(({ id }) => id);
    await trx.deleteFrom('post_terms').where('term_id', 'not in', ids).execute();
    await trx.deleteFrom('glossary_terms').execute();
  }
  if (added.length > 0) {
    await trx.insertInto('glossary_terms').values(added.map(toTermRow)).execute();
  }
  await trx
    .updateTable('glossary_state')
    .set({ revision: revision + 1 })
    .execute();
}

function isAdded(id: string): boolean {
  return z.uuid().safeParse(id).success;
}

function isEqual(term: ExportedTerm, row: ReturnType<typeof toTermRow> | undefined): boolean {
  if (row === undefined) return false;
  const written = toTermRow(term);
  return (Object.keys(written) as (keyof typeof written)[]).every(
    (column) => written[column] === row[column],
  );
}
