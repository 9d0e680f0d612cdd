import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { type Label, labelId } from '../../text/labels.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import { readFragment } from '../../text/sanitizer/fragment.ts';
import { numberedCaption } from '../captions.ts';
import { formatFixed } from '../format-number.ts';
import { valuesTable } from '../values-table.ts';
import type { Molecule, MoleculeProperties, Structure } from './chemistry.ts';

type Row = { name: string; value: (properties: MoleculeProperties) => string };

const ROWS: readonly Row[] = [
  { name: 'Molecular weight', value: ({ weight }) => `${formatFixed(weight, 2)} g/mol` },
  { name: 'Monoisotopic mass', value: ({ exactMass }) => `${formatFixed(exactMass, 4)} Da` },
  { name: 'cLogP (Crippen)', value: ({ cLogP }) => formatFixed(cLogP, 2) },
  { name: 'Polar surface area (TPSA)', value: ({ tpsa }) => `${formatFixed(tpsa, 1)} Å²` },
  { name: 'Hydrogen-bond donors (OH and NH)', value: ({ donors }) => `${donors}` },
  { name: 'Hydrogen-bond acceptors (N and O)', value: ({ acceptors }) => `${acceptors}` },
  { name: 'Rotatable bonds', value: ({ rotatableBonds }) => `${rotatableBonds}` },
  { name: 'Heavy atoms', value: ({ heavyAtoms }) => `${heavyAtoms}` },
];

type NamedMolecule = {
  name: string;
  computed: NonNullable<Structure['computed']>;
  /** Null for what has no InChI. */
  molecule: Molecule | null;
};

/** Computed properties, with a column for each molecule; several columns have headings. */
function propertiesTable(molecules: readonly NamedMolecule[]): Element {
  const keys = molecules.map(({ molecule }) =>
    molecule === null ? 'none: InChI does not describe it' : h('code', {}, molecule.inchikey),
  );
  return valuesTable({
    caption: `Computed by RDKit ${molecules[0]?.computed.rdkitVersion ?? ''}`,
    columns: molecules.length > 1 ? molecules.map(({ name }) => name) : null,
    rows: [
      ...ROWS.map(({ name, value }) => ({
        heading: [name],
        values: molecules.map(({ computed }) => value(computed.properties)),
      })),
      { heading: ['InChIKey'], values: keys },
    ],
  });
}

type NamedStructure = { name: string | null; structure: Structure };

/** One of the structures of a block, or what is shown where it cannot be drawn. */
export type FigureItem = NamedStructure | { failure: Element };

type Caption = { name: string | null; label: Label | undefined };

/**
 * Structures as a figure, several as a grid, with their computed properties folded below. All names are text nodes:
 * no markup in them is ever parsed.
 */
export function structureFigure(
  items: readonly FigureItem[],
  caption: Caption,
  { isInLink }: Pick<Placeholder, 'isInLink'>,
): Element {
  const [only] = items;
  const figure =
    items.length === 1 && only !== undefined && 'structure' in only
      ? singleFigure(only, caption)
      : gridFigure(items, caption, isInLink);
  const molecules = items.flatMap(namedMolecule);
  if (molecules.length === 0 || isInLink) return figure;
  const details = h(
    'details',
    { className: ['structure-data'] },
    h('summary', {}, 'Computed properties'),
    propertiesTable(molecules),
    ...(molecules.length === 1 ? molecules.flatMap(moleculeLinks) : []),
  );
  return h('div', { className: ['structure'] }, figure, details);
}

function singleFigure(
  { name, structure }: NamedStructure,
  { name: caption, label }: Caption,
): Element {
  return h(
    'figure',
    { id: label && labelId(label.label) },
    drawing({ name, structure }),
    h('figcaption', {}, ...numberedCaption(label, nameAndFormula(caption ?? name, structure))),
  );
}

