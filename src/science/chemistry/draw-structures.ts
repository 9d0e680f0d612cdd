import type { Element, ElementContent } from 'hast';
import { readFragment } from '../../server/html/fragment.ts';
import { quoted } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import {
  type Drawer,
  type DrawingContext,
  drawFailure,
  formatFixed,
  numberedCaption,
  valuesTable,
} from '../drawer.ts';
import {
  formulaParts,
  moleculePath,
  PROPERTIES,
  plainFormula,
  type Structure,
  type StructureInput,
  type Unreadable,
} from './chemistry.ts';
import { readSmilesLine } from './inputs.ts';

const MAX_STRUCTURES = 100;
/** Structures of one body that take too long, after which no more are computed. */
const MAX_SLOW = 2;

const EMPTY = 'There is no structure here.';

type NamedStructure = { name: string | null; structure: Structure };

type FigureItem = NamedStructure | { failure: Element };

export const drawStructures: Drawer = async (elements, context) => {
  let [count, slow] = [0, 0];
  const compute = async (input: StructureInput): Promise<Structure | Unreadable> => {
    count += 1;
    if (count > MAX_STRUCTURES)
      return { message: `a post has at most ${MAX_STRUCTURES} structures` };
    if (slow >= MAX_SLOW) return { message: 'other structures of this post take too long' };
    const structure = await context.chemistry.draw(input);
    if ('isTooSlow' in structure) slow += 1;
    return structure;
  };
  for (const element of elements) {
    // What is beyond the limit stays code.
    if (count > MAX_STRUCTURES) break;
    const lines = structureLines(element);
    const items: FigureItem[] = [];
    for (const line of lines.slice(0, MAX_STRUCTURES + 1 - count)) {
      const structure = await compute(line.input);
      if ('message' in structure) {
        items.push({ failure: drawUnreadable(element, line, structure, context) });
        continue;
      }
      recordStructure(element, line, structure, context);
      items.push({ name: line.name ?? (lines.length === 1 ? element.name : null), structure });
    }
    element.replace(items.length === 0 ? [drawEmpty(element, context)] : drawn(element, items));
  }
};

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

/** The first line of a block is the one after the fence. */
function drawEmpty(element: Placeholder, { report }: DrawingContext): Element {
  const line = element.isBlock ? Math.max(1, element.line - 1) : element.line;
  report('unreadable-structure', { line }, EMPTY, 'error');
  return drawFailure(element, EMPTY);
}

