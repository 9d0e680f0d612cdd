import { readTable } from './read-table.ts';

const [SCAFFOLDS = [], FIRST = [], SECOND = []] = readTable(
  new URL('enumerate-molecules.tsv', import.meta.url),
).map(([row = '']) => row.split(' '));

/** Distinct SMILES of drug-like molecules, enumerated from scaffolds and substituents: at most 10,000. */
export function enumerateMolecules(count: number): string[] {
  const all = FIRST.flatMap((first, i) =>
    SECOND.flatMap((_, shift) =>
      SCAFFOLDS.map((scaffold) => fill(scaffold, first, SECOND[(i + shift) % SECOND.length] ?? '')),
    ),
  );
  // A stride that has no divisor in common with the count, so that a part of them is as varied as all.
  return Array.from({ length: count }, (_, at) => all[(at * 7_919) % all.length] ?? '');
}

/** A substituent is written after its bond; before the ring, it is turned around by a branch. */
function fill(scaffold: string, first: string, second: string): string {
  const [before = '', middle = '', after = ''] = scaffold.split('{}');
  const start = before === '' ? leading(first, middle) : `${before}${first}${middle}`;
  return `${start}${second}${after}`;
}

/** `{}c1…` becomes `c1(X)…`: the first atom of the scaffold carries the substituent. */
function leading(substituent: string, rest: string): string {
  const [, atom = '', others = ''] = /^(\[[^\]]+\]\d*|[A-Za-z]\d*)(.*)$/s.exec(rest) ?? [];
  return `${atom}(${substituent})${others}`;
}
