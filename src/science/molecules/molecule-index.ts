import type { Kysely } from 'kysely';
import type { PublicDatabase } from '../../server/db/connect.ts';
import { publicDates } from '../../server/db/public-views.ts';
import type { PublicTables } from '../../server/db/tables.ts';
import { untilPostsChange } from '../../server/db/until-posts-change.ts';
import { type Bits, toBits } from './fingerprints.ts';
import { readForm, toMoleculeRow, toProperties, writeForm } from './molecule-rows.ts';
import type { ReadSiteMolecule } from './site-molecules.ts';

/** What the search compares of a molecule that is public. */
export type IndexedMolecule = {
  inchikey: string;
  inchi: string;
  /** SMILES of each form that is drawn in public. */
  forms: string[];
  /** What it is called in public, in lower case. */
  names: string[];
  heavyAtoms: number;
  pattern: Bits;
  morgan: Bits;
  /** Bits that are set in `morgan`. */
  morganBits: number;
};

type MoleculeIndexDeps = {
  db: Pick<PublicDatabase, 'query'>;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  readSiteMolecules: () => Promise<ReadSiteMolecule[]>;
};

/**
 * The molecules of public posts and pages with their fingerprints, in memory, some 700 bytes each: reading them from the database
 * takes longer than comparing them.
 */
export function createMoleculeIndex(deps: MoleculeIndexDeps): () => Promise<IndexedMolecule[]> {
  const { query } = deps.db;
  return untilPostsChange(deps, async (due) => {
    const shown = shownInPublic(query, due);
    const [ofPosts, names, drawn, ofSite] = await Promise.all([
      query
        .selectFrom('molecules')
        .select(['inchikey', 'inchi', 'smiles', 'descriptors'])
        .select(['pattern_fp', 'morgan_fp', 'morgan_bits'])
        .where('inchikey', 'in', shown.select('post_molecules.inchikey'))
        .execute(),
      shown.select(['inchikey', 'name']).distinct().where('name', 'is not', null).execute(),
      shown.select(['inchikey', 'form']).distinct().execute(),
      deps.readSiteMolecules(),
    ]);
    const ofPages = ofSite.map(({ molecule, name }) => {
      return { ...toMoleculeRow(molecule), name, form: writeForm(molecule) };
    });
    const namesOf = Map.groupBy([...names, ...ofPages], ({ inchikey }) => inchikey);
    const formsOf = Map.groupBy([...drawn, ...ofPages], ({ inchikey }) => inchikey);
    const rows = new Map([...ofPages, ...ofPosts].map((row) => [row.inchikey, row]));
    return [...rows.values()].map((row) => ({
      inchikey: row.inchikey,
      inchi: row.inchi,
      forms: [
        ...new Set(
          formsOf.get(row.inchikey)?.map(({ form }) => readForm(form)?.smiles ?? row.smiles),
        ),
      ],
      names: (namesOf.get(row.inchikey) ?? []).map(({ name }) => (name ?? '').toLowerCase()),
      heavyAtoms: toProperties(row).heavyAtoms,
      pattern: toBits(row.pattern_fp),
      morgan: toBits(row.morgan_fp),
      morganBits: row.morgan_bits,
    }));
  });
}

/** The molecules of posts that the public may see at an instant. */
export function shownInPublic(query: Kysely<PublicTables>, due: string) {
  return publicDates(query, due).innerJoin(
    'post_molecules',
    'post_molecules.post_id',
    'public_dates.id',
  );
}
