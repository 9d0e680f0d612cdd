import {
  type Data,
  type Fixed,
  fitFrom,
  fitFromGrid,
  fitPrecisely,
  type LeastSquares,
  logistic,
  PARAMETERS,
  type Parameter,
  regress,
} from './curve-fitting.ts';
import { studentQuantile } from './distributions.ts';

export type Interval = readonly [low: number, high: number];

/** A fitted or fixed parameter; a fixed one has no error. */
export type Estimate = {
  value: number;
  standardError: number;
  interval: Interval;
  isFixed: boolean;
};

export type CurveFit = Record<Parameter, Estimate> & {
  degreesOfFreedom: number;
  residualSd: number;
  rSquared: number;
  leastSquares: LeastSquares;
  /** The fitted response and its 95% confidence band at a log10 of a concentration. */
  at: (x: number) => { y: number; band: Interval };
};

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
export function estimateCurve(data: Data, fixed: Fixed, rounding = 0): CurveFit {
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
    at(x) {
      const { y, gradient } = logistic(fixed)(parameters, x);
      // What the curve does not depend on here may have no finite error.
      const parts = gradient.flatMap((a, row) =>
        gradient.map((b, col) => (a * b === 0 ? 0 : a * b * (inverse[row]?.[col] ?? 0))),
      );
      const square = parts.reduce((sum, part) => sum + part, 0);
      const half = t * Math.sqrt(Math.max(0, square * variance));
      return { y, band: [y - half, y + half] };
    },
  };
}

type Profile = {
  data: Data;
  fixed: Fixed;
  leastSquares: LeastSquares;
  /** Of the residuals. */
  variance: number;
  t: number;
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
