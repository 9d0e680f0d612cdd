import { SYMBOLS } from './elements.ts';

/** An atom of RDKit's JSON (`get_json`), with the defaults filled in. */
export type Atom = { atomicNumber: number; hydrogens: number; charge: number; radicals: number };

export type Bond = {
  atoms: [number, number];
  /** True if the configuration of the double bond (E or Z) is specified. */
  hasStereo: boolean;
};

export type MoleculeGraph = {
  atoms: Atom[];
  bonds: Bond[];
  /** The atoms of each ring. */
  rings: number[][];
};

type Json = {
  defaults: { atom: JsonAtom; bond: JsonBond };
  molecules: {
    atoms: Partial<JsonAtom>[];
    bonds: (Pick<Bond, 'atoms'> & Partial<JsonBond>)[];
    extensions?: { atomRings?: number[][] }[];
  }[];
};
type JsonAtom = { z: number; impHs: number; chg: number; nRad: number };
type JsonBond = { stereo: string };

export function readRdkitJson(text: string): MoleculeGraph {
  const { defaults, molecules }: Json = JSON.parse(text);
  const [molecule] = molecules;
  const atoms = (molecule?.atoms ?? []).map((written) => {
    const { z, impHs, chg, nRad } = { ...defaults.atom, ...written };
    return { atomicNumber: z, hydrogens: impHs, charge: chg, radicals: nRad };
  });
  const bonds = (molecule?.bonds ?? []).map((written) => {
    const { stereo = defaults.bond.stereo, atoms: ends } = written;
    return { atoms: ends, hasStereo: stereo !== 'unspecified' };
  });
  const rings = molecule?.extensions?.flatMap(({ atomRings = [] }) => atomRings) ?? [];
  return { atoms, bonds, rings };
}

export function symbolOf({ atomicNumber }: Pick<Atom, 'atomicNumber'>): string {
  return SYMBOLS[atomicNumber] ?? '*';
}
