import {
  type Data,
  dot,
  fitLeastSquares,
  type LeastSquares,
  linearize,
  type Model,
  regress,
  sum,
} from './least-squares.ts';

/** The parameters in the order in which they are fitted; any may be fixed instead. */
export const PARAMETERS = ['logIc50', 'hill', 'top', 'bottom'] as const;
export type Parameter = (typeof PARAMETERS)[number];
export type Fixed = Partial<Record<Parameter, number | undefined>>;

/**
 * The four-parameter logistic of the decimal logarithm of the concentration,
 * `bottom + (top − bottom) / (1 + 10^(hill · (logIc50 − x)))`: it rises with the concentration where the Hill slope is
 * positive, and is half-way between its plateaus at `logIc50` (the relative IC50).
 */
export function logistic(fixed: Fixed): Model {
  const isFixed = PARAMETERS.map((name) => fixed[name] !== undefined);
  return ([logIc50 = 0, hill = 0, top = 0, bottom = 0], x) => {
    const fraction = 1 / (1 + 10 ** (hill * (logIc50 - x)));
    const slope = (top - bottom) * Math.LN10 * fraction * (1 - fraction);
    const gradient = [-hill * slope, (x - logIc50) * slope, fraction, 1 - fraction];
    for (let k = 0; k < gradient.length; k++) if (isFixed[k]) gradient[k] = 0;
    return { y: bottom + (top - bottom) * fraction, gradient };
  };
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
  const isUpright = top >= bottom || PARAMETERS.some((name) => fixed[name] !== undefined);
  const start = isUpright ? parameters : [logIc50, -hill, bottom, top];
  return fitLeastSquares(logistic(fixed), data, start, FINE);
}

/** The best points of a grid over the IC50 and the Hill slope, where the plateaus are found by linear regression. */
function gridStarts(data: Data, fixed: Fixed): number[][] {
  const [low, high] = [Math.min(...data.x), Math.max(...data.x)];
  const positions = Array.from(
    { length: POSITIONS + 1 },
    (_, i) => low + ((high - low) * i) / POSITIONS,
  );
  const candidates = (fixed.hill === undefined ? HILL_SLOPES : [fixed.hill]).flatMap((hill) =>
    (fixed.logIc50 === undefined ? positions : [fixed.logIc50]).map((logIc50) => {
      const flat = [logIc50, hill, fixed.top ?? 0, fixed.bottom ?? 0];
      const plateaus = linearize(logistic({ ...fixed, logIc50, hill }), data, flat);
      const { solution, left } = regress(plateaus.columns, plateaus.residuals);
      return { start: sum(flat, solution), rss: dot(left, left) };
    }),
  );
  return candidates
    .sort((a, b) => a.rss - b.rss)
    .slice(0, GRID_STARTS)
    .map(({ start }) => start);
}
