import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { formatFixed, formatNumber } from '../format-number.ts';
import { valuesTable } from '../values-table.ts';
import type { FittedSeries } from './analyse.ts';
import type { CurveFit, Interval } from './fit-logistic.ts';
import { refusalMessage } from './refusal-message.ts';
import { formatConcentration, type Unit } from './units.ts';

type Context = { unit: Unit; quantity: string; responseUnit: string | null };
type Row = { heading: ElementContent[]; value: (fit: CurveFit) => string };

/** The fitted values, with a column for each series. */
export function resultsTable(series: readonly FittedSeries[], context: Context): Element {
  const { unit, quantity, responseUnit } = context;
  const suffix = responseUnit === null ? '' : ` (${responseUnit})`;
  const rows: Row[] = [
    ...(unit.exponent === null
      ? []
      : [
          { heading: quantityMarkup(`p${quantity}`), value: (fit: CurveFit) => potency(fit, unit) },
        ]),
    { heading: quantityMarkup(quantity), value: ({ logIc50 }) => concentration(logIc50, unit) },
    {
      heading: [text('Hill slope')],
      value: slope,
    },
    { heading: [text(`Top${suffix}`)], value: ({ top }) => withInterval(top) },
    {
      heading: [text(`Bottom${suffix}`)],
      value: ({ bottom }) => withInterval(bottom),
    },
    { heading: [text('Points fitted')], value: ({ n }) => `${n}` },
    {
      heading: [text(`Residual SD${suffix}`)],
      value: ({ residualSd }) => formatNumber(residualSd),
    },
    { heading: [text('R²')], value: ({ rSquared }) => formatFixed(rSquared, 4) },
  ];
  const isNamed = series.some(({ name }) => name !== null);
  return valuesTable({
    caption: 'Fitted values, with 95% intervals',
    columns: isNamed ? series.map(({ name }) => name ?? '') : null,
    rows: rows.map(({ heading, value }, index) => ({
      heading,
      values: series.map((each) => cell(each, value, index === 0, context)),
    })),
  });
}

function cell(
  { result, tested }: FittedSeries,
  value: Row['value'],
  isFirst: boolean,
  { quantity, unit }: Context,
): string {
  if (!('refusal' in result)) return value(result);
  return isFirst
    ? `Not fitted: ${refusalMessage(result.refusal, { quantity, unit, tested })}`
    : '–';
}

/** Few concentrations on the slope determine the IC50, but not the Hill slope. */
export function slope({ hill }: CurveFit): string {
  const [low, high] = hill.interval;
  const isTold = hill.isFixed || (Number.isFinite(low) && Number.isFinite(high) && low * high > 0);
  return isTold ? withInterval(hill, 2) : 'not determined by these concentrations';
}

/** A pIC50 with its interval: 7.89 (7.84 to 7.94). */
export function potency({ logIc50 }: CurveFit, { exponent }: Unit): string {
  const negative = (log10: number) => formatFixed(-log10 - (exponent ?? 0), 2);
  const [low, high] = logIc50.interval;
  return `${negative(logIc50.value)} (${negative(high)} to ${negative(low)})`;
}

export function concentration({ value, interval }: CurveFit['logIc50'], unit: Unit): string {
  const [low, high] = interval.map((end) => formatConcentration(end, unit));
  return `${formatConcentration(value, unit)} (${low} to ${high})`;
}

/** @param decimals by default those of the third figure of the value, or of half its interval if that is larger */
function withInterval(
  { value, interval, isFixed }: { value: number; interval: Interval; isFixed: boolean },
  decimals = decimalsOf(isFixed ? value : Math.max(Math.abs(value), halfWidth(interval))),
): string {
  const format = (each: number) =>
    decimals === null ? formatNumber(each) : formatFixed(each, decimals);
  return isFixed
    ? `${format(value)}, fixed`
    : `${format(value)} (${interval.map(format).join(' to ')})`;
}

function halfWidth([low, high]: Interval): number {
  return Number.isFinite(high - low) ? (high - low) / 2 : 0;
}

/** Null for numbers that are written with an exponent or without decimals. */
function decimalsOf(value: number): number | null {
  const size = Math.abs(value);
  return size >= 1e-4 && size < 1e3 ? 2 - Math.floor(Math.log10(size)) : null;
}

/** The digits of `pIC50` are set low. */
export function quantityMarkup(quantity: string): ElementContent[] {
  return [text(quantity.replace(/\d+$/, '')), h('sub', {}, /\d+$/.exec(quantity)?.[0] ?? '')];
}
