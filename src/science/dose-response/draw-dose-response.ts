import type { Element, ElementContent } from 'hast';
import { capitalized } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import { labelId } from '../../text/labels.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import { numberedCaption } from '../captions.ts';
import { downloadLink } from '../data-files.ts';
import { type Drawer, type DrawingContext, drawProblems, type Problem } from '../drawer.ts';
import { drawChart, type FittedSeries, fitOf, MAX_BANDS } from './chart.ts';
import { fitCurve, refusalMessage } from './fit-curve.ts';
import type { Fixed } from './logistic.ts';
import { type Points, readPoints, type Series } from './read-points.ts';
import { dataTable, potencyOf, quantityMarkup, resultsTable } from './tables.ts';

type Options = Fixed & {
  /** How the figure calls the half-maximal concentration; undefined for the name that the curve gives it. */
  quantity: string | undefined;
  isFitted: boolean;
};

type Analysis = { points: Points; series: readonly FittedSeries[]; options: Options };

/** Draws blocks of dose–response data: points, fitted curves and intervals, with the values and the data folded below. */
export const drawDoseResponse: Drawer = async (elements, context) => {
  for (const block of elements) {
    if (block.isBlock) block.replace([drawBlock(block, context)]);
  }
};

function drawBlock(block: Placeholder, context: DrawingContext): Element {
  const options = readOptions(block);
  if (typeof options === 'string') {
    // The options are on the line of the fence.
    const problem = { line: 0, code: 'malformed-attributes', message: options };
    return drawProblems(block, [problem], context);
  }
  const points = readPoints(block.source);
  if ('problems' in points) {
    const problems = points.problems.map((problem) => ({ ...problem, code: 'malformed-csv' }));
    return drawProblems(block, problems, context);
  }
  const series = points.series.map((each) => analyse(each, points, options));
  const refusals = series.flatMap((each): Problem[] => {
    const words = refusalOf(each, points);
    if (words === null) return [];
    const message = each.name === null ? `no curve is fitted: ${words}` : `${each.name}: ${words}`;
    return [{ line: each.line, code: 'no-curve', message }];
  });
  if (refusals.length === series.length) return drawProblems(block, refusals, context);
  for (const { line, code, message } of refusals) {
    const warning = `${capitalized(message)}. Its points are shown without a curve.`;
    context.report(code, { line: block.line + line - 1 }, warning);
  }
  return figure(block, { points, series, options }, context);
}

const QUANTITY = /^[A-Z]{1,3}50$/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;

/** Reads the options of a block; a text tells what is wrong with them. */
function readOptions({ options }: Placeholder): Options | string {
  const { quantity, fit, ...numbers } = options;
  const other = Object.keys(numbers).find((name) => !/^(?:top|bottom|hill)$/.test(name));
  if (other !== undefined)
    return `there is no option “${other}”; the options are top, bottom, hill, quantity and fit`;
  const bad = Object.entries(numbers).find(([, value]) => !NUMBER.test(value));
  if (bad !== undefined) return `${bad.join('=')} is not a number`;
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
  return { top, bottom, hill: hill && Math.abs(hill), quantity, isFitted: fit !== 'none' };
}

/** Fits a curve to a series. */
function analyse(series: Series, { response }: Points, options: Options): FittedSeries {
  const fitted = series.points.filter(({ excluded }) => excluded === null);
  const x = fitted.map(({ concentration }) => Math.log10(concentration));
  const y = fitted.map((point) => point.response);
  const { quantity, isFitted, ...fixed } = options;
  const rounding = fitted.map((point) => point.rounding);
  const result = isFitted ? fitCurve({ x, y, rounding }, fixed) : null;
  const mean = x.reduce((sum, value) => sum + value / x.length, 0);
  const slope =
    fitOf({ result })?.hill.value ??
    x.reduce((sum, value, i) => sum + (value - mean) * (y[i] ?? 0), 0);
  // An inhibitor's effect may be given as what it takes or as what it leaves.
  const isInhibition = slope <= 0 || /inhibition/i.test(response.name);
  return {
    ...series,
    quantity: quantity ?? (isInhibition ? 'IC50' : 'EC50'),
    tested: [Math.min(...x), Math.max(...x)],
    result,
  };
}

