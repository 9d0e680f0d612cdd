import type { Unreadable } from './chemistry.ts';
import { atMost, MAX_ATOMS } from './limits.ts';
import { MARKUP, STEREO_GROUPS } from './smiles-input.ts';

/** UTF-16 code units; 300 atoms with properties take a third. */
const MAX_MOLFILE = 100_000;
/** Lines before the counts: name, program, comment. */
const HEADER_LINES = 3;

export type Molfile = { molfile: string; name: string };

/**
 * Checks a molfile (V2000 or V3000) before RDKit reads it. Empty lines at its start, which copying loses, are put
 * back.
 */
export function readMolfile(source: string): Molfile | Unreadable {
  if (source.trim() === '') return { message: 'there is nothing here' };
  if (source.length > MAX_MOLFILE) {
    return { message: `${source.length} characters; the limit is ${MAX_MOLFILE}` };
  }
  const lines = source.split(/\r\n?|\n/);
  const counts = lines.findIndex((line) => /\bV[23]000\s*$/.test(line));
  if (counts < 0 || counts > HEADER_LINES) {
    return { message: 'the fourth line of a molfile must say V2000 or V3000' };
  }
  if (!lines.includes('M  END')) return { message: 'a molfile must end with the line “M  END”' };
  const end = lines.indexOf('M  END') + 1;
  const rest = lines.slice(end);
  if (rest.some((line) => /\bV[23]000\s*$/.test(line))) {
    return { message: 'there are several molecules: write a block for each' };
  }
  const declared = declaredAtoms(lines, counts);
  if (declared === 0) return { message: 'it contains no atoms' };
  const body = lines.slice(counts, end);
  if (body.some((line) => MARKUP.test(line))) {
    return { message: 'labels of atoms cannot hold “<”, “>” or “&#”' };
  }
  if (body.some((line) => /MDLV30\/STE(?:REL|RAC)/i.test(line))) return STEREO_GROUPS;
  const missing = HEADER_LINES - counts;
  const name = missing > 0 ? '' : (lines[0] ?? '').trim();
  const molfile = `${'\n'.repeat(HEADER_LINES)}${body.join('\n')}\n`;
  return atMost(declared, MAX_ATOMS, 'atoms') ?? { molfile, name };
}

/** The largest of the counts of atoms that the file declares. */
function declaredAtoms(lines: readonly string[], counts: number): number {
  const short = Number((lines[counts] ?? '').slice(0, 3));
  const long = lines.flatMap((line) => /^M {2}V30 COUNTS\s+(\d{1,9})\b/i.exec(line)?.[1] ?? []);
  return Math.max(short || 0, ...long.map(Number));
}
