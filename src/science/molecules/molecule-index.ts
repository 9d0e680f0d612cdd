import type { Kysely } from 'kysely';
import type { PublicDatabase } from '../../server/db/connect.ts';
import { publicDates } from '../../server/db/public-views.ts';
import type { PublicTables } from '../../server/db/tables.ts';
import { untilPostsChange } from '../../server/db/until-posts-change.ts';
import { type Bits, toBits } from './fingerprints.ts';
import {
  arrangementOf,
  readForm,
  toMoleculeRow,
  toProperties,
  writeForm,
} from './molecule-rows.ts';
import type { ReadSiteMolecule } from './site-molecules.ts';

/** What lists and searches need of a public molecule. */
export type IndexedMolecule = {
  inchikey: string;
  /** One for each arrangement about its metals: `KEY`, `KEY-2`, … */
  addresses: string[];
  inchi: string;
  /** The SMILES of each form that a public post or page draws. */
  forms: string[];
  /** Its names in public posts and pages, in lower case. */
  names: string[];
  heavyAtoms: number;
  pattern: Bits;
  morgan: Bits;
  /** Bits that are set in `morgan`. */
  morganBits: number;
};

export type MoleculeIndex = () => Promise<IndexedMolecule[]>;

export type PublicMoleculeDeps = {
  db: Pick<PublicDatabase, 'query'>;
  /** The current instant, ISO 8601 in UTC. */
  now: () => string;
  /** The molecules of the site's own pages. */
  readSiteMolecules: () => Promise<ReadSiteMolecule[]>;
};

/**
 * The molecules of public posts, those with the newest posts first, then those of pages alone. One query reads them all
 * when a post has changed; the index takes some 700 bytes for each.
 */
export function createMoleculeIndex(deps: PublicMoleculeDeps): MoleculeIndex {
  return untilPostsChange(deps, async (due) => {
    const [ofPosts, ofSite] = await Promise.all([
      shownInPublic(deps.db.query, due)
        .innerJoin('molecules', 'molecules.inchikey', 'post_molecules.inchikey')
        .select(['molecules.inchikey', 'inchi', 'smiles', 'descriptors'])
        .select(['pattern_fp', 'morgan_fp', 'morgan_bits', 'name', 'form'])
        .orderBy('date', 'desc')
        .orderBy('molecules.inchikey')
        .execute(),
      deps.readSiteMolecules(),
    ]);
    const ofPages = ofSite.map(({ molecule, name }) => {
      return { ...toMoleculeRow(molecule), name, form: writeForm(molecule) };
    });
    const rows = [...ofPosts, ...ofPages];
    return [...Map.groupBy(rows, ({ inchikey }) => inchikey).values()].map(toIndexed);
  });
}

type Row = Omit<
  ReturnType<typeof toMoleculeRow>,
  'connectivity' | 'formula' | 'molblock' | 'rdkit_version'
> & {
  name: string | null;
  form: string | null;
};

/** @param rows one for each time that the molecule is drawn */
function toIndexed(rows: Row[]): IndexedMolecule {
  const [row] = rows as [Row];
  const forms = rows.map(({ form }) => readForm(form)?.smiles ?? row.smiles);
  const arrangements = new Set(forms.map(arrangementOf));
  return {
    inchikey: row.inchikey,
    addresses: Array.from(arrangements, (_, at) => addressOf(row.inchikey, at)),
    inchi: row.inchi,
    forms: [...new Set(forms)],
    names: [...new Set(rows.flatMap(({ name }) => name?.toLowerCase() ?? []))],
    heavyAtoms: toProperties(row).heavyAtoms,
    pattern: toBits(row.pattern_fp),
    morgan: toBits(row.morgan_fp),
    morganBits: row.morgan_bits,
  };
}

/** @param arrangement counts from 0 */
export function addressOf(inchikey: string, arrangement: number): string {
  return arrangement === 0 ? inchikey : `${inchikey}-${arrangement + 1}`;
}

/** The molecules of posts that the public may see at an instant. */
export function shownInPublic(query: Kysely<PublicTables>, due: string) {
  return publicDates(query, due).innerJoin(
    'post_molecules',
    'post_molecules.post_id',
    'public_dates.id',
  );
}
