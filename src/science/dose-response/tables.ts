import type { Element, ElementContent } from 'hast';
import { h, text } from '../../text/hast.ts';
import { formatFixed, formatNumber } from '../format-number.ts';
import { valuesTable } from '../values-table.ts';
import { type FittedSeries, fitOf } from './chart.ts';
import type { CurveFit, Estimate } from './estimate.ts';
import type { Points } from './read-points.ts';
import { formatConcentration, type Unit } from './units.ts';

type Context = {
  unit: Unit;
  responseUnit: string | null;
  kind: 'absolute' | 'relative';
  /** Why a series has no curve. */
  refusalOf: (series: FittedSeries) => string | null;
};

type Row = { heading: ElementContent[]; value: (fit: CurveFit) => string; quantity?: string };

/** The fitted values, with a column for each series. */
export function resultsTable(series: readonly FittedSeries[], context: Context): Element {
  const { unit, responseUnit, kind, refusalOf } = context;
  const suffix = responseUnit === null ? '' : ` (${responseUnit})`;
  const quantities = new Set(series.filter(fitOf).map(({ quantity }) => quantity));
  const rows: Row[] = [
    ...[...quantities].flatMap((quantity) =>
      [
        ...(unit.exponent === null
          ? []
          : [{ name: `p${quantity}`, value: (fit: CurveFit) => potency(fit, unit) }]),
        { name: quantity, value: ({ logIc50 }: CurveFit) => concentration(logIc50, unit) },
      ].map(({ name, value }) => ({
        heading: [...quantityMarkup(name), text(`, ${kind}`)],
        value,
        quantity,
      })),
    ),
    { heading: [text('Hill slope')], value: slope },
    { heading: [text(`Top${suffix}`)], value: ({ top }) => withInterval(top) },
    { heading: [text(`Bottom${suffix}`)], value: ({ bottom }) => withInterval(bottom) },
    {
      heading: [text('Points fitted')],
      value: ({ leastSquares }) => `${leastSquares.residuals.length}`,
    },
    { heading: [text(`Residual SD${suffix}`)], value: (fit) => formatNumber(fit.residualSd) },
    { heading: [text('R²')], value: ({ rSquared }) => formatFixed(rSquared, 4) },
  ];
  return valuesTable({
    caption: 'Fitted values, with 95% intervals',
    columns: isNamed(series) ? series.map(({ name }) => name ?? '') : null,
    rows: rows.map(({ heading, value, quantity }, index) => ({
      heading,
      values: series.map((each) => {
        const fit = fitOf(each);
        if (fit !== null && (quantity ?? each.quantity) === each.quantity) return value(fit);
        return fit === null && index === 0 ? `Not fitted: ${refusalOf(each)}` : '–';
      }),
    })),
  });
}

/** The points as they were written, in their order. */
export function dataTable({ series, unit }: Points, responseTitle: string): Element {
  const hasExcluded = series.some(({ points }) => points.some(({ excluded }) => excluded !== null));
  const optional = (isShown: boolean, tag: string, properties: object, content: string) =>
    isShown ? [h(tag, { ...properties }, content)] : [];
  const headings = [
    ...optional(isNamed(series), 'th', { scope: 'col' }, 'Series'),
    ...[`Concentration (${unit.name})`, responseTitle].map((title) =>
      h('th', { scope: 'col', align: 'right' }, title),
    ),
    ...optional(hasExcluded, 'th', { scope: 'col' }, 'Left out'),
  ];
  const rows = series.flatMap(({ name, points }) =>
    points.map(({ written, excluded }) =>
      h(
        'tr',
        {},
        ...optional(isNamed(series), 'td', {}, name ?? ''),
        h('td', { align: 'right' }, written.concentration),
        h('td', { align: 'right' }, written.response),
        ...optional(hasExcluded, 'td', {}, excluded ?? ''),
      ),
    ),
  );
  return h(
    'table',
    {},
    h('caption', {}, 'Data'),
    h('thead', {}, h('tr', {}, ...headings)),
    h('tbody', {}, ...rows),
  );
}

function isNamed(series: readonly { name: string | null }[]): boolean {
  return series.some(({ name }) => name !== null);
}

/** Few concentrations on the slope determine the IC50, but not the Hill slope. */
export function slope({ hill }: CurveFit): string {
  const [low, high] = hill.interval;
  const isKnown = hill.isFixed || (Number.isFinite(low) && Number.isFinite(high) && low * high > 0);
  return isKnown ? withInterval(hill, 2) : 'not determined by these concentrations';
}

/** The name and the value of the half-maximal concentration: as `pIC50` where its unit is molar. */
export function potencyOf(quantity: string, fit: CurveFit, unit: Unit): [string, string] {
  return unit.exponent === null
    ? [quantity, concentration(fit.logIc50, unit)]
    : [`p${quantity}`, potency(fit, unit)];
}

/** A pIC50 with its interval: 7.89 (7.84 to 7.94). */
function potency({ logIc50 }: CurveFit, { exponent }: Unit): string {
  const negative = (log10: number) => formatFixed(-log10 - (exponent ?? 0), 2);
  const [low, high] = logIc50.interval;
  return `${negative(logIc50.value)} (${negative(high)} to ${negative(low)})`;
}

function concentration({ value, interval }: Estimate, unit: Unit): string {
  const [low, high] = interval.map((end) => formatConcentration(end, unit));
  return `${formatConcentration(value, unit)} (${low} to ${high})`;
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
