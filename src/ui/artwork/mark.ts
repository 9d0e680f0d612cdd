import { rings, sample } from './contours.ts';
import { blob, carve, grow } from './fields.ts';
import { curve } from './paths.ts';

/** The side of the mark's own square, in units. */
const SIDE = 256;

const ligand = blob(
  [
    { x: 164, y: 90, radius: 42 },
    { x: 196, y: 76, radius: 38 },
  ],
  24,
);
const host = carve(blob([{ x: 122, y: 134, radius: 114 }], 1), grow(ligand, 20), 30);

const path = (field: typeof host, attributes: string) =>
  `<path ${attributes} d="${rings(sample(field, SIDE, SIDE, 4), 0)
    .map(curve)
    .join('')}"/>`;

/**
 * The mark: a small teal shape seated in the notch of a larger ink shape. In the light palette, `side`
 * pixels wide and high, for prints on paper.
 */
export function printedMark(side: number): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${SIDE} ${SIDE}">`,
    path(host, 'fill="#0B1B24"'),
    path(ligand, 'fill="#0B7A6F"'),
    '</svg>',
    '',
  ].join('\n');
}
