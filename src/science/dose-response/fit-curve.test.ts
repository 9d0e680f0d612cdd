import { describe, expect, test } from 'vitest';
import { seededNormal } from '../../../test/seeded-normal.ts';
import { analyse } from './analyse.ts';
import { exceedsF, studentQuantile } from './distributions.ts';
import { fitCurve } from './fit-curve.ts';
import { fitLogistic } from './fit-logistic.ts';
import { PARAMETERS } from './four-parameter-logistic.ts';
import type { Data } from './levenberg-marquardt.ts';
import { readPoints } from './read-points.ts';
import { slope } from './results-table.ts';

describe('the distributions are those of the tables', () => {
  test.each([
    [1, 12.7062047364],
    [2, 4.30265272975],
    [6, 2.44691185114],
    [20, 2.08596344727],
    [1000, 1.9623390808],
  ])('Student’s t with %i degrees of freedom', (degreesOfFreedom, quantile) => {
    expect(studentQuantile(0.95, degreesOfFreedom)).toBeCloseTo(quantile, 8);
  });

  test.each([
    [161.4476, 1, 1, 0.05],
    [3.098391, 3, 20, 0.05],
    [8.466125, 6, 6, 0.01],
  ])('F %f (%i, %i)', (f, numerator, denominator, p) => {
    expect(exceedsF(f, numerator, denominator)).toBeCloseTo(p, 6);
  });
});

describe('what is published of a curve', () => {
  test('is an IC50 without a slope where no concentration lies on the slope; a slope that is given is kept', () => {
    const x = grid(8, 2);
    const y = x.map((each, i) => (each < 0 ? 100 : 0) + (i % 2));
    const fit = fitCurve({ x, y });
    if ('refusal' in fit) throw new Error(fit.refusal.reason);
    expect(slope(fit)).toBe('not determined by these concentrations');
    const [low, high] = fit.logIc50.interval;
    expect([low > -0.5, high < 0.5]).toEqual([true, true]);
    const given = fitCurve({ x, y: x.map((each) => 100 / (1 + 10 ** each)) }, { hill: 1 });
    expect(given).toMatchObject({ hill: { value: -1, isFixed: true } });
  });

  test('is as wide as the data are noisy, and none without noise', () => {
    const x = grid(9, 1);
    const y = x.map((each) => 5 + 90 / (1 + 10 ** (each + 0.25)));
    const fit = fitCurve({ x, y });
    if ('refusal' in fit) throw new Error(fit.refusal.reason);
    expect(fit.logIc50.value).toBeCloseTo(-0.25, 9);
    expect(fit.hill.value).toBeCloseTo(-1, 9);
    expect([fit.top.value, fit.bottom.value]).toEqual([
      expect.closeTo(95, 7),
      expect.closeTo(5, 7),
    ]);
    expect(fit.logIc50.standardError).toBeLessThan(1e-9);
    expect(fit.rSquared).toBeCloseTo(1, 12);
  });
});

describe('an interval reaches beyond its estimate, where the data have a stray point', () => {
  const x = [1, 3, 10, 30, 100, 300, 1000, 3000, 10000, 30000].map(Math.log10);

  test('as far as SciPy finds that the others can be fitted (least_squares, brentq)', () => {
    const y = [101.24, 104.67, 92.25, 76.74, 49.81, 39.58, 17.11, 7.8, -0.67, 29.41];
    const fit = fitLogistic({ x, y }, {});
    const intervals = PARAMETERS.map((name) => fit[name].interval);
    expect(intervals).toEqual([
      [expect.closeTo(0.973, 2), expect.closeTo(2.379, 2)],
      [expect.closeTo(-2.514, 2), expect.closeTo(-0.3201, 3)],
      [expect.closeTo(86.65, 1), expect.closeTo(168.8, 0)],
      [expect.closeTo(-14.06, 1), expect.closeTo(25.84, 1)],
    ]);
  });

  test('in twenty curves at random', () => {
    const random = seededNormal('stray');
    for (let curve = 0; curve < 20; curve++) {
      const hill = -0.5 - Math.abs(random.normal());
      const logIc50 = 2 + 0.7 * random.normal();
      const stray = Math.floor(10 * random.uniform());
      const y = x.map((each, i) => {
        const error = 3 * random.normal() + (i === stray ? 30 : 0);
        return 100 / (1 + 10 ** (hill * (logIc50 - each))) + error;
      });
      const fit = fitLogistic({ x, y }, {});
      for (const name of PARAMETERS) {
        const { value, interval } = fit[name];
        const nearest = Math.min(...interval.map((end) => Math.abs(end - value)));
        expect(nearest, `${name} of curve ${curve}`).toBeGreaterThan(1e-3 * Math.abs(value));
      }
    }
  });
});

