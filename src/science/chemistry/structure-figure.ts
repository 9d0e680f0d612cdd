import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { type Label, labelId } from '../../text/labels.ts';
import { readFragment } from '../../text/sanitizer/fragment.ts';
import { numberedCaption } from '../captions.ts';
import { formatFixed, valuesTable } from '../drawer.ts';
import type { Molecule, MoleculeProperties, Structure } from './chemistry.ts';
import { formulaParts } from './formula-parts.ts';

/** Null where a property is not defined for a molecule. */
const ROWS: Record<string, (properties: MoleculeProperties) => string | null> = {
  'Molecular weight': ({ weight }) => `${formatFixed(weight, 2)} g/mol`,
  'Monoisotopic mass': ({ exactMass }) => `${formatFixed(exactMass, 4)} Da`,
  'cLogP (Crippen)': ({ cLogP }) => fixed(cLogP, 2),
  'Polar surface area (TPSA)': ({ tpsa }) => fixed(tpsa, 1, ' Å²'),
  'Hydrogen-bond donors (OH and NH)': ({ donors }) => `${donors}`,
  'Hydrogen-bond acceptors (N and O)': ({ acceptors }) => `${acceptors}`,
  'Rotatable bonds': ({ rotatableBonds }) => `${rotatableBonds}`,
  'Heavy atoms': ({ heavyAtoms }) => `${heavyAtoms}`,
};

function fixed(value: number | null, decimals: number, unit = ''): string | null {
  return value === null ? null : formatFixed(value, decimals) + unit;
}

type NamedStructure = { name: string | null; structure: Structure };
type Computed = {
  name: string;
  computed: NonNullable<Structure['computed']>;
  molecule: Molecule | null;
};

/** One of the structures of a block, or what is shown where it cannot be drawn. */
export type FigureItem = NamedStructure | { failure: Element };

/** Computed properties, with a column for each molecule; several columns have headings. */
function propertiesTable(molecules: readonly Computed[]): Element {
  const rows = Object.entries(ROWS).map(([heading, value]) => {
    return {
      heading: [heading],
      values: molecules.map(({ computed }) => value(computed.properties)),
    };
  });
  const keys = molecules.map(({ molecule }) =>
    molecule === null ? 'none of its own' : h('code', {}, molecule.inchikey),
  );
  return valuesTable({
    caption: `Computed by RDKit ${molecules[0]?.computed.rdkitVersion ?? ''}`,
    columns: molecules.length > 1 ? molecules.map(({ name }) => name) : null,
    rows: [
      ...rows
        .filter(({ values }) => values.some((value) => value !== null))
        .map((row) => ({ ...row, values: row.values.map((value) => value ?? '–') })),
      { heading: ['InChIKey'], values: keys },
    ],
  });
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
  const [first] = items;
  const only = items.length === 1 && first !== undefined && 'structure' in first ? first : null;
  const grid = () =>
    h('div', { className: ['structure-grid'] }, ...items.map((item) => gridItem(item, isInLink)));
  const caption = only
    ? nameAndFormula({ ...only, name: name ?? only.name })
    : name === null
      ? []
      : [text(name)];
  const numbered = numberedCaption(label, caption);
  const figure = h(
    'figure',
    { id: label && labelId(label.label) },
    only ? drawing(only) : grid(),
    ...(numbered.length === 0 ? [] : [h('figcaption', {}, ...numbered)]),
  );
  const molecules = items.flatMap(computedOf);
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
  return molecule === null || isInLink ? content : [h('a', { href: pageOf(molecule) }, ...content)];
}

function drawing({ name, structure }: NamedStructure): Element {
  const [svg] = readFragment(structure.svg)?.children ?? [];
  if (svg?.type !== 'element') throw new Error('A drawing is an svg');
  const words = name === null ? structure.formula : `${name}, ${structure.formula}`;
  svg.properties.ariaLabel = structure.formula.includes('→')
    ? `Reaction: ${words}`
    : `Structure of ${words}`;
  return svg;
}

function nameAndFormula({ name, structure }: NamedStructure): ElementContent[] {
  const formula = formulaParts(structure.formula).map((part) =>
    part.place === 'line' ? text(part.text) : h(part.place, {}, part.text),
  );
  return name === null ? formula : [text(`${name}, `), ...formula];
}

function computedOf(item: FigureItem): Computed[] {
  if ('failure' in item) return [];
  const { molecule, formula, computed } = item.structure;
  return computed === null ? [] : [{ name: item.name ?? formula, molecule, computed }];
}

function moleculeLinks({ name, molecule }: Computed): Element[] {
  if (molecule === null) return [];
  const page = pageOf(molecule);
  const link = (href: string, words: string) => h('a', { href }, words);
  const dot = text(' · ');
  return [
    h(
      'p',
      {},
      link(page, `More on ${name}`),
      dot,
      link(`${page}.smi`, 'SMILES'),
      dot,
      link(`${page}.mol`, 'Molfile'),
    ),
  ];
}

function pageOf({ inchikey }: Molecule): string {
  return `/molecules/${inchikey.toLowerCase()}`;
}
