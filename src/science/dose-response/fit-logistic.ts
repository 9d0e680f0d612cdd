import { studentQuantile } from './distributions.ts';
import {
  type Fixed,
  fourParameterLogistic,
  freeParameters,
  type Parameter,
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
 * Intervals of parameters are those of the profile likelihood, infinite where the data do not bound them. That of the
 * curve is the estimate ± Student's t (n − p degrees of freedom) × its standard error by the Jacobian.
 *
 * Sources: H. Motulsky & A. Christopoulos, Fitting Models to Biological Data Using Linear and Nonlinear Regression
 * (2004); Assay Guidance Manual (NCBI Bookshelf NBK53196).
 */
export function fitLogistic(data: Data, fixed: Fixed): CurveFit {
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

  const profile = { model, data, parameters, rss, degreesOfFreedom, t };
  const hillIndex = names.indexOf('hill');
  const height = Math.max(...data.y) - Math.min(...data.y);
  const reaches = { logIc50: 10, hill: 30, top: 10 * height, bottom: 10 * height };

  function estimate(name: Parameter, fixedValue = Number.NaN): Estimate {
    const index = names.indexOf(name);
    const value = parameters[index];
    if (value === undefined) {
      return {
        value: fixedValue,
        standardError: 0,
        interval: [fixedValue, fixedValue],
        isFixed: true,
      };
    }
    const standardError = Math.sqrt(
      Math.max(0, covariance?.[index]?.[index] ?? Number.POSITIVE_INFINITY),
    );
    const bounded = { index, hillIndex, guess: t * standardError, reach: reaches[name] };
    return { value, standardError, interval: profileInterval(profile, bounded), isFixed: false };
  }

  return {
    logIc50: estimate('logIc50'),
    hill: estimate('hill', fixed.hill),
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
function bestFit(data: Data, fixed: Fixed): LeastSquares {
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
