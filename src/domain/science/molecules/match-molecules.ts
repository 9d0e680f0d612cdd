import { connectivityOf, type MoleculeQuery } from '../chemistry/chemistry.ts';
import { commonBits, hasAllBits, toBits } from './fingerprints.ts';
import type { IndexedMolecule } from './molecule-index.ts';

export type MoleculeMatch = {
  inchikey: string;
  /** `stereoisomer`: the same atoms and bonds, but other stereochemistry or isotopes. */
  kind: 'same' | 'stereoisomer' | 'contains' | 'similar';
  /** The Tanimoto coefficient; null for other searches. */
  similarity: number | null;
};

/** The molecule with a key, then its stereoisomers. */
export function matchKey(molecules: readonly IndexedMolecule[], inchikey: string): MoleculeMatch[] {
  const connectivity = connectivityOf(inchikey);
  const found = molecules
    .map((molecule) => molecule.inchikey)
    .filter((key) => connectivityOf(key) === connectivity)
    .sort((a, b) => Number(b === inchikey) - Number(a === inchikey) || byText(a, b));
  return found.map((key) => ({
    inchikey: key,
    kind: key === inchikey ? 'same' : 'stereoisomer',
    similarity: null,
  }));
}

/** Molecules by the Tanimoto coefficient of their Morgan fingerprints, the most similar first. */
export function matchSimilar(
  molecules: readonly IndexedMolecule[],
  { morganFingerprint, morganBits }: Pick<MoleculeQuery, 'morganFingerprint' | 'morganBits'>,
  threshold: number,
): MoleculeMatch[] {
  const wanted = toBits(Buffer.from(morganFingerprint, 'base64'));
  const matches: (MoleculeMatch & { similarity: number })[] = [];
  for (const { inchikey, morgan, morganBits: bits } of molecules) {
    // No two have more bits in common than the smaller one has, nor fewer together than the larger one has.
    const bound = Math.min(bits, morganBits) / Math.max(bits, morganBits, 1);
    if (bound < threshold) continue;
    const common = commonBits(wanted, morgan);
    const similarity = common / Math.max(bits + morganBits - common, 1);
    if (similarity >= threshold) matches.push({ inchikey, kind: 'similar', similarity });
  }
  return matches.sort((a, b) => b.similarity - a.similarity || byText(a.inchikey, b.inchikey));
}

/** The molecules that may contain a structure, the smallest first: they are the most like it. */
export function screen(
  molecules: readonly IndexedMolecule[],
  { patternFingerprint }: Pick<MoleculeQuery, 'patternFingerprint'>,
): IndexedMolecule[] {
  const wanted = toBits(Buffer.from(patternFingerprint, 'base64'));
  return molecules
    .filter(({ pattern }) => hasAllBits(pattern, wanted))
    .sort((a, b) => a.heavyAtoms - b.heavyAtoms || byText(a.inchikey, b.inchikey));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
