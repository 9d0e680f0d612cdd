import type { Model } from './levenberg-marquardt.ts';

/** The parameters in the order in which they are fitted; all but the first may be fixed instead. */
export const PARAMETERS = ['logIc50', 'hill', 'top', 'bottom'] as const;
export type Parameter = (typeof PARAMETERS)[number];
export type Fixed = Partial<Record<Exclude<Parameter, 'logIc50'>, number | undefined>>;

/**
 * The four-parameter logistic of the decimal logarithm of the concentration,
 * `bottom + (top − bottom) / (1 + 10^(hill · (logIc50 − x)))`: it rises with the concentration where the Hill slope is
 * positive, and is half-way between its plateaus at `logIc50` (the relative IC50).
 */
export function fourParameterLogistic(fixed: Fixed): Model {
  const free = freeParameters(fixed);
  const places = PARAMETERS.map((name) => free.indexOf(name));
  const [hillAt = 0, topAt = 0, bottomAt = 0] = places.slice(1);
  return (parameters, x, gradient) => {
    const logIc50 = parameters[0] ?? 0;
    const hill = fixed.hill ?? parameters[hillAt] ?? 0;
    const upper = fixed.top ?? parameters[topAt] ?? 0;
    const lower = fixed.bottom ?? parameters[bottomAt] ?? 0;
    const fraction = 1 / (1 + 10 ** (hill * (logIc50 - x)));
    const slope = (upper - lower) * Math.LN10 * fraction * (1 - fraction);
    const derivatives = [-hill * slope, (x - logIc50) * slope, fraction, 1 - fraction];
    gradient.length = 0;
    for (const [index, place] of places.entries()) {
      if (place >= 0) gradient.push(derivatives[index] ?? 0);
    }
    return lower + (upper - lower) * fraction;
  };
}

/** The free parameters, in order. */
export function freeParameters(fixed: Fixed): Parameter[] {
  return PARAMETERS.filter((name) => name === 'logIc50' || fixed[name] === undefined);
}
