import type { Database } from '../../../db/connect.ts';
import { type Bits, toBits } from './fingerprints.ts';
import { toProperties } from './molecule-rows.ts';

/** What the search compares of a molecule that published posts show. */
export type IndexedMolecule = {
  inchikey: string;
  rdkitVersion: string;
  smiles: string;
  /** When the first of the posts is public. ISO 8601 in UTC. */
  date: string;
  heavyAtoms: number;
  pattern: Bits;
  morgan: Bits;
  /** Bits that are set in `morgan`. */
  morganBits: number;
};

export type MoleculeIndex = {
  molecules: readonly IndexedMolecule[];
  /** True if there are more than the index holds. */
  isPartial: boolean;
};

/** Some 700 bytes each. */
const MAX_MOLECULES = 50_000;
const BATCH = 500;

type State = MoleculeIndex & {
  /** The counter of changes to public posts that it is not older than. */
  changes: number;
};

/**
 * The fingerprints of the molecules of published posts, in memory: reading them from the database takes longer than
 * comparing them. Loaded by the first search; after a change of a public post, by whatever process, the next search
 * loads what is new.
 */
export function createMoleculeIndex({ query }: Pick<Database, 'query'>) {
  let latest: Promise<State> = Promise.resolve({ molecules: [], isPartial: false, changes: -1 });

  /** One after another: each begins where the one before has ended. */
  function load(): Promise<MoleculeIndex> {
    const before = latest;
    const next = before.then(refresh);
    latest = next.catch(() => before);
    return next;
  }

  async function refresh(before: State): Promise<State> {
    const { changes } = await query
      .selectFrom('post_changes')
      .select('changes')
      .executeTakeFirstOrThrow();
    if (changes === before.changes) return before;
    const rows = await query
      .selectFrom('post_molecules')
      .innerJoin('posts', 'posts.id', 'post_molecules.post_id')
      .innerJoin('molecules', 'molecules.inchikey', 'post_molecules.inchikey')
      .select(['molecules.inchikey', 'rdkit_version'])
      .select(({ fn }) => fn.min('posts.date').as('date'))
      .where('posts.status', '=', 'published')
      .groupBy(['molecules.inchikey', 'rdkit_version'])
      .orderBy('date', 'desc')
      .orderBy('molecules.inchikey')
      .limit(MAX_MOLECULES + 1)
      .execute();
    const known = new Map(before.molecules.map((molecule) => [molecule.inchikey, molecule]));
    const shown = rows.slice(0, MAX_MOLECULES);
    const isKnown = (row: (typeof rows)[number]) =>
      known.get(row.inchikey)?.rdkitVersion === row.rdkit_version;
    const added = await read(shown.filter((row) => !isKnown(row)).map(({ inchikey }) => inchikey));
    const molecules = shown.flatMap((row) => {
      const molecule = isKnown(row) ? known.get(row.inchikey) : added.get(row.inchikey);
      return molecule === undefined ? [] : [{ ...molecule, date: row.date }];
    });
    return { molecules, isPartial: rows.length > MAX_MOLECULES, changes };
  }

  async function read(keys: readonly string[]): Promise<Map<string, IndexedMolecule>> {
    const found = new Map<string, IndexedMolecule>();
    for (let start = 0; start < keys.length; start += BATCH) {
      const rows = await query
        .selectFrom('molecules')
        .select([
          'inchikey',
          'rdkit_version',
          'smiles',
          'descriptors',
          'pattern_fp',
          'morgan_fp',
          'morgan_bits',
        ])
        .where('inchikey', 'in', keys.slice(start, start + BATCH))
        .execute();
      for (const row of rows) {
        found.set(row.inchikey, {
          inchikey: row.inchikey,
          rdkitVersion: row.rdkit_version,
          smiles: row.smiles,
          date: '',
          heavyAtoms: toProperties(row).heavyAtoms,
          pattern: toBits(row.pattern_fp),
          morgan: toBits(row.morgan_fp),
          morganBits: row.morgan_bits,
        });
      }
    }
    return found;
  }

  return { load };
}
