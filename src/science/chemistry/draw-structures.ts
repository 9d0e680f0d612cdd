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
    if (lines.length === 0) reportEmpty(element, context);
    else await drawElement(element, lines, { ...context, draw });
  }
};

const EMPTY = 'There is no structure here.';

type Draw = (line: StructureLine) => Promise<Structure | Unreadable>;

/** Draws the structures of one body, within its limits. */
function withLimits(chemistry: Chemistry): Draw {
  const spent = { structures: 0, slow: 0 };
  return async ({ input }) => {
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

async function drawElement(
  element: Placeholder,
  lines: readonly StructureLine[],
  context: DrawingContext & { draw: Draw },
): Promise<void> {
  const items: FigureItem[] = [];
  for (const line of element.isBlock ? lines : lines.slice(0, 1)) {
    const structure = await context.draw(line);
    if ('message' in structure) {
      items.push({ failure: reportFailure(element, line, structure, context) });
      continue;
    }
    if (structure.gained !== undefined) {
      const message = `The products contain atoms that are not in the reactants: ${structure.gained}. Add what is missing before the arrow, or as an agent.`;
      context.report('reaction-gains-atoms', { line: line.line }, message);
    }
    if (structure.inexpressible !== undefined) {
      const message = `${structure.inexpressible} It is drawn, and has no page.`;
      context.report('inexpressible-stereochemistry', { line: line.line }, message);
    }
    const name = line.name ?? (lines.length === 1 ? element.name : null);
    items.push({ name, structure });
    if (structure.molecule !== null) {
      const { label } = element;
      context.molecules.push({
        molecule: structure.molecule,
        position: context.molecules.length,
        label,
        // Not the caption, which may say anything.
        name: line.name,
        line: line.line,
      });
    }
  }
  place(element, items, context);
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
  const sentence = `${input.format === 'molfile' ? 'Molfile' : quoted(source)}: ${message}.`;
  const place = input.format === 'molfile' ? { line } : { line, column: column + offset - 1 };
  report('unreadable-structure', place, sentence, 'error');
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
function structureLines(element: Placeholder): StructureLine[] {
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
