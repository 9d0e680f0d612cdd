import type { Element } from 'hast';
import { h } from '../../text/hast.ts';
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

export type NamedMolecule = {
  name: string;
  computed: NonNullable<Structure['computed']>;
  /** Null for what has no InChI. */
  molecule: Molecule | null;
};

/** Computed properties, with a column for each molecule; several columns have headings. */
export function propertiesTable(molecules: readonly NamedMolecule[]): Element {
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
