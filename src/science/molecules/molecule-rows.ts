import type { Selectable } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import { connectivityOf, type Molecule, type MoleculeProperties } from '../chemistry/chemistry.ts';

type MoleculeRow = Selectable<Tables['molecules']>;

/** Columns of a former search, which cannot be null. */
const NO_FINGERPRINTS = { pattern_fp: Buffer.alloc(0), morgan_fp: Buffer.alloc(0), morgan_bits: 0 };

export function toMoleculeRow(molecule: Molecule): MoleculeRow {
  return {
    inchikey: molecule.inchikey,
    connectivity: connectivityOf(molecule.inchikey),
    smiles: molecule.smiles,
    inchi: molecule.inchi,
    formula: molecule.formula,
    descriptors: JSON.stringify(molecule.properties),
    molblock: molecule.molblock,
    ...NO_FINGERPRINTS,
    rdkit_version: molecule.rdkitVersion,
  };
}

export function toMolecule(row: MoleculeRow): Molecule {
  return {
    inchikey: row.inchikey,
    smiles: row.smiles,
    inchi: row.inchi,
    formula: row.formula,
    properties: toProperties(row),
    molblock: row.molblock,
    rdkitVersion: row.rdkit_version,
  };
}

export function toProperties({ descriptors }: Pick<MoleculeRow, 'descriptors'>) {
  return JSON.parse(descriptors) as MoleculeProperties;
}
