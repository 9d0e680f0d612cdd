import { describe, expect, test } from 'vitest';
import { type CurveFit, fitLogistic } from './fit-logistic.ts';
import type { Fixed } from './four-parameter-logistic.ts';
import { type Data, fitLeastSquares, type Model } from './levenberg-marquardt.ts';

/** Datasets of NIST StRD (https://www.itl.nist.gov/div898/strd/nls/nls_main.shtml), certified to 11 digits. */
const CERTIFIED: Record<string, Certified> = {
  // Logistic with a fifth shape; higher difficulty.
  Rat43: {
    y: [
      16.08, 33.83, 65.8, 97.2, 191.55, 326.2, 386.87, 520.53, 590.03, 651.92, 724.93, 699.56,
      689.96, 637.56, 717.41,
    ],
    x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    starts: [
      [100, 10, 1, 1],
      [700, 5, 0.75, 1.3],
    ],
    parameters: [6.996415127e2, 5.2771253025, 7.5962938329e-1, 1.2792483859],
    errors: [1.6302297817e1, 2.0828735829, 1.9566123451e-1, 6.8761936385e-1],
    rss: 8.786404908e3,
    model: ([b1 = 0, b2 = 0, b3 = 0, b4 = 0], x, gradient) => {
      const u = 1 + Math.exp(b2 - b3 * x);
      const y = b1 * u ** (-1 / b4);
      const slope = (y * (u - 1)) / u / b4;
      gradient.splice(0, 4, y / b1, -slope, slope * x, (y * Math.log(u)) / b4 ** 2);
      return y;
    },
  },
  // Rational; higher difficulty: the first start is far from the solution.
  MGH09: {
    y: [0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246],
    x: [4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625],
    starts: [
      [25, 39, 41.5, 39],
      [0.25, 0.39, 0.415, 0.39],
    ],
    parameters: [1.9280693458e-1, 1.9128232873e-1, 1.2305650693e-1, 1.3606233068e-1],
    errors: [1.1435312227e-2, 1.9633220911e-1, 8.0842031232e-2, 9.0025542308e-2],
    rss: 3.0750560385e-4,
    model: ([b1 = 0, b2 = 0, b3 = 0, b4 = 0], x, gradient) => {
      const above = x * x + x * b2;
      const below = x * x + x * b3 + b4;
      const y = (b1 * above) / below;
      gradient.splice(0, 4, above / below, (b1 * x) / below, (-y * x) / below, -y / below);
      return y;
    },
  },
  // Exponential; parameters of very different size; higher difficulty. Start 1 is thousands of steps away in a narrow
  // valley, which the solver gives up: fits of curves start from a grid.
  MGH10: {
    y: [
      34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744, 8261, 7030, 6005, 5147, 4427, 3820,
      3307, 2872,
    ],
    x: Array.from({ length: 16 }, (_, i) => 50 + 5 * i),
    starts: [[0.02, 4000, 250]],
    parameters: [5.609636471e-3, 6.1813463463e3, 3.4522363462e2],
    errors: [1.5687892471e-4, 2.3309021107e1, 7.8486103508e-1],
    rss: 8.7945855171e1,
    model: ([b1 = 0, b2 = 0, b3 = 0], x, gradient) => {
      const factor = Math.exp(b2 / (x + b3));
      const y = b1 * factor;
      gradient.splice(0, 3, factor, y / (x + b3), (-y * b2) / (x + b3) ** 2);
      return y;
    },
  },
};

type Certified = {
  x: number[];
  y: number[];
  starts: number[][];
  parameters: number[];
  errors: number[];
  rss: number;
  model: Model;
};

describe('the least-squares solver gives the certified values of NIST', () => {
  const cases = Object.entries(CERTIFIED).flatMap(([name, dataset]) =>
    dataset.starts.map((start) => ({ name: `${name}, start ${start.join(' ')}`, start, dataset })),
  );
  test.each(cases)('$name', ({ start, dataset }) => {
    const { parameters, errors, rss, model, x, y } = dataset;
    const fit = fitLeastSquares(model, { x, y }, start);
    expect(fit.hasConverged).toBe(true);
    expect(relative(fit.rss, rss)).toBeLessThan(1e-9);
    const variance = fit.rss / (x.length - parameters.length);
    for (const [k, certified] of parameters.entries()) {
      expect(relative(fit.parameters[k], certified)).toBeLessThan(1e-7);
      const error = Math.sqrt((fit.unscaledCovariance?.[k]?.[k] ?? 0) * variance);
      expect(relative(error, errors[k] ?? 0)).toBeLessThan(1e-6);
    }
  });
});

