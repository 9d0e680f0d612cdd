import { exceedsF } from './distributions.ts';
import { type CurveFit, type Estimate, fitLogistic } from './fit-logistic.ts';
import { type Fixed, freeParameters } from './four-parameter-logistic.ts';
import { dependenceOf, type LackOfFit, lackOfFitIn } from './goodness-of-fit.ts';
import type { Data } from './levenberg-marquardt.ts';

/** Why no IC50 is stated: what the data do not determine. */
export type Refusal =
  | { reason: 'few-concentrations'; found: number; needed: number }
  | { reason: 'equal-responses' }
  /** Nothing shows that responses depend on the concentration; `p` is that of the test against a constant one. */
  | { reason: 'no-effect'; p: number }
  /** The curve does not describe the data, so that it tells nothing of them. */
  | ({ reason: 'misfit' } & LackOfFit)
  /** The residual standard deviation is so much of the height of the curve. */
  | { reason: 'scatter'; share: number }
  /** With 95% confidence, the IC50 is above the highest or below the lowest concentration. */
  | { reason: 'out-of-range'; side: Side }
  /** No concentration lies beyond the bend of the curve towards its plateau; `bend` is a log10, if it is near. */
  | { reason: 'no-plateau'; plateau: Plateau; side: Side; bend: number | null }
  /** The responses lie on the wrong side of a plateau that was fixed. */
  | { reason: 'beyond-plateau'; plateau: Plateau }
  /** The interval of the IC50 is wider than hundredfold, or that of a plateau than the curve is high. */
  | { reason: 'imprecise'; what: 'IC50' | Plateau };

export type Plateau = 'top' | 'bottom';
export type Side = 'above' | 'below';

/** Significance of the F test against a constant response. */
const SIGNIFICANCE = 0.05;
/** The widest interval of the log10 of an IC50. */
const MAX_WIDTH = 2;
/**
 * The bend points lie at `logIc50 ± log10(4.680…) / |hill|`: J. L. Sebaugh & P. D. McCray, Pharm. Stat. 2 (2003)
 * 167–174. Concentrations beyond them define the plateaus: J. L. Sebaugh, Pharm. Stat. 10 (2011) 128–134.
 */
const BEND = Math.log10(4.680498579882905);

/** The most scatter about a curve that still shows its shape, as a share of its height. */
const MAX_SCATTER = 0.2;
/** Decades beyond the concentrations within which a bend point is reported: further out, it is a guess. */
const MAX_BEYOND = 2;

/**
 * Fits a curve to responses `y` at the log10 of concentrations `x`, or tells what the data do not determine. The
 * criteria stand in decision 047.
 *
 * @param fixed a Hill slope without its sign, which the data give
 */
export function fitCurve(data: Data, fixed: Fixed = {}): CurveFit | { refusal: Refusal } {
  const parameters = freeParameters(fixed).length;
  const found = new Set(data.x).size;
  if (found <= parameters) {
    return refuse({ reason: 'few-concentrations', found, needed: parameters + 1 });
  }
  if (new Set(data.y).size === 1) return refuse({ reason: 'equal-responses' });
  const { hill } = fixed;
  const either = hill === undefined ? [fixed] : [fixed, { ...fixed, hill: -hill }];
  const fits = either.map((each) => ({ fit: fitLogistic(data, each), fixed: each }));
  // With plateaus exchanged, the other sign gives the same curve.
  const upright = fits.filter(({ fit }) => fit.top.value > fit.bottom.value);
  const [chosen = fits[0]] = upright.sort((a, b) => a.fit.rss - b.fit.rss);
  if (chosen === undefined) throw new Error('There is a fit for each sign');
  const refusal = undetermined(chosen.fit, data, chosen.fixed);
  return refusal === null ? chosen.fit : refuse(refusal);
}

function undetermined(fit: CurveFit, data: Data, fixed: Fixed): Refusal | null {
  const { logIc50, top, bottom } = fit;
  const height = top.value - bottom.value;
  const [lowest, highest] = [Math.min(...data.x), Math.max(...data.x)];
  const p = probabilityOfConstant(fit, freeParameters(fixed).length);
  if (p >= SIGNIFICANCE) {
    // What a sigmoid curve does not describe is not called no effect.
    const other = dependenceOf(data);
    return other < SIGNIFICANCE
      ? { reason: 'misfit', test: 'dependence', p: other }
      : { reason: 'no-effect', p };
  }
  if (height <= 0) return { reason: 'beyond-plateau', plateau: top.isFixed ? 'top' : 'bottom' };
  const misfit = lackOfFitIn(data, fit, fixed);
  if (misfit !== null) return { reason: 'misfit', ...misfit };
  const range = Math.max(...data.y) - Math.min(...data.y);
  const share = fit.residualSd / Math.min(height, range);
  if (share > MAX_SCATTER) return { reason: 'scatter', share };
  const plateau = missingPlateau(fit, data.x);
  if (plateau !== null) return plateau;
  const [low, high] = logIc50.interval;
  if (low > highest) return { reason: 'out-of-range', side: 'above' };
  if (high < lowest) return { reason: 'out-of-range', side: 'below' };
  if (!(widthOf(logIc50) <= MAX_WIDTH)) return { reason: 'imprecise', what: 'IC50' };
  if (!(widthOf(top) <= height)) return { reason: 'imprecise', what: 'top' };
  if (!(widthOf(bottom) <= height)) return { reason: 'imprecise', what: 'bottom' };
  return null;
}

/** The p value of the F test of the fit against a constant response. */
function probabilityOfConstant(
  { rss, rSquared, degreesOfFreedom }: CurveFit,
  parameters: number,
): number {
  if (rss === 0) return 0;
  const ratio = rSquared / (parameters - 1) / ((1 - rSquared) / degreesOfFreedom);
  return exceedsF(ratio, parameters - 1, degreesOfFreedom);
}

function missingPlateau(fit: CurveFit, x: readonly number[]): Refusal | null {
  const { logIc50, hill } = fit;
  const reach = BEND / Math.abs(hill.value);
  const high = logIc50.value + reach;
  const low = logIc50.value - reach;
  const [lowest, highest] = [Math.min(...x), Math.max(...x)];
  const atHigh = hill.value > 0 ? 'top' : 'bottom';
  const atLow = hill.value > 0 ? 'bottom' : 'top';
  if (!fit[atHigh].isFixed && highest < high) {
    const bend = high - highest > MAX_BEYOND ? null : high;
    return { reason: 'no-plateau', plateau: atHigh, side: 'above', bend };
  }
  if (!fit[atLow].isFixed && lowest > low) {
    const bend = lowest - low > MAX_BEYOND ? null : low;
    return { reason: 'no-plateau', plateau: atLow, side: 'below', bend };
  }
  return null;
}

function widthOf({ interval: [low, high] }: Estimate): number {
  return high - low;
}

function refuse(refusal: Refusal): { refusal: Refusal } {
  return { refusal };
}
