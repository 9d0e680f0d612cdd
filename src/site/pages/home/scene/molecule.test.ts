import initRdkit from '@rdkit/rdkit';
import { expect, it } from 'vitest';
import { type Atom, atoms, bonds } from './molecule.ts';

const distance = (a: Atom, b: Atom) => a.position.distance(b.position);

/** A V2000 molfile: columns of a fixed width. */
function molfile(): string {
  const columns = (width: number) => (value: number | string) => String(value).padStart(width);
  return [
    '\n\n',
    `${[atoms.length, bonds.length].map(columns(3)).join('')}  0  0  0  0  0  0  0  0999 V2000`,
    ...atoms.map(
      ({ element, position }) =>
        `${[...position].map((value) => columns(10)(value.toFixed(4))).join('')} ${element.padEnd(3)} 0  0  0  0  0  0  0  0  0  0  0  0`,
    ),
    ...bonds.map(
      ({ atoms: [from, to], order }) =>
        `${[atoms.indexOf(from) + 1, atoms.indexOf(to) + 1, order].map(columns(3)).join('')}  0  0  0  0`,
    ),
    'M  END',
  ].join('\n');
}

it('is osimertinib, atom for atom and bond for bond', async () => {
  const rdkit = await initRdkit();
  const molecule = rdkit.get_mol(molfile());
  const inchi = molecule?.get_inchi() ?? '';
  molecule?.delete();
  expect(rdkit.get_inchikey_for_inchi(inchi)).toBe('DUYJMQONPNNFPI-UHFFFAOYSA-N');
});

it('has the bond lengths of organic chemistry, and no atoms that run into each other', () => {
  const odd = bonds.filter(({ atoms: ends }) => {
    const isHydrogen = ends.some(({ element }) => element === 'H');
    const [least, most] = isHydrogen ? [0.95, 1.15] : [1.18, 1.6];
    const length = distance(...ends);
    return length < least || length > most;
  });
  expect(odd).toEqual([]);
  // No atoms run into each other.
  const isBound = (a: Atom, b: Atom) =>
    bonds.some(({ atoms: ends }) => ends.includes(a) && ends.includes(b));
  const pairs = atoms.flatMap((a, i) => atoms.slice(i + 1).map((b) => [a, b] as const));
  const close = pairs.filter(([a, b]) => !isBound(a, b) && distance(a, b) < 1.6);
  expect(close).toEqual([]);
});
