import {
  type CurveFit,
  type Data,
  dot,
  type Estimate,
  estimateCurve,
  type Fixed,
  logistic,
  regress,
} from './curve-fitting.ts';
import { exceedsF } from './distributions.ts';
import { formatConcentration, type Unit } from './units.ts';

/**
 * Why there is no curve, without a full stop.
 *
 * @param quantity `IC50`
 */
type Refusal = (quantity: string, unit: Unit) => string;

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
 * @param fixed a Hill slope without its sign, which the data give. The criteria stand in decision
 * 047.
 */
export function fitCurve(data: RoundedData, fixed: Fixed = {}): CurveFit | { refusal: Refusal } {
  const needed = 5 - Object.values(fixed).filter((value) => value !== undefined).length;
  const count = new Set(data.x).size;
  if (count < needed) {
    const concentrations = `${count} different ${count === 1 ? 'concentration' : 'concentrations'}`;
    return refuse(`${concentrations}; this curve needs at least ${needed}`);
  }
  if (new Set(data.y).size === 1) return refuse('all responses are equal');
  const known = data.y.reduce((sum, _, i) => sum + roundingOf(data, i)[1] ** 2 / 3, 0);
  const signs = fixed.hill === undefined ? [fixed] : [fixed, { ...fixed, hill: -fixed.hill }];
  const fits = signs.map((signed) => ({ fit: estimateCurve(data, signed, known), signed }));
  // With plateaus exchanged, the other sign gives the same curve.
  const upright = fits.filter(({ fit }) => fit.top.value > fit.bottom.value);
  const [chosen = fits[0]] = upright.sort((a, b) => a.fit.residualSd - b.fit.residualSd);
  if (chosen === undefined) throw new Error('There is a fit for each sign');
  const { fit, signed } = chosen;
  return misfit(fit, data, signed) ?? notReached(fit, data.x) ?? tooWide(fit) ?? fit;
}

type Refused = { refusal: Refusal };

function refuse(refusal: string | Refusal): Refused {
  return { refusal: typeof refusal === 'string' ? () => refusal : refusal };
}

const refuseShape = (why: string) =>
  refuse((quantity) => {
    return `a sigmoid curve does not describe these data (${why}), so that no ${quantity} is given; the effect may have two phases or turn back`;
  });

/** A response that does not depend on the concentration, or not along a sigmoid curve. */
function misfit(fit: CurveFit, data: RoundedData, fixed: Fixed): Refused | null {
  const { residuals, columns } = fit.leastSquares;
  const height = fit.top.value - fit.bottom.value;
  const range = Math.max(...data.y) - Math.min(...data.y);
  const another = (p: number) => refuseShape(`they follow another pattern, ${probability(p)}`);
  const added = data.y.length - fit.degreesOfFreedom - 1;
  const p = probabilityOf(1, 1 - fit.rSquared, added, fit.degreesOfFreedom);
  if (p >= SIGNIFICANCE) {
    // What a sigmoid curve does not describe is not called no response.
    const mean = data.y.reduce((sum, y) => sum + y / data.y.length, 0);
    const deviations = data.y.map((y) => y - mean);
    const constant = [deviations.map(() => 1)];
    const other = Math.min(
      ...[2, MOST_WAVES].map(
        (most) => 2 * probabilityOfPattern(data.x, deviations, constant, data.y.length - 1, most),
      ),
    );
    if (other < SIGNIFICANCE) return another(other);
    const nothing = 'nothing shows that the responses depend on the concentration';
    return refuse(`${nothing} (F test, ${probability(p)})`);
  }
  const isFar = fit.residualSd > MAX_SCATTER * Math.min(height, range);
  const pattern = probabilityOfPattern(data.x, residuals, columns, fit.degreesOfFreedom);
  if (height > 0 && pattern < MISFIT && !isRounding(fit, data, fixed)) return another(pattern);
  return height <= 0 || isFar ? refuseShape('they lie too far from it') : null;
}

function probabilityOf(before: number, after: number, added: number, degreesOfFreedom: number) {
  return exceedsF((before - after) / added / (after / degreesOfFreedom), added, degreesOfFreedom);
}

