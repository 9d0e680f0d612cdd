import { type Data, fitLeastSquares, type LeastSquares, type Model } from './least-squares.ts';

/** The parameters in the order in which they are fitted; any may be fixed instead. */
export const PARAMETERS = ['logIc50', 'hill', 'top', 'bottom'] as const;
export type Parameter = (typeof PARAMETERS)[number];
export type Fixed = Partial<Record<Parameter, number | undefined>>;

/** The free parameters, in order. */
export function freeParameters(fixed: Fixed): Parameter[] {
  return PARAMETERS.filter((name) => fixed[name] === undefined);
}

/**
 * The four-parameter logistic of the decimal logarithm of the concentration,
 * `bottom + (top − bottom) / (1 + 10^(hill · (logIc50 − x)))`: it rises with the concentration where the Hill slope is
 * positive, and is half-way between its plateaus at `logIc50` (the relative IC50).
 */
function logistic(fixed: Fixed): Model {
  const free = freeParameters(fixed);
  const places = PARAMETERS.map((name) => free.indexOf(name));
  const [logIc50At = 0, hillAt = 0, topAt = 0, bottomAt = 0] = places;
  return (parameters, x, gradient) => {
    const logIc50 = fixed.logIc50 ?? parameters[logIc50At] ?? 0;
    const hill = fixed.hill ?? parameters[hillAt] ?? 0;
    const top = fixed.top ?? parameters[topAt] ?? 0;
    const bottom = fixed.bottom ?? parameters[bottomAt] ?? 0;
    const fraction = 1 / (1 + 10 ** (hill * (logIc50 - x)));
    const slope = (top - bottom) * Math.LN10 * fraction * (1 - fraction);
    const derivatives = [-hill * slope, (x - logIc50) * slope, fraction, 1 - fraction];
    gradient.length = 0;
    for (const [index, place] of places.entries())
      if (place >= 0) gradient.push(derivatives[index] ?? 0);
    return bottom + (top - bottom) * fraction;
  };
}

/** The value of the curve and its derivatives by the free parameters. */
export function curveAt(fixed: Fixed, parameters: readonly number[], x: number) {
  const gradient: number[] = [];
  return { y: logistic(fixed)(parameters, x, gradient), gradient };
}

const COARSE = { tolerance: 1e-9, maxSteps: 100 };
const FINE = { tolerance: 1e-14, maxSteps: 100 };
const HILL_SLOPES = [-12, -4, -2, -1, -0.5, 0.5, 1, 2, 4, 12];
const POSITIONS = 16;
const GRID_STARTS = 4;

/** The best of the fits from the best points of a grid. */
export function fitFromGrid(data: Data, fixed: Fixed): LeastSquares {
  return gridStarts(data, fixed)
    .map((start) => fitFrom(data, fixed, start))
    .reduce((best, fit) => (fit.rss < best.rss ? fit : best));
}

export function fitFrom(data: Data, fixed: Fixed, start: readonly number[]): LeastSquares {
  return fitLeastSquares(logistic(fixed), data, start, COARSE);
}

/** The fit to working precision, with the top above the bottom. */
export function fitPrecisely(data: Data, fixed: Fixed): LeastSquares {
  const { parameters } = fitFromGrid(data, fixed);
  const [logIc50 = 0, hill = 0, top = 0, bottom = 0] = parameters;
  // With the plateaus exchanged and the other sign of the Hill slope, the curve is the same.
  const isUpright = parameters.length < PARAMETERS.length || top >= bottom;
  const start = isUpright ? parameters : [logIc50, -hill, bottom, top];
  return fitLeastSquares(logistic(fixed), data, start, FINE);
}

/**
 * The best points of a grid over the IC50 and the Hill slope. At each of them the plateaus enter linearly, so that they
 * are found by linear regression.
 */
function gridStarts({ x, y }: Data, fixed: Fixed): number[][] {
  const [low, high] = [Math.min(...x), Math.max(...x)];
  const positions = Array.from(
    { length: POSITIONS + 1 },
    (_, i) => low + ((high - low) * i) / POSITIONS,
  );
  const candidates = (fixed.hill === undefined ? HILL_SLOPES : [fixed.hill]).flatMap((hill) =>
    (fixed.logIc50 === undefined ? positions : [fixed.logIc50]).map((logIc50) => {
      const fractions = x.map((value) => 1 / (1 + 10 ** (hill * (logIc50 - value))));
      const { top, bottom } = plateaus(fractions, y, fixed);
      const rss = fractions.reduce(
        (sum, fraction, i) => sum + ((y[i] ?? 0) - bottom - (top - bottom) * fraction) ** 2,
        0,
      );
      return { values: { logIc50, hill, top, bottom }, rss };
    }),
  );
  return candidates
    .sort((a, b) => a.rss - b.rss)
    .slice(0, GRID_STARTS)
    .map(({ values }) => freeParameters(fixed).map((name) => values[name]));
}

/** The plateaus with which `bottom · (1 − fraction) + top · fraction` fits best. */
function plateaus(fractions: readonly number[], y: readonly number[], { top, bottom }: Fixed) {
  let [ff, fg, gg, fy, gy] = [0, 0, 0, 0, 0];
  for (const [i, f] of fractions.entries()) {
    const [g, value] = [1 - f, y[i] ?? 0];
    ff += f * f;
    fg += f * g;
    gg += g * g;
    fy += f * value;
    gy += g * value;
  }
  if (top !== undefined) return { top, bottom: bottom ?? (gy - top * fg) / gg };
  if (bottom !== undefined) return { top: (fy - bottom * fg) / ff, bottom };
  const determinant = ff * gg - fg * fg;
  return { top: (fy * gg - gy * fg) / determinant, bottom: (gy * ff - fy * fg) / determinant };
}
