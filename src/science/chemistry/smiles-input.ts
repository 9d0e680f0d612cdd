import type { Unreadable } from './chemistry.ts';
import { atMost, MAX_ATOMS, MAX_FRAGMENTS } from './limits.ts';

/** UTF-16 code units of SMILES, without the name. */
const MAX_SMILES = 2000;
const MAX_EXTENSION = 1000;
/** RDKit keeps charges in a byte, and wraps larger ones. */
const MAX_CHARGE = 20;

/** A line of SMILES, as files have them: `SMILES name`, or `SMILES |extension| name`. */
type SmilesLine = {
  smiles: string;
  /** CXSMILES with its bars; empty when there is none. */
  extension: string;
  name: string;
};

export function readSmilesLine(line: string): SmilesLine {
  const [smiles, rest] = splitAtSpace(line.trim());
  const end = rest.startsWith('|') ? rest.indexOf('|', 1) + 1 : 0;
  return { smiles, extension: rest.slice(0, end), name: rest.slice(end).trim() };
}

/** Uses no regular expression over both parts, which takes the square of the time for many spaces. */
function splitAtSpace(text: string): [before: string, after: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()];
}

/** An atom of SMILES: in brackets, or of the organic subset. */
const ATOM = /\[[^\]]*\]?|Cl|Br|[A-Za-z*]/g;
const CHARACTERS = /^[A-Za-z0-9@+\-[\]()=#$:./\\%*~<>&?!{}^,;]*$/;
/** Has no line breaks: RDKit reads what holds `M  END` as a molfile. */
const EXTENSION = /^[\x20-\x7e]*$/;

/**
 * RDKit reads labels of atoms as markup (`<sub>`): other tags, or `>` beside a colon, trap it or keep it for ever.
 * `&#60;` is such a character in an extension.
 */
export const MARKUP = /[<>]|&#/;

/** Identifiers and files would stand for one isomer only. */
export const STEREO_GROUPS: Unreadable = {
  message:
    'stereochemistry groups (racemates and relative configurations) are not supported: leave these centres undefined, or draw each isomer',
};

/**
 * Checks SMILES before RDKit reads it, which traps on long chains and then never works again.
 *
 * @returns null when RDKit may read it
 */
export function refuseSmiles({ smiles, extension }: Omit<SmilesLine, 'name'>): Unreadable | null {
  if (smiles === '') return { message: 'there is nothing here' };
  if (smiles.length > 10 * MAX_SMILES) return tooLong(smiles.length);
  if (!CHARACTERS.test(smiles)) {
    const at = [...smiles].findIndex((character) => !CHARACTERS.test(character));
    return { message: `character ${at + 1} (${[...smiles][at]}) is not allowed in SMILES` };
  }
  if (extension.length > MAX_EXTENSION || !EXTENSION.test(extension) || /M {2}END/.test(extension))
    return { message: 'the extension between the bars is too long, or not written in ASCII' };
  if (MARKUP.test(extension))
    return { message: 'labels between the bars cannot hold “<”, “>” or “&#”' };
  if (/[|,] *[&o]\d*:/.test(extension)) return STEREO_GROUPS;
  const atoms = smiles.match(ATOM) ?? [];
  const fragments = smiles.replace(/\[[^\]]*\]/g, '').split('.').length;
  return (
    atMost(atoms.length, MAX_ATOMS, 'atoms') ??
    atMost(fragments, MAX_FRAGMENTS, 'separate parts') ??
    (smiles.length > MAX_SMILES ? tooLong(smiles.length) : null) ??
    refuseAtom(atoms)
  );
}

function tooLong(length: number): Unreadable {
  return {
    message: `${length.toLocaleString('en')} characters; at most ${MAX_SMILES} can be read`,
  };
}

function refuseAtom(atoms: readonly string[]): Unreadable | null {
  for (const [index, atom] of atoms.entries()) {
    if (Math.abs(chargeOf(atom)) > MAX_CHARGE) {
      return { message: `atom ${index + 1} (${atom}) has an impossible charge` };
    }
    if (/^\[\d{4}/.test(atom)) {
      return { message: `atom ${index + 1} (${atom}) is an isotope that does not exist` };
    }
    if (/^\[R\d*\]$/.test(atom)) {
      return { message: `${atom} is not allowed in SMILES: write R-groups as [*:1]` };
    }
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
  const atoms = smiles.match(ATOM) ?? [];
  if (extension !== '' || !atoms.some((atom) => DUMMY.test(atom))) {
    return extension === '' ? smiles : `${smiles} ${extension}`;
  }
  const labels = atoms.map((atom) => {
    const number = DUMMY.exec(atom)?.[1];
    return number === undefined ? '' : `R<sup>${number}</sup>`;
  });
  return `${smiles.replace(/\[\*:\d{1,3}\]/g, '*')} |$${labels.join(';')}$|`;
}
