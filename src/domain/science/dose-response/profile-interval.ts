import { type Data, fitLeastSquares, type Model } from './levenberg-marquardt.ts';

type Fitted = {
  model: Model;
  data: Data;
  /** The best fit; its first parameter is the one to bound. */
  parameters: readonly number[];
  rss: number;
  degreesOfFreedom: number;
  /** The quantile of Student's t. */
  t: number;
  /** A first guess of the half width. */
  guess: number;
};

/** Beyond this distance from the estimate an end counts as infinite. */
const REACH = 10;
const MAX_STEPS = 30;
const COARSE = { tolerance: 1e-6, maxIterations: 30 };

/**
 * The profile-likelihood interval of the first parameter: its values with which the other parameters can be fitted so
 * that the residual sum of squares is at most `rss · (1 + t² / df)`. Where few points lie on the slope of a curve,
 * intervals by the standard error hold the true value far too rarely; these do not.
 *
 * Source: D. M. Bates & D. G. Watts, Nonlinear Regression Analysis and Its Applications (1988), 6.1.
 */
export function profileInterval(fitted: Fitted): readonly [low: number, high: number] {
  const [estimate = 0] = fitted.parameters;
  if (!(fitted.rss > 0)) return [estimate, estimate];
  return [estimate - endOf(fitted, -1), estimate + endOf(fitted, 1)];
}

/** The distance of an end from the estimate, by bracketing and the regula falsi (Illinois). */
function endOf(fitted: Fitted, direction: 1 | -1): number {
  const excess = createProfile(fitted, direction);
  let [low, below] = [0, -fitted.t];
  let high = Math.min(Math.max(fitted.guess, 1e-9), 1);
  let above = excess(high);
  while (above < 0) {
    if (high > REACH) return Number.POSITIVE_INFINITY;
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
  direction: 1 | -1,
) {
  const [estimate = 0, ...others] = parameters;
  let nearest = others;
  return (distance: number): number => {
    const value = estimate + direction * distance;
    const profiled: Model = (rest, x, gradient) => {
      const y = model([value, ...rest], x, gradient);
      gradient.shift();
      return y;
    };
    const [hill = 0, ...plateaus] = nearest;
    let best = fitLeastSquares(profiled, data, nearest, COARSE);
    // A steeper curve may still pass between the points.
    if (aboveQuantile(best.rss) > 0) {
      const steeper = fitLeastSquares(profiled, data, [4 * hill, ...plateaus], COARSE);
      if (steeper.rss < best.rss) best = steeper;
    }
    nearest = best.parameters;
    return aboveQuantile(best.rss);
  };

  function aboveQuantile(profiledRss: number): number {
    return Math.sqrt(Math.max(0, profiledRss / rss - 1) * degreesOfFreedom) - t;
  }
}
