import type { Placeholder } from '../../text/placeholders.ts';
import type { StructureInput } from './chemistry.ts';
import { readSmilesLine } from './smiles-input.ts';

/** A structure of a block, with its place in the body. */
export type StructureLine = {
  input: StructureInput;
  name: string | null;
  /** As it was written. */
  source: string;
  /** Counts from 1. */
  line: number;
  /** Where it starts, from 1. */
  column: number;
};

/** The structures of an element: one molfile, or one structure a line. */
export function structureLines(element: Placeholder): StructureLine[] {
  const { kind, source } = element;
  if (kind === 'molfile') {
    const input = { format: kind, source };
    return [{ ...placeOf(element, 0, ''), input, name: molfileName(source), source }];
  }
  const format = kind === 'reaction' ? kind : 'smiles';
  return source.split(/\r\n?|\n/).flatMap((line, index): StructureLine[] => {
    if (line.trim() === '') return [];
    const { smiles, extension, name } = readSmilesLine(line);
    const input = { format, source: `${smiles} ${extension}`.trimEnd() } as const;
    return [
      { ...placeOf(element, index, line), input, name: plainName(name), source: line.trim() },
    ];
  });
}

function placeOf({ line, column }: Placeholder, index: number, written: string) {
  const indent = written.length - written.trimStart().length;
  const start = index === 0 ? (column ?? 1) : 1;
  return { line: line + index, column: start + indent };
}

/** The first of the three lines above the counts. */
function molfileName(source: string): string | null {
  const lines = source.split(/\r\n?|\n/);
  const counts = lines.findIndex((line) => /\bV[23]000\s*$/.test(line));
  return counts === 3 ? plainName(lines[0] ?? '') : null;
}

/** A name as it is shown: on one line, without control characters, of at most 200 characters. */
function plainName(written: string): string | null {
  const name = written
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return name === '' ? null : [...name].slice(0, 200).join('');
}
