/** Gives the model's value at `x` and writes its derivatives by the parameters into `gradient`. */
export type Model = (parameters: readonly number[], x: number, gradient: number[]) => number;

export type Data = { x: readonly number[]; y: readonly number[] };

export type LeastSquares = {
  parameters: readonly number[];
  /** The residual sum of squares. */
  rss: number;
  residuals: readonly number[];
  /** The derivatives of the model by each parameter, at the points. */
  columns: readonly number[][];
};

/** When to stop: at a relative reduction of the sum of squares, or after so many steps. */
type Limits = { tolerance: number; maxSteps: number };

/**
 * Minimizes the sum of squared residuals by the algorithm of Levenberg and Marquardt: Gauss–Newton steps, damped
 * towards the steepest descent until one of them reduces the sum. The damping is scaled by the lengths of the
 * Jacobian's columns, the largest so far, so that the units of the parameters do not matter.
 *
 * Sources: D. W. Marquardt, J. SIAM 11 (1963) 431–441; J. J. Moré, Lecture Notes in Mathematics 630 (1978) 105–116.
 */
export function fitLeastSquares(
  model: Model,
  data: Data,
  start: readonly number[],
  { tolerance, maxSteps }: Limits = { tolerance: 1e-15, maxSteps: 2_000 },
): LeastSquares {
  let best = linearize(model, data, start);
  let damping = 1e-3;
  const scales = start.map(() => 0);
  for (let step = 0; step < maxSteps && damping < 1e16; step++) {
    for (const [k, column] of best.columns.entries())
      scales[k] = Math.max(scales[k] ?? 0, dot(column, column));
    const ridge = scales.map((scale) => damping * scale);
    const { solution } = regress(best.columns, best.residuals, ridge);
    const next = linearize(
      model,
      data,
      best.parameters.map((value, k) => value + (solution[k] ?? 0)),
    );
    const isReduced = next.rss <= best.rss;
    damping = isReduced ? Math.max(damping / 10, 1e-15) : damping * 10;
    if (!isReduced) continue;
    const isDone = best.rss - next.rss <= tolerance * best.rss;
    best = next;
    if (isDone) break;
  }
  return best;
}

function linearize(model: Model, { x, y }: Data, parameters: readonly number[]): LeastSquares {
  const columns = parameters.map((): number[] => []);
  const gradient: number[] = [];
  const residuals = x.map((value, i) => {
    const residual = (y[i] ?? 0) - model(parameters, value, gradient);
    for (const [k, column] of columns.entries()) column.push(gradient[k] ?? 0);
    return residual;
  });
  return { parameters, rss: dot(residuals, residuals), residuals, columns };
}

export function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Below this share of its length, a column depends on those before it. */
const DEPENDENT = 1e-14;

/**
 * Linear least squares by sweeping the normal equations of columns of length one (J. H. Goodnight, Am. Stat. 33 (1979)
 * 149–158). A column that depends on those before it is left out: its coefficient is 0, and its variance infinite.
 *
 * @param ridge is added to the diagonal
 * @returns the coefficients, what they leave of `y`, and `(XᵀX)⁻¹`
 */
export function regress(
  columns: readonly number[][],
  y: readonly number[],
  ridge: readonly number[] = [],
) {
  const lengths = columns.map((column) => Math.sqrt(dot(column, column)) || 1);
  const scaled = columns.map((column, k) => column.map((value) => value / (lengths[k] ?? 1)));
  const inverse = scaled.map((column, k) =>
    scaled.map((other, l) =>
      k === l ? dot(column, other) + (ridge[k] ?? 0) / (lengths[k] ?? 1) ** 2 : dot(column, other),
    ),
  );
  const isLeftOut = inverse.map((row, k) => sweep(inverse, row, k));
  const slopes = scaled.map((column, k) => (isLeftOut[k] ? 0 : dot(column, y)));
  const solution = inverse.map((row, k) => (isLeftOut[k] ? 0 : dot(row, slopes)));
  const left = y.map((value, i) =>
    scaled.reduce((rest, column, k) => rest - (column[i] ?? 0) * (solution[k] ?? 0), value),
  );
  const entry = (value: number, k: number, l: number) =>
    !(isLeftOut[k] || isLeftOut[l]) ? value : k === l ? Number.POSITIVE_INFINITY : 0;
  return {
    solution: solution.map((value, k) => value / (lengths[k] ?? 1)),
    left,
    inverse: inverse.map((row, k) =>
      row.map((value, l) => entry(value, k, l) / (lengths[k] ?? 1) / (lengths[l] ?? 1)),
    ),
  };
}

/** @returns whether the row's pivot is too small */
function sweep(matrix: readonly number[][], row: number[], k: number): boolean {
  const pivot = row[k] ?? 0;
  if (!(pivot > DEPENDENT)) return true;
  row[k] = 1;
  for (const [j, value] of row.entries()) row[j] = value / pivot;
  for (const [i, other] of matrix.entries()) {
    const factor = other[k] ?? 0;
    if (i === k) continue;
    other[k] = 0;
    for (const [j, value] of row.entries()) other[j] = (other[j] ?? 0) - factor * value;
  }
  return false;
}