describe('a published curve is fitted with its published values', () => {
  test('ryegrass: root length by ferulic acid (Inderjit et al. 2002; drc, LL.4)', () => {
    // A dose of zero is the limit of small ones: the curve is flat there to sixteen digits.
    const doses = [1e-6, 1e-6, 0.94, 1.88, 3.75, 7.5, 15, 30].flatMap((dose) => [dose, dose, dose]);
    const lengths = [
      7.58, 8, 8.3285714, 7.25, 7.375, 7.9625, 8.3555556, 6.9142857, 7.75, 6.8714286, 6.45,
      5.9222222, 1.925, 2.8857143, 4.2333333, 1.1875, 0.8571429, 1.0571429, 0.6875, 0.525, 0.825,
      0.25, 0.22, 0.44,
    ];
    const fit = fitted({ x: doses.map(Math.log10), y: lengths });
    expect(-fit.hill.value).toBeCloseTo(2.98222, 4);
    expect(fit.bottom.value).toBeCloseTo(0.48141, 5);
    expect(fit.top.value).toBeCloseTo(7.79296, 5);
    expect(10 ** fit.logIc50.value).toBeCloseTo(3.05795, 4);
    // drc prints 0.5196 with 20 degrees of freedom. Its standard errors (0.46506, 0.21219, 0.18857, 0.18573) come
    // from the observed Hessian; these, from the Jacobian, are scipy's `curve_fit`.
    expect(fit.residualSd).toBeCloseTo(0.5196256, 6);
    expect(fit.degreesOfFreedom).toBe(20);
    expect(fit.hill.standardError).toBeCloseTo(0.4584288, 4);
    expect(fit.bottom.standardError).toBeCloseTo(0.209506, 5);
    expect(fit.top.standardError).toBeCloseTo(0.1897333, 5);
    expect(fit.logIc50.standardError).toBeCloseTo(0.0263916, 6);
  });

  test('DNase, run 1: an ELISA with its bottom at zero (R, datasets::DNase)', () => {
    // R: nls(density ~ Asym/(1 + exp((xmid - log(conc))/scal)), DNase1)
    const concentrations = [0.04882812, 0.1953125, 0.390625, 0.78125, 1.5625, 3.125, 6.25, 12.5];
    const densities = [
      0.017, 0.018, 0.121, 0.124, 0.206, 0.215, 0.377, 0.374, 0.614, 0.609, 1.019, 1.001, 1.334,
      1.364, 1.73, 1.71,
    ];
    const x = concentrations.flatMap((each) => [Math.log10(each), Math.log10(each)]);
    const fit = fitted({ x, y: densities }, { bottom: 0 });
    expect(fit.top.value).toBeCloseTo(2.34518, 5);
    expect(fit.top.standardError).toBeCloseTo(0.07815, 4);
    expect(fit.logIc50.value * Math.LN10).toBeCloseTo(1.48309, 5);
    expect(fit.logIc50.standardError * Math.LN10).toBeCloseTo(0.08135, 4);
    expect(1 / fit.hill.value).toBeCloseTo(1.04146, 4);
    expect(fit.residualSd).toBeCloseTo(0.01919, 5);
    expect(fit.degreesOfFreedom).toBe(13);
  });

  test('Rat42: a logistic with its bottom at zero (NIST StRD)', () => {
    // The predictor takes the place of the log10 of a concentration: b2 = ln10 · hill · logIc50, b3 = ln10 · hill.
    const x = [9, 14, 21, 28, 42, 57, 63, 70, 79];
    const y = [8.93, 10.8, 18.59, 22.33, 39.35, 56.11, 61.73, 64.62, 67.08];
    const fit = fitted({ x, y }, { bottom: 0 });
    expect(relative(fit.top.value, 7.2462237576e1)).toBeLessThan(1e-9);
    expect(relative(fit.top.standardError, 1.7340283401)).toBeLessThan(1e-7);
    expect(relative(fit.hill.value, 6.7359200066e-2 / Math.LN10)).toBeLessThan(1e-8);
    expect(relative(fit.hill.standardError, 3.4465663377e-3 / Math.LN10)).toBeLessThan(1e-7);
    expect(relative(fit.logIc50.value, 2.6180768402 / 6.7359200066e-2)).toBeLessThan(1e-8);
    expect(relative(fit.residualSd, 1.1587725499)).toBeLessThan(1e-9);
  });
});

function fitted(data: Data, fixed: Fixed = {}): CurveFit {
  return fitLogistic(data, fixed);
}

function relative(value: number | undefined, reference: number): number {
  return Math.abs((value ?? Number.NaN) - reference) / Math.abs(reference);
}
