import type { Element, ElementContent } from 'hast';
import { capitalized } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import {
  type BlockDrawer,
  type DrawingContext,
  downloadLink,
  drawProblems,
  formatFixed,
  formatNumber,
  numberedCaption,
  valuesTable,
} from '../drawer.ts';
import { csvTable } from '../tables/csv.ts';
import { drawChart, MAX_BANDS } from './chart.ts';
import type { CurveFit, Estimate } from './curve-fitting.ts';
import { fitCurve } from './fit.ts';
import { type Points, readPoints, type Series } from './points.ts';
import { formatConcentration, type Unit } from './units.ts';

type Options = Exclude<ReturnType<typeof readOptions>, string>;

export type FittedSeries = ReturnType<typeof analyse>;

export type Analysis = Omit<Points, 'series'> & {
  series: readonly FittedSeries[];
  options: Options;
  responseTitle: string;
  /** Half-way between plateaus, which are those of the controls only where both are fixed at 0 and 100%. */
  kind: 'absolute' | 'relative';
};

export const drawDoseResponse: BlockDrawer = (block, context) => {
  const options = readOptions(block);
  if (typeof options === 'string') {
    // The options are on the line of the fence.
    const problem = { line: 0, message: options };
    return drawProblems(block, 'malformed-attributes', [problem], context);
  }
  const points = readPoints(block.source);
  if ('problems' in points) return drawProblems(block, 'malformed-csv', points.problems, context);
  const series = points.series.map((read) => analyse(read, points, options));
  const problems = series.flatMap(({ name, line, refusal }) =>
    refusal === null ? [] : { line, message: `${name ?? 'no curve is fitted'}: ${refusal}` },
  );
  if (problems.length === series.length) {
    const hint = ({ line, message }: { line: number; message: string }) => ({
      line,
      message: `${message}. With fit=none the points are shown alone`,
    });
    return drawProblems(block, 'no-curve', problems.map(hint), context);
  }
  for (const { line, message } of problems) {
    const warning = `${capitalized(message)}. Its points are shown without a curve.`;
    context.report('no-curve', { line: block.line + line - 1 }, warning);
  }
  const { name, unit } = points.response;
  const responseTitle = capitalized(unit === null ? name : `${name} (${unit})`);
  const kind = options.top === 100 && options.bottom === 0 ? 'absolute' : 'relative';
  return figure(block, { ...points, series, options, responseTitle, kind }, context);
};

const QUANTITY = /^[A-Z]{1,3}50$/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;

/** Reads the options of a block; a text tells what is wrong with them. */
function readOptions({ options }: Placeholder) {
  const { quantity, fit, ...numbers } = options;
  for (const [name, value] of Object.entries(numbers)) {
    if (!/^(?:top|bottom|hill)$/.test(name))
      return `there is no option “${name}”; the options are top, bottom, hill, quantity and fit`;
    if (!NUMBER.test(value)) return `${name}=${value} is not a number`;
  }
  if (quantity !== undefined && !QUANTITY.test(quantity))
    return `quantity=${quantity} is not a quantity; write IC50, EC50 or similar`;
  if (fit !== undefined && fit !== 'none')
    return `fit=${fit} is not a fit; write fit=none for points alone`;
  const number = (name: string) => (name in numbers ? Number(numbers[name]) : undefined);
  const [top, bottom, hill] = ['top', 'bottom', 'hill'].map(number);
  if (hill === 0) return 'hill=0 is not a slope';
  if (top !== undefined && bottom !== undefined && top <= bottom)
    return 'the top is not above the bottom';
  // The sign of a slope is that of the data.
  const isFitted = fit !== 'none';
  return { top, bottom, hill: hill && Math.abs(hill), quantity, isFitted };
}

function analyse(series: Series, { unit, response }: Points, options: Options) {
  const points = series.points.filter(({ excluded }) => excluded === null);
  const x = points.map(({ concentration }) => Math.log10(concentration));
  const y = points.map((point) => point.response);
  const { isFitted, quantity: named, ...fixed } = options;
  const rounding = points.map((point) => point.rounding);
  const result = isFitted ? fitCurve({ x, y, rounding }, fixed) : null;
  const refused = result !== null && 'refusal' in result ? result.refusal : null;
  const fit = result !== null && 'at' in result ? result : null;
  const mean = x.reduce((sum, value) => sum + value / x.length, 0);
  const slope = fit?.hill.value ?? x.reduce((sum, at, i) => sum + (at - mean) * (y[i] ?? 0), 0);
  // An inhibitor's effect may be given as what it takes or as what it leaves.
  const isInhibition = slope <= 0 || /inhibition/i.test(response.name);
  const quantity = named ?? (isInhibition ? 'IC50' : 'EC50');
  const refusal = refused?.(quantity, unit) ?? null;
  // Log10 of the lowest and highest concentration of the fitted points.
  const tested = [Math.min(...x), Math.max(...x)] as const;
  // The refusal is null also where no fit is asked for.
  return { ...series, quantity, tested, fit, refusal };
}

