import { areStereoisomers, type MoleculeQuery } from '../chemistry/chemistry.ts';
import { commonBits, hasAllBits, toBits } from './fingerprints.ts';
import type { IndexedMolecule } from './molecule-index.ts';

export type MoleculeMatch = {
  inchikey: string;
  /** `stereoisomer`: the same atoms and bonds, but other stereochemistry or isotopes. */
  kind: 'same' | 'stereoisomer' | 'contains' | 'similar' | 'named';
  /** The Tanimoto coefficient; null for other searches. */
  similarity: number | null;
};

/** The molecule with a key, then its stereoisomers. */
export function matchKey(molecules: readonly IndexedMolecule[], inchikey: string): MoleculeMatch[] {
  const found = molecules
    .map((molecule) => molecule.inchikey)
    .filter((key) => areStereoisomers(key, inchikey))
    .sort((a, b) => Number(b === inchikey) - Number(a === inchikey) || byText(a, b));
  return found.map((key) => ({
    inchikey: key,
    kind: key === inchikey ? 'same' : 'stereoisomer',
    similarity: null,
  }));
}

/** Molecules with a name, then those of whose names it is a part, whatever the letter case. */
export function matchName(
  molecules: readonly IndexedMolecule[],
  q: string,
  how: 'whole' | 'part',
): MoleculeMatch[] {
  const wanted = q.toLowerCase();
  const isCalled = ({ names }: IndexedMolecule) => names.includes(wanted);
  return molecules
    .filter(({ names }) =>
      names.some((name) => name === wanted || (how === 'part' && name.includes(wanted))),
    )
    .sort((a, b) => Number(isCalled(b)) - Number(isCalled(a)) || byText(a.inchikey, b.inchikey))
    .map(({ inchikey }) => ({ inchikey, kind: 'named', similarity: null }));
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
  return (
    molecules
      // The pattern is that of one form.
      .filter(({ pattern, forms }) => forms.length > 1 || hasAllBits(pattern, wanted))
      .sort((a, b) => a.heavyAtoms - b.heavyAtoms || byText(a.inchikey, b.inchikey))
  );
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
