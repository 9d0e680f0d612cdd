/** The symbols of the elements by atomic number; 0 is a dummy atom. */
export const SYMBOLS: readonly string[] =
  `* H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr
  Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce
  Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U
  Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`.split(/\s+/);

const NONMETALS = new Set(
  '* H He B C N O F Ne Si P S Cl Ar Ge As Se Br Kr Sb Te I Xe At Rn'.split(' '),
);

export type Atom = {
  symbol: string;
  isMetal: boolean;
  /** The mass number; 0 for the natural mixture. */
  isotope: number;
  hydrogens: number;
  charge: number;
  radicals: number;
  /** False for none that RDKit's JSON has: those of metals are in SMILES alone. */
  isCentre: boolean;
  neighbours: number[];
};

export type Bond = {
  atoms: [number, number];
  isDouble: boolean;
  isDative: boolean;
  isAny: boolean;
  /** RDKit's word for the configuration, `unspecified` for none. */
  stereo: string;
};

export type MoleculeGraph = {
  atoms: Atom[];
  bonds: Bond[];
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
type JsonAtom = Record<'z' | 'impHs' | 'chg' | 'nRad' | 'isotope', number> & { stereo: string };
type JsonBond = { atoms: [number, number]; stereo: string; bo: number };

const DATIVE = 17;

export function readGraph(json: string): MoleculeGraph {
  const { defaults, molecules }: Json = JSON.parse(json);
  const { atoms = [], bonds = [], extensions = [] } = molecules[0] ?? {};
  const graph = {
    atoms: atoms.map((stated): Atom => {
      const { z, impHs, chg, nRad, isotope, stereo } = { ...defaults.atom, ...stated };
      const symbol = SYMBOLS[z] ?? '*';
      return {
        symbol,
        isMetal: !NONMETALS.has(symbol),
        isotope,
        hydrogens: impHs,
        charge: chg,
        radicals: nRad,
        isCentre: stereo !== 'unspecified',
        neighbours: [],
      };
    }),
    bonds: bonds.map((stated): Bond => {
      const { atoms, bo, stereo } = { ...defaults.bond, ...stated };
      return { atoms, isDouble: bo === 2, isDative: bo === DATIVE, isAny: bo === 0, stereo };
    }),
    rings: extensions.flatMap(({ atomRings = [] }) => atomRings),
    aromatic: new Set(extensions.flatMap(({ aromaticAtoms = [] }) => aromaticAtoms)),
  };
  for (const bond of graph.bonds) {
    const [from, to] = bond.atoms;
    graph.atoms[from]?.neighbours.push(to);
    graph.atoms[to]?.neighbours.push(from);
  }
  return graph;
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
    atoms.reduce((sum, { charge }) => sum + charge, 0) === 0 &&
    atoms.every(
      ({ charge, neighbours }) =>
        charge === 0 || neighbours.some((other) => (atoms[other]?.charge ?? 0) * charge < 0),
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
  for (const { symbol, isotope, hydrogens } of atoms) {
    add(isotope === 0 ? symbol : isotopeSymbol(symbol, isotope), 1);
    add('H', hydrogens);
  }
  const isOrganic = atoms.some(({ symbol }) => symbol === 'C');
  const rank = (key: string) => {
    const element = /[A-Z][a-z]?/.exec(key)?.[0].replace(/^[DT]$/, 'H') ?? '~';
    const isFirst = isOrganic && /^[CH]$/.test(element);
    return (isFirst ? ' ' : '') + element + (key === element ? '' : key);
  };
  const charge = atoms.reduce((sum, atom) => sum + atom.charge, 0);
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