function figure(block: Placeholder, analysis: Analysis, context: DrawingContext): Element {
  const { isFitted } = analysis.options;
  const { numbered } = block;
  const name = block.name === null ? [] : [text(`${block.name.replace(/\.$/, '')}. `)];
  const note = h('span', 'chart-note', ...noteMarkup(analysis));
  const chart = drawChart(analysis, descriptionOf(block, analysis));
  const caption = h('figcaption', {}, ...numberedCaption(numbered, [...name, note]));
  const details = h(
    'details',
    {},
    h('summary', {}, isFitted ? 'Fitted values and data' : 'Data'),
    ...(isFitted ? [resultsTable(analysis)] : []),
    h('div', 'chart-data', csvTable(analysis.table, [text('Data')])),
    downloadLink(block, context),
  );
  return h('div', 'dose-response', h('figure', { id: numbered?.id }, chart, caption), details);
}

/** The digits of a quantity are set low. */
function noteMarkup({ series, options, response: { unit }, kind }: Analysis): ElementContent[] {
  const fitted = series.filter(({ fit }) => fit !== null);
  const quantities = [...new Set(fitted.map(({ quantity }) => quantity))];
  const suffix = unit === null || unit === '%' ? (unit ?? '') : ` ${unit}`;
  const fixed = (['top', 'bottom', 'hill'] as const).flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    return name === 'hill' ? `a Hill slope of ±${value}` : `${name} fixed at ${value}${suffix}`;
  });
  const crosses = series.flatMap(({ points }) => points).filter(({ excluded }) => excluded).length;
  const model = `four-parameter logistic${fixed.length === 0 ? '' : ` with ${fixed.join(' and ')}`}`;
  const parts = options.isFitted
    ? [
        `${fitted.length === 1 ? 'Line' : 'Lines'}: ${model}, fitted to all ${crosses === 0 ? '' : 'other '}points without weights`,
        `dotted: ${kind} ${quantities.join(' and ')}, half-way between the plateaus, with its 95% interval on the axis`,
        ...(fitted.length <= MAX_BANDS ? ['shaded: 95% confidence band of the curve'] : []),
      ]
    : ['Points as measured, without a fit'];
  if (crosses > 0)
    parts.push(`crosses: ${crosses} ${crosses === 1 ? 'point' : 'points'} left out of the fit`);
  return `${parts.join('; ')}.`
    .split(/\b([A-Z]{1,3}50)\b/)
    .flatMap((part, index) => (index % 2 === 0 ? [text(part)] : quantityMarkup(part)));
}

function descriptionOf(block: Placeholder, { series, options, unit, kind }: Analysis): string {
  const results = series.map(({ name, points, quantity, fit, refusal }) => {
    const prefix = name === null ? '' : `${name}: `;
    if (refusal !== null) return `${prefix}not fitted, ${refusal}`;
    if (fit === null) return `${prefix}${points.length} points`;
    return `${prefix}${kind} ${potenciesOf(quantity, fit, unit)[0]?.join(' ')}`;
  });
  const drawn = options.isFitted ? (series.length === 1 ? 'curve' : 'curves') : 'points';
  const name = block.name === null ? '' : `, ${block.name}`;
  return `Dose–response ${drawn}${name}. ${capitalized(results.join('; '))}.`;
}

type Row = { heading: ElementContent[]; value: (fit: CurveFit) => string; quantity?: string };

function resultsTable({ series, unit, response, kind }: Analysis): Element {
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

function potenciesOf(quantity: string, { logIc50 }: CurveFit, unit: Unit) {
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
function quantityMarkup(quantity: string): ElementContent[] {
  return [text(quantity.replace(/\d+$/, '')), h('sub', {}, /\d+$/.exec(quantity)?.[0] ?? '')];
}
