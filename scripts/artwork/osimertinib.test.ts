import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForceFieldMMFF94, Molecule, Resources } from 'openchemlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { molecules } from '../../src/content/molecules.ts';
import { parseMolecule } from '../../src/site/pages/home/scene/molecule.ts';
import { osimertinib } from '../../src/site/pages/home/scene/osimertinib.ts';
import { moleculePlate } from './molecule-plate.ts';

const { atoms, bonds } = parseMolecule(osimertinib);

const distance = (a: number, b: number) => {
  const [from, to] = [atoms[a]?.position, atoms[b]?.position];
  if (from === undefined || to === undefined) throw new Error('No such atom');
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
};

/** The molecule that the scene shows, as a chemist's program reads it. */
function shown(): Molecule {
  const molecule = new Molecule(atoms.length, bonds.length);
  for (const { element, position } of atoms) {
    const atom = molecule.addAtom(Molecule.getAtomicNoFromLabel(element));
    molecule.setAtomX(atom, position[0]);
    molecule.setAtomY(atom, position[1]);
    molecule.setAtomZ(atom, position[2]);
  }
  for (const { atoms: ends, order } of bonds) {
    const bond = molecule.addBond(ends[0], ends[1]);
    molecule.setBondType(bond, order === 2 ? Molecule.cBondTypeDouble : Molecule.cBondTypeSingle);
  }
  return molecule;
}

describe('the molecule in the scene', () => {
  beforeAll(() => Resources.registerFromNodejs());

  it('is osimertinib, atom for atom and bond for bond', () => {
    const drawn = shown();
    drawn.removeExplicitHydrogens();
    expect(drawn.getIDCode()).toBe(Molecule.fromSmiles(molecules.osimertinib.smiles).getIDCode());
    expect(shown().getMolecularFormula().formula).toBe('C28H33N7O2');
  });

  it('has the bond lengths of organic chemistry', () => {
    const odd = bonds.filter(({ atoms: ends }) => {
      const isHydrogen = ends.some((atom) => atoms[atom]?.element === 'H');
      const [least, most] = isHydrogen ? [0.95, 1.15] : [1.18, 1.6];
      const length = distance(ends[0], ends[1]);
      return length < least || length > most;
    });
    expect(odd).toEqual([]);
  });

  it('has no atoms that run into each other', () => {
    const bound = new Set(bonds.map(({ atoms: ends }) => ends.toSorted((a, b) => a - b).join()));
    const pairs = atoms.flatMap((_, a) =>
      atoms.slice(a + 1).map((_, i) => [a, a + 1 + i] as const),
    );
    const close = pairs.filter(([a, b]) => !bound.has(`${a},${b}`) && distance(a, b) < 1.6);
    expect(close).toEqual([]);
  });

  it('is at rest: the force field moves no atom by more than rounding does', () => {
    const molecule = shown();
    const before = atoms.map(({ position }) => position);
    expect(new ForceFieldMMFF94(molecule, 'MMFF94s').minimise()).toBe(0);
    // The program sorts hydrogens to the end; here they are there already.
    const squares = before.map(
      ([x, y, z], i) =>
        (molecule.getAtomX(i) - x) ** 2 +
        (molecule.getAtomY(i) - y) ** 2 +
        (molecule.getAtomZ(i) - z) ** 2,
    );
    const deviation = Math.sqrt(squares.reduce((sum, square) => sum + square) / squares.length);
    expect(deviation).toBeLessThan(0.25);
  });

  it('is the one on the poster', () => {
    const poster = join(import.meta.dirname, '../../src/site/pages/home/scene/osimertinib.svg');
    expect(readFileSync(poster, 'utf8')).toBe(moleculePlate(parseMolecule(osimertinib)));
  });
});
