import type { Selectable } from 'kysely';
import type { Tables } from '../../server/db/tables.ts';
import {
  connectivityOf,
  type Form,
  type Molecule,
  type MoleculeProperties,
} from '../chemistry/chemistry.ts';

type MoleculeRow = Selectable<Tables['molecules']>;

export function toMoleculeRow(molecule: Molecule): MoleculeRow {
  return {
    inchikey: molecule.inchikey,
    connectivity: connectivityOf(molecule.inchikey),
    smiles: molecule.smiles,
    inchi: molecule.inchi,
    formula: molecule.formula,
    descriptors: JSON.stringify(molecule.properties),
    molblock: molecule.molblock,
    pattern_fp: Buffer.from(molecule.patternFingerprint, 'base64'),
    morgan_fp: Buffer.from(molecule.morganFingerprint, 'base64'),
    morgan_bits: molecule.morganBits,
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
    patternFingerprint: Buffer.from(row.pattern_fp).toString('base64'),
    morganFingerprint: Buffer.from(row.morgan_fp).toString('base64'),
    morganBits: row.morgan_bits,
    rdkitVersion: row.rdkit_version,
  };
}

export function toProperties({ descriptors }: Pick<MoleculeRow, 'descriptors'>) {
  return JSON.parse(descriptors) as MoleculeProperties;
}

export function writeForm({ smiles, molblock, properties }: Form): string {
  return JSON.stringify({ smiles, molblock, properties } satisfies Form);
}

/** Null where the post was not rendered since forms are recorded. */
export function readForm(form: string | null): Form | null {
  return form === null ? null : JSON.parse(form);
}

/** Square planar, trigonal bipyramidal and octahedral centres of SMILES, which InChI does not tell apart. */
const METAL_STEREO = /@(?:SP|TB|OH)\d+/g;

/** The arrangement about the metals, which one InChIKey may have several of; empty if none is written. */
export function arrangementOf(smiles: string): string {
  return smiles.match(METAL_STEREO)?.join() ?? '';
}
