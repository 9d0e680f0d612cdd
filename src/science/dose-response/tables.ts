import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { formatFixed, formatNumber, valuesTable } from '../drawer.ts';
import type { Analysis } from './figure.ts';
import type { CurveFit, Estimate } from './interval.ts';
import { formatConcentration, type Unit } from './units.ts';

type Row = { heading: ElementContent[]; value: (fit: CurveFit) => string; quantity?: string };

export function resultsTable({ series, unit, response, kind }: Analysis): Element {
  const suffix = response.unit === null ? '' : ` (${response.unit})`;
  const quantities = new Set(series.filter(({ fit }) => fit).map(({ quantity }) => quantity));
  const potencies = [...quantities].flatMap((quantity) =>
    (unit.exponent === null ? [''] : ['p', '']).map(
      (prefix, index): Row => ({
        heading: [...quantityMarkup(prefix + quantity), text(`, ${kind}`)],
        value: (fit) => potenciesOf(quantity, fit, unit)[index]?.[1] ?? '',
        quantity,
      }),
    ),
  );
  const row = (heading: string, value: Row['value']): Row => ({ heading: [text(heading)], value });
  const rows = [
    ...potencies,
    row('Hill slope', slope),
    row(`Top${suffix}`, ({ top }) => withInterval(top)),
    row(`Bottom${suffix}`, ({ bottom }) => withInterval(bottom)),
    row('Points fitted', ({ leastSquares }) => `${leastSquares.residuals.length}`),
    row(`Residual SD${suffix}`, ({ residualSd }) => formatNumber(residualSd)),
    row('R²', ({ rSquared }) => formatFixed(rSquared, 4)),
  ];
  const isNamed = series.some(({ name }) => name !== null);
  return valuesTable(
    'Fitted values, with 95% intervals',
    isNamed ? series.map(({ name }) => name ?? '') : null,
    rows.map(({ heading, value, quantity }, index) => ({
      heading,
      values: series.map((column) => {
        if (column.fit === null) return index === 0 ? `Not fitted: ${column.refusal}` : '–';
        return (quantity ?? column.quantity) === column.quantity ? value(column.fit) : '–';
      }),
    })),
  );
}

/** Few concentrations on the slope determine the IC50, but not the Hill slope. */
export function slope({ hill }: CurveFit): string {
  const [low, high] = hill.interval;
  const isKnown = hill.isFixed || (Number.isFinite(low) && Number.isFinite(high) && low * high > 0);
  return isKnown ? withInterval(hill, 2) : 'not determined by these concentrations';
}

export function potenciesOf(quantity: string, { logIc50 }: CurveFit, unit: Unit) {
  const { value, interval } = logIc50;
  const shown = (ends: readonly number[], format: (log10: number) => string) =>
    `${format(value)} (${ends.map(format).join(' to ')})`;
  const inUnit = shown(interval, (log10) => formatConcentration(log10, unit));
  const { exponent } = unit;
  if (exponent === null) return [[quantity, inUnit]];
  const negative = shown(interval.toReversed(), (log10) => formatFixed(-log10 - exponent, 2));
  return [
    [`p${quantity}`, negative],
    [quantity, inUnit],
  ];
}

/** @param decimals by default those of the third figure of the value, or of half its interval if that is larger */
function withInterval({ value, interval, isFixed }: Estimate, decimals?: number): string {
  const [low, high] = interval;
  const half = Number.isFinite(high - low) ? (high - low) / 2 : 0;
  const size = isFixed ? Math.abs(value) : Math.max(Math.abs(value), half);
  // Other numbers are written with an exponent, or without decimals.
  const places = decimals ?? (size >= 1e-4 && size < 1e3 ? 2 - Math.floor(Math.log10(size)) : null);
  const format = (number: number) =>
    places === null ? formatNumber(number) : formatFixed(number, places);
  return isFixed
    ? `${format(value)}, fixed`
    : `${format(value)} (${interval.map(format).join(' to ')})`;
}

/** The digits of `pIC50` are set low. */
export function quantityMarkup(quantity: string): ElementContent[] {
  return [text(quantity.replace(/\d+$/, '')), h('sub', {}, /\d+$/.exec(quantity)?.[0] ?? '')];
}
