import type { Unreadable } from './chemistry.ts';

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

export type SmilesLine = {
  smiles: string;
  /** CXSMILES with its bars; empty when there is none. */
  extension: string;
  name: string;
};

export function readSmilesLine(line: string): SmilesLine {
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
 * @returns null when RDKit may read it, else the reason why not
 */
export function refuseSmiles({ smiles, extension }: Omit<SmilesLine, 'name'>): string | null {
  if (smiles === '') return 'there is nothing here';
  if (smiles.length > 10 * MAX_SMILES) return tooLong(smiles.length);
  if (!CHARACTERS.test(smiles)) {
    const at = [...smiles].findIndex((character) => !CHARACTERS.test(character));
    return `character ${at + 1} (${[...smiles][at]}) is not allowed in SMILES`;
  }
  if (extension.length > MAX_EXTENSION || !EXTENSION.test(extension) || /M {2}END/.test(extension))
    return 'the extension between the bars is too long, or not written in ASCII';
  if (MARKUP.test(extension)) return 'labels between the bars cannot hold “<”, “>” or “&#”';
  if (/[|,] *(?:[&o]\d*:|r(?=[|,:]))/.test(extension.replace(/\$[^$]*\$/g, '')))
    return STEREO_GROUPS;
  const atoms = smiles.match(ATOM) ?? [];
  const fragments = smiles.replace(/\[[^\]]*\]/g, '').split('.').length;
  return (
    atMost(atoms.length, MAX_ATOMS, 'atoms') ??
    atMost(fragments, MAX_FRAGMENTS, 'separate parts') ??
    (smiles.length > MAX_SMILES ? tooLong(smiles.length) : null) ??
    refuseAtom(atoms)
  );
}

function atMost(count: number, max: number, what: string): string | null {
  return count <= max ? null : `${count.toLocaleString('en')} ${what}; at most ${max} can be drawn`;
}

function tooLong(length: number): string {
  return `${length.toLocaleString('en')} characters; at most ${MAX_SMILES} can be read`;
}

function refuseAtom(atoms: readonly string[]): string | null {
  for (const [index, atom] of atoms.entries()) {
    const place = `atom ${index + 1} (${atom})`;
    if (Math.abs(chargeOf(atom)) > MAX_CHARGE) return `${place} has an impossible charge`;
    if (/^\[\d{4}/.test(atom)) return `${place} is an isotope that does not exist`;
    if (/^\[R\d*\]$/.test(atom)) return `${atom} is not allowed in SMILES: write R-groups as [*:1]`;
  }
  return null;
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
export function labelRGroups({ smiles, extension }: Omit<SmilesLine, 'name'>): string {
  if (extension !== '') return `${smiles} ${extension}`;
  const atoms = smiles.match(ATOM) ?? [];
  if (!atoms.some((atom) => DUMMY.test(atom))) return smiles;
  const labels = atoms.map((atom) => atom.replace(DUMMY, '\n$1'));
  const raised = labels.map((label) =>
    label.startsWith('\n') ? `R<sup>${label.trim()}</sup>` : '',
  );
  return `${smiles.replace(/\[\*:\d{1,3}\]/g, '*')} |$${raised.join(';')}$|`;
}

/** Puts back empty first lines, which copying loses. */
export function readMolfile(source: string): string | Unreadable {
  const lines = source.split(/\r\n?|\n/);
  const counts = lines.findIndex(isCounts);
  const end = lines.indexOf('M  END') + 1;
  const body = lines.slice(counts, end);
  const message = refuseMolfile(source, lines.slice(end), counts, body);
  return message === null ? `${'\n'.repeat(HEADER_LINES)}${body.join('\n')}\n` : { message };
}

/** @param after the lines after its end @param counts the index of the first line of its body */
function refuseMolfile(
  source: string,
  after: readonly string[],
  counts: number,
  body: readonly string[],
): string | null {
  if (source.trim() === '') return 'there is nothing here';
  if (source.length > MAX_MOLFILE)
    return `${source.length} characters; the limit is ${MAX_MOLFILE}`;
  if (counts < 0 || counts > HEADER_LINES)
    return 'the fourth line of a molfile must say V2000 or V3000';
  if (body.length === 0) return 'a molfile must end with the line “M  END”';
  if (after.some(isCounts)) return 'there are several molecules: write a block for each';
  const declared = declaredAtoms(body);
  if (declared === 0) return 'it contains no atoms';
  if (body.some((line) => MARKUP.test(line))) return 'labels of atoms cannot hold “<”, “>” or “&#”';
  if (body.some((line) => /MDLV30\/STE(?:REL|RAC)/i.test(line))) return STEREO_GROUPS;
  return atMost(declared, MAX_ATOMS, 'atoms');
}

function isCounts(line: string): boolean {
  return /\bV[23]000\s*$/.test(line);
}

function declaredAtoms(body: readonly string[]): number {
  const short = Number(body[0]?.slice(0, 3));
  const long = body.flatMap((line) => /^M {2}V30 COUNTS\s+(\d{1,9})\b/i.exec(line)?.[1] ?? []);
  return Math.max(short || 0, ...long.map(Number));
}

/** The bonds of a molfile that are drawn as wedges, by the indices of their atoms. */
export function wedgesOf(molfile: string): [number, number][] {
  const V2000 = /^([ \d]{3})([ \d]{3})[ \d]{3} {2}[16](?=\s|$)/gm;
  const V3000 = /^M {2}V30 \d+ \d+ (\d+) (\d+)\b.* CFG=[13]\b/gm;
  const bonds = molfile.matchAll(molfile.includes('V3000') ? V3000 : V2000);
  return [...bonds].map(([, from, to]) => [Number(from) - 1, Number(to) - 1]);
}