function gridFigure(
  items: readonly FigureItem[],
  { name, label }: Caption,
  isInLink: boolean,
): Element {
  const figures = items.map((item) =>
    'failure' in item ? item.failure : gridItem(item, isInLink),
  );
  const caption = numberedCaption(label, name === null ? [] : [text(name)]);
  return h(
    'figure',
    { id: label && labelId(label.label) },
    h('div', { className: ['structure-grid'] }, ...figures),
    ...(caption.length === 0 ? [] : [h('figcaption', {}, ...caption)]),
  );
}

function gridItem(item: NamedStructure, isInLink: boolean): Element {
  const { name, structure } = item;
  const caption = nameAndFormula(name, structure);
  const isLinked = structure.molecule !== null && !isInLink;
  return h(
    'figure',
    {},
    drawing(item),
    h(
      'figcaption',
      {},
      ...(isLinked ? [h('a', { href: pageOf(structure.molecule) }, ...caption)] : caption),
    ),
  );
}

/** A structure in a line of text, at a smaller size, that leads to its molecule's page. */
export function inlineStructure(structure: Structure, isInLink: boolean): ElementContent {
  const svg = drawing({ name: null, structure });
  const scale = Math.min(INLINE_SCALE, INLINE_HEIGHT / structure.height);
  svg.properties.className = ['structure-drawing', 'inline-structure'];
  svg.properties.width = Math.round(structure.width * scale);
  svg.properties.height = Math.round(structure.height * scale);
  if (structure.molecule === null || isInLink) return svg;
  return h('a', { href: pageOf(structure.molecule) }, svg);
}

/** A bond is 18 pixels long. */
const INLINE_SCALE = 0.7;
/** Pixels; larger structures shrink further. */
const INLINE_HEIGHT = 60;

function drawing({ name, structure }: NamedStructure): Element {
  const [svg] = readFragment(structure.svg)?.children ?? [];
  if (svg?.type !== 'element') throw new Error('A drawing is an svg');
  const kind = structure.formula.includes('→') ? 'Reaction' : 'Structure of';
  svg.properties.ariaLabel = [`${kind} ${name ?? ''}`.trim(), structure.formula]
    .join(name === null ? ' ' : ', ')
    .replace(/^Reaction /, 'Reaction: ');
  return svg;
}

function nameAndFormula(name: string | null, { formula }: Structure): ElementContent[] {
  const markup = formulaMarkup(formula);
  return name === null ? markup : [text(`${name}, `), ...markup];
}

function namedMolecule(item: FigureItem): NamedMolecule[] {
  if ('failure' in item) return [];
  const { name, structure } = item;
  const { molecule, formula, computed } = structure;
  return computed === null ? [] : [{ name: name ?? formula, molecule, computed }];
}

function moleculeLinks({ name, molecule }: NamedMolecule): Element[] {
  if (molecule === null) return [];
  const page = pageOf(molecule);
  return [
    h(
      'p',
      {},
      h('a', { href: page }, `More on ${name}`),
      text(' · '),
      h('a', { href: `${page}.smi` }, text('SMILES')),
      text(' · '),
      h('a', { href: `${page}.mol` }, text('Molfile')),
    ),
  ];
}

function pageOf(molecule: Molecule | null): string {
  return `/molecules/${molecule?.inchikey.toLowerCase()}`;
}

/** A formula with its counts as subscripts and charges as superscripts: C₂₈H₃₃N₇O₂, O₄S²⁻. */
function formulaMarkup(formula: string): ElementContent[] {
  return formula.split(/( [+→] )/).flatMap((part, index) => {
    // Between the molecules of a reaction.
    if (index % 2 === 1) return [text(part)];
    const [, elements = '', sign = '', size = ''] = /^(.*?)(?:([+-])(\d*))?$/.exec(part) ?? [];
    const nodes = elements
      .split(/(\d+)/)
      .filter((piece) => piece !== '')
      .map((piece) => (/^\d/.test(piece) ? h('sub', {}, piece) : text(piece)));
    const charge = size + (sign === '-' ? '−' : sign);
    return charge === '' ? nodes : [...nodes, h('sup', {}, charge)];
  });
}
