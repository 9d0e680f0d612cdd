import { studentQuantile } from './distributions.ts';
import {
  fourParameterLogistic,
  freeParameters,
  type Parameter,
  type Plateaus,
} from './four-parameter-logistic.ts';
import { type Data, fitLeastSquares, type LeastSquares } from './levenberg-marquardt.ts';
import { profileInterval } from './profile-interval.ts';
import { startingValues } from './starting-values.ts';

/** A fitted or fixed parameter; a fixed one has no error. */
export type Estimate = {
  value: number;
  standardError: number;
  interval: Interval;
  isFixed: boolean;
};
export type Interval = readonly [low: number, high: number];

export type CurveFit = Record<Parameter, Estimate> & {
  /** Points that were fitted. */
  n: number;
  degreesOfFreedom: number;
  /** The residual sum of squares. */
  rss: number;
  residualSd: number;
  rSquared: number;
  /** The fitted response and its 95% confidence band at a log10 of a concentration. */
  at: (x: number) => { y: number; band: Interval };
};

const CONFIDENCE = 0.95;

/**
 * Fits a four-parameter logistic to responses `y` at the log10 of concentrations `x`, by ordinary least squares from
 * several starting points. Errors are taken to be independent, of one variance, and in the response alone.
 *
 * The interval of the IC50 is that of the profile likelihood; those of the other parameters and of the curve are the
 * estimate ± Student's t (n − p degrees of freedom) × its standard error by the Jacobian, infinite where that is
 * singular.
 *
 * Sources: H. Motulsky & A. Christopoulos, Fitting Models to Biological Data Using Linear and Nonlinear Regression
 * (2004); Assay Guidance Manual (NCBI Bookshelf NBK53196).
 */
export function fitLogistic(data: Data, fixed: Plateaus): CurveFit {
  const names = freeParameters(fixed);
  const n = data.x.length;
  const degreesOfFreedom = n - names.length;
  const { parameters, rss, unscaledCovariance } = bestFit(data, fixed);
  const variance = rss / degreesOfFreedom;
  const covariance = unscaledCovariance?.map((row) => row.map((each) => each * variance));
  const t = studentQuantile(CONFIDENCE, degreesOfFreedom);
  const mean = data.y.reduce((sum, y) => sum + y / n, 0);
  const total = data.y.reduce((sum, y) => sum + (y - mean) ** 2, 0);
  const model = fourParameterLogistic(fixed);

  function estimate(name: Parameter, fixedValue?: number): Estimate {
    const k = names.indexOf(name);
    const value = parameters[k] ?? fixedValue ?? Number.NaN;
    const standardError =
      k < 0 ? 0 : Math.sqrt(Math.max(0, covariance?.[k]?.[k] ?? Number.POSITIVE_INFINITY));
    return { value, standardError, interval: around(value, t * standardError), isFixed: k < 0 };
  }

  const logIc50 = estimate('logIc50');
  const guess = t * logIc50.standardError;
  const profile = { model, data, parameters, rss, degreesOfFreedom, t, guess };
  return {
    logIc50: { ...logIc50, interval: profileInterval(profile) },
    hill: estimate('hill'),
    top: estimate('top', fixed.top),
    bottom: estimate('bottom', fixed.bottom),
    n,
    degreesOfFreedom,
    rss,
    residualSd: Math.sqrt(variance),
    rSquared: 1 - rss / total,
    at(x) {
      const gradient: number[] = [];
      const y = model(parameters, x, gradient);
      const error = Math.sqrt(Math.max(0, quadraticForm(covariance ?? [], gradient)));
      return { y, band: around(y, t * error) };
    },
  };
}

/** The best of the fits from all starting points, with the top above the bottom. */
function bestFit(data: Data, fixed: Plateaus): LeastSquares {
  const model = fourParameterLogistic(fixed);
  const fits = startingValues(data, fixed).map((start) =>
    fitLeastSquares(model, data, start, { tolerance: 1e-6, maxIterations: 50 }),
  );
  const { parameters } = fits.reduce((found, fit) => (fit.rss < found.rss ? fit : found));
  const [logIc50 = 0, hill = 0, top = 0, bottom = 0] = parameters;
  const isUpright = parameters.length < 4 || top >= bottom;
  // With the plateaus exchanged and the other sign of the Hill slope, the curve is the same.
  const start = isUpright ? parameters : [logIc50, -hill, bottom, top];
  return fitLeastSquares(model, data, start, { tolerance: 1e-14, maxIterations: 100 });
}

function around(value: number, half: number): Interval {
  return [value - half, value + half];
}

function quadraticForm(matrix: readonly number[][], vector: readonly number[]): number {
  let sum = 0;
  for (const [row, a] of vector.entries()) {
    for (const [column, b] of vector.entries())
      sum += a * b * (matrix[row]?.[column] ?? Number.POSITIVE_INFINITY);
  }
  return sum;
}
