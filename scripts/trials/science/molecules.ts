import { readFileSync } from 'node:fs';
import { createChemistry } from '../../../src/domain/science/chemistry/rdkit.ts';

/** A molecule and its InChIKey by another program. */
type Expected = { smiles: string; inchikey: string };

export function expectedMolecules(): Expected[] {
  const text = readFileSync(new URL('molecules.tsv', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [smiles = '', inchikey = ''] = line.split('\t');
      return { smiles, inchikey };
    });
}

/**
 * Compares the keys of molecules, and those of their downloads when they are read back, with those of another program.
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
  }
  return differences;
}
