import { exceedsF } from './distributions.ts';
import { type CurveFit, type Estimate, estimateCurve } from './estimate.ts';
import { type Data, dot, regress } from './least-squares.ts';
import { curveAt, type Fixed, freeParameters } from './logistic.ts';
import { formatConcentration, type Unit } from './units.ts';

export type Plateau = 'top' | 'bottom';

/** Why no IC50 is stated: what the data do not determine. */
export type Refusal =
  | { reason: 'few-concentrations'; found: number; needed: number }
  /** Nothing shows that responses depend on the concentration; null where all are equal. */
  | { reason: 'no-response'; p: number | null }
  /** The IC50 is beyond the concentrations, or none lies beyond the bend towards a plateau; `bend` is a log10. */
  | { reason: 'not-reached'; side: 'above' | 'below'; plateau: Plateau | null; bend: number | null }
  /** The interval of the IC50 is wider than hundredfold, or that of a plateau than the curve is high. */
  | { reason: 'too-wide'; what: 'IC50' | Plateau }
  /** A sigmoid curve does not describe the data. */
  | { reason: 'misfit'; p: number | null };

/** Data, with how far rounding may have moved them: responses, and the log10 of concentrations. */
export type RoundedData = Data & { rounding?: readonly (readonly [x: number, y: number])[] };

/** Significance of the F test against a constant response. */
const SIGNIFICANCE = 0.05;
/** The share of valid curves that the test of the model rejects. */
const MISFIT = 0.01;
/** The most scatter about a curve that still shows its shape, as a share of its height. */
const MAX_SCATTER = 0.2;
/** The widest interval of the log10 of an IC50. */
const MAX_WIDTH = 2;
/** Decades beyond the concentrations within which a bend point is reported: further out, it is a guess. */
const MAX_BEYOND = 2;
/**
 * The bend points lie at `logIc50 ± log10(4.680…) / |hill|`: J. L. Sebaugh & P. D. McCray, Pharm. Stat. 2 (2003)
 * 167–174. Concentrations beyond them define the plateaus: J. L. Sebaugh, Pharm. Stat. 10 (2011) 128–134.
 */
const BEND = Math.log10(4.680498579882905);

/**
 * Fits a curve to responses `y` at the log10 of concentrations `x`, or returns what the data do not determine. The
 * criteria stand in decision 047.
 *
 * @param fixed a Hill slope without its sign, which the data give
 */
export function fitCurve(data: RoundedData, fixed: Fixed = {}): CurveFit | { refusal: Refusal } {
  const needed = freeParameters(fixed).length + 1;
  const found = new Set(data.x).size;
  if (found < needed) return { refusal: { reason: 'few-concentrations', found, needed } };
  if (new Set(data.y).size === 1) return { refusal: { reason: 'no-response', p: null } };
  const rounding = data.y.map((y, i) =>
    Math.max(data.rounding?.[i]?.[1] ?? 0, 0.5e-14 * Math.abs(y)),
  );
  const known = rounding.reduce((sum, half) => sum + half ** 2 / 3, 0);
  const { hill } = fixed;
  const signs = hill === undefined ? [fixed] : [fixed, { ...fixed, hill: -hill }];
  const fits = signs.map((signed) => ({ fit: estimateCurve(data, signed, known), fixed: signed }));
  // With plateaus exchanged, the other sign gives the same curve.
  const upright = fits.filter(({ fit }) => fit.top.value > fit.bottom.value);
  const [chosen = fits[0]] = upright.sort((a, b) => a.fit.residualSd - b.fit.residualSd);
  if (chosen === undefined) throw new Error('There is a fit for each sign');
  const refusal = refusalOf(chosen.fit, data, chosen.fixed);
  return refusal === null ? chosen.fit : { refusal };
}

function refusalOf(fit: CurveFit, data: RoundedData, fixed: Fixed): Refusal | null {
  const { logIc50, top, bottom, leastSquares } = fit;
  const height = top.value - bottom.value;
  const range = Math.max(...data.y) - Math.min(...data.y);
  const { residuals, columns } = leastSquares;
  const p = probabilityOfConstant(fit);
  if (p >= SIGNIFICANCE) {
    // What a sigmoid curve does not describe is not called no response.
    const mean = data.y.reduce((sum, y) => sum + y / data.y.length, 0);
    const deviations = data.y.map((y) => y - mean);
    const constant = [deviations.map(() => 1)];
    const other = probabilityOfPattern(data.x, deviations, constant, MOST_WAVES);
    return other < SIGNIFICANCE ? { reason: 'misfit', p: other } : { reason: 'no-response', p };
  }
  if (height <= 0) return { reason: 'misfit', p: null };
  const pattern = probabilityOfPattern(data.x, residuals, columns);
  if (pattern < MISFIT && !isRounding(fit, data, fixed)) return { reason: 'misfit', p: pattern };
  if (fit.residualSd > MAX_SCATTER * Math.min(height, range)) return { reason: 'misfit', p: null };
  const beyond = notReached(fit, data.x);
  if (beyond !== null) return beyond;
  if (!(widthOf(logIc50) <= MAX_WIDTH)) return { reason: 'too-wide', what: 'IC50' };
  if (!(widthOf(top) <= height)) return { reason: 'too-wide', what: 'top' };
  return widthOf(bottom) <= height ? null : { reason: 'too-wide', what: 'bottom' };
}

