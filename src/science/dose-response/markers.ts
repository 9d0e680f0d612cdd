/** Shapes that tell series apart without colour, as paths around the origin; hollow and filled ones alternate. */
const SHAPES: readonly {
  points: readonly (readonly [number, number])[] | null;
  isFilled: boolean;
}[] = [
  { points: null, isFilled: true },
  {
    points: [
      [-3, -3],
      [3, -3],
      [3, 3],
      [-3, 3],
    ],
    isFilled: false,
  },
  {
    points: [
      [0, -4.2],
      [3.8, 2.8],
      [-3.8, 2.8],
    ],
    isFilled: true,
  },
  {
    points: [
      [0, -4.4],
      [4, 0],
      [0, 4.4],
      [-4, 0],
    ],
    isFilled: false,
  },
  {
    points: [
      [0, 4.2],
      [3.8, -2.8],
      [-3.8, -2.8],
    ],
    isFilled: true,
  },
  {
    points: [
      [-3.4, -3.6],
      [3.4, 3.6],
      [-3.4, 3.6],
      [3.4, -3.6],
    ],
    isFilled: false,
  },
];

/** Dashes of the curves; the first is solid. */
export const DASHES: readonly (string[] | undefined)[] = [
  undefined,
  ['6', '3'],
  ['2', '2.5'],
  ['8', '3', '2', '3'],
  ['11', '3'],
  ['4', '2', '1', '2', '1', '2'],
];

export function isFilled(series: number): boolean {
  return SHAPES[series]?.isFilled ?? true;
}

/** The path of a series' marker at a place. */
export function marker(series: number, x: number, y: number): string {
  const points = SHAPES[series]?.points;
  if (points == null) return `M${at(x - 3.4)} ${at(y)}a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z`;
  return `M${points.map(([dx, dy]) => `${at(x + dx)} ${at(y + dy)}`).join('L')}Z`;
}

/** A cross, for points that are left out. */
export function cross(x: number, y: number): string {
  return `M${at(x - 3)} ${at(y - 3)}l6 6M${at(x - 3)} ${at(y + 3)}l6 -6`;
}

/** A coordinate with one decimal. */
export function at(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}
