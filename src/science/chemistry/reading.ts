import type { Mol } from '@rdkit/rdkit';
import { listOf } from '../../text/finding.ts';
import type { Molecule } from './chemistry.ts';
import {
  ANY,
  type Atom,
  DATIVE,
  DOUBLE,
  jsonForInchi,
  type MoleculeGraph,
  readGraph,
} from './graph.ts';
import {
  checkSmiles,
  labelRGroups,
  Refusal,
  readMolfile,
  readSmilesLine,
  wedgesOf,
} from './inputs.ts';
import type { Rdkit } from './rdkit-instance.ts';

/** @throws Refusal, as all that reads structures */
export function readSmiles({ module, log }: Rdkit, source: string): Mol {
  const line = readSmilesLine(source);
  if (/[\r\n]/.test(source)) throw new Refusal('write one molecule on each line');
  checkSmiles(line);
  const molecule = module.get_mol(labelRGroups(line));
  if (molecule === null) throw explained(log.get_buffer(), line.smiles);
  return withOrdinaryBonds(molecule);
}

export function readMolblock({ module, log }: Rdkit, source: string): Mol {
  const molecule = module.get_mol(readMolfile(source));
  if (molecule === null) throw explained(log.get_buffer(), null);
  return withOrdinaryBonds(molecule);
}

/** RDKit reads others with another formula, or another InChI, than is meant. */
function withOrdinaryBonds(molecule: Mol): Mol {
  const { atoms, bonds } = readGraph(molecule.get_json());
  const isOrdinary = bonds.every(({ bo, atoms: [, to] }) => bo !== DATIVE || atoms[to]?.isMetal);
  const isAny = bonds.some(({ bo }) => bo === ANY);
  if (isOrdinary && !isAny) return molecule;
  molecule.delete();
  throw new Refusal(
    isAny
      ? 'a bond of it can be of any kind'
      : 'a dative bond ends at a metal: write charges for others, such as [N+][O-]',
  );
}

/** The identifiers of the atoms, bonds and stereochemistry that RDKit sees; null if it has no InChI, as R-groups have none. */
export function identify(
  { module }: Rdkit,
  molecule: Mol,
): Pick<Molecule, 'inchikey' | 'smiles' | 'inchi'> | null {
  const json = molecule.get_json();
  const { bonds } = readGraph(json);
  const isPlain = molecule.has_coords() === 0 && !bonds.some(({ bo }) => bo === DATIVE);
  // Assigned anew, the stereochemistry of double bonds would be lost.
  using plain = isPlain ? null : module.get_mol(jsonForInchi(json), '{"assignStereo":false}');
  const inchi = (isPlain ? molecule : plain)?.get_inchi() || null;
  if (inchi === null) return null;
  return { inchikey: module.get_inchikey_for_inchi(inchi), smiles: molecule.get_smiles(), inchi };
}

/** Square planar, trigonal bipyramidal and octahedral centres of SMILES, which InChI does not tell apart. */
const ARRANGEMENT = /@(?:SP|TB|OH)\d/;
/** Allenes and cumulenes of SMILES whose configuration RDKit passes over. */
const CUMULENE = /=\[C@@?\]=|\[C@@?\]\(=[^)]*\)=|[\\/][^\\/.]*=C=C=C[^\\/.]*[\\/]/;
const REPEATED =
  /[|,]Sg:(?:n|any|mon|mer|co|xl|mod|mix|f|grf)\b|^M {2}(?:STY|V30).* (?:SRU|MON|MER|COP|CRO|MOD|MIX|FOR|GRA|ANY)\b/m;

/**
 * What neither SMILES nor InChI can express, as a sentence: different structures would have one page.
 *
 * @param smiles as RDKit writes it
 * @param written what it was read from
 */
export function inexpressibleStereo(
  smiles: string,
  graph: MoleculeGraph,
  { molfile = '', smiles: source = '' }: { molfile?: string; smiles?: string },
): string | null {
  const { atoms, bonds } = graph;
  // What is bound to one that is not there in the InChI, either.
  const isAtMetal = (index: number) =>
    atoms[index]?.neighbours.some((other) => atoms[other]?.isMetal) === true;
  // A double bond to a metal has no two sides.
  const sided = bonds
    .filter(({ bo, stereo }) => bo === DOUBLE && stereo !== 'unspecified')
    .filter((bond) => !bond.atoms.some((at) => atoms[at]?.isMetal))
    .flatMap((bond) => bond.atoms);
  const isPlaced =
    ARRANGEMENT.test(smiles) ||
    atoms.some((atom, at) => isCentre(atom) && (atom.isMetal || isAtMetal(at))) ||
    sided.some((at) => atoms[at]?.symbol === 'C' && isAtMetal(at)) ||
    (molfile !== '' && atoms.some((_, at) => isArranged(graph, at)));
  const reasons = {
    'InChI cannot express repeated units, and the drawing leaves their brackets out.':
      REPEATED.test(molfile + source),
    'InChI cannot express the arrangement about this metal.': isPlaced,
    'InChI cannot express the two sides of this double bond.': sided.some((at) =>
      /^(?:B|P|As|S|Se)$/.test(atoms[at]?.symbol ?? ''),
    ),
    'SMILES and InChI cannot express which way these rings are turned.': bonds.some(({ stereo }) =>
      stereo.startsWith('atrop'),
    ),
    'The configuration of these cumulated double bonds is neither drawn nor in the InChI.':
      CUMULENE.test(source),
    'SMILES and InChI cannot express a wedge that begins at this atom, and the drawing leaves it out: begin it at a stereocentre, or for turned rings at an atom of a ring, along the ring.':
      wedgesOf(molfile).some(([from]) => !canBeCentre(graph, from)),
  };
  return Object.entries(reasons).find(([, applies]) => applies)?.[0] ?? null;
}

