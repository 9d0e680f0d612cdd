import type { Mol } from '@rdkit/rdkit';
import { listOf } from '../../text/finding.ts';
import { ANY, DATIVE, readGraph } from './graph.ts';
import type { Rdkit } from './rdkit.ts';

/** Why an input is not read: in lower case and without a full stop. */
export class Refusal extends Error {
  /** Counts from 1, in the SMILES. */
  column?: number;
}

/** @throws Refusal */
function refuseIf(condition: boolean, message: string): void {
  if (condition) throw new Refusal(message);
}

/** RDKit traps on chains of about 600 atoms; 300 leave a wide margin. */
const MAX_ATOMS = 300;
/** Parts of one structure without a bond between them: ions, solvents, the molecules of a reaction. */
const MAX_FRAGMENTS = 20;
/** UTF-16 code units of SMILES, without the name. */
const MAX_SMILES = 2000;
const MAX_EXTENSION = 1000;
/** RDKit keeps charges in a byte, and wraps larger ones. */
const MAX_CHARGE = 20;
/** UTF-16 code units; 300 atoms with properties take a third. */
const MAX_MOLFILE = 100_000;
/** Lines before the counts: name, program, comment. */
const HEADER_LINES = 3;

type SmilesLine = ReturnType<typeof readSmilesLine>;

/** The extension is CXSMILES with its bars; empty when there is none. */
export function readSmilesLine(line: string) {
  const text = line.trim();
  // No regular expression over both parts, which takes the square of the time for many spaces.
  const space = text.search(/\s/);
  const smiles = space < 0 ? text : text.slice(0, space);
  const rest = space < 0 ? '' : text.slice(space).trimStart();
  const end = rest.startsWith('|') ? rest.indexOf('|', 1) + 1 : 0;
  return { smiles, extension: rest.slice(0, end), name: rest.slice(end).trim() };
}

/** In brackets, or of the organic subset. */
const ATOM = /\[[^\]]*\]?|Cl|Br|[A-Za-z*]/g;
const CHARACTERS = /^[A-Za-z0-9@+\-[\]()=#$:./\\%*~<>&?!{}^,;]*$/;
/** Has no line breaks: RDKit reads what holds `M  END` as a molfile. */
const EXTENSION = /^[\x20-\x7e]*$/;

/**
 * RDKit reads labels of atoms as markup (`<sub>`): other tags, or `>` beside a colon, trap it or keep it for ever.
 * `&#60;` is such a character in an extension.
 */
const MARKUP = /[<>]|&#/;

/** Identifiers and files would stand for one isomer only. */
const STEREO_GROUPS =
  'stereochemistry groups (racemates and relative configurations) are not supported: leave these centres undefined, or draw each isomer';

/**
 * Checks SMILES before RDKit reads it, which traps on long chains and then never works again.
 *
 * @throws Refusal
 */
export function checkSmiles({ smiles, extension }: Omit<SmilesLine, 'name'>): void {
  const { length } = smiles;
  const tooLong = `${length.toLocaleString('en')} characters; at most ${MAX_SMILES} can be read`;
  refuseIf(smiles === '', 'there is nothing here');
  refuseIf(length > 10 * MAX_SMILES, tooLong);
  const at = CHARACTERS.test(smiles) ? -1 : [...smiles].findIndex((each) => !CHARACTERS.test(each));
  refuseIf(at >= 0, `character ${at + 1} (${[...smiles][at]}) is not allowed in SMILES`);
  refuseIf(
    extension.length > MAX_EXTENSION || !EXTENSION.test(extension) || /M {2}END/.test(extension),
    'the extension between the bars is too long, or not written in ASCII',
  );
  refuseIf(MARKUP.test(extension), 'labels between the bars cannot hold “<”, “>” or “&#”');
  const unlabelled = extension.replace(/\$[^$]*\$/g, '');
  refuseIf(/[|,] *(?:[&o]\d*:|r(?=[|,:]))/.test(unlabelled), STEREO_GROUPS);
  const atoms = smiles.match(ATOM) ?? [];
  refuseMoreThan(MAX_ATOMS, atoms.length, 'atoms');
  const parts = smiles.replace(/\[[^\]]*\]/g, '').split('.');
  refuseMoreThan(MAX_FRAGMENTS, parts.length, 'separate parts');
  refuseIf(length > MAX_SMILES, tooLong);
  for (const [index, atom] of atoms.entries()) {
    const place = `atom ${index + 1} (${atom})`;
    refuseIf(Math.abs(chargeOf(atom)) > MAX_CHARGE, `${place} has an impossible charge`);
    refuseIf(/^\[\d{4}/.test(atom), `${place} is an isotope that does not exist`);
    const isGroup = /^\[R\d*\]$/.test(atom);
    refuseIf(isGroup, `${atom} is not allowed in SMILES: write R-groups as [*:1]`);
  }
}

function refuseMoreThan(max: number, count: number, what: string): void {
  refuseIf(count > max, `${count.toLocaleString('en')} ${what}; at most ${max} can be drawn`);
}

/** The charge written in a bracket atom: `[NH4+]`, `[Fe+3]`, `[O--]`. */
export function chargeOf(atom: string): number {
  const [, signs = '', digits = ''] = /([+-]+)(\d*)(?::\d+)?\]$/.exec(atom) ?? [];
  const size = digits === '' ? signs.length : Number(digits);
  return signs.startsWith('-') ? -size : size;
}

