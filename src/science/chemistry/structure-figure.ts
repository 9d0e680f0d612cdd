import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { type Label, labelId } from '../../text/labels.ts';
import { readFragment } from '../../text/sanitizer/fragment.ts';
import { numberedCaption } from '../captions.ts';
import { formatFixed, valuesTable } from '../drawer.ts';
import { type MoleculeProperties, moleculePath, type Structure } from './chemistry.ts';
import { formulaParts, plainFormula } from './formula-parts.ts';

type NamedStructure = { name: string | null; structure: Structure };

/** One of the structures of a block, or what is shown where it cannot be drawn. */
export type FigureItem = NamedStructure | { failure: Element };

const ROWS: readonly (readonly [
  string,
  keyof MoleculeProperties,
  decimals: number,
  unit: string,
])[] = [
  ['Molecular weight', 'weight', 2, ' g/mol'],
  ['Monoisotopic mass', 'exactMass', 4, ' Da'],
  ['cLogP (Crippen)', 'cLogP', 2, ''],
  ['Polar surface area (TPSA)', 'tpsa', 1, ' Å²'],
  ['Hydrogen-bond donors (OH and NH)', 'donors', 0, ''],
  ['Hydrogen-bond acceptors (N and O)', 'acceptors', 0, ''],
  ['Rotatable bonds', 'rotatableBonds', 0, ''],
  ['Heavy atoms', 'heavyAtoms', 0, ''],
];

/** Computed properties, with a column for each molecule; several columns have headings. */
function propertiesTable(structures: readonly NamedStructure[]): Element {
  const rows = ROWS.map(([heading, property, decimals, unit]) => {
    const values = structures.map(({ structure }) => structure.computed?.properties[property]);
    const shown = values.map((value) =>
      value == null ? '–' : formatFixed(value, decimals) + unit,
    );
    return { heading: [heading], values: values.every((value) => value == null) ? [] : shown };
  });
  const keys = structures.map(({ structure: { molecule } }) =>
    molecule === null ? 'none of its own' : h('code', {}, molecule.inchikey),
  );
  return valuesTable({
    caption: `Computed by RDKit ${structures[0]?.structure.computed?.rdkitVersion ?? ''}`,
    columns: structures.length > 1 ? structures.map(titleOf) : null,
    rows: [
      ...rows.filter(({ values }) => values.length > 0),
      { heading: ['InChIKey'], values: keys },
    ],
  });
}

function titleOf({ name, structure }: NamedStructure): string {
  return name ?? plainFormula(structure.formula);
}

/**
 * Structures as a figure, several as a grid, with their computed properties folded below. All names are text nodes:
 * no markup in them is ever parsed.
 */
export function structureFigure(
  items: readonly FigureItem[],
  { name, label }: { name: string | null; label: Label | undefined },
  isInLink: boolean,
): Element {
  const structures = items.flatMap((item) => ('structure' in item ? item : []));
  const [only] = items.length === 1 ? structures : [];
  const grid = () =>
    h('div', { className: ['structure-grid'] }, ...items.map((item) => gridItem(item, isInLink)));
  const title = name === null ? [] : [text(name)];
  const caption = only ? nameAndFormula({ ...only, name: name ?? only.name }) : title;
  const numbered = numberedCaption(label, caption);
  const figure = h(
    'figure',
    { id: label && labelId(label.label) },
    only ? drawing(only) : grid(),
    ...(numbered.length === 0 ? [] : [h('figcaption', {}, ...numbered)]),
  );
  const computed = structures.filter(({ structure }) => structure.computed !== null);
  if (computed.length === 0 || isInLink) return figure;
  const details = h(
    'details',
    { className: ['structure-data'] },
    h('summary', {}, 'Computed properties'),
    propertiesTable(computed),
    ...(computed.length === 1 ? computed.flatMap(moleculeLinks) : []),
  );
  return h('div', { className: ['structure'] }, figure, details);
}

function gridItem(item: FigureItem, isInLink: boolean): Element {
  if ('failure' in item) return item.failure;
  const caption = linked(item.structure, isInLink, ...nameAndFormula(item));
  return h('figure', {}, drawing(item), h('figcaption', {}, ...caption));
}

/** A bond is 18 pixels long. */
const INLINE_SCALE = 0.7;
/** Pixels; larger structures shrink further. */
const INLINE_HEIGHT = 60;

/** A structure in a line of text, at a smaller size, that leads to its molecule's page. */
export function inlineStructure(structure: Structure, isInLink: boolean): ElementContent[] {
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
