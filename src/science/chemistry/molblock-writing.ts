import type { MainModule, Mol } from '@rdkit/rdkit';
import type { MoleculeGraph } from './rdkit-json.ts';

/**
 * Writes a molecule as V2000, with the coordinates that it has, so that it has the same InChI when it is read. RDKit
 * does not write that a double bond beside one with stereochemistry has none itself: its neighbours' coordinates would
 * then be read as such.
 *
 * @param inchi of the molecule before it had coordinates
 */
export function writeMolblock(
  module: MainModule,
  molecule: Mol,
  graph: MoleculeGraph,
  inchi: string,
): string {
  const written = molecule.get_v2Kmolblock();
  return inchiOf(module, written) === inchi ? written : markEitherBonds(written, graph);
}

function inchiOf(module: MainModule, molblock: string): string {
  using molecule = module.get_mol(molblock);
  return molecule?.get_inchi() ?? '';
}

/** CTfile formats, bond block: 3 as the stereo of a double bond is cis or trans, either. */
const EITHER = '  3';
const HEADER_LINES = 4;
/** Columns of a bond. */
const ORDER = [6, 9] as const;
const STEREO = [9, 12] as const;

function markEitherBonds(molblock: string, { atoms, bonds, rings }: MoleculeGraph): string {
  const lines = molblock.split('\n');
  // Smaller rings have room for cis alone.
  const small = rings.filter((ring) => ring.length < 8);
  const isInSmallRing = (bond: MoleculeGraph['bonds'][number]) =>
    small.some((ring) => bond.atoms.every((atom) => ring.includes(atom)));
  const degrees = atoms.map((_, atom) => bonds.filter((bond) => bond.atoms.includes(atom)).length);
  for (const [index, bond] of bonds.entries()) {
    const at = HEADER_LINES + atoms.length + index;
    const line = lines[at] ?? '';
    // Of the line: aromatic rings are written as single and double bonds, in either of two ways.
    const isDouble = Number(line.slice(...ORDER)) === 2;
    const hasSides = bond.atoms.every((atom) => (degrees[atom] ?? 0) > 1);
    if (!isDouble || bond.hasStereo || !hasSides || isInSmallRing(bond)) continue;
    lines[at] = line.slice(0, STEREO[0]) + EITHER + line.slice(STEREO[1]);
  }
  return lines.join('\n');
}