function drawUnreadable(
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

/** Line and column in the body, from 1. */
type StructureLine = ReturnType<typeof structureLines>[number];

function structureLines({ kind, source, line, column, isBlock }: Placeholder) {
  const lines = source.split(/\r\n?|\n/);
  if (kind === 'molfile') {
    // The name is the first of the three lines above the counts.
    const hasName = lines.findIndex((text) => /\bV[23]000\s*$/.test(text)) === 3;
    const name = hasName ? plainName(lines[0] ?? '') : null;
    const input: StructureInput = { format: kind, source };
    return [{ input, name, source, line, column: column ?? 1 }];
  }
  const format = kind === 'reaction' ? kind : 'smiles';
  return lines.slice(0, isBlock ? lines.length : 1).flatMap((text, index) => {
    if (text.trim() === '') return [];
    const { smiles, extension, name } = readSmilesLine(text);
    const input: StructureInput = { format, source: `${smiles} ${extension}`.trimEnd() };
    const start = (index === 0 ? (column ?? 1) : 1) + text.length - text.trimStart().length;
    const place = { line: line + index, column: start };
    return [{ input, name: plainName(name), source: text.trim(), ...place }];
  });
}

/** A name as it is shown: on one line, without control characters, of at most 200 characters. */
function plainName(written: string): string | null {
  const name = written.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return name === '' ? null : [...name].slice(0, 200).join('');
}

/** All names are text nodes: no markup in them is ever parsed. */
function drawn(element: Placeholder, items: readonly FigureItem[]): ElementContent[] {
  const [only] = items.length === 1 ? items : [];
  if (only !== undefined && 'failure' in only) {
    only.failure.properties.id = element.numbered?.id;
    return [only.failure];
  }
  if (element.isBlock || only === undefined) return [structureFigure(items, element)];
  return inlineStructure(only.structure, element.isInLink);
}

function structureFigure(
  items: readonly FigureItem[],
  { name, numbered, isInLink }: Placeholder,
): Element {
  const structures = items.flatMap((item) => ('structure' in item ? item : []));
  const [only] = items.length === 1 ? structures : [];
  // A molecule whose name is the caption is not named twice.
  const title = name === null || name === only?.name ? '' : name;
  const ofOnly = only ? nameAndFormula(only) : [];
  const heading = only ? title.replace(/[.:]?$/, ': ') : title;
  const caption = numberedCaption(numbered, title === '' ? ofOnly : [text(heading), ...ofOnly]);
  const shown = only
    ? drawing(only)
    : h('div', 'structure-grid', ...items.map((item) => gridItem(item, isInLink)));
  const captions = caption.length === 0 ? [] : [h('figcaption', {}, ...caption)];
  const figure = h('figure', { id: numbered?.id }, shown, ...captions);
  const computed = structures.filter(({ structure }) => structure.computed !== null);
  if (computed.length === 0 || isInLink) return figure;
  const [single] = computed.length === 1 ? computed : [];
  const details = h(
    'details',
    'structure-data',
    h('summary', {}, 'Computed properties'),
    propertiesTable(computed),
    ...(single ? moleculeLinks(single) : []),
  );
  return h('div', 'structure', figure, details);
}

function gridItem(item: FigureItem, isInLink: boolean): Element {
  if ('failure' in item) return item.failure;
  const caption = linked(item.structure, isInLink, ...nameAndFormula(item));
  return h('figure', {}, drawing(item), h('figcaption', {}, ...caption));
}

function propertiesTable(structures: readonly NamedStructure[]): Element {
  const rows = PROPERTIES.flatMap(([property, [, heading, decimals, unit]]) => {
    const values = structures.map(({ structure }) => structure.computed?.properties[property]);
    if (values.every((value) => value == null)) return [];
    const shown = values.map((value) =>
      value == null ? '–' : `${formatFixed(value, decimals)} ${unit}`.trimEnd(),
    );
    return { heading: [heading], values: shown };
  });
  const keys = structures.map(({ structure: { molecule } }) =>
    molecule === null ? 'none of its own' : h('code', {}, molecule.inchikey),
  );
  return valuesTable(
    `Computed by RDKit ${structures[0]?.structure.computed?.rdkitVersion ?? ''}`,
    structures.length > 1 ? structures.map(titleOf) : null,
    [...rows, { heading: ['InChIKey'], values: keys }],
  );
}

function titleOf({ name, structure }: NamedStructure): string {
  return name ?? plainFormula(structure.formula);
}

/** A bond is 18 pixels long. */
const INLINE_SCALE = 0.7;
/** Pixels; larger structures shrink further. */
const INLINE_HEIGHT = 60;

function inlineStructure(structure: Structure, isInLink: boolean): ElementContent[] {
  const svg = drawing({ name: null, structure });
  const scale = Math.min(INLINE_SCALE, INLINE_HEIGHT / structure.height);
  svg.properties.className = ['structure-drawing', 'inline-structure'];
  svg.properties.width = Math.round(structure.width * scale);
  svg.properties.height = Math.round(structure.height * scale);
  return linked(structure, isInLink, svg);
}

function linked({ molecule }: Structure, isInLink: boolean, ...content: ElementContent[]) {
  if (molecule === null || isInLink) return content;
  return [h('a', { href: moleculePath(molecule.inchikey) }, ...content)];
}

function drawing({ name, structure: { svg, formula } }: NamedStructure): Element {
  const [drawn] = readFragment(svg)?.children ?? [];
  if (drawn?.type !== 'element') throw new Error('A drawing is an svg');
  const kind = formula.includes('→') ? 'Reaction:' : 'Structure of';
  const named = name === null ? '' : `${name}, `;
  drawn.properties.ariaLabel = `${kind} ${named}${plainFormula(formula)}`;
  return drawn;
}

function nameAndFormula({ name, structure }: NamedStructure): ElementContent[] {
  const formula = formulaParts(structure.formula).map((part) =>
    part.place === 'line' ? text(part.text) : h(part.place, {}, part.text),
  );
  return name === null ? formula : [text(`${name}, `), ...formula];
}

function moleculeLinks(item: NamedStructure): Element[] {
  const { molecule } = item.structure;
  if (molecule === null) return [];
  const page = moleculePath(molecule.inchikey);
  const files = { '': `More on ${titleOf(item)}`, '.smi': 'SMILES', '.mol': 'Molfile' };
  const links = Object.entries(files).flatMap(([suffix, words]) => [
    text(' · '),
    h('a', { href: page + suffix }, words),
  ]);
  return [h('p', {}, ...links.slice(1))];
}
