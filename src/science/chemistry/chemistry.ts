import { raised } from '../../server/html/unicode-scripts.ts';

type Property = readonly [descriptor: string, heading: string, decimals: number, unit: string];

/** Properties by their descriptors in RDKit, with headings, decimals and units; those that count have neither. */
const DESCRIPTORS = {
  weight: ['amw', 'Molecular weight', 2, 'g/mol'],
  exactMass: ['exactmw', 'Monoisotopic mass', 4, 'Da'],
  cLogP: ['CrippenClogP', 'cLogP (Crippen)', 2, ''],
  tpsa: ['tpsa', 'Polar surface area (TPSA)', 1, 'Å²'],
  donors: ['lipinskiHBD', 'Hydrogen-bond donors (OH and NH)', 0, ''],
  acceptors: ['lipinskiHBA', 'Hydrogen-bond acceptors (N and O)', 0, ''],
  rotatableBonds: ['NumRotatableBonds', 'Rotatable bonds', 0, ''],
  heavyAtoms: ['NumHeavyAtoms', 'Heavy atoms', 0, ''],
} as const satisfies Record<string, Property>;

type PropertyName = keyof typeof DESCRIPTORS;

export const PROPERTIES = Object.entries(DESCRIPTORS) as [PropertyName, Property][];

/** Null outside their domain: metals, charges, several components, no carbon. */
export type MoleculeProperties = {
  [Name in PropertyName]: Name extends 'cLogP' | 'tpsa' ? number | null : number;
};

/** A molecule that its InChI tells from all others, and so with a page and a place in the index. */
export type Molecule = {
  inchikey: string;
  /** Canonical, with stereochemistry. */
  smiles: string;
  inchi: string;
  /** Hill notation, with digits as they are, and the net charge: `C9H8O4`, `O4S-2`. */
  formula: string;
  /** V2000, with the coordinates of the drawing. */
  molblock: string;
};

export function moleculePath(inchikey: string): string {
  return `/molecules/${inchikey.toLowerCase()}`;
}

/** The first block of an InChIKey: the same for all stereoisomers and isotopes, but also for acids and their ions. */
export function connectivityOf(inchikey: string): string {
  return inchikey.slice(0, 14);
}

/** By InChI: the same atoms, bonds, charges and protons. */
export function relationOf(a: string, b: string): 'same' | 'stereoisomer' | 'isotopologue' | null {
  if (a === b) return 'same';
  const [[plain, isotopes], [otherPlain, otherIsotopes]] = [layersOf(a), layersOf(b)];
  if (plain !== otherPlain) return null;
  return isotopes === otherIsotopes ? 'stereoisomer' : 'isotopologue';
}

function layersOf(inchi: string) {
  const [main = '', isotopes = ''] = inchi.split('/i');
  const layers = [main, isotopes].map((part) => part.replace(/\/[btms][^/]*/g, ''));
  return layers as [string, string];
}

/**
 * SMILES in one line (`SMILES`, `SMILES name`, `SMILES |CXSMILES| name`; names are ignored), a
 * molfile (V2000 or V3000), or a reaction (`reactants>agents>products`).
 */
export type StructureInput = { format: 'smiles' | 'molfile' | 'reaction'; source: string };

export type Structure = {
  /** An `svg` without style, id or fixed colour: classes name what is drawn. */
  svg: string;
  width: number;
  height: number;
  /** A reaction has that of both sides: `C2H4O2 + C2H6O → C4H8O2 + H2O`. */
  formula: string;
  /** The atoms of a reaction's products that nothing brings: `2 O, N`. */
  gained?: string;
  /** What of its stereochemistry neither SMILES nor InChI can express, as a sentence. */
  inexpressible?: string;
  /** Null for reactions, and for what its InChI does not tell from all others: R-groups, {@link inexpressible}. */
  molecule: Molecule | null;
  /** Null for reactions and R-groups, whose atoms are not all known. */
  computed: { properties: MoleculeProperties; rdkitVersion: string } | null;
};

/** The message does not name the line. */
export type Unreadable = {
  message: string;
  /** Counts from 1, in the SMILES. */
  column?: number;
  /** It was given up: another attempt takes as long. */
  isTooSlow?: true;
};

export type FormulaPart = { text: string; place: 'line' | 'sub' | 'sup' };

export function formulaParts(formula: string): FormulaPart[] {
  return formula
    .split(/((?<=\[)\d+|(?<=\S)[+-]\d*(?![^ ,])|(?<=[A-Za-z\]*])\d+)/)
    .map((text, index, all): FormulaPart => {
      if (index % 2 === 0) return { text, place: 'line' };
      const [, sign = '', size = ''] = /^([+-])(\d*)$/.exec(text) ?? [];
      if (sign !== '') return { text: size + (sign === '-' ? '−' : '+'), place: 'sup' };
      return { text, place: all[index - 1]?.endsWith('[') ? 'sup' : 'sub' };
    })
    .filter(({ text }) => text !== '');
}

/** A formula where there is no markup, with raised charges: `C5H14NO⁺`, `O4S²⁻`. */
export function plainFormula(formula: string): string {
  return formulaParts(formula)
    .map(({ text }) => (/[+−]$/.test(text) ? (raised(text) ?? text) : text))
    .join('');
}