/** The p value of the F test of the fit against a constant response. */
function probabilityOfConstant({ leastSquares, rSquared, degreesOfFreedom }: CurveFit): number {
  if (leastSquares.rss === 0) return 0;
  const added = leastSquares.parameters.length - 1;
  const ratio = rSquared / added / ((1 - rSquared) / degreesOfFreedom);
  return exceedsF(ratio, added, degreesOfFreedom);
}

/** Half waves that are tried: enough for two steps and for a bell. */
const WAVES = 3;
/** Beside a constant response: for a narrow bell. */
const MOST_WAVES = 5;

/**
 * The p value of the F test whether residuals run along a smooth curve (two phases, a bell), with and without
 * replicates: what half waves over the concentrations take of them beside the linearized model.
 *
 * Source: D. M. Bates & D. G. Watts (1988), 3.10.
 */
function probabilityOfPattern(
  x: readonly number[],
  residuals: readonly number[],
  columns: readonly number[][],
  most = WAVES,
): number {
  const count = Math.min(most, x.length - columns.length - 1);
  if (count < 1) return 1;
  const [low, high] = [Math.min(...x), Math.max(...x)];
  const waves = Array.from({ length: count }, (_, k) =>
    x.map((value) => Math.cos(((k + 1) * Math.PI * (value - low)) / (high - low))),
  );
  const { left } = regress([...columns, ...waves], residuals);
  const free = x.length - columns.length - count;
  const unexplained = dot(left, left);
  const taken = dot(residuals, residuals) - unexplained;
  return exceedsF(taken / count / (unexplained / free), count, free);
}

/** Residuals at the size of rounding follow a pattern, too. */
function isRounding({ leastSquares }: CurveFit, { x, y, rounding }: RoundedData, fixed: Fixed) {
  const bound = x.reduce((sum, value, i) => {
    const [inX, inY] = rounding?.[i] ?? [0, 0];
    const step = curveAt(fixed, leastSquares.parameters, value + inX).y;
    const moved = Math.abs(step - curveAt(fixed, leastSquares.parameters, value - inX).y) / 2;
    return sum + (moved + Math.max(inY, 0.5e-14 * Math.abs(y[i] ?? 0))) ** 2;
  }, 0);
  return leastSquares.rss <= bound;
}

function notReached(fit: CurveFit, x: readonly number[]): Refusal | null {
  const { logIc50, hill } = fit;
  const reach = BEND / Math.abs(hill.value);
  const [atHigh, atLow]: Plateau[] = hill.value > 0 ? ['top', 'bottom'] : ['bottom', 'top'];
  const sides = [
    { side: 'above', plateau: atHigh, sign: 1, far: logIc50.interval[0] },
    { side: 'below', plateau: atLow, sign: -1, far: -logIc50.interval[1] },
  ] as const;
  for (const { side, plateau = 'top', sign, far } of sides) {
    const end = Math.max(...x.map((value) => sign * value));
    const bend = sign * logIc50.value + reach;
    if (!fit[plateau].isFixed && end < bend) {
      const isNear = bend - end <= MAX_BEYOND;
      return { reason: 'not-reached', side, plateau, bend: isNear ? sign * bend : null };
    }
    if (fit[plateau].isFixed && far > end)
      return { reason: 'not-reached', side, plateau: null, bend: null };
  }
  return null;
}

function widthOf({ interval: [low, high] }: Estimate): number {
  return high - low;
}

type MessageContext = {
  /** `IC50` */
  quantity: string;
  unit: Unit;
  /** The log10 of the lowest and the highest concentration. */
  tested: readonly [low: number, high: number];
};

const NAMES = { top: 'upper', bottom: 'lower' };

/** Why a curve is not fitted, without a full stop. */
export function refusalMessage(refusal: Refusal, context: MessageContext): string {
  const { quantity } = context;
  switch (refusal.reason) {
    case 'few-concentrations':
      return `${refusal.found} different ${refusal.found === 1 ? 'concentration' : 'concentrations'}; this curve needs at least ${refusal.needed}`;
    case 'no-response':
      return refusal.p === null
        ? 'all responses are equal'
        : `nothing shows that the responses depend on the concentration (F test, ${probability(refusal.p)})`;
    case 'misfit':
      return `a sigmoid curve does not describe these data (${refusal.p === null ? 'they lie too far from it' : `they follow another pattern, ${probability(refusal.p)}`}), so that no ${quantity} is given; the effect may have two phases or turn back`;
    case 'too-wide':
      return refusal.what === 'IC50'
        ? `the 95% interval of the ${quantity} is wider than hundredfold`
        : `the 95% interval of the ${NAMES[refusal.what]} plateau is wider than the curve is high`;
    case 'not-reached':
      return notReachedMessage(refusal, context);
  }
}

function notReachedMessage(
  { side, plateau, bend }: Extract<Refusal, { reason: 'not-reached' }>,
  { quantity, unit, tested }: MessageContext,
): string {
  const [sign, end] = side === 'above' ? ['>', 'highest'] : ['<', 'lowest'];
  const from = formatConcentration(tested[side === 'above' ? 1 : 0], unit);
  if (plateau === null)
    return `${quantity} ${sign} ${from}, the ${end} concentration (95% confidence)`;
  const where =
    bend === null
      ? `the curve does not bend towards it near ${from}; measure ${side} that`
      : `no concentration lies ${side} ${formatConcentration(bend, unit)}, where the curve bends towards it; measure there`;
  return `no ${NAMES[plateau]} plateau: ${where}, or fix it by ${plateau}=…`;
}

function probability(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`;
}
