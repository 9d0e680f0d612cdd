import type { MoleculeId } from './molecules.ts';

/**
 * Computed from the SMILES in molecules.ts with RDKit: molecular weight in g/mol, Crippen's estimate of logP, topological
 * polar surface area in Å² (of nitrogen and oxygen), bonds N–H and O–H, atoms N and O. The sizes are those of
 * ui/structures.svg, in which all bonds have the same length.
 */
const COLUMNS = [
  ...(['width', 'height', 'weight', 'cLogP', 'tpsa'] as const),
  ...(['donors', 'acceptors', 'rotatableBonds'] as const),
];

type Structure = Record<(typeof COLUMNS)[number], number>;

function structure(...values: number[]) {
  return Object.fromEntries(COLUMNS.map((column, at) => [column, values[at]])) as Structure;
}

export const structures: Record<MoleculeId, Structure> = {
  osimertinib: structure(296, 209, 499.62, 4.51, 87.55, 2, 9, 10),
  olaparib: structure(323, 233, 434.47, 2.35, 86.37, 1, 7, 4),
  lapatinib: structure(380, 262, 581.07, 6.14, 106.35, 2, 8, 11),
  gemcitabine: structure(227, 136, 263.2, -1.29, 110.6, 4, 7, 2),
  levodopa: structure(210, 133, 197.19, 0.05, 103.78, 5, 5, 3),
  rasagiline: structure(187, 96, 171.24, 1.9, 12.03, 1, 1, 2),
  riluzole: structure(230, 79, 234.2, 2.78, 48.14, 2, 3, 1),
  edaravone: structure(159, 118, 174.2, 1.8, 32.67, 0, 3, 1),
};
