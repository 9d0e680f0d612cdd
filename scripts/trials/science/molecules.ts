import { createChemistry } from '../../../src/science/chemistry/rdkit.ts';
import { expectedRows } from './expected-rows.ts';

/** A molecule and its InChIKey by another program. */
type Expected = { smiles: string; inchikey: string };

export function expectedMolecules(): Expected[] {
  return expectedRows('molecules.tsv').map(([smiles = '', inchikey = '']) => ({
    smiles,
    inchikey,
  }));
}

/**
 * Compares the keys of molecules, and those of their downloads when they are read back, with those of another program,
 * and measures their drawings.
 *
 * @returns a line for each difference
 */
export async function compareMolecules(molecules: readonly Expected[]): Promise<string[]> {
  const chemistry = createChemistry();
  const keyOf = async (format: 'smiles' | 'molfile', source: string) => {
    const [drawn] = await chemistry.draw([{ format, source }]);
    const molecule = drawn !== undefined && 'molecule' in drawn ? drawn.molecule : null;
    return { key: molecule?.inchikey ?? 'none', molecule };
  };
  const differences: string[] = [];
  for (const { smiles, inchikey } of molecules) {
    const { key, molecule } = await keyOf('smiles', smiles);
    const keys = {
      'its key': key,
      'the key of its .sdf': (await keyOf('molfile', molecule?.molblock ?? '')).key,
      'the key of its .smi': (await keyOf('smiles', molecule?.smiles ?? '')).key,
    };
    for (const [what, found] of Object.entries(keys)) {
      if (found !== inchikey) differences.push(`${smiles}: ${what} is ${found}, not ${inchikey}`);
    }
    const distance = nearestAtoms(molecule?.molblock ?? '');
    if (distance < 0.5) differences.push(`${smiles}: atoms are drawn ${distance} bonds apart`);
  }
  return differences;
}

/** How far apart the nearest two atoms of a molfile (V2000) are, in bonds. */
export function nearestAtoms(molblock: string): number {
  const lines = molblock.split('\n');
  const [atoms, bonds] = [Number(lines[3]?.slice(0, 3)), Number(lines[3]?.slice(3, 6))];
  const points = lines.slice(4, 4 + atoms).map((line) => [+line.slice(0, 10), +line.slice(10, 20)]);
  const distance = (a: number, b: number) => {
    const [[x = 0, y = 0] = [], [u = 0, v = 0] = []] = [points[a], points[b]];
    return Math.hypot(x - u, y - v);
  };
  const lengths = lines
    .slice(4 + atoms, 4 + atoms + bonds)
    .map((line) => distance(+line.slice(0, 3) - 1, +line.slice(3, 6) - 1))
    .sort((a, b) => a - b);
  const bond = lengths[Math.floor(lengths.length / 2)] ?? 1;
  const pairs = points.flatMap((_, a) => points.slice(a + 1).map((_, b) => distance(a, a + 1 + b)));
  return Math.min(...pairs) / bond;
}
