import initRdkit from '@rdkit/rdkit';
import { expect, it } from 'vitest';
import { parseMolecule } from './molecule.ts';
import { osimertinib } from './osimertinib.ts';

const { atoms, bonds } = parseMolecule(osimertinib);

const distance = (a: number, b: number) => {
  const [from, to] = [atoms[a]?.position, atoms[b]?.position];
  if (from === undefined || to === undefined) throw new Error('No such atom');
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
};

/** A V2000 molfile: columns of a fixed width. */
function molfile(): string {
  const columns = (width: number) => (value: number | string) => String(value).padStart(width);
  return [
    '\n\n',
    `${[atoms.length, bonds.length].map(columns(3)).join('')}  0  0  0  0  0  0  0  0999 V2000`,
    ...atoms.map(
      ({ element, position }) =>
        `${position.map((value) => columns(10)(value.toFixed(4))).join('')} ${element.padEnd(3)} 0  0  0  0  0  0  0  0  0  0  0  0`,
    ),
    ...bonds.map(
      ({ atoms: [from, to], order }) =>
        `${[from + 1, to + 1, order].map(columns(3)).join('')}  0  0  0  0`,
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
  expect(osimertinib.elements.replaceAll(/[^H]/g, '')).toHaveLength(33);
});

it('has the bond lengths of organic chemistry, and no atoms that run into each other', () => {
  const odd = bonds.filter(({ atoms: ends }) => {
    const isHydrogen = ends.some((atom) => atoms[atom]?.element === 'H');
    const [least, most] = isHydrogen ? [0.95, 1.15] : [1.18, 1.6];
    const length = distance(ends[0], ends[1]);
    return length < least || length > most;
  });
  expect(odd).toEqual([]);
  // No atoms run into each other.
  const bound = new Set(bonds.map(({ atoms: ends }) => ends.toSorted((a, b) => a - b).join()));
  const pairs = atoms.flatMap((_, a) => atoms.slice(a + 1).map((_, i) => [a, a + 1 + i] as const));
  const close = pairs.filter(([a, b]) => !bound.has(`${a},${b}`) && distance(a, b) < 1.6);
  expect(close).toEqual([]);
});
