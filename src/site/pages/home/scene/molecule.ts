/** The storage format: one letter per element, lists separated by commas, numbers by spaces. */
export interface MoleculeData {
  smiles: string;
  elements: string;
  /** x (right), y (up) and z (towards the viewer) of each atom, in hundredths of an ångström. */
  positions: string;
  /** The two zero-based atom indices of each bond, and its order. */
  bonds: string;
}

export type Vector = readonly [x: number, y: number, z: number];

export type Element = 'H' | 'C' | 'N' | 'O';

export interface Atom {
  element: Element;
  /** In ångströms. */
  position: Vector;
}

export interface Bond {
  atoms: readonly [from: number, to: number];
  order: number;
}

export interface Molecule {
  atoms: readonly Atom[];
  bonds: readonly Bond[];
}

const rows = (list: string) => list.split(',').map((row) => row.split(' ').map(Number));

export function parseMolecule({ elements, positions, bonds }: MoleculeData): Molecule {
  return {
    atoms: rows(positions).map(([x = 0, y = 0, z = 0], i) => ({
      element: elements.charAt(i) as Element,
      position: [x / 100, y / 100, z / 100],
    })),
    bonds: rows(bonds).map(([from = 0, to = 0, order = 0]) => ({ atoms: [from, to], order })),
  };
}
