import type { RenderBody } from '../src/rendering/body.ts';
import type { Molecule } from '../src/science/chemistry/chemistry.ts';
import { createChemistry } from '../src/science/chemistry/rdkit.ts';
import type { Database } from '../src/server/db/connect.ts';
import { makePosts, renderPlainly } from './make-posts.ts';

const chemistry = createChemistry();

/** The molecules that SMILES describe. */
export async function readMolecules(smiles: readonly string[]): Promise<Molecule[]> {
  return Promise.all(
    smiles.map(async (source) => {
      const structure = await chemistry.draw({ format: 'smiles', source });
      const molecule = 'molecule' in structure ? structure.molecule : null;
      if (molecule === null) throw new Error(`${source} is no molecule`);
      return molecule;
    }),
  );
}

/** Renders texts whose lines are numbers of molecules, each with a name after a space if it has one. */
export function renderMolecules(molecules: readonly Molecule[]): RenderBody {
  return async (content) => {
    const body = await renderPlainly(content);
    if (body === null) return null;
    const shown = content.split('\n').flatMap((line, position) => {
      const [number = '', ...name] = line.split(' ');
      const molecule = molecules[Number(number)];
      const label = null;
      return molecule === undefined
        ? []
        : [{ molecule, position, label, name: name.join(' ') || null }];
    });
    return { ...body, molecules: shown };
  };
}

/** Writes public posts that show molecules, `perPost` each. */
export async function writeMoleculePosts(
  db: Database,
  molecules: readonly Molecule[],
  perPost = 100,
): Promise<void> {
  const { write } = makePosts(db, renderMolecules(molecules));
  for (let start = 0; start < molecules.length; start += perPost) {
    const numbers = molecules.slice(start, start + perPost).map((_, at) => start + at);
    await write({ title: `Post ${start}`, content: numbers.join('\n'), status: 'published' });
  }
}
