import type { Element } from 'hast';
import { h, text } from '../../text/hast.ts';
import type { Molecule, MoleculeProperties, Structure } from './chemistry.ts';

type Row = { name: string; value: (properties: MoleculeProperties) => string };

const ROWS: readonly Row[] = [
  { name: 'Molecular weight', value: ({ weight }) => `${decimals(weight, 2)} g/mol` },
  { name: 'Monoisotopic mass', value: ({ exactMass }) => `${decimals(exactMass, 4)} Da` },
  { name: 'cLogP (Crippen)', value: ({ cLogP }) => decimals(cLogP, 2) },
  { name: 'Polar surface area (TPSA)', value: ({ tpsa }) => `${decimals(tpsa, 1)} Å²` },
  { name: 'Hydrogen-bond donors (OH and NH)', value: ({ donors }) => `${donors}` },
  { name: 'Hydrogen-bond acceptors (N and O)', value: ({ acceptors }) => `${acceptors}` },
  { name: 'Rotatable bonds', value: ({ rotatableBonds }) => `${rotatableBonds}` },
  { name: 'Heavy atoms', value: ({ heavyAtoms }) => `${heavyAtoms}` },
];

export type NamedMolecule = {
  name: string;
  computed: NonNullable<Structure['computed']>;
  /** Null for what has no InChI. */
  molecule: Molecule | null;
};

/** Computed properties, with a column for each molecule; several columns have headings. */
export function propertiesTable(molecules: readonly NamedMolecule[]): Element {
  const version = molecules[0]?.computed.rdkitVersion ?? '';
  const names = molecules.map(({ name }) => h('th', { scope: 'col' }, name));
  const head = h('tr', {}, h('td', {}), ...names);
  const rows = ROWS.map(({ name, value }) =>
    row(
      name,
      molecules.map(({ computed }) => text(value(computed.properties))),
    ),
  );
  const keys = molecules.map(({ molecule }) =>
    molecule === null ? text('none: InChI does not describe it') : h('code', {}, molecule.inchikey),
  );
  return h(
    'table',
    {},
    h('caption', {}, `Computed by RDKit ${version}`),
    ...(molecules.length > 1 ? [h('thead', {}, head)] : []),
    h('tbody', {}, ...rows, row('InChIKey', keys)),
  );
}

function row(name: string, values: readonly Element['children'][number][]): Element {
  const cells = values.map((value) => h('td', {}, value));
  return h('tr', {}, h('th', { scope: 'row' }, name), ...cells);
}

function decimals(value: number, digits: number): string {
  // Adding 0 makes 0 of −0.
  return (Number(value.toFixed(digits)) + 0).toFixed(digits).replace('-', '−');
}
