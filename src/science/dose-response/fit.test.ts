import { describe, expect, test } from 'vitest';
import { seededNormal } from '../../../test/seeded-normal.ts';
import { type CurveFit, type Data, estimateCurve, PARAMETERS } from './curve-fitting.ts';
import { exceedsF, studentQuantile } from './distributions.ts';
import { slope } from './figure.ts';
import { fitCurve } from './fit.ts';
import { readPoints } from './points.ts';
import STRAY from './stray-points.json' with { type: 'json' };

const FEW = 'different concentrations; this curve needs at least';
const NO_RESPONSE = 'depend on the concentration';
const MISFIT = 'a sigmoid curve does not describe these data';

/** Expects a refusal that holds some words, of an IC50 in µM. */
function expectRefusal(result: ReturnType<typeof fitCurve>, words: string) {
  if (!('refusal' in result)) throw new Error('A curve is fitted');
  expect(result.refusal('IC50', { name: 'µM', exponent: -6 })).toContain(words);
}

function fitted(result: ReturnType<typeof fitCurve>): CurveFit {
  if ('refusal' in result) throw new Error(result.refusal('IC50', { name: 'µM', exponent: -6 }));
  return result;
}

test('studentQuantile and exceedsF are those of the tables', () => {
  for (const [degreesOfFreedom, quantile] of [
    [1, 12.7062047364],
    [2, 4.30265272975],
    [6, 2.44691185114],
    [20, 2.08596344727],
    [1000, 1.9623390808],
  ] as const) {
    expect(studentQuantile(0.95, degreesOfFreedom)).toBeCloseTo(quantile, 8);
  }
  for (const [f, numerator, denominator, p] of [
    [161.4476, 1, 1, 0.05],
    [3.098391, 3, 20, 0.05],
    [8.466125, 6, 6, 0.01],
  ] as const) {
    expect(exceedsF(f, numerator, denominator)).toBeCloseTo(p, 6);
  }
});

test('fitCurve states an IC50 without a slope where no concentration lies on the slope', () => {
  const x = grid(8, 2);
  const fit = fitted(fitCurve({ x, y: x.map((log, i) => (log < 0 ? 100 : 0) + (i % 2)) }));
  expect(slope(fit)).toBe('not determined by these concentrations');
  const [low, high] = fit.logIc50.interval;
  expect([low > -0.5, high < 0.5]).toEqual([true, true]);
  const given = fitCurve({ x, y: x.map((log) => 100 / (1 + 10 ** log)) }, { hill: 1 });
  expect(given).toMatchObject({ hill: { value: -1, isFixed: true } });
});

test('fitCurve gives the parameters of data without noise', () => {
  const x = grid(9, 1);
  const fit = fitted(fitCurve({ x, y: x.map((log) => 5 + 90 / (1 + 10 ** (log + 0.25))) }));
  expect(fit.logIc50.value).toBeCloseTo(-0.25, 9);
  expect(fit.hill.value).toBeCloseTo(-1, 9);
  expect(fit.top.value).toBeCloseTo(95, 7);
  expect(fit.bottom.value).toBeCloseTo(5, 7);
  expect(fit.logIc50.standardError).toBeLessThan(1e-9);
  expect(fit.rSquared).toBeCloseTo(1, 12);
});

test.each(STRAY.curves)('intervals with a stray point are those of SciPy: %#', (curve) => {
  const fit = estimateCurve({ x: STRAY.concentrations.map(Math.log10), y: curve.y }, {});
  for (const [k, name] of PARAMETERS.entries()) {
    const { value, interval } = fit[name];
    for (const [side, own] of interval.entries()) {
      const end = curve.intervals[k]?.[side] ?? [-1, 1].map((sign) => sign / 0)[side] ?? 0;
      const distance = Math.abs(end - value);
      expect(Math.abs(own - value), `${name} beyond its estimate`).toBeGreaterThan(
        distance < Number.POSITIVE_INFINITY ? distance / 2 : 1e9,
      );
      if (distance < Number.POSITIVE_INFINITY) {
        expect(Math.abs(own - end) / distance, `${name} ${own} as ${end}`).toBeLessThan(0.02);
      } else expect(own, name).toBe(end);
    }
  }
});

