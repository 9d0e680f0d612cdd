import { expect, test } from 'vitest';
import { nearestAtoms } from '../../../test/nearest-atoms.ts';
import { readTable } from '../../../test/read-table.ts';
import type { Molecule } from './chemistry.ts';
import { createChemistry, createRdkitInstance, matchSubstructure, type Rdkit } from './rdkit.ts';

/** Comparisons of a thousand molecules with what other programs say of them. */

const chemistry = createChemistry();
const EXPECTED = readTable(new URL('molecules.tsv', import.meta.url));
const TIMEOUT_MS = 300_000;

const smiles = EXPECTED.map(([source = '']) => source);
let molecules: Promise<(Molecule | null)[]> | undefined;

/** Drawing is slow: each molecule is drawn once. */
function readMolecules() {
  molecules ??= Promise.all(
    smiles.map(async (source) => {
      const drawn = await chemistry.draw({ format: 'smiles', source });
      return 'molecule' in drawn ? drawn.molecule : null;
    }),
  );
  return molecules;
}

/** The InChIKeys that RDKit gives what a reader downloads. */
function keysOf(downloads: readonly string[]) {
  return createRdkitInstance()(({ module }) =>
    downloads.map((source) => {
      using molecule = module.get_mol(source);
      return molecule && module.get_inchikey_for_inchi(molecule.get_inchi());
    }),
  );
}

/** RDKit which reads each of these molecules once, though every query asks for all of them. */
function readingOnce({ module, log }: Rdkit, sources: readonly string[]): Rdkit {
  const unending = { [Symbol.dispose]: { value: () => undefined } };
  const known = new Map(sources.map((each) => [each, module.get_mol(each)]));
  const read = (source: string) => {
    const molecule = known.get(source);
    return molecule ? Object.create(molecule, unending) : module.get_mol(source);
  };
  return { log, module: Object.create(module, { get_mol: { value: read } }) };
}

test(
  'a molecule and its downloads have the InChIKey that another program gives it, and no atoms on one spot',
  async () => {
    expect(EXPECTED).toHaveLength(999);
    const expected = EXPECTED.map(([, inchikey = '']) => inchikey);
    const drawn = await readMolecules();
    const molblocks = drawn.map((molecule) => molecule?.molblock ?? '');
    expect(drawn.map((molecule) => molecule?.inchikey)).toEqual(expected);
    expect(await keysOf(molblocks)).toEqual(expected);
    expect(await keysOf(drawn.map((molecule) => molecule?.smiles ?? ''))).toEqual(expected);
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
    const answers = await createRdkitInstance()((rdkit) => {
      const once = readingOnce(rdkit, canonical);
      return queries.map(([query = '']) => matchSubstructure(once, query, canonical));
    });
    for (const [index, [query = '', bits]] of queries.entries()) {
      const matches = answers?.[index] ?? { message: '' };
      if ('message' in matches) throw new Error(`${query} is not read`);
      const holders = BigInt(`0x${bits}`);
      const expected = smiles.filter((_, at) => ((holders >> BigInt(at)) & 1n) === 1n);
      const found = smiles.filter((_, at) => matches[at] === true);
      expect.soft(found, query).toEqual(expected);
    }
  },
  TIMEOUT_MS,
);
