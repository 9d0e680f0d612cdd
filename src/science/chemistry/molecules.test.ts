import { expect, test } from 'vitest';
import { nearestAtoms } from '../../../test/nearest-atoms.ts';
import { readTable } from '../../../test/read-table.ts';
import type { Molecule, StructureInput } from './chemistry.ts';
import { createChemistry } from './rdkit.ts';

/** Comparisons of a thousand molecules with what other programs say of them. */

const chemistry = createChemistry();
const EXPECTED = readTable(new URL('molecules.tsv', import.meta.url)).map(
  ([smiles = '', inchikey = '']) => ({ smiles, inchikey }),
);
const TIMEOUT_MS = 300_000;

async function read(format: StructureInput['format'], sources: readonly string[]) {
  const drawn = await chemistry.draw(sources.map((source) => ({ format, source })));
  return drawn.map((each) => ('molecule' in each ? each.molecule : null));
}

const smiles = EXPECTED.map((each) => each.smiles);
let molecules: Promise<(Molecule | null)[]> | undefined;
function readMolecules() {
  molecules ??= read('smiles', smiles);
  return molecules;
}

const keys = (read: readonly (Molecule | null)[]) => read.map((molecule) => molecule?.inchikey);

test(
  'a molecule and its downloads have the InChIKey that another program gives it, and no atoms on one spot',
  async () => {
    expect(EXPECTED).toHaveLength(999);
    const expected = EXPECTED.map(({ inchikey }) => inchikey);
    const drawn = await readMolecules();
    const molblocks = drawn.map((molecule) => molecule?.molblock ?? '');
    expect(keys(drawn)).toEqual(expected);
    expect(keys(await read('molfile', molblocks))).toEqual(expected);
    const canonical = drawn.map((molecule) => molecule?.smiles ?? '');
    expect(keys(await read('smiles', canonical))).toEqual(expected);
    expect(smiles.filter((_, at) => nearestAtoms(molblocks[at] ?? '') < 0.5)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'a substructure is found in the molecules in which another program finds it',
  async () => {
    const drawn = await readMolecules();
    const canonical = drawn.map((molecule) => molecule?.smiles ?? '');
    const queries = readTable(new URL('substructures.tsv', import.meta.url));
    expect(queries).toHaveLength(42);
    for (const [query = '', bits] of queries) {
      const matches = await chemistry.matchSubstructure(query, canonical);
      if ('message' in matches) throw new Error(`${query} is not read`);
      const holders = BigInt(`0x${bits}`);
      expect
        .soft(
          smiles.filter((_, at) => matches[at] === true),
          query,
        )
        .toEqual(smiles.filter((_, at) => ((holders >> BigInt(at)) & 1n) === 1n));
    }
  },
  TIMEOUT_MS,
);
