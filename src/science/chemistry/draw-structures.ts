import type { Element } from 'hast';
import { quoted } from '../../text/finding.ts';
import { labelId } from '../../text/labels.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import { type Drawer, type DrawingContext, drawFailure } from '../drawer.ts';
import type { Chemistry, Structure, StructureInput, Unreadable } from './chemistry.ts';
import { readSmilesLine } from './inputs.ts';
import { type FigureItem, inlineStructure, structureFigure } from './structure-figure.ts';

/** Structures of one body. */
const MAX_STRUCTURES = 100;
/** Structures of one body that take too long, after which no more are computed. */
const MAX_SLOW = 2;

/** Draws molecules and reactions: blocks as figures, the rest in the line of text. */
export const drawStructures: Drawer = async (elements, context) => {
  const draw = withLimits(context.chemistry);
  for (const element of elements) {
    const lines = structureLines(element);
    const items: FigureItem[] = [];
    for (const line of lines) {
      const structure = await draw(line.input);
      if ('message' in structure) {
        items.push({ failure: reportFailure(element, line, structure, context) });
        continue;
      }
      recordStructure(element, line, structure, context);
      items.push({ name: line.name ?? (lines.length === 1 ? element.name : null), structure });
    }
    if (items.length === 0) reportEmpty(element, context);
    else place(element, items, context);
  }
};

const EMPTY = 'There is no structure here.';

/** Draws the structures of one body, within its limits. */
function withLimits(chemistry: Chemistry) {
  const spent = { structures: 0, slow: 0 };
  return async (input: StructureInput): Promise<Structure | Unreadable> => {
    spent.structures += 1;
    if (spent.structures > MAX_STRUCTURES) {
      return { message: `a post has at most ${MAX_STRUCTURES} structures` };
    }
    if (spent.slow >= MAX_SLOW) return { message: 'other structures of this post take too long' };
    const [structure = { message: EMPTY }] = await chemistry.draw([input]);
    if ('isTooSlow' in structure) spent.slow += 1;
    return structure;
  };
}

function recordStructure(
  { label }: Placeholder,
  { line, name }: StructureLine,
  { gained, inexpressible, molecule }: Structure,
  { report, molecules }: DrawingContext,
): void {
  if (gained !== undefined) {
    const message = `The products contain atoms that are not in the reactants: ${gained}. Add what is missing before the arrow, or as an agent.`;
    report('reaction-gains-atoms', { line }, message);
  }
  if (inexpressible !== undefined) {
    const message = `${inexpressible} It is drawn, and has no page.`;
    report('inexpressible-stereochemistry', { line }, message);
  }
  // The name is not the caption, which may say anything.
  if (molecule !== null)
    molecules.push({ molecule, position: molecules.length, label, name, line });
}

function place(element: Placeholder, items: readonly FigureItem[], { labels }: DrawingContext) {
  const [only] = items;
  const label = labels.get(element.label ?? '');
  if (only !== undefined && 'failure' in only && items.length === 1) {
    if (label !== undefined) only.failure.properties.id = labelId(label.label);
    element.replace([only.failure]);
  } else if (element.isBlock) {
    element.replace([structureFigure(items, { name: element.name, label }, element.isInLink)]);
  } else if (only !== undefined && 'structure' in only) {
    element.replace(inlineStructure(only.structure, element.isInLink));
  }
}

/** An element without a structure. Its first line, of a block, is the one after the fence. */
function reportEmpty(element: Placeholder, context: DrawingContext): void {
  const line = element.isBlock ? Math.max(1, element.line - 1) : element.line;
  context.report('unreadable-structure', { line }, EMPTY, 'error');
  element.replace([drawFailure(element, EMPTY)]);
}

/** Reports what cannot be drawn, and returns what is shown in its place. */
function reportFailure(
  element: Placeholder,
  { input, source, line, column }: StructureLine,
  { message, column: offset = 1 }: Unreadable,
  { report }: DrawingContext,
): Element {
  const isFile = input.format === 'molfile';
  const sentence = `${isFile ? 'Molfile' : quoted(source)}: ${message}.`;
  const position = isFile ? { line } : { line, column: column + offset - 1 };
  report('unreadable-structure', position, sentence, 'error');
  return drawFailure({ ...element, source }, sentence);
}

/** A structure of a block, with its place in the body. */
type StructureLine = {
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
function structureLines({ kind, source, line, column, isBlock }: Placeholder): StructureLine[] {
  const lines = source.split(/\r\n?|\n/);
  if (kind === 'molfile') {
    // The name is the first of the three lines above the counts.
    const hasName = lines.findIndex((text) => /\bV[23]000\s*$/.test(text)) === 3;
    const name = hasName ? plainName(lines[0] ?? '') : null;
    return [{ input: { format: kind, source }, name, source, line, column: column ?? 1 }];
  }
  const format = kind === 'reaction' ? kind : 'smiles';
  return lines.slice(0, isBlock ? lines.length : 1).flatMap((text, index): StructureLine[] => {
    if (text.trim() === '') return [];
    const { smiles, extension, name } = readSmilesLine(text);
    const indent = text.length - text.trimStart().length;
    return [
      {
        input: { format, source: `${smiles} ${extension}`.trimEnd() },
        name: plainName(name),
        source: text.trim(),
        line: line + index,
        column: (index === 0 ? (column ?? 1) : 1) + indent,
      },
    ];
  });
}

/** A name as it is shown: on one line, without control characters, of at most 200 characters. */
function plainName(written: string): string | null {
  const name = written
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  return name === '' ? null : [...name].slice(0, 200).join('');
}
