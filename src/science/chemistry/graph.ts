/** The symbols of the elements by atomic number; 0 is a dummy atom. */
export const SYMBOLS: readonly string[] =
  `* H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr
  Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce
  Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U
  Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`.split(/\s+/);

const NONMETALS = new Set(
  '* H He B C N O F Ne Si P S Cl Ar Ge As Se Br Kr Sb Te I Xe At Rn'.split(' '),
);

/** As RDKit's JSON has them: hydrogens, charge and radicals, and `unspecified` for no configuration. */
type JsonAtom = Record<'z' | 'impHs' | 'chg' | 'nRad' | 'isotope', number> & { stereo: string };
type JsonBond = { atoms: [number, number]; stereo: string; bo: number };

export type Atom = JsonAtom & { symbol: string; isMetal: boolean; neighbours: number[] };

/** The orders of bonds (`bo`) that are told apart. */
export const [ANY, DOUBLE, DATIVE] = [0, 2, 17];

export type MoleculeGraph = {
  /** The configuration of metals is in SMILES alone. */
  atoms: Atom[];
  bonds: JsonBond[];
  rings: number[][];
  aromatic: ReadonlySet<number>;
};

type Json = {
  defaults: { atom: JsonAtom; bond: JsonBond };
  molecules: {
    atoms: Partial<JsonAtom>[];
    bonds?: Partial<JsonBond>[];
    conformers?: unknown;
    extensions?: { atomRings?: number[][]; aromaticAtoms?: number[] }[];
  }[];
};

export function readGraph(json: string): MoleculeGraph {
  const { defaults, molecules }: Json = JSON.parse(json);
  const { atoms: written = [], bonds: stated = [], extensions = [] } = molecules[0] ?? {};
  const atoms = written.map((own): Atom => {
    const atom = { ...defaults.atom, ...own };
    const symbol = SYMBOLS[atom.z] ?? '*';
    return { ...atom, symbol, isMetal: !NONMETALS.has(symbol), neighbours: [] };
  });
  const bonds = stated.map((own) => ({ ...defaults.bond, ...own }));
  for (const {
    atoms: [from, to],
  } of bonds) {
    atoms[from]?.neighbours.push(to);
    atoms[to]?.neighbours.push(from);
  }
  return {
    atoms,
    bonds,
    rings: extensions.flatMap(({ atomRings = [] }) => atomRings),
    aromatic: new Set(extensions.flatMap(({ aromaticAtoms = [] }) => aromaticAtoms)),
  };
}

/**
 * For InChI: without dative bonds, which it refuses, and without coordinates, in which it sees
 * stereochemistry that RDKit does not.
 */
export function jsonForInchi(json: string): string {
  const molecule: Json = JSON.parse(json);
  for (const part of molecule.molecules) {
    part.bonds = part.bonds?.filter(({ bo }) => bo !== DATIVE) ?? [];
    delete part.conformers;
    // Holds rings that a dative bond may close.
    delete part.extensions;
  }
  return JSON.stringify(molecule);
}

/**
 * Returns true for one uncharged organic molecule, for whose like cLogP and TPSA were fitted. Charges that cancel
 * between neighbours, as in nitro groups, are a way of writing.
 */
export function isOrganic({ atoms }: MoleculeGraph): boolean {
  const reached = new Set([0]);
  for (const at of reached) for (const other of atoms[at]?.neighbours ?? []) reached.add(other);
  return (
    reached.size === atoms.length &&
    atoms.some(({ symbol }) => symbol === 'C') &&
    !atoms.some(({ isMetal }) => isMetal) &&
    atoms.reduce((sum, { chg }) => sum + chg, 0) === 0 &&
    atoms.every(
      ({ chg, neighbours }) =>
        chg === 0 || neighbours.some((other) => (atoms[other]?.chg ?? 0) * chg < 0),
    )
  );
}

/**
 * Hill notation: C, H, then the others by symbol, and the net charge (`C5H14NO+`, `O4S-2`).
 * Isotopes have symbols of their own (`D2O`, `[13C]H4`); dummy atoms are `*`.
 */
export function hillFormula(atoms: readonly Atom[]): string {
  const counts = new Map<string, number>();
  const add = (symbol: string, count: number) => {
    if (count > 0) counts.set(symbol, (counts.get(symbol) ?? 0) + count);
  };
  for (const { symbol, isotope, impHs } of atoms) {
    add(isotope === 0 ? symbol : isotopeSymbol(symbol, isotope), 1);
    add('H', impHs);
  }
  const isOrganic = atoms.some(({ symbol }) => symbol === 'C');
  const rank = (key: string) => {
    const element = /[A-Z][a-z]?/.exec(key)?.[0].replace(/^[DT]$/, 'H') ?? '~';
    const isFirst = isOrganic && /^[CH]$/.test(element);
    return (isFirst ? ' ' : '') + element + (key === element ? '' : key);
  };
  const charge = atoms.reduce((sum, { chg }) => sum + chg, 0);
  return [...counts]
    .sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
    .map(([symbol, count]) => symbol + digits(count))
    .concat(charge === 0 ? '' : (charge > 0 ? '+' : '-') + digits(Math.abs(charge)))
    .join('');
}

function isotopeSymbol(symbol: string, isotope: number): string {
  return { H2: 'D', H3: 'T' }[symbol + isotope] ?? `[${isotope}${symbol}]`;
}

function digits(count: number): string {
  return count === 1 ? '' : `${count}`;
}
