import type { Element, ElementContent } from 'hast';
import { capitalized } from '../../text/finding.ts';
import { h, text } from '../../text/hast.ts';
import { labelId } from '../../text/labels.ts';
import type { Placeholder } from '../../text/placeholders.ts';
import { numberedCaption } from '../captions.ts';
import { downloadLink } from '../data-files.ts';
import { type Drawer, type DrawingContext, drawProblems, type Problem } from '../drawer.ts';
import { analyse, type FittedSeries } from './analyse.ts';
import { drawChart } from './chart.ts';
import { type Options, readOptions } from './options.ts';
import { pointsTable } from './points-table.ts';
import { type Points, readPoints } from './read-points.ts';
import { refusalMessage } from './refusal-message.ts';
import { concentration, potency, quantityMarkup, resultsTable } from './results-table.ts';

/** Draws blocks of dose–response data: points, fitted curves and intervals, with the values and the data folded below. */
export const drawDoseResponse: Drawer = async (elements, context) => {
  for (const each of elements) {
    if (each.isBlock) each.replace([drawBlock(each, context)]);
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
  const series = analyse(points, options);
  const refusals = refusalsOf(series, points, options);
  if (refusals.length === series.length) return drawProblems(block, refusals, context);
  for (const { line, code, message } of refusals) {
    const warning = `${capitalized(message)}. Its points are shown without a curve.`;
    context.report(code, { line: block.line + line - 1 }, warning);
  }
  return figure(block, { points, series, options }, context);
}

function refusalsOf(
  series: readonly FittedSeries[],
  { unit }: Points,
  { quantity }: Options,
): Problem[] {
  return series.flatMap(({ name, line, tested, result }) => {
    if (!('refusal' in result)) return [];
    const words = refusalMessage(result.refusal, { quantity, unit, tested });
    const message = name === null ? `no curve is fitted: ${words}` : `${name}: ${words}`;
    return [{ line, code: 'no-curve', message }];
  });
}

type Analysis = { points: Points; series: readonly FittedSeries[]; options: Options };

function figure(block: Placeholder, analysis: Analysis, context: DrawingContext): Element {
  const { points, series, options } = analysis;
  const { unit, response } = points;
  const { quantity } = options;
  const label = context.labels.get(block.label ?? '');
  const responseTitle = capitalized(
    response.unit === null ? response.name : `${response.name} (${response.unit})`,
  );
  const name: ElementContent[] =
    block.name === null ? [] : [text(`${block.name.replace(/\.$/, '')}. `)];
  const caption = numberedCaption(label, [
    ...name,
    h('span', { className: ['chart-note'] }, ...noteMarkup(analysis)),
  ]);
  const chart = drawChart({
    series,
    unit,
    responseTitle,
    quantity,
    description: descriptionOf(block, analysis),
  });
  const file = context.dataFiles.get(block);
  return h(
    'div',
    { className: ['dose-response'] },
    h(
      'figure',
      label === undefined ? {} : { id: labelId(label.label) },
      chart,
      h('figcaption', {}, ...caption),
    ),
    h(
      'details',
      {},
      h('summary', {}, 'Fitted values and data'),
      resultsTable(series, { unit, quantity, responseUnit: response.unit }),
      h('div', { className: ['chart-data'] }, pointsTable(points)),
      ...(file === undefined ? [] : [h('p', {}, downloadLink(file))]),
    ),
  );
}

/** The note below the chart: what is drawn, and how it was fitted. */
function noteOf({ series, options, points }: Analysis): string {
  const fits = series.filter(({ result }) => !('refusal' in result)).length;
  const { unit } = points.response;
  const suffix = unit === null ? '' : unit === '%' ? unit : ` ${unit}`;
  const fixed = (['top', 'bottom', 'hill'] as const).flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    return [name === 'hill' ? `a Hill slope of ±${value}` : `${name} fixed at ${value}${suffix}`];
  });
  const leftOut = series.flatMap((each) =>
    each.points.filter(({ excluded }) => excluded !== null),
  ).length;
  return [
    `${fits === 1 ? 'Line' : 'Lines'}: four-parameter logistic${fixed.length === 0 ? '' : ` with ${fixed.join(' and ')}`}, fitted to all ${leftOut === 0 ? '' : 'other '}points without weights`,
    `dotted: ${options.quantity}, with its 95% interval on the axis`,
    ...(fits <= 2 ? ['shaded: 95% confidence band of the curve'] : []),
    ...(leftOut === 0
      ? []
      : [`crosses: ${leftOut} ${leftOut === 1 ? 'point' : 'points'} left out of the fit`]),
  ]
    .join('; ')
    .concat('.');
}

/** The note with the digits of its quantity set low. */
function noteMarkup(analysis: Analysis): ElementContent[] {
  const { quantity } = analysis.options;
  return noteOf(analysis)
    .split(quantity)
    .flatMap((part, index) =>
      index === 0 ? [text(part)] : [...quantityMarkup(quantity), text(part)],
    );
}

/** The accessible name of the chart. */
function descriptionOf(
  block: Placeholder,
  { series, points: { unit }, options: { quantity } }: Analysis,
): string {
  const results = series.map(({ name, result, tested }) => {
    const prefix = name === null ? '' : `${name}: `;
    if ('refusal' in result)
      return `${prefix}not fitted, ${refusalMessage(result.refusal, { quantity, unit, tested })}`;
    const value =
      unit.exponent === null
        ? `${quantity} ${concentration(result.logIc50, unit)}`
        : `p${quantity} ${potency(result, unit)}`;
    return `${prefix}${value}`;
  });
  return `Dose–response ${series.length === 1 ? 'curve' : 'curves'}${block.name === null ? '' : `, ${block.name}`}. ${results.join('; ')}.`;
}
