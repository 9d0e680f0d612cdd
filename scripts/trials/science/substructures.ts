import { createChemistry } from '../../../src/science/chemistry/rdkit.ts';
import { hasAllBits, toBits } from '../../../src/science/molecules/fingerprints.ts';
import { expectedRows } from './expected-rows.ts';
import { expectedMolecules } from './molecules.ts';

/** Queries, and the molecules that hold them: those whose bit is set. */
export function expectedSubstructures(): { query: string; holders: bigint }[] {
  return expectedRows('substructures.tsv').map(([query = '', bits = '0']) => ({
    query,
    holders: BigInt(`0x${bits}`),
  }));
}

/**
 * Compares what holds a substructure, by fingerprint and match as a search finds it, with what another program found by
 * looking at each molecule.
 *
 * @param step of the molecules, each of how many
 * @returns a line for each difference
 */
export async function compareSubstructures(step = 1): Promise<string[]> {
  const chemistry = createChemistry();
  const written = expectedMolecules()
    .map(({ smiles }) => smiles)
    .filter((_, index) => index % step === 0);
  const drawn = await chemistry.draw(written.map((source) => ({ format: 'smiles', source })));
  const molecules = drawn.map((structure) => ('molecule' in structure ? structure.molecule : null));
  const smiles = molecules.map((molecule) => molecule?.smiles ?? '');
  const patterns = molecules.map((molecule) => bitsOf(molecule?.patternFingerprint ?? ''));
  const differences: string[] = [];
  for (const { query, holders } of expectedSubstructures()) {
    const read = await chemistry.readQuery(query, 'substructure');
    const contain = await chemistry.matchSubstructure(query, smiles);
    if ('message' in read || 'message' in contain) {
      differences.push(`${query} is not read`);
      continue;
    }
    const wanted = bitsOf(read.patternFingerprint);
    for (const [index, molecule] of written.entries()) {
      const isFound = contain[index] && hasAllBits(patterns[index] ?? bitsOf(''), wanted);
      const isExpected = ((holders >> BigInt(index * step)) & 1n) === 1n;
      if (isFound !== isExpected) {
        differences.push(`${query} is ${isExpected ? 'not ' : ''}found in ${molecule}`);
      }
    }
  }
  return differences;
}

function bitsOf(base64: string) {
  return toBits(Buffer.from(base64, 'base64'));
}
