import type { Kysely } from 'kysely';
import { publicDates } from '../../server/db/public-views.ts';
import type { PublicTables } from '../../server/db/tables.ts';
import { untilPostsChange } from '../../server/db/until-posts-change.ts';
import { lazy } from '../../server/lazy.ts';
import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import type { Molecule } from '../chemistry/chemistry.ts';
import { toMoleculeRow, toProperties } from './molecule-rows.ts';

/** A page of the site that shows a molecule, besides posts. */
export type ShowingPage = { path: string; title: string };

/** A molecule that pages of the site show. */
export type SiteMolecule = { name: string; smiles: string; pages: readonly ShowingPage[] };

/** A molecule with what is computed of it. */
export type ReadSiteMolecule = { molecule: Molecule; name: string; pages: ShowingPage[] };

async function compute({ chemistry, siteMolecules }: Site): Promise<ReadSiteMolecule[]> {
  const drawn = await chemistry.draw(
    siteMolecules.map(({ smiles }) => ({ format: 'smiles', source: smiles })),
  );
  return siteMolecules.map(({ name, smiles, pages }, at) => {
    const structure = drawn[at];
    const molecule = structure && 'molecule' in structure ? structure.molecule : null;
    if (molecule === null) throw new Error(`${smiles} has no InChI`);
    return { molecule, name, pages: [...pages] };
  });
}

const computed = perSite((site: Site) => lazy(() => compute(site)));

/** The molecules of the site's own pages, computed when they are first asked for. */
export const readSiteMolecules = (site: Site): Promise<ReadSiteMolecule[]> => computed(site)();

/** What lists and searches need of a public molecule. */
export type IndexedMolecule = {
  inchikey: string;
  inchi: string;
  smiles: string;
  /** Its names in public posts and pages, in lower case. */
  names: string[];
  heavyAtoms: number;
};

/**
 * The molecules of public posts, those with the newest posts first, then those of pages alone. One query reads them all
 * when a post has changed.
 */
const index = perSite((site: Site) =>
  untilPostsChange(site, async (due) => {
    const [ofPosts, ofSite] = await Promise.all([
      shownInPublic(site.db.query, due)
        .innerJoin('molecules', 'molecules.inchikey', 'post_molecules.inchikey')
        .select(['molecules.inchikey', 'inchi', 'smiles', 'descriptors', 'name'])
        .orderBy('date', 'desc')
        .orderBy('molecules.inchikey')
        .execute(),
      readSiteMolecules(site),
    ]);
    const ofPages = ofSite.map(({ molecule, name }) => ({ ...toMoleculeRow(molecule), name }));
    const rows = [...ofPosts, ...ofPages];
    return [...Map.groupBy(rows, ({ inchikey }) => inchikey).values()].map(toIndexed);
  }),
);

export const readMoleculeIndex = (site: Site): Promise<IndexedMolecule[]> => index(site)();

type Row = Pick<
  ReturnType<typeof toMoleculeRow>,
  'inchikey' | 'inchi' | 'smiles' | 'descriptors'
> & { name: string | null };

/** @param rows one for each time that the molecule is drawn */
function toIndexed(rows: Row[]): IndexedMolecule {
  const [row] = rows as [Row];
  const { inchikey, inchi, smiles } = row;
  return {
    inchikey,
    inchi,
    smiles,
    names: [...new Set(rows.flatMap(({ name }) => name?.toLowerCase() ?? []))],
    heavyAtoms: toProperties(row).heavyAtoms,
  };
}

/** The molecules of posts that the public may see at an instant. */
export function shownInPublic(query: Kysely<PublicTables>, due: string) {
  return publicDates(query, due).innerJoin(
    'post_molecules',
    'post_molecules.post_id',
    'public_dates.id',
  );
}
