import { SYMBOLS } from './elements.ts';

/** An atom of RDKit's JSON (`get_json`), with the defaults filled in. */
export type Atom = { atomicNumber: number; hydrogens: number; charge: number };

export type Bond = { atoms: [number, number] };

export type MoleculeGraph = { atoms: Atom[]; bonds: Bond[] };

type Json = {
  defaults: { atom: JsonAtom };
  molecules: { atoms: Partial<JsonAtom>[]; bonds: Bond[] }[];
};
type JsonAtom = { z: number; impHs: number; chg: number };

export function readRdkitJson(text: string): MoleculeGraph {
  const { defaults, molecules }: Json = JSON.parse(text);
  const [molecule] = molecules;
  const atoms = (molecule?.atoms ?? []).map((written) => {
    const { z, impHs, chg } = { ...defaults.atom, ...written };
    return { atomicNumber: z, hydrogens: impHs, charge: chg };
  });
  return { atoms, bonds: molecule?.bonds ?? [] };
}

export function symbolOf({ atomicNumber }: Pick<Atom, 'atomicNumber'>): string {
  return SYMBOLS[atomicNumber] ?? '*';
}