/** Why a series has no curve; null where it has one, or where none is asked for. */
function refusalOf({ result, quantity, tested }: FittedSeries, { unit }: Points): string | null {
  return result !== null && 'refusal' in result
    ? refusalMessage(result.refusal, { quantity, unit, tested })
    : null;
}

/** Half-way between plateaus, which are those of the controls only where both are fixed at 0 and 100%. */
function kindOf({ top, bottom }: Options): 'absolute' | 'relative' {
  return top === 100 && bottom === 0 ? 'absolute' : 'relative';
}

function figure(block: Placeholder, analysis: Analysis, context: DrawingContext): Element {
  const { points, series, options } = analysis;
  const { unit, response } = points;
  const label = context.labels.get(block.label ?? '');
  const responseTitle = capitalized(
    response.unit === null ? response.name : `${response.name} (${response.unit})`,
  );
  const name = block.name === null ? [] : [text(`${block.name.replace(/\.$/, '')}. `)];
  const note = h('span', { className: ['chart-note'] }, ...noteMarkup(analysis));
  const file = context.dataFiles.get(block);
  const results = resultsTable(series, {
    unit,
    responseUnit: response.unit,
    kind: kindOf(options),
    refusalOf: (each) => refusalOf(each, points),
  });
  return h(
    'div',
    { className: ['dose-response'] },
    h(
      'figure',
      label === undefined ? {} : { id: labelId(label.label) },
      drawChart({ series, unit, responseTitle, description: descriptionOf(block, analysis) }),
      h('figcaption', {}, ...numberedCaption(label, [...name, note])),
    ),
    h(
      'details',
      {},
      h('summary', {}, options.isFitted ? 'Fitted values and data' : 'Data'),
      ...(options.isFitted ? [results] : []),
      h('div', { className: ['chart-data'] }, dataTable(points, responseTitle)),
      ...(file === undefined ? [] : [h('p', {}, downloadLink(file))]),
    ),
  );
}

/** The note below the chart: what is drawn, and how it was fitted. The digits of a quantity are set low. */
function noteMarkup({ series, options, points }: Analysis): ElementContent[] {
  const fits = series.filter((each) => fitOf(each) !== null);
  const quantities = [...new Set(fits.map(({ quantity }) => quantity))];
  const { unit } = points.response;
  const suffix = unit === null || unit === '%' ? (unit ?? '') : ` ${unit}`;
  const fixed = (['top', 'bottom', 'hill'] as const).flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    return name === 'hill' ? `a Hill slope of ±${value}` : `${name} fixed at ${value}${suffix}`;
  });
  const crosses = series.flatMap((each) => each.points).filter(({ excluded }) => excluded).length;
  const model = `four-parameter logistic${fixed.length === 0 ? '' : ` with ${fixed.join(' and ')}`}`;
  const parts = options.isFitted
    ? [
        `${fits.length === 1 ? 'Line' : 'Lines'}: ${model}, fitted to all ${crosses === 0 ? '' : 'other '}points without weights`,
        `dotted: ${kindOf(options)} ${quantities.join(' and ')}, half-way between the plateaus, with its 95% interval on the axis`,
        ...(fits.length <= MAX_BANDS ? ['shaded: 95% confidence band of the curve'] : []),
      ]
    : ['Points as measured, without a fit'];
  if (crosses > 0)
    parts.push(`crosses: ${crosses} ${crosses === 1 ? 'point' : 'points'} left out of the fit`);
  return `${parts.join('; ')}.`
    .split(/\b([A-Z]{1,3}50)\b/)
    .flatMap((part, index) => (index % 2 === 0 ? [text(part)] : quantityMarkup(part)));
}

/** The accessible name of the chart. */
function descriptionOf(block: Placeholder, { series, points, options }: Analysis): string {
  const results = series.flatMap((each) => {
    const prefix = each.name === null ? '' : `${each.name}: `;
    const [fit, refusal] = [fitOf(each), refusalOf(each, points)];
    if (refusal !== null) return `${prefix}not fitted, ${refusal}`;
    if (fit === null) return `${prefix}${each.points.length} points`;
    return `${prefix}${kindOf(options)} ${potencyOf(each.quantity, fit, points.unit).join(' ')}`;
  });
  const kind = options.isFitted ? (series.length === 1 ? 'curve' : 'curves') : 'points';
  const name = block.name === null ? '' : `, ${block.name}`;
  return `Dose–response ${kind}${name}. ${capitalized(results.join('; '))}.`;
}
