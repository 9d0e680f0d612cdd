import { exceedsF } from './distributions.ts';
import { type CurveFit, type Estimate, fitLogistic } from './fit-logistic.ts';
import { freeParameters, type Plateaus } from './four-parameter-logistic.ts';
import type { Data } from './levenberg-marquardt.ts';

/** What the data do not determine, and so is not stated. */
export type Refusal =
  | { reason: 'few-concentrations'; found: number; needed: number }
  | { reason: 'equal-responses' }
  /** The F test against a constant response gives `p`. */
  | { reason: 'no-effect'; p: number }
  /** The IC50 is above the highest or below the lowest concentration. */
  | { reason: 'out-of-range'; side: Side }
  /** No concentration lies beyond `bend` (a log10), where the curve bends towards its plateau. */
  | { reason: 'no-plateau'; plateau: Plateau; side: Side; bend: number }
  /** The responses lie on the wrong side of a plateau that was fixed. */
  | { reason: 'beyond-plateau'; plateau: Plateau }
  /** The interval of the Hill slope holds zero: too few concentrations lie on the slope of the curve. */
  | { reason: 'no-slope' }
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

/**
 * Fits a curve to responses `y` at the log10 of concentrations `x`, or tells what the data do not determine. The
 * criteria stand in decision 047.
 */
export function fitCurve(data: Data, fixed: Plateaus = {}): CurveFit | { refusal: Refusal } {
  const parameters = freeParameters(fixed).length;
  const found = new Set(data.x).size;
  if (found <= parameters) {
    return refuse({ reason: 'few-concentrations', found, needed: parameters + 1 });
  }
  if (new Set(data.y).size === 1) return refuse({ reason: 'equal-responses' });
  const fit = fitLogistic(data, fixed);
  const refusal = undetermined(fit, data.x, parameters);
  return refusal === null ? fit : refuse(refusal);
}

function undetermined(fit: CurveFit, x: readonly number[], parameters: number): Refusal | null {
  const { logIc50, top, bottom } = fit;
  const p = probabilityOfConstant(fit, parameters);
  if (p >= SIGNIFICANCE) return { reason: 'no-effect', p };
  if (logIc50.value > Math.max(...x)) return { reason: 'out-of-range', side: 'above' };
  if (logIc50.value < Math.min(...x)) return { reason: 'out-of-range', side: 'below' };
  if (top.value <= bottom.value) {
    return { reason: 'beyond-plateau', plateau: top.isFixed ? 'top' : 'bottom' };
  }
  const plateau = missingPlateau(fit, x);
  if (plateau !== null) return plateau;
  const [lowSlope, highSlope] = fit.hill.interval;
  if (!(lowSlope * highSlope > 0)) return { reason: 'no-slope' };
  if (!(widthOf(logIc50) <= MAX_WIDTH)) return { reason: 'imprecise', what: 'IC50' };
  const height = top.value - bottom.value;
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
  const atHigh = hill.value > 0 ? 'top' : 'bottom';
  const atLow = hill.value > 0 ? 'bottom' : 'top';
  if (!fit[atHigh].isFixed && Math.max(...x) < high) {
    return { reason: 'no-plateau', plateau: atHigh, side: 'above', bend: high };
  }
  if (!fit[atLow].isFixed && Math.min(...x) > low) {
    return { reason: 'no-plateau', plateau: atLow, side: 'below', bend: low };
  }
  return null;
}

function widthOf({ interval: [low, high] }: Estimate): number {
  return high - low;
}

function refuse(refusal: Refusal): { refusal: Refusal } {
  return { refusal };
}
