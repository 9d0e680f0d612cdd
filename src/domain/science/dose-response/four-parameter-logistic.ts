import type { Model } from './levenberg-marquardt.ts';

/** The parameters in the order in which they are fitted; either plateau may be fixed instead. */
export const PARAMETERS = ['logIc50', 'hill', 'top', 'bottom'] as const;
export type Parameter = (typeof PARAMETERS)[number];
export type Plateaus = { top?: number | undefined; bottom?: number | undefined };

/**
 * The four-parameter logistic of the decimal logarithm of the concentration,
 * `bottom + (top − bottom) / (1 + 10^(hill · (logIc50 − x)))`: it rises with the concentration where the Hill slope is
 * positive, and is half-way between its plateaus at `logIc50` (the relative IC50).
 */
export function fourParameterLogistic({ top, bottom }: Plateaus): Model {
  return (parameters, x, gradient) => {
    const [logIc50 = 0, hill = 0] = parameters;
    const upper = top ?? parameters[2] ?? 0;
    const lower = bottom ?? parameters[top === undefined ? 3 : 2] ?? 0;
    const fraction = 1 / (1 + 10 ** (hill * (logIc50 - x)));
    const slope = (upper - lower) * Math.LN10 * fraction * (1 - fraction);
    gradient.length = 0;
    gradient.push(-hill * slope, (x - logIc50) * slope);
    if (top === undefined) gradient.push(fraction);
    if (bottom === undefined) gradient.push(1 - fraction);
    return lower + (upper - lower) * fraction;
  };
}

/** The free parameters, in order. */
export function freeParameters(fixed: Plateaus): Parameter[] {
  return PARAMETERS.filter(
    (name) => name === 'logIc50' || name === 'hill' || fixed[name] === undefined,
  );
}