const DUMMY = /^\[\*:(\d{1,3})\]$/;

/**
 * Labels R-groups by an extension, for RDKit to draw `[*:1]` as R with a raised 1. Unchanged when there is an extension.
 */
function labelRGroups({ smiles, extension }: Omit<SmilesLine, 'name'>): string {
  if (extension !== '') return `${smiles} ${extension}`;
  const atoms = smiles.match(ATOM) ?? [];
  if (!atoms.some((atom) => DUMMY.test(atom))) return smiles;
  const labels = atoms.map((atom) => atom.replace(DUMMY, '\n$1'));
  const raised = labels.map((label) =>
    label.startsWith('\n') ? `R<sup>${label.trim()}</sup>` : '',
  );
  return `${smiles.replace(/\[\*:\d{1,3}\]/g, '*')} |$${raised.join(';')}$|`;
}

/**
 * Puts back empty first lines, which copying loses.
 *
 * @throws Refusal
 */
function readMolfile(source: string): string {
  const isCounts = (line: string) => /\bV[23]000\s*$/.test(line);
  const lines = source.split(/\r\n?|\n/);
  const counts = lines.findIndex(isCounts);
  const end = lines.indexOf('M  END') + 1;
  const body = lines.slice(counts, end);
  refuseIf(source.trim() === '', 'there is nothing here');
  refuseIf(source.length > MAX_MOLFILE, `${source.length} characters; the limit is ${MAX_MOLFILE}`);
  refuseIf(
    counts < 0 || counts > HEADER_LINES,
    'the fourth line of a molfile must say V2000 or V3000',
  );
  refuseIf(body.length === 0, 'a molfile must end with the line “M  END”');
  const hasMore = lines.slice(end).some(isCounts);
  refuseIf(hasMore, 'there are several molecules: write a block for each');
  const short = Number(body[0]?.slice(0, 3));
  const long = body.flatMap((line) => /^M {2}V30 COUNTS\s+(\d{1,9})\b/i.exec(line)?.[1] ?? []);
  const atoms = Math.max(short || 0, ...long.map(Number));
  refuseIf(atoms === 0, 'it contains no atoms');
  const hasMarkup = body.some((line) => MARKUP.test(line));
  refuseIf(hasMarkup, 'labels of atoms cannot hold “<”, “>” or “&#”');
  refuseIf(
    body.some((line) => /MDLV30\/STE(?:REL|RAC)/i.test(line)),
    STEREO_GROUPS,
  );
  refuseMoreThan(MAX_ATOMS, atoms, 'atoms');
  return `${'\n'.repeat(HEADER_LINES)}${body.join('\n')}\n`;
}

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
