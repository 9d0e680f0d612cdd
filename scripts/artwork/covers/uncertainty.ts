import { box, disc, fill, line, type Point, samples, through } from '../themed-svg.ts';

/** What was measured, from 0 to 10 and around 0. */
const MEASURED: readonly Point[] = [
  [2.6, -0.5],
  [3.3, 0.2],
  [4, 0.75],
  [4.8, 0.9],
  [5.5, 0.35],
  [6.2, -0.35],
];
const LENGTH_SCALE = 1.25;
const NOISE = 0.015;

const kernel = (a: number, b: number) => Math.exp(-((a - b) ** 2) / (2 * LENGTH_SCALE ** 2));

/** Solves a small system of equations by Gaussian elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    for (let row = 0; row < rows.length; row += 1) {
      if (row === pivot) continue;
      const factor = cell(row, pivot) / cell(pivot, pivot);
      rows[row] = (rows[row] ?? []).map((value, i) => value - factor * cell(pivot, i));
    }
  }
  return rows.map((_, i) => cell(i, rows.length) / cell(i, i));
}

const covariances = MEASURED.map(([a], i) =>
  MEASURED.map(([b], j) => kernel(a, b) + (i === j ? NOISE : 0)),
);
const weights = solve(
  covariances,
  MEASURED.map(([, y]) => y),
);

/** The mean and standard deviation of a Gaussian process. */
function predicted(x: number): { mean: number; sd: number } {
  const near = MEASURED.map(([a]) => kernel(x, a));
  const explained = solve(covariances, near).reduce((sum, k, i) => sum + k * (near[i] ?? 0), 0);
  const mean = weights.reduce((sum, weight, i) => sum + weight * (near[i] ?? 0), 0);
  return { mean, sd: Math.sqrt(Math.max(0, 1 - explained)) };
}

const at = (x: number, y: number): Point => [x * 160, 450 - y * 250];
const contour = (sds: number) =>
  samples(
    (x) => {
      const { mean, sd } = predicted(x);
      return at(x, mean + sds * sd);
    },
    -0.2,
    10.2,
    64,
  );

/** Far from what was measured. */
const ASKED = 9.1;
const LEVELS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** When the model should say “I don’t know”: lines are close together where the curve is known. */
export function uncertainty(): string {
  const { mean, sd } = predicted(ASKED);
  return [
    fill('paper', box(0, 0, 1600, 900)),
    fill('teal-tint', `${through([...contour(1), ...contour(-1).reverse()])}z`),
    ...LEVELS.flatMap((sds) =>
      [sds, -sds].map((each) =>
        line(sds > 1 ? 'muted' : 'teal', sds > 1 ? 1.6 : 2.6, through(contour(each))),
      ),
    ),
    line('teal', 13, through(contour(0))),
    ...MEASURED.flatMap(([x, y]) => [disc('paper', at(x, y), 24), disc('ink', at(x, y), 16)]),
    line('amber', 6, through([at(ASKED, mean + sd), at(ASKED, mean - sd)])),
    disc('paper', at(ASKED, mean), 38),
    disc('amber', at(ASKED, mean), 26),
  ].join('');
}
