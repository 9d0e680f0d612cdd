import type { Mol } from '@rdkit/rdkit';
import type { Molecule, Unreadable } from './chemistry.ts';
import { jsonForInchi, type MoleculeGraph, readGraph } from './graph.ts';
import { labelRGroups, readMolfile, readSmilesLine, refuseSmiles, wedgesOf } from './inputs.ts';
import { explain } from './rdkit-errors.ts';
import type { Rdkit } from './rdkit-instance.ts';

/** One line, whose name is passed over. */
export function readSmiles({ module, log }: Rdkit, source: string): Mol | Unreadable {
  const line = readSmilesLine(source);
  if (/[\r\n]/.test(source)) return { message: 'write one molecule on each line' };
  const refusal = refuseSmiles(line);
  if (refusal !== null) return refusal;
  return module.get_mol(labelRGroups(line)) ?? explain(log.get_buffer(), line.smiles);
}

export function readMolblock({ module, log }: Rdkit, source: string): Mol | Unreadable {
  const molfile = readMolfile(source);
  if (typeof molfile !== 'string') return molfile;
  return module.get_mol(molfile) ?? explain(log.get_buffer(), null);
}

/** The identifiers of a molecule; null if it has no InChI, as R-groups have none. */
export function identify(
  { module }: Rdkit,
  molecule: Mol,
): Pick<Molecule, 'inchikey' | 'smiles' | 'inchi'> | null {
  const inchi = inchiOf({ module }, molecule);
  if (inchi === '') return null;
  return { inchikey: module.get_inchikey_for_inchi(inchi), smiles: molecule.get_smiles(), inchi };
}

/** The InChI of the atoms, bonds and stereochemistry that RDKit sees; empty for none. */
export function inchiOf({ module }: Pick<Rdkit, 'module'>, molecule: Mol): string {
  const json = molecule.get_json();
  const { bonds } = readGraph(json);
  const isPlain = molecule.has_coords() === 0 && !bonds.some(({ isDative }) => isDative);
  if (isPlain) return molecule.get_inchi();
  // Assigned anew, the stereochemistry of double bonds would be lost.
  using plain = module.get_mol(jsonForInchi(json), '{"assignStereo":false}');
  return plain?.get_inchi() ?? '';
}

/** Square planar, trigonal bipyramidal and octahedral centres of SMILES, which InChI does not tell apart. */
const METAL_STEREO = /@(?:SP|TB|OH)\d/;

/** @param molfile what the molecule was read from; empty for SMILES */
export function inexpressibleStereo(
  molecule: Mol,
  graph: MoleculeGraph,
  molfile: string,
): string | null {
  if (METAL_STEREO.test(molecule.get_smiles())) {
    return 'InChI cannot express the arrangement about this metal.';
  }
  if (graph.bonds.some(({ stereo }) => stereo.startsWith('atrop'))) {
    return 'SMILES and InChI cannot express which way these rings are turned.';
  }
  const isAromatic = (atom: number) => graph.aromatic.has(atom);
  const isAxis = (ends: readonly number[]) =>
    ends.every(isAromatic) && !graph.rings.some((ring) => ends.every((end) => ring.includes(end)));
  return wedgesOf(molfile).some(isAxis)
    ? 'SMILES and InChI cannot express a wedge between two rings, and the drawing leaves it out: draw the wedge at a bond within a ring.'
    : null;
}
