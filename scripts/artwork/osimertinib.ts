import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConformerGenerator, ForceFieldMMFF94, Molecule, Resources } from 'openchemlib';
import type { MoleculeData, Vector } from '../../src/site/pages/home/scene/molecule.ts';
import { cross, dot, scale, subtract, unit } from '../../src/site/pages/home/scene/vector.ts';

/**
 * Computes the shape of the molecule in the scene and writes its module. Run by hand: `node
 * scripts/artwork/osimertinib.ts`. The generator is not deterministic, so a reviewed shape is committed,
 * and a test checks that the force field is at a minimum there.
 */

/** This notation determines the order of the conformers. */
const SMILES = 'COc1cc(N(C)CCN(C)C)c(NC(=O)C=C)cc1Nc1nccc(n1)-c1cn(C)c2ccccc12';

/** The conformer with the least energy of `CONFORMERS` is drawn. */
const SEED = 1;
const CONFORMERS = 4;

/** The angle of the long axis in the picture, and the rotation about it, in radians. */
const SLOPE = 0.9;
const TURN = -4.3;

function leastEnergy(): Molecule {
  Resources.registerFromNodejs();
  const generator = new ConformerGenerator(SEED);
  const options = { strategy: ConformerGenerator.STRATEGY_LIKELY_RANDOM };
  if (!generator.initializeConformers(Molecule.fromSmiles(SMILES), options)) {
    throw new Error('No conformers: the structure was rejected');
  }
  const minimised = Array.from({ length: CONFORMERS }, () => {
    const molecule = generator.getNextConformerAsMolecule();
    if (molecule === null) throw new Error('Too few conformers');
    const field = new ForceFieldMMFF94(molecule, 'MMFF94s');
    if (field.minimise() !== 0) throw new Error('The force field found no minimum');
    return { molecule, energy: field.getTotalEnergy() };
  });
  const [least] = minimised.sort((a, b) => a.energy - b.energy);
  if (least === undefined) throw new Error('No conformer');
  return least.molecule;
}

/** The first principal axis of points around the origin, by power iteration. */
function longAxis(points: readonly Vector[]): Vector {
  let axis: Vector = [1, 0.5, 0.25];
  for (let i = 0; i < 200; i++) {
    const next: [number, number, number] = [0, 0, 0];
    for (const point of points) {
      const along = dot(point, axis);
      for (const k of [0, 1, 2] as const) next[k] += along * point[k];
    }
    axis = unit(next);
  }
  return axis;
}

/** The points around their centroid, with the long axis in the picture plane. */
function laidOut(points: readonly Vector[]): Vector[] {
  const centre = scale(
    points.reduce<Vector>((sum, point) => subtract(sum, scale(point, -1)), [0, 0, 0]),
    1 / points.length,
  );
  const centred = points.map((point) => subtract(point, centre));
  const along = longAxis(centred);
  const start = unit(cross(along, [0, 0, 1]));
  const third = cross(along, start);
  const across = subtract(scale(start, Math.cos(TURN)), scale(third, -Math.sin(TURN)));
  const towards = cross(along, across);
  const [c, s] = [Math.cos(SLOPE), Math.sin(SLOPE)];
  const lengths = centred.map((point) => dot(point, along));
  const middle = (Math.min(...lengths) + Math.max(...lengths)) / 2;
  return centred.map((point) => {
    const [u, v, w] = [dot(point, along) - middle, dot(point, across), dot(point, towards)];
    return [c * u - s * v, s * u + c * v, w];
  });
}

/**
 * Osimertinib as data: its atoms with their positions in a conformer of low energy (MMFF94s, in
 * vacuo), x to the right, y upward and z towards the reader, in hundredths of an ångström.
 */
function osimertinib() {
  const molecule = leastEnergy();
  const atoms = Array.from({ length: molecule.getAllAtoms() }, (_, i) => i);
  const positions = laidOut(
    atoms.map((i) => [molecule.getAtomX(i), molecule.getAtomY(i), molecule.getAtomZ(i)]),
  );
  return {
    smiles: SMILES,
    elements: atoms.map((i) => molecule.getAtomLabel(i)),
    positions: positions.map((position) => position.map((value) => Math.round(value * 100))),
    bonds: Array.from({ length: molecule.getAllBonds() }, (_, i) => [
      molecule.getBondAtom(0, i),
      molecule.getBondAtom(1, i),
      molecule.getBondOrder(i),
    ]),
  };
}

function osimertinibData(): MoleculeData {
  const { smiles, elements, positions, bonds } = osimertinib();
  return {
    smiles,
    elements: elements.join(''),
    positions: positions.map((position) => position.join(' ')).join(','),
    bonds: bonds.map((bond) => bond.join(' ')).join(','),
  };
}

/** The module that the scene reads. */
function osimertinibModule(): string {
  const { smiles, elements, positions, bonds } = osimertinibData();
  return `import type { MoleculeData } from './molecule.ts';

/** Computed by \`scripts/artwork/osimertinib.ts\`, which says how. */
export const osimertinib: MoleculeData = {
  smiles: '${smiles}',
  elements: '${elements}',
  positions:
    '${positions}',
  bonds:
    '${bonds}',
};
`;
}

const file = join(import.meta.dirname, '../../src/site/pages/home/scene/osimertinib.ts');
await writeFile(file, osimertinibModule());
