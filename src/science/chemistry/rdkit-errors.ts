import { listOf } from '../../text/finding.ts';
import type { Unreadable } from './chemistry.ts';

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

/**
 * Explains why RDKit did not read a structure.
 *
 * @param smiles null for a molfile
 */
export function explain(log: string, smiles: string | null): Unreadable {
  for (const [pattern, words] of EXPLANATIONS) {
    const match = pattern.exec(log);
    if (match !== null) return { message: words(match) };
  }
  if (smiles === null) return { message: 'it is incomplete or damaged' };
  const position = /check for mistakes around position (\d+):/.exec(log)?.[1];
  return position === undefined
    ? { message: 'it cannot be read' }
    : unexpected(smiles, Number(position));
}

function unexpected(source: string, position: number): Unreadable {
  const character = source[position - 1];
  const isLast = position >= source.length;
  if (character === undefined || (isLast && /[=#$:/\\\-([%]/.test(character))) {
    return { message: 'it ends where an atom should follow', column: source.length };
  }
  return {
    message: `“${character}” at character ${position} is unexpected`,
    column: position,
  };
}

function one(atom: string | undefined): number {
  return Number(atom) + 1;
}

/** `atoms 1–5 and 9 are`, from indices. */
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
