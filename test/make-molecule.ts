import { createHash } from 'node:crypto';
import type { Molecule } from '../src/science/chemistry/chemistry.ts';

/** A molecule for tests of what stores molecules; its values are not those of the structure. */
export function makeMolecule(smiles: string): Molecule {
  const digest = createHash('sha512').update(smiles).digest();
  const letters = [...digest].map((byte) => String.fromCharCode(65 + (byte % 26))).join('');
  return {
    inchikey: `${letters.slice(0, 14)}-${letters.slice(14, 22)}SA-N`,
    smiles,
    inchi: `InChI=1S/${smiles}`,
    formula: 'C2H6O',
    molblock: smiles,
  };
}
