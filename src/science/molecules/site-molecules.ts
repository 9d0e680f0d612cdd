import { lazy } from '../../server/lazy.ts';
import { perSite } from '../../server/per-site.ts';
import type { Site } from '../../site.ts';
import type { Molecule } from '../chemistry/chemistry.ts';

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

export const readSiteMolecules = (site: Site): Promise<ReadSiteMolecule[]> => computed(site)();
