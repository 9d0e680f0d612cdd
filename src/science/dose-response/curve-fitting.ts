import { studentQuantile } from './distributions.ts';
/** The model's value at `x`, and its derivatives by the parameters: 0 by those that are fixed. */
export type Model = (
  parameters: readonly number[],
  x: number,
) => { y: number; gradient: readonly number[] };

export type Data = { x: readonly number[]; y: readonly number[] };

export type LeastSquares = ReturnType<typeof linearize>;

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

/** The columns are the derivatives of the model by each parameter, at the points. */
function linearize(model: Model, { x, y }: Data, parameters: readonly number[]) {
  const points = x.map((value) => model(parameters, value));
  const residuals = points.map((point, i) => (y[i] ?? 0) - point.y);
  const columns = parameters.map((_, k) => points.map(({ gradient }) => gradient[k] ?? 0));
  return { parameters, rss: dot(residuals, residuals), residuals, columns };
}

function sum(a: readonly number[], b: readonly number[]): number[] {
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

function fitFromGrid(data: Data, fixed: Fixed): LeastSquares {
  return gridStarts(data, fixed)
    .map((start) => fitFrom(data, fixed, start))
    .reduce((best, fit) => (fit.rss < best.rss ? fit : best));
}

function fitFrom(data: Data, fixed: Fixed, start: readonly number[]): LeastSquares {
  return fitLeastSquares(logistic(fixed), data, start, COARSE);
}

/** The fit to working precision, with the top above the bottom. */
function fitPrecisely(data: Data, fixed: Fixed): LeastSquares {
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

export type Interval = readonly [low: number, high: number];

/** A fitted or fixed parameter; a fixed one has no error. */
export type Estimate = {
  value: number;
  standardError: number;
  interval: Interval;
  isFixed: boolean;
};

export type CurveFit = ReturnType<typeof estimateCurve>;

const CONFIDENCE = 0.95;

/**
 * Ordinary least squares: errors are independent, of one variance, in the response alone; `x` are
 * log10 of concentrations.
 * Intervals of parameters are of the profile likelihood, infinite where the data do not bound them;
 * that of the curve is the estimate ± Student's t (n − p) × its standard error.
 * Sources: H. Motulsky & A. Christopoulos, Fitting Models to Biological Data Using Linear and
 * Nonlinear Regression (2004); Assay Guidance Manual (NCBI Bookshelf NBK53196).
 *
 * @param rounding the sum of squares that rounding of the data may hide
 */
export function estimateCurve(data: Data, fixed: Fixed, rounding = 0) {
  const leastSquares = fitPrecisely(data, fixed);
  const { parameters, rss, columns, residuals } = leastSquares;
  const free = PARAMETERS.filter((name) => fixed[name] === undefined);
  const degreesOfFreedom = residuals.length - free.length;
  const variance = rss / degreesOfFreedom;
  const { inverse } = regress(columns, residuals);
  const t = studentQuantile(CONFIDENCE, degreesOfFreedom);
  const mean = data.y.reduce((sum, y) => sum + y / data.y.length, 0);
  const total = data.y.reduce((sum, y) => sum + (y - mean) ** 2, 0);
  const least = Math.max(rss, rounding, 1e-30 * total) / degreesOfFreedom;
  const profile = { data, fixed, leastSquares, variance: least, t };

  const estimates = PARAMETERS.map((name, index): [Parameter, Estimate] => {
    const value = parameters[index] ?? 0;
    const isFixed = fixed[name] !== undefined;
    if (isFixed) return [name, { value, standardError: 0, interval: [value, value], isFixed }];
    const unscaled = inverse[index]?.[index] ?? 0;
    const guess = t * Math.sqrt(unscaled * least);
    const interval = [
      value - distanceOf(profile, index, -1, guess),
      value + distanceOf(profile, index, 1, guess),
    ] as const;
    return [name, { value, standardError: Math.sqrt(unscaled * variance), interval, isFixed }];
  });
  return {
    ...(Object.fromEntries(estimates) as Record<Parameter, Estimate>),
    degreesOfFreedom,
    residualSd: Math.sqrt(variance),
    rSquared: 1 - rss / total,
    leastSquares,
    /** The fitted response and its 95% confidence band at a log10 of a concentration. */
    at(x: number) {
      const { y, gradient } = logistic(fixed)(parameters, x);
      // What the curve does not depend on here may have no finite error.
      const parts = gradient.flatMap((a, row) =>
        gradient.map((b, col) => (a * b === 0 ? 0 : a * b * (inverse[row]?.[col] ?? 0))),
      );
      const square = parts.reduce((sum, part) => sum + part, 0);
      const half = t * Math.sqrt(Math.max(0, square * variance));
      return { y, band: [y - half, y + half] as const };
    },
  };
}

/** The variance is that of the residuals. */
type Profile = Record<'variance' | 't', number> & {
  data: Data;
  fixed: Fixed;
  leastSquares: LeastSquares;
};

const MAX_STEPS = 30;

/**
 * The interval has the values with which the other parameters can be fitted so that the residual
 * sum of squares is at most `rss + t² · variance`. Where few points lie on the slope of a curve,
 * intervals by the standard error hold the true value far too rarely; these do not.
 *
 * Source: D. M. Bates & D. G. Watts, Nonlinear Regression Analysis and Its Applications (1988),
 * 6.1.
 *
 * @param guess of the distance
 */
function distanceOf(
  { data, fixed, leastSquares, variance, t }: Profile,
  index: number,
  direction: 1 | -1,
  guess: number,
): number {
  const value = leastSquares.parameters[index] ?? 0;
  const name = PARAMETERS[index] ?? 'logIc50';
  let nearest = leastSquares.parameters;
  // The profile's t above the quantile: nearly linear in the distance, which makes the search short. The nearest fit may
  // lie in another valley, where a trial too far has led it: a value is out of reach only from the grid as well.
  const excess = (distance: number) => {
    const trial = value + direction * distance;
    const held = { ...fixed, [name]: trial };
    const above = ({ rss }: LeastSquares) =>
      Math.sqrt(Math.max(0, rss - leastSquares.rss) / variance) - t;
    const near = fitFrom(data, held, nearest.with(index, trial));
    const far = above(near) > 0 ? fitFromGrid(data, held) : near;
    const best = far.rss < near.rss ? far : near;
    nearest = best.parameters;
    return above(best);
  };

  // By bracketing and the regula falsi (Illinois).
  const reach = reachOf(name, direction * value, data.y);
  let [low, below] = [0, -t];
  let high = Math.min(Math.max(guess / 4, 1e-15 * reach), reach / 10) || reach / 10;
  let above = excess(high);
  while (above < 0) {
    if (high >= reach) return Number.POSITIVE_INFINITY;
    [low, below] = [high, above];
    high = Math.min(1.6 * high, reach);
    above = excess(high);
  }
  for (let step = 0; step < MAX_STEPS && high - low > 1e-4 * high; step++) {
    const middle = (low * above - high * below) / (above - below);
    const between = excess(middle);
    if (Math.abs(between) < 1e-3) return middle;
    if (between < 0) [low, below, above] = [middle, between, above / 2];
    else [high, above, below] = [middle, between, below / 2];
  }
  return (low + high) / 2;
}

/** Beyond this distance from the estimate an end counts as infinite. */
function reachOf(name: Parameter, directed: number, y: readonly number[]): number {
  if (name === 'logIc50') return 10;
  if (name !== 'hill') return 10 * (Math.max(...y) - Math.min(...y));
  // Beyond zero are the same curves again, with their plateaus exchanged.
  return directed < 0 ? 0.999 * Math.abs(directed) : 30;
}
