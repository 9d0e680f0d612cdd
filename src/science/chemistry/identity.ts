import type { Mol } from '@rdkit/rdkit';
import type { Molecule } from './chemistry.ts';
import { type Atom, DATIVE, DOUBLE, jsonForInchi, type MoleculeGraph, readGraph } from './graph.ts';
import type { Rdkit } from './rdkit.ts';

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

/** The bonds of a molfile that are drawn as wedges, by the indices of their atoms. */
function wedgesOf(molfile: string): [number, number][] {
  const V2000 = /^([ \d]{3})([ \d]{3})[ \d]{3} {2}[16](?=\s|$)/gm;
  const V3000 = /^M {2}V30 \d+ \d+ (\d+) (\d+)\b.* CFG=[13]\b/gm;
  const bonds = molfile.matchAll(molfile.includes('V3000') ? V3000 : V2000);
  return [...bonds].map(([, from, to]) => [Number(from) - 1, Number(to) - 1]);
}
