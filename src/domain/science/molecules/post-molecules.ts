import type { Kysely } from 'kysely';
import type { Engine } from '../../../db/connect.ts';
import type { Tables } from '../../../db/tables.ts';
import type { Form, Molecule } from '../chemistry/chemistry.ts';
import { readForm, toMolecule, toMoleculeRow, writeForm } from './molecule-rows.ts';

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
  /** Undefined where it is that of `molecule`. */
  form?: Form;
};

type Transaction = { trx: Kysely<Tables>; engine: Engine };

/** SQLite takes 32,766 values in a statement. */
const BATCH = 500;

/**
 * Records which molecules a post shows, and removes those that no post shows any more. To be called in the
 * transaction that saves the post, after the post was written.
 */
export async function recordMolecules(
  { trx, engine }: Transaction,
  postId: string,
  shown: readonly ShownMolecule[],
): Promise<void> {
  const before = await shownKeys(trx, postId);
  const molecules = new Map(shown.map(({ molecule }) => [molecule.inchikey, molecule]));
  // All of them and in one order: two transactions that exchange molecules would wait for each other.
  await lockMolecules({ trx, engine }, [...before, ...molecules.keys()]);
  await trx.deleteFrom('post_molecules').where('post_id', '=', postId).execute();
  for (const batch of inBatches([...molecules.values()].sort(byKey).map(toMoleculeRow))) {
    await trx
      .insertInto('molecules')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .column('inchikey')
          .doUpdateSet(({ ref }) => ({
            smiles: ref('excluded.smiles'),
            inchi: ref('excluded.inchi'),
            formula: ref('excluded.formula'),
            descriptors: ref('excluded.descriptors'),
            molblock: ref('excluded.molblock'),
            pattern_fp: ref('excluded.pattern_fp'),
            morgan_fp: ref('excluded.morgan_fp'),
            morgan_bits: ref('excluded.morgan_bits'),
            rdkit_version: ref('excluded.rdkit_version'),
          }))
          // PostgreSQL also locks the rows that this leaves as they are.
          .where('molecules.rdkit_version', '<>', ({ ref }) => ref('excluded.rdkit_version')),
      )
      .execute();
  }
  const rows = shown.map(({ molecule, form = molecule, label, name }, position) => ({
    post_id: postId,
    position,
    inchikey: molecule.inchikey,
    label,
    name,
    form: writeForm(form),
  }));
  for (const batch of inBatches(rows)) {
    await trx.insertInto('post_molecules').values(batch).execute();
  }
  await removeUnshown(
    trx,
    before.filter((key) => !molecules.has(key)),
  );
}

/**
 * Removes those molecules of a deleted post that no other one shows. To be called after the post was deleted: every
 * transaction locks what triggers count before it locks molecules.
 */
export async function removeMolecules(
  transaction: Transaction,
  keys: readonly string[],
): Promise<void> {
  await lockMolecules(transaction, keys);
  await removeUnshown(transaction.trx, keys);
}

/** The molecules that a post shows, as they were recorded. */
export async function readShownMolecules(
  trx: Kysely<Tables>,
  postId: string,
): Promise<ShownMolecule[]> {
  const rows = await trx
    .selectFrom('post_molecules')
    .innerJoin('molecules', 'molecules.inchikey', 'post_molecules.inchikey')
    .selectAll('molecules')
    .select(['position', 'label', 'name', 'form'])
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute();
  return rows.map(({ position, label, name, form, ...row }) => ({
    molecule: toMolecule(row),
    position,
    label,
    name,
    form: readForm(form) ?? toMolecule(row),
  }));
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

/** Until the transaction ends, no other one shows or removes the molecules. SQLite's exclude one another anyway. */
async function lockMolecules({ trx, engine }: Transaction, keys: readonly string[]): Promise<void> {
  if (engine === 'sqlite') return;
  for (const batch of inBatches([...new Set(keys)].sort())) {
    await trx
      .selectFrom('molecules')
      .select('inchikey')
      .where('inchikey', 'in', batch)
      .orderBy('inchikey')
      .forUpdate()
      .execute();
  }
}

async function removeUnshown(trx: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  for (const batch of inBatches(keys)) {
    await trx
      .deleteFrom('molecules')
      .where('inchikey', 'in', batch)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('post_molecules')
              .select('post_id')
              .whereRef('post_molecules.inchikey', '=', 'molecules.inchikey'),
          ),
        ),
      )
      .execute();
  }
}

function byKey(a: Molecule, b: Molecule): number {
  return a.inchikey < b.inchikey ? -1 : 1;
}

function inBatches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, batch) =>
    items.slice(batch * BATCH, (batch + 1) * BATCH),
  );
}