const WAVES = 3;
/** Beside a constant response: for a narrow bell. */
const MOST_WAVES = 5;

/**
 * The F test whether half waves over the concentrations take more of the residuals (two phases, a
 * bell) than chance, beside the linearized model; with and without replicates.
 * Source: D. M. Bates & D. G. Watts (1988), 3.10.
 *
 * @param degreesOfFreedom of the residuals
 */
function probabilityOfPattern(
  x: readonly number[],
  residuals: readonly number[],
  columns: readonly number[][],
  degreesOfFreedom: number,
  most = WAVES,
): number {
  const count = Math.min(most, degreesOfFreedom - 1);
  if (count < 1) return 1;
  const [low, high] = [Math.min(...x), Math.max(...x)];
  const waves = Array.from({ length: count }, (_, k) =>
    x.map((value) => Math.cos(((k + 1) * Math.PI * (value - low)) / (high - low))),
  );
  const { left } = regress([...columns, ...waves], residuals);
  return probabilityOf(dot(residuals, residuals), dot(left, left), count, degreesOfFreedom - count);
}

function roundingOf({ y, rounding }: RoundedData, i: number): readonly [x: number, y: number] {
  const [inX, inY] = rounding?.[i] ?? [0, 0];
  return [inX, Math.max(inY, 0.5e-14 * Math.abs(y[i] ?? 0))];
}

/** Residuals at the size of rounding follow a pattern, too. */
function isRounding({ leastSquares }: CurveFit, data: RoundedData, fixed: Fixed): boolean {
  const at = (x: number) => logistic(fixed)(leastSquares.parameters, x).y;
  const bound = data.x.reduce((sum, value, i) => {
    const [inX, inY] = roundingOf(data, i);
    return sum + (Math.abs(at(value + inX) - at(value - inX)) / 2 + inY) ** 2;
  }, 0);
  return leastSquares.rss <= bound;
}

const NAMES = { top: 'upper', bottom: 'lower' };

function notReached(fit: CurveFit, x: readonly number[]): Refused | null {
  const { logIc50, hill } = fit;
  const reach = BEND / Math.abs(hill.value);
  for (const sign of [1, -1]) {
    const plateau = sign * hill.value > 0 ? 'top' : 'bottom';
    const end = Math.max(...x.map((value) => sign * value));
    const from = (unit: Unit) => formatConcentration(sign * end, unit);
    const bend = sign * logIc50.value + reach;
    const [side, compared, last] = sign > 0 ? ['above', '>', 'highest'] : ['below', '<', 'lowest'];
    if (!fit[plateau].isFixed && end < bend) {
      return refuse((_, unit) => {
        const where =
          bend - end > MAX_BEYOND
            ? `the curve does not bend towards it near ${from(unit)}; measure ${side} that`
            : `no concentration lies ${side} ${formatConcentration(sign * bend, unit)}, where the curve bends towards it; measure there`;
        return `no ${NAMES[plateau]} plateau: ${where}, or fix it by ${plateau}=…`;
      });
    }
    const [low, high] = logIc50.interval;
    if (!fit[plateau].isFixed || (sign > 0 ? low : -high) <= end) continue;
    return refuse((quantity, unit) => {
      return `${quantity} ${compared} ${from(unit)}, the ${last} concentration (95% confidence)`;
    });
  }
  return null;
}

function tooWide(fit: CurveFit): Refused | null {
  const isWider = ({ interval: [low, high] }: Estimate, most: number) => !(high - low <= most);
  const of = (name: string, what: string) =>
    `the 95% interval of the ${name} is wider than ${what}`;
  if (isWider(fit.logIc50, MAX_WIDTH)) return refuse((quantity) => of(quantity, 'hundredfold'));
  const height = fit.top.value - fit.bottom.value;
  const plateau = (['top', 'bottom'] as const).find((name) => isWider(fit[name], height));
  if (plateau === undefined) return null;
  return refuse(of(`${NAMES[plateau]} plateau`, 'the curve is high'));
}

function probability(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`;
}
