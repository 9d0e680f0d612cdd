import type { RenderBody } from '../src/rendering/body.ts';
import type { Molecule } from '../src/science/chemistry/chemistry.ts';
import { createChemistry } from '../src/science/chemistry/rdkit.ts';
import type { Database } from '../src/server/db/connect.ts';
import { makePosts, renderPlainly } from './make-posts.ts';

const chemistry = createChemistry();

async function readMolecule(source: string): Promise<Molecule | null> {
  const structure = await chemistry.draw({ format: 'smiles', source });
  return 'molecule' in structure ? structure.molecule : null;
}

/** The molecules that SMILES describe. */
export async function readMolecules(smiles: readonly string[]): Promise<Molecule[]> {
  const read = await Promise.all(smiles.map(readMolecule));
  return read.map((molecule, at) => {
    if (molecule === null) throw new Error(`${smiles[at]} is no molecule`);
    return molecule;
  });
}

/** Renders texts whose lines are SMILES, each with a name after a space if it has one. */
export const renderMolecules: RenderBody = async (content) => {
  const body = await renderPlainly(content);
  const lines = content.split('\n').map(async (line, position) => {
    const [source = '', ...name] = line.split(' ');
    const molecule = await readMolecule(source);
    return molecule && { molecule, position, label: null, name: name.join(' ') || null };
  });
  const molecules = (await Promise.all(lines)).filter((shown) => shown !== null);
  return body && { ...body, molecules };
};

/** Writes a public post that shows molecules. */
export async function writeMoleculePosts(db: Database, molecules: readonly Molecule[]) {
  const content = molecules.map(({ smiles }) => smiles).join('\n');
  await makePosts(db, renderMolecules).write({ title: 'Post', content, status: 'published' });
}
