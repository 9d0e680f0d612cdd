import type { Mol } from '@rdkit/rdkit';
import type { MoleculeQuery, Unreadable } from './chemistry.ts';
import { drawMolecule, type Match, svgOf } from './drawing.ts';
import type { Rdkit } from './rdkit-instance.ts';
import { identify, readSmiles } from './reading.ts';

/** UTF-16 code units. */
const MAX_QUERY = 200;

const BROKEN: Unreadable = { message: 'RDKit fails to read it' };

/** Stereochemistry that a query has counts, also that of double bonds. */
const MATCHING = JSON.stringify({ useChirality: true });

export function readQuery(
  rdkit: Rdkit,
  query: string,
  mode: 'molecule' | 'substructure',
): MoleculeQuery | Unreadable {
  if (query.length > MAX_QUERY) {
    return { message: `${query.length} characters; at most ${MAX_QUERY} can be searched for` };
  }
  const smiles = readSmiles(rdkit, query);
  using molecule = 'message' in smiles ? null : smiles;
  if (mode === 'molecule') {
    if ('message' in smiles) return smiles;
    return drawQuery(rdkit, smiles, identify(rdkit, smiles)?.inchi ?? null);
  }
  const read = readPattern(rdkit, query);
  if ('message' in read) return read;
  using pattern = read;
  return drawQuery(rdkit, NEEDS_SMARTS.test(query) ? pattern : (molecule ?? pattern), null);
}

function drawQuery(rdkit: Rdkit, query: Mol, inchi: string | null): MoleculeQuery | Unreadable {
  const drawn = drawMolecule(rdkit, query);
  return 'message' in drawn ? drawn : { inchi, svg: svgOf(drawn).svg };
}

export function matchSubstructure(
  rdkit: Rdkit,
  query: string,
  candidates: readonly string[],
): boolean[] | Unreadable {
  const read = readPattern(rdkit, query);
  if ('message' in read) return read;
  using pattern = read;
  return candidates.map((candidate) => {
    using molecule = rdkit.module.get_mol(candidate);
    return molecule !== null && molecule.get_substruct_match(pattern, MATCHING) !== '{}';
  });
}

export function drawMatch(rdkit: Rdkit, query: string, smiles: string) {
  const read = readPattern(rdkit, query);
  if ('message' in read) return read;
  using pattern = read;
  using molecule = rdkit.module.get_mol(smiles);
  if (molecule === null) return BROKEN;
  const drawn = drawMolecule(rdkit, molecule, allMatches(molecule, pattern));
  return 'message' in drawn ? drawn : svgOf(drawn);
}

/**
 * A query of a substructure, as chemists mean it: SMILES whose aromaticity is perceived and whose free valences are
 * open, or else SMARTS. RDKit itself takes an atom in brackets without its hydrogens for a radical.
 */
function readPattern(rdkit: Rdkit, query: string): Mol | Unreadable {
  const read = readSmiles(rdkit, query);
  if ('message' in read) return readSmarts(rdkit, query) ?? read;
  using molecule = read;
  const isPattern = NEEDS_SMARTS.test(query) && !isKekule(molecule, query);
  const opened = molecule.get_smarts().replace(/\[#0(?::\d+)?\]/g, '*');
  return (isPattern ? readSmarts(rdkit, query) : rdkit.module.get_qmol(opened)) ?? BROKEN;
}

/**
 * What RDKit also reads in SMILES, but then matches nothing or too much: operators, any atom, and hydrogens where SMILES
 * has them without brackets (`[NH2]`).
 */
const NEEDS_SMARTS = /[~!&;,$*]|\[[^\]]*#\d|\[(?:Cl|Br|[BCNOPSFI])(?:H\d?)?\]/;

/** Returns true for aromatic rings written as alternating bonds, which SMARTS takes literally. */
function isKekule(molecule: Mol, query: string): boolean {
  const isAromatic = /"aromaticAtoms":\[\d/.test(molecule.get_json());
  return isAromatic && !/[bcnops]/.test(query.replace(/[A-Z][a-z]?/g, ''));
}

function readSmarts({ module }: Rdkit, query: string): Mol | null {
  const smarts = query.trim();
  // RDKit reads an empty query, and a molfile, as such.
  const isLimited = smarts !== '' && smarts.length <= MAX_QUERY && !/[\r\n]|M {2}END/.test(smarts);
  return isLimited ? module.get_qmol(smarts) : null;
}

/** The atoms and bonds of all matches. */
function allMatches(molecule: Mol, pattern: Mol): Match {
  const read: unknown = JSON.parse(molecule.get_substruct_matches(pattern, MATCHING));
  const matches: Partial<Match>[] = Array.isArray(read) ? read : [];
  const all = (key: keyof Match) => [...new Set(matches.flatMap((match) => match[key] ?? []))];
  return { atoms: all('atoms'), bonds: all('bonds') };
}
