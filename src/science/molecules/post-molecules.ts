import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database, Engine } from '../../server/db/connect.ts';
import type { Tables } from '../../server/db/tables.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import type { Molecule } from '../chemistry/chemistry.ts';
import { toMoleculeRow } from './molecule-rows.ts';

/** A molecule as a post shows it. */
export type ShownMolecule = {
  molecule: Molecule;
  /** Counts from 0 in document order. */
  position: number;
  /** `fig-osimertinib` */
  label: string | null;
  /** What the post calls it. */
  name: string | null;
  /** The line of the source, while it is rendered. */
  line?: number;
};

type Transaction = { trx: Kysely<Tables>; engine: Engine };

/** SQLite takes 32,766 values in a statement. */
const BATCH = 500;

/** Records which molecules a post shows. To be called in the transaction that saves it, after it was written. */
export async function recordMolecules(
  { trx, engine }: Transaction,
  postId: string,
  shown: readonly ShownMolecule[],
): Promise<void> {
  await trx.deleteFrom('post_molecules').where('post_id', '=', postId).execute();
  const molecules = new Map(shown.map(({ molecule }) => [molecule.inchikey, molecule]));
  const stored = await lockStored({ trx, engine }, [...molecules.keys()]);
  const other = [...molecules.values()].filter(
    ({ inchikey, rdkitVersion }) => stored.get(inchikey) !== rdkitVersion,
  );
  for (const batch of inBatches(other.sort(byKey).map(toMoleculeRow))) {
    await trx
      .insertInto('molecules')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('inchikey').doUpdateSet(({ ref }) => ({
          smiles: ref('excluded.smiles'),
          inchi: ref('excluded.inchi'),
          formula: ref('excluded.formula'),
          descriptors: ref('excluded.descriptors'),
          molblock: ref('excluded.molblock'),
          rdkit_version: ref('excluded.rdkit_version'),
        })),
      )
      .execute();
  }
  const rows = shown.map(({ molecule, label, name }, position) => ({
    post_id: postId,
    position,
    inchikey: molecule.inchikey,
    label,
    name,
    form: null,
  }));
  for (const batch of inBatches(rows)) {
    await trx.insertInto('post_molecules').values(batch).execute();
  }
}

/** The InChIKeys of the molecules that a post shows. */
export async function shownKeys(trx: Kysely<Tables>, postId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('post_molecules')
    .select('inchikey')
    .distinct()
    .where('post_id', '=', postId)
    .execute();
  return rows.map(({ inchikey }) => inchikey);
}

/**
 * Locks stored molecules against removal until the transaction ends. The lock is shared: posts with the same molecules can
 * be saved at the same time.
 *
 * @returns the version of RDKit that described each of them
 */
async function lockStored({ trx, engine }: Transaction, keys: readonly string[]) {
  const stored = new Map<string, string>();
  for (const batch of inBatches(keys)) {
    const rows = await trx
      .selectFrom('molecules')
      .select(['inchikey', 'rdkit_version'])
      .where('inchikey', 'in', batch)
      .$if(engine === 'postgres', (selection) => selection.forKeyShare())
      .execute();
    for (const { inchikey, rdkit_version } of rows) stored.set(inchikey, rdkit_version);
  }
  return stored;
}

/** Removes the molecules that no post shows, in the trash or out of it. Those that a save has locked stay until the next call. */
export async function removeUnshownMolecules({ query, engine }: Database): Promise<void> {
  await inTransaction(query, async (trx) => {
    const isUnshown = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'molecules'>) =>
      not(
        exists(
          selectFrom('post_molecules')
            .select('post_id')
            .whereRef('post_molecules.inchikey', '=', 'molecules.inchikey'),
        ),
      );
    const unshown = await trx
      .selectFrom('molecules')
      .select('inchikey')
      .where(isUnshown)
      .$if(engine === 'postgres', (selection) => selection.forUpdate().skipLocked())
      .execute();
    for (const batch of inBatches(unshown.map(({ inchikey }) => inchikey))) {
      // A save may have been committed before they were locked.
      await trx.deleteFrom('molecules').where('inchikey', 'in', batch).where(isUnshown).execute();
    }
  });
}

function byKey(a: Molecule, b: Molecule): number {
  return a.inchikey < b.inchikey ? -1 : 1;
}

function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, batch) =>
    items.slice(batch * BATCH, (batch + 1) * BATCH),
  );
}
