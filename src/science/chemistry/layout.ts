import type { MainModule, Mol } from '@rdkit/rdkit';
import type { MoleculeGraph } from './graph.ts';

/**
 * Cages whose atoms overlap in either layout, as chemists draw them: SMARTS with coordinates in ångström. An atom may
 * be of any element.
 */
const CAGES: readonly string[] = [
  // Bornane with a group beside its methyl (camphor, borneol): the bridge of one atom above, that without the group behind.
  '*~*1(~*)~*2~*~*~*~1(~*)~*(~*)~*~2 |(-.75,2.4,;0,1.15,;.75,2.4,;-1.25,.1,;-.7,-.55,;.7,-.55,;1.25,.1,;2.7,.5,;.95,-1.5,;2,-2.55,;-.95,-1.5,)|',
  // Bicyclo[3.2.1]octane (tropane): the bridge of one atom above, that of two behind.
  '*1~*2~*~*~*~1~*~*~*~2 |(0,1.3,;-1.25,.2,;-.55,-.5,;.55,-.5,;1.25,.2,;1.5,-1.25,;0,-1.9,;-1.5,-1.25,)|',
];
const ALIGNMENT = JSON.stringify({ acceptFailure: false });

/** The least distances of two atoms, and of an atom from a bond that it is not part of, in bonds. */
const MIN_DISTANCE = 0.5;
const MIN_CLEARANCE = 0.2;
/** The longest bond, in bonds. */
const MAX_BOND = 1.6;

type Point = readonly [x: number, y: number, z: number];

/**
 * Gives a molecule coordinates in two dimensions: RDKit's own, and where atoms or bonds touch in them, or bonds are
 * stretched, the clearest of those, CoordGen's and a cage's.
 */
export function layOut(module: MainModule, molecule: Mol, { bonds }: MoleculeGraph): void {
  const layouts: (() => unknown)[] = [
    () => placeByRdkit(molecule),
    ...CAGES.map((cage) => () => placeByCage(module, molecule, cage)),
    () => molecule.set_new_coords(true),
  ];
  let best = { clearance: 0, place: layouts[0] };
  for (const place of layouts) {
    if (place() === false) continue;
    const clearance = clearanceOf(molecule.get_coords(), bonds);
    if (clearance >= 1) return;
    if (clearance > best.clearance) best = { clearance, place };
  }
  best.place?.();
}

/** Returns false for a molecule without the cage. */
function placeByCage(module: MainModule, molecule: Mol, cage: string): boolean {
  using rings = module.get_qmol(cage);
  return rings !== null && molecule.generate_aligned_coords(rings, ALIGNMENT) !== '';
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

/** 1 or more for a clear layout, else the part of a wanted distance that the worst place has. */
function clearanceOf(points: readonly Point[], bonds: MoleculeGraph['bonds']): number {
  const ends = bonds.map(
    ({ atoms: [from, to] }) => [points[from] ?? ORIGIN, points[to] ?? ORIGIN] as const,
  );
  const lengths = ends.map(([from, to]) => distance(from, to)).sort((a, b) => a - b);
  const bond = lengths[Math.floor(lengths.length / 2)] ?? 1;
  let clearance = (MAX_BOND * bond) / (lengths.at(-1) || bond);
  for (const [index, point] of points.entries()) {
    for (const other of points.slice(index + 1)) {
      clearance = Math.min(clearance, distance(point, other) / bond / MIN_DISTANCE);
    }
    for (const line of ends) {
      if (line.includes(point)) continue;
      clearance = Math.min(clearance, distanceFromLine(point, ...line) / bond / MIN_CLEARANCE);
    }
  }
  return clearance;
}

const ORIGIN: Point = [0, 0, 0];

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Measures from the line between two points, not from what extends it. */
function distanceFromLine(point: Point, from: Point, to: Point): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / (x * x + y * y || 1);
  const at = Math.min(Math.max(along, 0), 1);
  return distance(point, [from[0] + at * x, from[1] + at * y, 0]);
}
