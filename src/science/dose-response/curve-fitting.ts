/** The model's value at `x`, and its derivatives by the parameters: 0 by those that are fixed. */
export type Model = (
  parameters: readonly number[],
  x: number,
) => { y: number; gradient: readonly number[] };

export type Data = { x: readonly number[]; y: readonly number[] };

export type LeastSquares = {
  parameters: readonly number[];
  rss: number;
  residuals: readonly number[];
  /** The derivatives of the model by each parameter, at the points. */
  columns: readonly number[][];
};

/**
 * Levenberg–Marquardt. The damping is scaled by the largest lengths so far of the Jacobian's
 * columns, so that the parameters' units do not matter.
 * Sources: D. W. Marquardt, J. SIAM 11 (1963) 431–441; J. J. Moré, Lecture Notes in Mathematics 630
 * (1978) 105–116.
 *
 * @param limits relative reduction of the sum of squares, and steps, at which to stop
 */
export function fitLeastSquares(
  model: Model,
  data: Data,
  start: readonly number[],
  limits = { tolerance: 1e-15, maxSteps: 2_000 },
): LeastSquares {
  let best = linearize(model, data, start);
  let damping = 1e-3;
  let scales = start.map(() => 0);
  for (let step = 0; step < limits.maxSteps && damping < 1e16; step++) {
    const squares = best.columns.map((column) => dot(column, column));
    scales = scales.map((scale, k) => Math.max(scale, squares[k] ?? 0));
    const ridge = scales.map((scale) => damping * scale);
    const { solution } = regress(best.columns, best.residuals, ridge);
    const next = linearize(model, data, sum(best.parameters, solution));
    damping = next.rss <= best.rss ? Math.max(damping / 10, 1e-15) : damping * 10;
    if (!(next.rss <= best.rss)) continue;
    const isDone = best.rss - next.rss <= limits.tolerance * best.rss;
    best = next;
    if (isDone) break;
  }
  return best;
}

export function linearize(model: Model, { x, y }: Data, parameters: readonly number[]) {
  const points = x.map((value) => model(parameters, value));
  const residuals = points.map((point, i) => (y[i] ?? 0) - point.y);
  const columns = parameters.map((_, k) => points.map(({ gradient }) => gradient[k] ?? 0));
  return { parameters, rss: dot(residuals, residuals), residuals, columns };
}

export function sum(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, k) => value + (b[k] ?? 0));
}

export function dot(a: readonly number[], b: readonly number[]): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] ?? 0) * (b[i] ?? 0);
  return product;
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
    scaled.map(
      (other, l) => dot(column, other) + (k === l ? (ridge[k] ?? 0) / (lengths[k] ?? 1) ** 2 : 0),
    ),
  );
  for (const [k, row] of inverse.entries()) sweep(inverse, row, k);
  const slopes = scaled.map((column) => dot(column, y));
  const solution = inverse.map((row) => (row.includes(LEFT_OUT) ? 0 : dot(row, slopes)));
  const left = y.map((value, i) =>
    scaled.reduce((rest, column, k) => rest - (column[i] ?? 0) * (solution[k] ?? 0), value),
  );
  return {
    solution: solution.map((value, k) => value / (lengths[k] ?? 1)),
    left,
    inverse: inverse.map((row, k) =>
      row.map((value, l) => value / (lengths[k] ?? 1) / (lengths[l] ?? 1)),
    ),
  };
}

const LEFT_OUT = Number.POSITIVE_INFINITY;

function sweep(matrix: readonly number[][], row: number[], k: number): void {
  const pivot = row[k] ?? 0;
  const isLeftOut = !(pivot > DEPENDENT);
  row[k] = 1;
  for (const [j, value] of row.entries()) row[j] = isLeftOut ? 0 : value / pivot;
  for (const [i, other] of matrix.entries()) {
    const factor = other[k] ?? 0;
    if (i === k) continue;
    other[k] = 0;
    for (const [j, value] of row.entries()) other[j] = (other[j] ?? 0) - factor * value;
  }
  if (isLeftOut) row[k] = LEFT_OUT;
}

/** The parameters in the order in which they are fitted; any may be fixed instead. */
export const PARAMETERS = ['logIc50', 'hill', 'top', 'bottom'] as const;
export type Parameter = (typeof PARAMETERS)[number];
export type Fixed = Partial<Record<Parameter, number | undefined>>;

/**
 * `bottom + (top − bottom) / (1 + 10^(hill · (logIc50 − x)))`, `x` the log10 of the concentration:
 * rises where `hill` is positive; `logIc50` is the relative IC50.
 */
export function logistic(fixed: Fixed): Model {
  const isFixed = PARAMETERS.map((name) => fixed[name] !== undefined);
  return ([logIc50 = 0, hill = 0, top = 0, bottom = 0], x) => {
    const fraction = 1 / (1 + 10 ** (hill * (logIc50 - x)));
    const slope = (top - bottom) * Math.LN10 * fraction * (1 - fraction);
    const gradient = [-hill * slope, (x - logIc50) * slope, fraction, 1 - fraction];
    for (let k = 0; k < gradient.length; k++) if (isFixed[k]) gradient[k] = 0;
    return { y: bottom + (top - bottom) * fraction, gradient };
  };
}

const COARSE = { tolerance: 1e-9, maxSteps: 100 };
const FINE = { tolerance: 1e-14, maxSteps: 100 };
const HILL_SLOPES = [-12, -4, -2, -1, -0.5, 0.5, 1, 2, 4, 12];
const POSITIONS = 16;
const GRID_STARTS = 4;

export function fitFromGrid(data: Data, fixed: Fixed): LeastSquares {
  return gridStarts(data, fixed)
    .map((start) => fitFrom(data, fixed, start))
    .reduce((best, fit) => (fit.rss < best.rss ? fit : best));
}

export function fitFrom(data: Data, fixed: Fixed, start: readonly number[]): LeastSquares {
  return fitLeastSquares(logistic(fixed), data, start, COARSE);
}

/** The fit to working precision, with the top above the bottom. */
export function fitPrecisely(data: Data, fixed: Fixed): LeastSquares {
  const { parameters } = fitFromGrid(data, fixed);
  const [logIc50 = 0, hill = 0, top = 0, bottom = 0] = parameters;
  // With the plateaus exchanged and the other sign of the Hill slope, the curve is the same.
  const isUpright = top >= bottom || PARAMETERS.some((name) => fixed[name] !== undefined);
  const start = isUpright ? parameters : [logIc50, -hill, bottom, top];
  return fitLeastSquares(logistic(fixed), data, start, FINE);
}

function gridStarts(data: Data, fixed: Fixed): number[][] {
  const [low, high] = [Math.min(...data.x), Math.max(...data.x)];
  const positions = Array.from(
    { length: POSITIONS + 1 },
    (_, i) => low + ((high - low) * i) / POSITIONS,
  );
  const candidates = (fixed.hill === undefined ? HILL_SLOPES : [fixed.hill]).flatMap((hill) =>
    (fixed.logIc50 === undefined ? positions : [fixed.logIc50]).map((logIc50) => {
      const flat = [logIc50, hill, fixed.top ?? 0, fixed.bottom ?? 0];
      const plateaus = linearize(logistic({ ...fixed, logIc50, hill }), data, flat);
      const { solution, left } = regress(plateaus.columns, plateaus.residuals);
      return { start: sum(flat, solution), rss: dot(left, left) };
    }),
  );
  return candidates
    .sort((a, b) => a.rss - b.rss)
    .slice(0, GRID_STARTS)
    .map(({ start }) => start);
}
