import type { Element } from 'hast';
import { h } from '../../text/hast.ts';
import type { FittedSeries } from './analyse.ts';
import { axes } from './axes.ts';
import { legend } from './legend.ts';
import { at, cross, DASHES, isFilled, marker } from './markers.ts';
import { linearScale, logScale, type Scale } from './scales.ts';
import type { Unit } from './units.ts';

type ChartData = {
  series: readonly FittedSeries[];
  unit: Unit;
  /** The heading of the responses with its unit. */
  responseTitle: string;
  quantity: string;
  /** The accessible name. */
  description: string;
};

/** Units of the drawing; a style sheet sets the size of letters by the width at which it is shown. */
const WIDTH = 400;
const PLOT_HEIGHT = 230;
const BOTTOM = 52;
const RIGHT = 10;
/** A character of the tick labels at the largest letters. */
const CHARACTER = 9.5;
const SAMPLES = 80;
/** Confidence bands of more curves would hide one another. */
const MAX_BANDS = 2;

/** A chart of points, curves and intervals as SVG, coloured by classes alone. */
export function drawChart(data: ChartData): Element {
  const { series, unit } = data;
  const key = legend(series);
  const top = key.height + 8;
  const bottom = top + PLOT_HEIGHT;
  const y = linearScale(responseExtent(series), [bottom, top]);
  const left = 24 + CHARACTER * Math.max(...y.ticks.map(({ label }) => label?.length ?? 0));
  const extent = concentrationExtent(series);
  const right = plotRight(logScale(extent, [left, WIDTH - RIGHT], unit), left);
  const x = logScale(extent, [left, right], unit);
  const height = bottom + BOTTOM;
  const fits = series.filter(({ result }) => !('refusal' in result));
  const plot = { x, y, bottom, hasBands: fits.length <= MAX_BANDS };
  return h(
    'svg',
    {
      className: ['dose-response-chart'],
      role: 'img',
      ariaLabel: data.description,
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
    },
    ...axes({ x, y, left, right, top, bottom, height }, data.responseTitle),
    ...series.map((each, index) => drawSeries(each, index, plot)),
    ...key.elements,
  );
}

/** The right end of a scale that keeps its labels inside the drawing, even in the largest font size. */
function plotRight({ ticks }: Scale, left: number): number {
  const ends = ticks.map(({ position, label, exponent = '' }) => {
    if (label === null || position === left) return Number.POSITIVE_INFINITY;
    const half = (CHARACTER * `${label}${exponent}`.length) / 2;
    return left + ((WIDTH - half - left) * (WIDTH - RIGHT - left)) / (position - left);
  });
  return Math.min(WIDTH - RIGHT, ...ends);
}

type Plot = {
  x: Scale;
  y: Scale & { domain: readonly [number, number] };
  bottom: number;
  hasBands: boolean;
};

function drawSeries({ points, tested, result }: FittedSeries, index: number, plot: Plot): Element {
  const { x, y, bottom } = plot;
  const place = ({ concentration, response }: { concentration: number; response: number }) =>
    [x.position(Math.log10(concentration)), y.position(response)] as const;
  const shown = points
    .filter(({ excluded }) => excluded === null)
    .map((each) => marker(index, ...place(each)));
  const leftOut = points
    .filter(({ excluded }) => excluded !== null)
    .map((each) => cross(...place(each)));
  const markers = [
    h('path', {
      className: ['chart-marker', ...(isFilled(index) ? [] : ['hollow'])],
      d: shown.join(''),
    }),
    ...(leftOut.length === 0
      ? []
      : [h('path', { className: ['chart-excluded'], d: leftOut.join('') })]),
  ];
  if ('refusal' in result) return h('g', { className: [`series-${index + 1}`] }, ...markers);

  const [low, high] = tested;
  const samples = Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const log10 = low + ((high - low) * i) / SAMPLES;
    return { position: at(x.position(log10)), ...result.at(log10) };
  });
  const within = (value: number) =>
    at(y.position(Math.min(Math.max(value, y.domain[0]), y.domain[1])));
  const curve = samples.map((each) => `${each.position} ${within(each.y)}`);
  const upper = samples.map(({ position, band }) => `${position} ${within(band[1])}`);
  const lower = samples.map(({ position, band }) => `${position} ${within(band[0])}`).reverse();
  const { value, interval } = result.logIc50;
  const [from, to, middle] = [...interval, value].map((log10) =>
    at(x.position(Math.min(Math.max(log10, low), high))),
  );
  const half = y.position((result.top.value + result.bottom.value) / 2);
  return h(
    'g',
    { className: [`series-${index + 1}`] },
    ...(plot.hasBands
      ? [h('path', { className: ['chart-band'], d: `M${[...upper, ...lower].join('L')}Z` })]
      : []),
    h('path', {
      className: ['chart-curve'],
      strokeDashArray: DASHES[index],
      d: `M${curve.join('L')}`,
    }),
    // On the axis, where no points cover it.
    h('path', { className: ['chart-drop'], d: `M${middle} ${at(half)}V${at(bottom)}` }),
    ...markers,
    h('path', {
      className: ['chart-interval'],
      d: `M${from} ${at(bottom)}H${to}M${from} ${at(bottom - 5)}v10M${to} ${at(bottom - 5)}v10`,
    }),
  );
}

function concentrationExtent(series: readonly FittedSeries[]): readonly [number, number] {
  const all = series.flatMap(({ points }) =>
    points.map(({ concentration }) => Math.log10(concentration)),
  );
  return [Math.min(...all), Math.max(...all)];
}

/** Holds all points and curves, and zero where that is close to them. */
function responseExtent(series: readonly FittedSeries[]): readonly [number, number] {
  const points = series.flatMap((each) => each.points.map(({ response }) => response));
  const curves = series.flatMap(({ tested, result }) =>
    'refusal' in result ? [] : tested.map((log10) => result.at(log10).y),
  );
  const low = Math.min(...points, ...curves);
  const high = Math.max(...points, ...curves);
  if (low === high) return [low - 1, high + 1];
  const isNearZero = low > 0 && low < (high - low) / 4;
  return [isNearZero ? 0 : low, high];
}
