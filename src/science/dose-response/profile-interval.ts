import { type Data, fitLeastSquares, type Model } from './levenberg-marquardt.ts';

type Fitted = {
  model: Model;
  data: Data;
  /** The best fit. */
  parameters: readonly number[];
  rss: number;
  degreesOfFreedom: number;
  /** The quantile of Student's t. */
  t: number;
};

type Bounded = {
  /** Which of the parameters is to be bounded. */
  index: number;
  /** The index of the Hill slope, if that is free. */
  hillIndex: number;
  /** A first guess of the half width. */
  guess: number;
  /** Beyond this distance from the estimate an end counts as infinite. */
  reach: number;
};

const MAX_STEPS = 30;
const COARSE = { tolerance: 1e-6, maxIterations: 30 };

/**
 * The profile-likelihood interval of a parameter: its values with which the other parameters can be fitted so that the
 * residual sum of squares is at most `rss · (1 + t² / df)`. Where few points lie on the slope of a curve, intervals by
 * the standard error hold the true value far too rarely; these do not.
 *
 * Source: D. M. Bates & D. G. Watts, Nonlinear Regression Analysis and Its Applications (1988), 6.1.
 */
export function profileInterval(
  fitted: Fitted,
  bounded: Bounded,
): readonly [low: number, high: number] {
  const estimate = fitted.parameters[bounded.index] ?? 0;
  if (!(fitted.rss > 0)) return [estimate, estimate];
  return [estimate - endOf(fitted, bounded, -1), estimate + endOf(fitted, bounded, 1)];
}

/** The distance of an end from the estimate, by bracketing and the regula falsi (Illinois). */
function endOf(fitted: Fitted, bounded: Bounded, direction: 1 | -1): number {
  const { guess, reach } = bounded;
  const excess = createProfile(fitted, bounded, direction);
  let [low, below] = [0, -fitted.t];
  let high = Math.min(Math.max(guess, 1e-9 * reach), reach / 10) || reach / 10;
  let above = excess(high);
  while (above < 0) {
    if (high > reach) return Number.POSITIVE_INFINITY;
    [low, below] = [high, above];
    high *= 1.5;
    above = excess(high);
  }
  for (let step = 0; step < MAX_STEPS && high - low > 1e-4 * high; step++) {
    const middle = (low * above - high * below) / (above - below);
    const value = excess(middle);
    if (Math.abs(value) < 1e-3) return middle;
    if (value < 0) {
      [low, below] = [middle, value];
      above /= 2;
    } else {
      [high, above] = [middle, value];
      below /= 2;
    }
  }
  return (low + high) / 2;
}

/** How far the profile's t lies above the quantile at a distance: nearly linear, which makes the search short. */
function createProfile(
  { model, data, parameters, rss, degreesOfFreedom, t }: Fitted,
  { index, hillIndex }: Bounded,
  direction: 1 | -1,
) {
  const estimate = parameters[index] ?? 0;
  const own = parameters.toSpliced(index, 1);
  let nearest = own;
  return (distance: number): number => {
    const value = estimate + direction * distance;
    const profiled: Model = (rest, x, gradient) => {
      const y = model(rest.toSpliced(index, 0, value), x, gradient);
      gradient.splice(index, 1);
      return y;
    };
    let best = fitLeastSquares(profiled, data, nearest, COARSE);
    // Another curve may pass between the points: one like the estimate's, a steeper one, or one further left or right.
    for (const start of aboveQuantile(best.rss) > 0 ? [own, ...others(nearest)] : []) {
      const fit = fitLeastSquares(profiled, data, start, COARSE);
      if (fit.rss < best.rss) best = fit;
    }
    nearest = best.parameters;
    return aboveQuantile(best.rss);
  };

  function others(start: readonly number[]): number[][] {
    if (index !== 0) return [-0.3, 0.3].map((shift) => start.with(0, (start[0] ?? 0) + shift));
    return hillIndex < 0 ? [] : [start.with(hillIndex - 1, 4 * (start[hillIndex - 1] ?? 0))];
  }

  function aboveQuantile(profiledRss: number): number {
    return Math.sqrt(Math.max(0, profiledRss / rss - 1) * degreesOfFreedom) - t;
  }
}