describe('residuals at the size of rounding', () => {
  const logs = [-9, -8.5, -8, -7.5, -7, -6.5, -6, -5.5, -5];
  const ideal = (log: number, hill: number) => 100 / (1 + 10 ** (hill * (-7 - log)));
  const fitWritten = (
    write: (log: number) => string,
    concentration = (log: number) => `${10 ** log}`,
  ) => {
    const rows = logs.map((log) => `${concentration(log)},${write(log)}`);
    const points = readPoints(`concentration (M),response (%)\n${rows.join('\n')}`);
    if ('problems' in points) throw new Error(points.problems[0]?.message);
    const all = points.series[0]?.points ?? [];
    return fitCurve({
      x: all.map((point) => Math.log10(point.concentration)),
      y: all.map(({ response }) => response),
      rounding: all.map(({ rounding }) => rounding),
    });
  };

  test('are no pattern, whatever the decimals and the slope', () => {
    for (const decimals of [0, 1, 2, 6, 15]) {
      for (const hill of [-1.5, -1, 0.8, 1, 2]) {
        const fit = fitWritten((log) => ideal(log, hill).toFixed(decimals));
        expect(fit).toMatchObject({ logIc50: { value: expect.closeTo(-7, 2) } });
        const rounded = fitWritten(
          (log) => ideal(log, hill).toFixed(decimals),
          (log) => (10 ** log).toExponential(2),
        );
        expect(rounded).toMatchObject({ logIc50: { value: expect.closeTo(-7, 2) } });
      }
    }
    for (const step of [5, 10]) {
      const fit = fitWritten((log) => `${Math.round(ideal(log, -1) / step) * step}`);
      expect(fit).toMatchObject({ logIc50: { value: expect.closeTo(-7, 2) } });
    }
    expect(fitWritten((log) => ideal(log, 1).toExponential(1))).not.toHaveProperty('refusal');
  });

  test.each([0, 2])('do not hide two phases, with %i decimals', (decimals) => {
    const phases = (log: number) => (ideal(log - 1, 1.2) + ideal(log + 1, 1.2)) / 2;
    expectRefusal(
      fitWritten((log) => phases(log).toFixed(decimals)),
      MISFIT,
    );
  });
});

describe('fitCurve refuses what the data do not determine', () => {
  const random = seededNormal('data');
  const curve = (x: readonly number[], logIc50: number, hill = -1): Data => ({
    x,
    y: x.map((log) => 100 / (1 + 10 ** (hill * (logIc50 - log))) + random.normal()),
  });
  const controls = { top: 100, bottom: 0 };

  test('two points, and four concentrations however often; fixed plateaus need fewer', () => {
    const few = '2 different concentrations; this curve needs at least 5';
    expectRefusal(fitCurve({ x: [0, 1], y: [90, 10] }), few);
    const four = curve(grid(4, 5), 0);
    expectRefusal(fitCurve(four), FEW);
    expect(fitCurve(four, controls)).not.toHaveProperty('refusal');
  });

  test('noise without a curve, and a bell, which is a response', () => {
    const x = grid(8, 2);
    expectRefusal(fitCurve({ x, y: x.map((_, i) => 50 + (i % 2)) }), NO_RESPONSE);
    const bell = x.map((log, i) => 80 * Math.exp(-(log ** 2)) + (i % 2));
    expectRefusal(fitCurve({ x, y: bell }), MISFIT);
    const few = [0, 10, 50, 100, 50, 10, 0];
    expectRefusal(fitCurve({ x: few.map((_, i) => i / 2), y: few }), MISFIT);
  });

  test('a curve without its lower plateau, and an IC50 beyond the concentrations', () => {
    const missing = curve(grid(10, 2), 2.8);
    expectRefusal(fitCurve(missing), 'no lower plateau: no concentration lies above');
    expect(fitCurve(missing, controls)).not.toHaveProperty('refusal');
    const beyond = (logIc50: number) => fitCurve(curve(grid(10, 2), logIc50), controls);
    expectRefusal(beyond(4), 'IC50 > 1.00 mM, the highest concentration');
    expectRefusal(beyond(-4), 'IC50 < 1.00 nM, the lowest concentration');
  });

  test('an IC50 known to a hundredfold at best', () => {
    const x = grid(5, 1);
    const y = x.map((log, i) => 100 / (1 + 10 ** (0.6 * log)) + (i % 2 === 0 ? 9 : -9));
    expect(fitCurve({ x, y })).toHaveProperty('refusal');
  });

  test('or fits them, however extreme their numbers', () => {
    const x = grid(8, 2);
    for (const scale of [1e-300, 1e-12, 1e12, 1e300]) {
      expect(() => fitCurve({ x, y: x.map((log) => scale / (1 + 10 ** log)) })).not.toThrow();
    }
    expect(() => fitCurve({ x: grid(8, 1).map((log) => log * 100), y: grid(8, 1) })).not.toThrow();
  });
});

/** Replicates at equally spaced logarithms from −3 to 3. */
function grid(concentrations: number, replicates: number): number[] {
  return Array.from(
    { length: concentrations * replicates },
    (_, i) => -3 + (6 * Math.floor(i / replicates)) / (concentrations - 1),
  );
}
