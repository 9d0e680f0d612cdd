import type { Chemistry, Molecule } from '../chemistry/chemistry.ts';

/** A page of the site that shows a molecule, besides posts. */
export type ShowingPage = { path: string; title: string };

/** A molecule that pages of the site show. */
export type SiteMolecule = { name: string; smiles: string; pages: readonly ShowingPage[] };

/** A molecule with what is computed of it. */
export type ReadSiteMolecule = { molecule: Molecule; name: string; pages: ShowingPage[] };

export type SiteMoleculesDeps = {
  chemistry: Pick<Chemistry, 'draw'>;
  siteMolecules: readonly SiteMolecule[];
};

/** Computes the molecules of the site's pages when they are first asked for. */
export function createSiteMolecules({ chemistry, siteMolecules }: SiteMoleculesDeps) {
  let computed: Promise<ReadSiteMolecule[]> | undefined;

  async function compute(): Promise<ReadSiteMolecule[]> {
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

  return (): Promise<ReadSiteMolecule[]> => {
    computed ??= compute().catch((error) => {
      computed = undefined;
      throw error;
    });
    return computed;
  };
}
