import { fitCurve, type Refusal } from './fit-curve.ts';
import type { CurveFit } from './fit-logistic.ts';
import type { Options } from './options.ts';
import type { Points, Series } from './read-points.ts';

/** A series with what is fitted to the points that are not left out. */
export type FittedSeries = Series & {
  /** Log10 of the lowest and highest concentration of the fitted points. */
  tested: readonly [low: number, high: number];
  result: CurveFit | { refusal: Refusal };
};

/** Fits a curve to each series. */
export function analyse({ series }: Points, options: Options): FittedSeries[] {
  return series.map((each) => {
    const fitted = each.points.filter(({ excluded }) => excluded === null);
    const x = fitted.map(({ concentration }) => Math.log10(concentration));
    const y = fitted.map(({ response }) => response);
    const step = Math.min(...fitted.map(({ written }) => lastDigit(written.response)));
    return {
      ...each,
      tested: [Math.min(...x), Math.max(...x)],
      result: fitCurve({ x, y, step }, options),
    };
  });
}

/** The value of one in the last digit of a number as written: 0.01 for `7.50`, 100 for `12e2`. */
function lastDigit(written: string): number {
  const [, decimals = '', exponent = '0'] = /^[^.e]*\.?(\d*)(?:e(.*))?$/i.exec(written) ?? [];
  return 10 ** (Number(exponent.replace('−', '-')) - decimals.length);
}