describe('residuals at the size of the last digit that was written', () => {
  const grid = [-9, -8.5, -8, -7.5, -7, -6.5, -6, -5.5, -5];
  const read = (response: (log: number) => string) => {
    const rows = grid.map((log) => `${10 ** log},${response(log)}`);
    const points = readPoints(`concentration (M),response (%)\n${rows.join('\n')}`);
    if ('problems' in points) throw new Error(points.problems[0]?.message);
    const [result] = analyse(points, { quantity: 'IC50' }).map((each) => each.result);
    if (result === undefined) throw new Error('There is a series');
    return result;
  };
  const ideal = (log: number, hill: number) => 100 / (1 + 10 ** (hill * (-7 - log)));

  test('are no pattern, whatever the decimals and the slope', () => {
    for (const decimals of [0, 1, 2, 6, 15]) {
      for (const hill of [-1.5, -1, 0.8, 1, 2]) {
        const fit = read((log) => ideal(log, hill).toFixed(decimals));
        expect(fit).toMatchObject({ logIc50: { value: expect.closeTo(-7, 2) } });
      }
    }
    expect(read((log) => ideal(log, 1).toExponential(1))).not.toHaveProperty('refusal');
  });

  test.each([0, 2])('do not hide two phases, with %i decimals', (decimals) => {
    const fit = read((log) => ((ideal(log - 1, 1.2) + ideal(log + 1, 1.2)) / 2).toFixed(decimals));
    expect(fit).toMatchObject({ refusal: { reason: 'misfit' } });
  });
});

describe('what the data do not determine is refused', () => {
  const random = seededNormal('data');
  const curve = (x: readonly number[], logIc50: number, hill = -1): Data => ({
    x,
    y: x.map((each) => 100 / (1 + 10 ** (hill * (logIc50 - each))) + random.normal()),
  });

  test('two points', () => {
    expect(fitCurve({ x: [0, 1], y: [90, 10] })).toEqual({
      refusal: { reason: 'few-concentrations', found: 2, needed: 5 },
    });
  });

  test('four concentrations, however often they are repeated; fixed plateaus need fewer', () => {
    const data = curve(grid(4, 5), 0);
    expect(reason(data)).toBe('few-concentrations');
    expect(fitCurve(data, { top: 100, bottom: 0 })).not.toHaveProperty('refusal');
  });

  test('noise without a curve', () => {
    const x = grid(8, 2);
    expect(reason({ x, y: x.map((_, i) => 50 + (i % 2)) })).toBe('no-effect');
  });

  test('a curve without its lower plateau, unless that is fixed', () => {
    const data = curve(grid(10, 2), 2.8);
    expect(fitCurve(data)).toEqual({
      refusal: expect.objectContaining({ reason: 'no-plateau', plateau: 'bottom', side: 'above' }),
    });
    expect(fitCurve(data, { top: 100, bottom: 0 })).not.toHaveProperty('refusal');
  });

  test('an IC50 beyond the concentrations', () => {
    const fixed = { top: 100, bottom: 0 };
    expect(fitCurve(curve(grid(10, 2), 4), fixed)).toEqual({
      refusal: { reason: 'out-of-range', side: 'above' },
    });
    expect(fitCurve(curve(grid(10, 2), -4), fixed)).toEqual({
      refusal: { reason: 'out-of-range', side: 'below' },
    });
  });

  test('an IC50 known to a hundredfold at best', () => {
    const x = grid(5, 1);
    const y = x.map((each, i) => 100 / (1 + 10 ** (0.6 * each)) + (i % 2 === 0 ? 9 : -9));
    expect(fitCurve({ x, y })).toHaveProperty('refusal');
  });
});

test('extreme numbers end in a fit or a refusal', () => {
  for (const scale of [1e-300, 1e-12, 1e12, 1e300]) {
    const x = grid(8, 2);
    const y = x.map((each) => scale / (1 + 10 ** each));
    expect(() => fitCurve({ x, y })).not.toThrow();
  }
  expect(() => fitCurve({ x: grid(8, 1).map((each) => each * 100), y: grid(8, 1) })).not.toThrow();
});

function reason(data: Data, fixed = {}): string | undefined {
  const fit = fitCurve(data, fixed);
  return 'refusal' in fit ? fit.refusal.reason : undefined;
}

/** Replicates at equally spaced logarithms from −3 to 3. */
function grid(concentrations: number, replicates: number): number[] {
  return Array.from(
    { length: concentrations * replicates },
    (_, i) => -3 + (6 * Math.floor(i / replicates)) / (concentrations - 1),
  );
}
