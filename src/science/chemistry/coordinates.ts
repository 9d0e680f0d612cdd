import type { Mol } from '@rdkit/rdkit';
import type { Rdkit } from './rdkit-instance.ts';
import type { MoleculeGraph } from './rdkit-json.ts';

/**
 * Ring systems whose atoms overlap in RDKit's layout, as chemists draw them: SMARTS with coordinates in ångström. An
 * atom may be of any element. The first that is clear is taken, so those of fewer molecules come first.
 */
const RING_TEMPLATES: readonly string[] = [
  // The four rings of artemisinin: the peroxide within the ring of seven.
  '*1~*~*~*2~*~*~*~*3~*~*4(~*)~*~*~*~1~*~2~3~*~*~4 |(-1.3,2.25,;-2.6,1.5,;-2.6,0,;-1.3,-.75,;-1.3,-2.25,;0,-3,;1.3,-2.25,;1.3,-.75,;2.6,.1,;3.3,1.5,;4.7,1.9,;2.6,2.8,;1.45,1.9,;0,1.5,;0,0,;.95,.8,;2.1,.95,)|',
  // Cubane.
  '*12~*3~*4~*~1~*5~*~4~*~3~*~2~5 |(0,0,;1.5,0,;1.5,1.5,;0,1.5,;.65,2,;2.15,2,;2.15,.5,;.65,.5,)|',
  // Bornane with a group beside its methyl (camphor, borneol): the bridge of one atom above, that without the group behind.
  '*~*1(~*)~*2~*~*~*~1(~*)~*(~*)~*~2 |(-.75,2.4,;0,1.15,;.75,2.4,;-1.25,.1,;-.7,-.55,;.7,-.55,;1.25,.1,;2.7,.5,;.95,-1.5,;2,-2.55,;-.95,-1.5,)|',
  // Bicyclo[3.2.1]octane (tropane): the bridge of one atom above, that of two behind.
  '*1~*2~*~*~*~1~*~*~*~2 |(0,1.3,;-1.25,.2,;-.55,-.5,;.55,-.5,;1.25,.2,;1.5,-1.25,;0,-1.9,;-1.5,-1.25,)|',
  // Bicyclo[2.2.2]octane (quinuclidine): the third bridge bent, since a straight one has no corners.
  '*1~*~*2~*~*~*~1~*~*~2 |(-1.3,.75,;-1.3,-.75,;0,-1.5,;1.3,-.75,;1.3,.75,;0,1.5,;.3,.5,;-.3,-.5,)|',
];

type Point = readonly [x: number, y: number, z: number];

/** The least distance of two atoms, in bonds: of two carbons, and of others, which have letters. */
const MIN_DISTANCE = { corners: 0.5, letters: 0.6 };
/** The least distance of an atom from a bond that it does not take part in, in bonds. */
const MIN_CLEARANCE = 0.2;

/**
 * Gives a molecule coordinates in two dimensions. RDKit's own layout puts atoms of some cages and peroxides upon one
 * another (camphor, artemisinin): there the clearest is taken of those by templates of rings and of CoordGen's.
 */
export function layOut({ module }: Rdkit, molecule: Mol, graph: MoleculeGraph): void {
  const layouts: (() => unknown)[] = [
    () => placeByRdkit(molecule),
    ...RING_TEMPLATES.map((template) => () => placeByTemplate(module, molecule, template)),
    () => molecule.set_new_coords(true),
  ];
  let best = { clearance: 0, place: layouts[0] };
  for (const place of layouts) {
    if (place() === false) continue;
    const clearance = clearanceOf(molecule.get_coords(), graph);
    if (clearance >= 1) return;
    if (clearance > best.clearance) best = { clearance, place };
  }
  best.place?.();
}

/** @returns whether the molecule has the rings of the template */
function placeByTemplate(module: Rdkit['module'], molecule: Mol, template: string): boolean {
  using rings = module.get_qmol(template);
  return rings !== null && molecule.generate_aligned_coords(rings, ALIGNMENT) !== '';
}

const ALIGNMENT = JSON.stringify({ acceptFailure: false });

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
function clearanceOf(points: readonly Point[], { atoms, bonds, rings }: MoleculeGraph): number {
  const lengths = bonds.map(({ atoms: [from, to] }) => distance(points[from], points[to]));
  const bond = lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 1;
  let least = Number.POSITIVE_INFINITY;
  const isLetter = (atom: number) => atoms[atom]?.atomicNumber !== 6;
  for (const [index, point] of points.entries()) {
    for (let other = index + 1; other < points.length; other += 1) {
      const wanted = MIN_DISTANCE[isLetter(index) && isLetter(other) ? 'letters' : 'corners'];
      least = Math.min(least, distance(point, points[other]) / wanted);
    }
    for (const { atoms } of bonds) {
      if (atoms.includes(index)) continue;
      const [from, to] = atoms;
      least = Math.min(least, distanceFromLine(point, points[from], points[to]) / MIN_CLEARANCE);
    }
  }
  return Math.min(least / bond, rings.some((ring) => hasStraightCorner(ring, points)) ? 0.9 : 1);
}

/** Returns true if three atoms of the ring lie on a line: the corner is invisible, so RDKit writes its letter. */
function hasStraightCorner(ring: readonly number[], points: readonly Point[]): boolean {
  return ring.some((atom, index) => {
    const [from, to] = [
      points[ring.at(index - 1) ?? 0],
      points[ring[(index + 1) % ring.length] ?? 0],
    ];
    return distanceFromLine(points[atom] ?? ORIGIN, from, to) < 0.05 * distance(from, to);
  });
}

const ORIGIN: Point = [0, 0, 0];

function distance(a: Point = ORIGIN, b: Point = ORIGIN): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Measures from the line between two points, not from what extends it. */
function distanceFromLine(point: Point, from: Point = ORIGIN, to: Point = ORIGIN): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / (x * x + y * y || 1);
  const at = Math.min(Math.max(along, 0), 1);
  return distance(point, [from[0] + at * x, from[1] + at * y, 0]);
}
