import type { Mol } from '@rdkit/rdkit';
import type { MoleculeGraph } from './rdkit-json.ts';

type Point = readonly [x: number, y: number, z: number];

/** The least distance of two atoms, in bonds. */
const MIN_DISTANCE = 0.5;
/** The least distance of an atom from a bond that it does not take part in, in bonds. */
const MIN_CLEARANCE = 0.2;

/**
 * Gives a molecule coordinates in two dimensions. RDKit's own layout puts atoms of some cages and peroxides upon one
 * another (cubane, artemisinin): there CoordGen's is taken, if it is clearer.
 */
export function layOut(molecule: Mol, { bonds }: MoleculeGraph): void {
  placeByRdkit(molecule);
  const clearance = clearanceOf(molecule.get_coords(), bonds);
  if (clearance >= 1) return;
  molecule.set_new_coords(true);
  if (clearanceOf(molecule.get_coords(), bonds) <= clearance) placeByRdkit(molecule);
}

function placeByRdkit(molecule: Mol): void {
  molecule.set_new_coords();
  try {
    // The longest axis horizontal, and as many bonds as possible at multiples of 30 degrees.
    molecule.normalize_depiction(1);
    // Where its axes are not unique, RDKit turns the molecule out of the plane.
    if (molecule.get_coords().some(([, , z]: Point) => Math.abs(z) > 0.01)) {
      molecule.set_new_coords();
    }
    molecule.straighten_depiction(false);
  } catch {
    // RDKit throws for what has only hydrogens, and nothing else: the coordinates are as they were.
  }
}

/** 1 or more where no atom is too near to another one or to a bond, else the part of the wanted distance that it has. */
function clearanceOf(points: readonly Point[], bonds: MoleculeGraph['bonds']): number {
  const lengths = bonds.map(({ atoms: [from, to] }) => distance(points[from], points[to]));
  const bond = lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, point] of points.entries()) {
    for (const other of points.slice(index + 1)) {
      least = Math.min(least, distance(point, other) / MIN_DISTANCE);
    }
    for (const { atoms } of bonds) {
      if (atoms.includes(index)) continue;
      const [from, to] = atoms;
      least = Math.min(least, distanceFromLine(point, points[from], points[to]) / MIN_CLEARANCE);
    }
  }
  return least / bond;
}

const ORIGIN: Point = [0, 0, 0];

function distance(a: Point = ORIGIN, b: Point = ORIGIN): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** From the line between two points, not from what extends it. */
function distanceFromLine(point: Point, from: Point = ORIGIN, to: Point = ORIGIN): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / (x * x + y * y || 1);
  const at = Math.min(Math.max(along, 0), 1);
  return distance(point, [from[0] + at * x, from[1] + at * y, 0]);
}