function isArranged({ atoms, rings }: MoleculeGraph, index: number): boolean {
  const { symbol = '*', isMetal = false, neighbours = [] } = atoms[index] ?? {};
  const single = neighbours.filter(
    (other) => !rings.some((ring) => ring.includes(index) && ring.includes(other)),
  );
  const kinds = new Set(single.map((other) => atoms[other]?.symbol));
  const isPlanar = single.length === 4 && /^(?:Pt|Pd|Au|Rh|Ir)$/.test(symbol);
  return isMetal && kinds.size > 1 && (isPlanar || single.length >= 6);
}

function canBeCentre({ atoms, bonds, aromatic }: MoleculeGraph, index: number): boolean {
  const atom = atoms[index];
  if (atom === undefined) return false;
  const isFlat = (at: number) =>
    aromatic.has(at) ||
    (/^[CN]$/.test(atoms[at]?.symbol ?? '') &&
      bonds.some(({ bo, atoms: ends }) => bo === DOUBLE && ends.includes(at)));
  const isConjugated = atom.symbol === 'N' && atom.neighbours.some(isFlat);
  return isCentre(atom) || (atom.neighbours.length > 1 && !isFlat(index) && !isConjugated);
}

function isCentre({ stereo }: Atom): boolean {
  return stereo !== 'unspecified';
}

type Explanation = [pattern: RegExp, explain: (match: RegExpExecArray) => string];

/** Explanations of RDKit's log. RDKit counts atoms from 0, messages from 1. */
const EXPLANATIONS: readonly Explanation[] = [
  [/unclosed ring/, () => 'a ring is opened and never closed'],
  [/extra open parentheses/, () => 'a parenthesis is opened and never closed'],
  [/extra close parentheses/, () => 'a parenthesis is closed but was never opened'],
  [
    /Explicit valence for atom # (\d+) (\w+), (\d+), is greater than permitted/,
    ([, atom, symbol, bonds]) =>
      `atom ${one(atom)} (${symbol}) has ${bonds} bonds, which is too many`,
  ],
  [
    /Can't kekulize mol\.\s+Unkekulized atoms:((?: \d+)+)/,
    ([, atoms = '']) =>
      `${atomList(atoms.trim().split(' '))} written aromatic, but no alternating double bonds fit; pyrrole-type nitrogen is [nH]`,
  ],
  [
    /non-ring atom (\d+) marked aromatic/,
    ([, atom]) => `atom ${one(atom)} is written as aromatic (in lower case), but is not in a ring`,
  ],
  [
    /ring closure (\d+) duplicates bond/,
    ([, ring]) => `ring ${ring} closes between two atoms that are already bonded`,
  ],
  [/number too large/, () => 'a number in it is too large'],
  [/getValence|calcExplicitValence/, () => 'an atom has too many hydrogens'],
];

/** @param smiles null for a molfile */
function explained(log: string, smiles: string | null): Refusal {
  for (const [pattern, words] of EXPLANATIONS) {
    const match = pattern.exec(log);
    if (match !== null) return new Refusal(words(match));
  }
  if (smiles === null) return new Refusal('it is incomplete or damaged');
  const [, written] = /check for mistakes around position (\d+):/.exec(log) ?? [];
  if (written === undefined) return new Refusal('it cannot be read');
  const position = Number(written);
  const character = smiles[position - 1];
  const isLast = position >= smiles.length;
  return character === undefined || (isLast && /[=#$:/\\\-([%]/.test(character))
    ? refusalAt(smiles.length, 'it ends where an atom should follow')
    : refusalAt(position, `“${character}” at character ${position} is unexpected`);
}

function refusalAt(column: number, message: string): Refusal {
  return Object.assign(new Refusal(message), { column });
}

function one(atom: string | undefined): number {
  return Number(atom) + 1;
}

function atomList(indices: readonly string[]): string {
  const numbers = [...new Set(indices.map(one))].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const texts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return numbers.length === 1 ? `atom ${texts[0]} is` : `atoms ${listOf(texts)} are`;
}
