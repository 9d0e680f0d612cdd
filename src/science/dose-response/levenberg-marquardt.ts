import { inverseOfSquare, solveTriangular, triangularize } from './triangular.ts';

/** Gives the model's value at `x` and writes its derivatives by the parameters into `gradient`. */
export type Model = (parameters: readonly number[], x: number, gradient: number[]) => number;

export type Data = {
  x: readonly number[];
  y: readonly number[];
  /** What `y` is rounded to. */
  step?: number;
};

export type LeastSquares = {
  parameters: number[];
  /** The residual sum of squares. */
  rss: number;
  /** `(JᵀJ)⁻¹` at the solution, to be multiplied by the residual variance; null when it is singular. */
  unscaledCovariance: number[][] | null;
  hasConverged: boolean;
};

/** When to stop: at a relative reduction of the sum of squares, or after so many steps. */
type Limits = { tolerance: number; maxIterations: number };
const PRECISE: Limits = { tolerance: 1e-15, maxIterations: 500 };

/**
 * Minimizes the sum of squared residuals by the algorithm of Levenberg and Marquardt: Gauss–Newton steps, damped
 * towards the steepest descent until one of them reduces the sum. The damping is scaled by the norms of the
 * Jacobian's columns, the largest so far, so that the units of the parameters do not matter. Each step is solved by
 * orthogonal reduction.
 *
 * Sources: D. W. Marquardt, J. SIAM 11 (1963) 431–441; J. J. Moré, Lecture Notes in Mathematics 630 (1978) 105–116.
 */
export function fitLeastSquares(
  model: Model,
  data: Data,
  start: readonly number[],
  { tolerance, maxIterations }: Limits = PRECISE,
): LeastSquares {
  let parameters = [...start];
  let at = linearize(model, data, parameters);
  let damping = 1e-3;
  const scales = start.map(() => 0);
  let hasConverged = false;
  for (let iteration = 0; iteration < maxIterations && !hasConverged; iteration++) {
    const { columns, b } = triangularize(at.columns, at.residuals);
    for (const [k, column] of columns.entries()) {
      const norm = Math.hypot(...column.subarray(0, k + 1));
      scales[k] = Math.max(scales[k] ?? 0, norm) || 1;
    }
    let isReduced = false;
    while (!isReduced && !hasConverged && damping < 1e16) {
      const step = dampedStep(columns, b, scales, damping);
      const next = parameters.map((value, k) => value + (step?.[k] ?? Number.NaN));
      const there = linearize(model, data, next);
      const isSmall = next.every((value, k) => isClose(value, parameters[k] ?? 0, 1e-13));
      if (there.rss <= at.rss) {
        hasConverged = isSmall || at.rss - there.rss <= tolerance * at.rss;
        isReduced = true;
        parameters = next;
        at = there;
        damping = Math.max(damping / 10, 1e-15);
      } else {
        hasConverged = isSmall;
        damping *= 10;
      }
    }
    if (!isReduced) break;
  }
  const final = linearize(model, data, parameters);
  const { columns } = triangularize(final.columns, final.residuals);
  return { parameters, rss: at.rss, unscaledCovariance: inverseOfSquare(columns), hasConverged };
}

type Linearization = { columns: Float64Array[]; residuals: Float64Array; rss: number };

function linearize(model: Model, { x, y }: Data, parameters: readonly number[]): Linearization {
  const columns = parameters.map(() => new Float64Array(x.length));
  const residuals = new Float64Array(x.length);
  const gradient: number[] = [];
  let rss = 0;
  for (let i = 0; i < x.length; i++) {
    const residual = (y[i] ?? 0) - model(parameters, x[i] ?? 0, gradient);
    residuals[i] = residual;
    rss += residual * residual;
    for (const [k, column] of columns.entries()) column[i] = gradient[k] ?? 0;
  }
  return { columns, residuals, rss };
}

/** The solution of `min |R p − b|² + damping · |D p|²` with the diagonal `D` of the scales. */
function dampedStep(
  triangle: readonly Float64Array[],
  b: Float64Array,
  scales: readonly number[],
  damping: number,
): number[] | null {
  const size = triangle.length;
  const columns = triangle.map((column, k) => {
    const extended = new Float64Array(2 * size);
    extended.set(column.subarray(0, k + 1));
    extended[size + k] = Math.sqrt(damping) * (scales[k] ?? 1);
    return extended;
  });
  const right = new Float64Array(2 * size);
  right.set(b.subarray(0, size));
  return solveTriangular(triangularize(columns, right));
}

function isClose(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance * (Math.abs(a) + Math.abs(b)) + 1e-300;
}
