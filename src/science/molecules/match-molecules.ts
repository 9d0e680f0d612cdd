import { areStereoisomers } from '../chemistry/chemistry.ts';
import type { IndexedMolecule } from './molecule-index.ts';

export type MoleculeMatch = {
  inchikey: string;
  /** `stereoisomer`: the same atoms and bonds, but other stereochemistry or isotopes. */
  kind: 'same' | 'stereoisomer' | 'contains' | 'named';
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
    .map(({ inchikey }) => ({ inchikey, kind: 'named' }));
}

/** The smallest first: of those that contain a structure, they are the most like it. */
export function smallestFirst(molecules: readonly IndexedMolecule[]): IndexedMolecule[] {
  return molecules.toSorted(
    (a, b) => a.heavyAtoms - b.heavyAtoms || byText(a.inchikey, b.inchikey),
  );
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
