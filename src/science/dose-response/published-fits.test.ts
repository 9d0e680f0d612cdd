import { describe, expect, test } from 'vitest';
import { estimateCurve, fitLeastSquares, type Model, regress } from './curve-fitting.ts';
import PUBLISHED from './published-fits.json' with { type: 'json' };

/** Models of NIST's data sets, of higher difficulty: MGH09 starts far from its solution, MGH10 in a narrow valley. */
const MODELS: Record<keyof typeof PUBLISHED.nist, Model> = {
  Rat43([b1 = 0, b2 = 0, b3 = 0, b4 = 0], x) {
    const u = 1 + Math.exp(b2 - b3 * x);
    const y = b1 * u ** (-1 / b4);
    const slope = (y * (u - 1)) / u / b4;
    return { y, gradient: [y / b1, -slope, slope * x, (y * Math.log(u)) / b4 ** 2] };
  },
  MGH09([b1 = 0, b2 = 0, b3 = 0, b4 = 0], x) {
    const above = x * x + x * b2;
    const below = x * x + x * b3 + b4;
    const y = (b1 * above) / below;
    return { y, gradient: [above / below, (b1 * x) / below, (-y * x) / below, -y / below] };
  },
  MGH10([b1 = 0, b2 = 0, b3 = 0], x) {
    const factor = Math.exp(b2 / (x + b3));
    const y = b1 * factor;
    return { y, gradient: [factor, y / (x + b3), (-y * b2) / (x + b3) ** 2] };
  },
};

describe('fitLeastSquares gives the certified values of NIST', () => {
  const cases = Object.entries(MODELS).flatMap(([name, model]) => {
    const dataset = PUBLISHED.nist[name as keyof typeof MODELS];
    return dataset.starts.map((start) => ({ name, start, dataset, model }));
  });
  test.each(cases)('$name from $start', ({ start, dataset, model }) => {
    const { parameters, errors, rss, y } = dataset;
    const fit = fitLeastSquares(model, dataset, start);
    expect(relative(fit.rss, rss)).toBeLessThan(1e-9);
    const { inverse } = regress(fit.columns, fit.residuals);
    const variance = fit.rss / (y.length - parameters.length);
    for (const [k, certified] of parameters.entries()) {
      expect(relative(fit.parameters[k], certified)).toBeLessThan(1e-7);
      const error = Math.sqrt((inverse[k]?.[k] ?? 0) * variance);
      expect(relative(error, errors[k] ?? 0)).toBeLessThan(1e-6);
    }
  });
});

describe('estimateCurve gives the published values', () => {
  test.each(Object.entries(PUBLISHED.curves))('of %s', (_, curve) => {
    const x = curve.concentrations.map(Math.log10);
    const fit = estimateCurve({ x, y: curve.y }, curve.fixed);
    const { logIc50 } = fit;
    const derived = {
      ic50: { value: 10 ** logIc50.value, standardError: Number.NaN },
      lnIc50: {
        value: logIc50.value * Math.LN10,
        standardError: logIc50.standardError * Math.LN10,
      },
      scale: { value: 1 / fit.hill.value, standardError: Number.NaN },
    };
    const { hill, top, bottom } = fit;
    const all: Record<string, (typeof derived)['ic50']> = {
      logIc50,
      hill,
      top,
      bottom,
      ...derived,
    };
    for (const [name, [value = 0, digits]] of Object.entries(curve.values))
      expect(all[name]?.value, name).toBeCloseTo(value, digits);
    for (const [name, [error = 0, digits]] of Object.entries(curve.errors))
      expect(all[name]?.standardError, name).toBeCloseTo(error, digits);
    expect(fit.residualSd).toBeCloseTo(curve.residualSd[0] ?? 0, curve.residualSd[1]);
    expect(fit.degreesOfFreedom).toBe(curve.degreesOfFreedom);
  });

  test('of Rat42, a logistic with its bottom at zero', () => {
    const { b, errors, residualSd, ...data } = PUBLISHED.rat42;
    const fit = estimateCurve(data, { bottom: 0 });
    const [b1 = 0, b2 = 0, b3 = 0] = b;
    expect(relative(fit.top.value, b1)).toBeLessThan(1e-9);
    expect(relative(fit.top.standardError, errors[0] ?? 0)).toBeLessThan(1e-7);
    expect(relative(fit.hill.value, b3 / Math.LN10)).toBeLessThan(1e-8);
    expect(relative(fit.hill.standardError, (errors[2] ?? 0) / Math.LN10)).toBeLessThan(1e-7);
    expect(relative(fit.logIc50.value, b2 / b3)).toBeLessThan(1e-8);
    expect(relative(fit.residualSd, residualSd)).toBeLessThan(1e-9);
  });
});

function relative(value: number | undefined, reference: number): number {
  return Math.abs((value ?? Number.NaN) - reference) / Math.abs(reference);
}
