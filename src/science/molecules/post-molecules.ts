import type { Kysely } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import type { Molecule } from '../chemistry/chemistry.ts';

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

/** Records which molecules a post shows. To be called in the transaction that saves it, after it was written. */
export async function recordMolecules(
  trx: Kysely<Tables>,
  postId: string,
  shown: readonly ShownMolecule[],
): Promise<void> {
  await trx.deleteFrom('post_molecules').where('post_id', '=', postId).execute();
  const rows = shown.map(({ molecule: { inchikey, inchi, smiles, formula }, label, name }, at) => {
    return { post_id: postId, position: at, inchikey, inchi, smiles, formula, label, name };
  });
  if (rows.length > 0) await trx.insertInto('post_molecules').values(rows).execute();
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
