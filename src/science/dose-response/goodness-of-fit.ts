import { exceedsF } from './distributions.ts';
import type { CurveFit } from './fit-logistic.ts';
import { type Fixed, fourParameterLogistic, freeParameters } from './four-parameter-logistic.ts';
import type { Data } from './levenberg-marquardt.ts';
import { triangularize } from './triangular.ts';

/** The test by which a curve does not describe the data, and its p value. */
export type LackOfFit = { test: 'replicates' | 'residuals' | 'dependence'; p: number };

/** The share of valid curves that each test rejects. */
const SIGNIFICANCE = 0.01;

/**
 * Tests whether a fitted curve describes the data: by the lack of fit beside the scatter of replicates (where there are
 * any), and by whether its residuals run along a smooth curve (biphasic data, a bell).
 *
 * Sources: N. R. Draper & H. Smith, Applied Regression Analysis, 3rd ed. (1998), 2.1; the second is the F test of
 * smooth functions added to the linearized model, Bates & Watts (1988), 3.10.
 */
export function lackOfFitIn(data: Data, fit: CurveFit, fixed: Fixed): LackOfFit | null {
  const { y, step = 0 } = data;
  // Rounding follows a pattern, too: it is at most half a step, and a double's last digits are rounded in any case.
  const rounding = Math.max(step, 1e-14 * Math.max(...y.map(Math.abs))) / 2;
  if (fit.rss <= y.length * rounding ** 2) return null;
  const tests: LackOfFit[] = [
    { test: 'replicates', p: lackOfFit(data, fit) },
    { test: 'residuals', p: patternInResiduals(data, fit, fixed) },
  ];
  return tests.find(({ p }) => p < SIGNIFICANCE) ?? null;
}

/**
 * The p value of any dependence on the concentration: of the means of replicates (analysis of variance), or where there
 * are none, of polynomials.
 */
export function dependenceOf({ x, y }: Data): number {
  const mean = y.reduce((sum, each) => sum + each / y.length, 0);
  const total = y.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const pure = scatterOfReplicates({ x, y });
  const between = x.length - 1 - pure.degreesOfFreedom;
  if (pure.degreesOfFreedom > 0) {
    const ratio = (total - pure.sum) / between / (pure.sum / pure.degreesOfFreedom);
    return pure.sum === 0 ? 0 : exceedsF(ratio, between, pure.degreesOfFreedom);
  }
  const residuals = Float64Array.from(y, (each) => each - mean);
  const columns = [x.map(() => 1), ...smoothFunctions(x)].map((each) => Float64Array.from(each));
  return probabilityOf(columns, residuals, { total, free: x.length - columns.length });
}

/** The sum of squares of replicates about their means, and its degrees of freedom. */
function scatterOfReplicates({ x, y }: Data): { sum: number; degreesOfFreedom: number } {
  const groups = [...Map.groupBy(x.keys(), (index) => x[index]).values()];
  let sum = 0;
  for (const group of groups) {
    const mean = group.reduce((total, index) => total + (y[index] ?? 0), 0) / group.length;
    for (const index of group) sum += ((y[index] ?? 0) - mean) ** 2;
  }
  return { sum, degreesOfFreedom: x.length - groups.length };
}

function lackOfFit(data: Data, { rss, degreesOfFreedom }: CurveFit): number {
  const pure = scatterOfReplicates(data);
  const free = degreesOfFreedom - pure.degreesOfFreedom;
  if (pure.degreesOfFreedom < 1 || free < 1 || pure.sum === 0) return 1;
  const ratio = (rss - pure.sum) / free / (pure.sum / pure.degreesOfFreedom);
  return exceedsF(ratio, free, pure.degreesOfFreedom);
}

function patternInResiduals({ x, y }: Data, fit: CurveFit, fixed: Fixed): number {
  const names = freeParameters(fixed);
  const parameters = names.map((name) => fit[name].value);
  const model = fourParameterLogistic(fixed);
  const gradient: number[] = [];
  const residuals = new Float64Array(x.length);
  const jacobian = names.map(() => new Float64Array(x.length));
  for (const [i, each] of x.entries()) {
    residuals[i] = (y[i] ?? 0) - model(parameters, each, gradient);
    for (const [k, column] of jacobian.entries()) column[i] = gradient[k] ?? 0;
  }
  const columns = [...jacobian, ...smoothFunctions(x).map((each) => Float64Array.from(each))];
  const free = fit.degreesOfFreedom - SMOOTH;
  return probabilityOf(columns, residuals, { total: fit.rss, free });
}

/** How many smooth functions are tried: enough for two steps and for a bell. */
const SMOOTH = 3;

/** Polynomials (Chebyshev's) of the concentrations: half a wave, a whole one, and one and a half. */
function smoothFunctions(x: readonly number[]): number[][] {
  const [low, high] = [Math.min(...x), Math.max(...x)];
  return Array.from({ length: SMOOTH }, (_, index) =>
    x.map((each) => Math.cos(((index + 1) * Math.PI * (each - low)) / (high - low))),
  );
}

/** The p value of the F test of the last columns: what they take of a sum of squares. Overwrites its arguments. */
function probabilityOf(
  columns: Float64Array[],
  residuals: Float64Array,
  { total, free }: { total: number; free: number },
): number {
  if (free < 1) return 1;
  const { b } = triangularize(columns, residuals);
  const left = b.subarray(columns.length).reduce((sum, each) => sum + each * each, 0);
  return exceedsF((total - left) / SMOOTH / (left / free), SMOOTH, free);
}
