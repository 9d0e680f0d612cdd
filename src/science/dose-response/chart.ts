import type { Element } from 'hast';
import { h, text } from '../../text/hast.ts';
import type { Analysis, FittedSeries } from './figure.ts';

/** Units of the drawing; a style sheet sets the size of letters by the width at which it is shown. */
const WIDTH = 400;
const PLOT_HEIGHT = 230;
const BOTTOM = 52;
const RIGHT = WIDTH - 30;
const LEGEND_ROW = 20;
const MAX_NAME = 40;
/** A character of the tick labels at the largest letters; half of those of a concentration are at most three. */
const CHARACTER = 9.5;
const SAMPLES = 80;
/** Confidence bands of more curves would hide one another. */
export const MAX_BANDS = 2;

/** Shapes that tell series apart without colour, around their middle; filled and hollow ones alternate. */
const MARKERS = [
  'm-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z',
  'm-3 -3h6v6h-6Z',
  'm0 -4.2l3.8 7h-7.6Z',
  'm0 -4.4l4 4.4l-4 4.4l-4 -4.4Z',
  'm0 4.2l3.8 -7h-7.6Z',
  'm-3.4 -3.6l6.8 7.2h-6.8l6.8 -7.2Z',
];
const CROSS = 'm-3 -3l6 6m0 -6l-6 6';
/** Dashes of the curves; the first is solid. */
const DASHES = [undefined, '6 3', '2 2.5', '8 3 2 3', '11 3', '4 2 1 2 1 2'];

export function drawChart({ series, unit, responseTitle }: Analysis, ariaLabel: string): Element {
  const named = series.filter(({ name }) => name !== null);
  const top = LEGEND_ROW * named.length + 8;
  const bottom = top + PLOT_HEIGHT;
  const height = bottom + BOTTOM;
  const y = linearScale(responseExtent(series), [bottom, top]);
  const left = 24 + CHARACTER * Math.max(...y.ticks.map(({ label }) => label?.length ?? 0));
  const logs = series.flatMap(({ points }) =>
    points.map((point) => Math.log10(point.concentration)),
  );
  const x = logScale(extentOf(logs), [left, RIGHT]);
  const hasBands = series.filter(({ fit }) => fit).length <= MAX_BANDS;
  return h(
    'svg',
    {
      className: ['dose-response-chart'],
      role: 'img',
      ariaLabel,
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
    },
    ...axes({ x, y, left, top, bottom }, responseTitle, unit.name),
    ...series.map((drawn, index) => drawSeries(drawn, index, { x, y, bottom, hasBands })),
    ...named.map(legendRow),
  );
}

function extentOf(values: readonly number[]): Extent {
  return [Math.min(...values), Math.max(...values)];
}

function responseExtent(series: readonly FittedSeries[]): Extent {
  const [low, high] = extentOf(
    series.flatMap(({ points, tested, fit }) => [
      ...points.map(({ response }) => response),
      ...(fit === null ? [] : tested.map((log10) => fit.at(log10).y)),
    ]),
  );
  if (low === high) return [low - 1, high + 1];
  return [low > 0 && low < (high - low) / 4 ? 0 : low, high];
}

type Plot = { x: Scale; y: ReturnType<typeof linearScale>; bottom: number };
type Frame = Plot & Record<'left' | 'top', number>;

function axes({ x, y, left, top, bottom }: Frame, responseTitle: string, unit: string): Element[] {
  const grid = y.ticks.map(({ position }) => `M${at(left)} ${at(position)}H${RIGHT}`);
  const ticks = x.ticks.map(
    ({ position, label }) => `M${at(position)} ${at(bottom)}v${label === null ? 3 : 6}`,
  );
  const middle = { textAnchor: 'middle' };
  const isTitle = { ...middle, className: ['chart-title'] };
  const upright = `translate(15 ${at((top + bottom) / 2)}) rotate(-90)`;
  return [
    path('chart-grid', grid.join('')),
    path('chart-axis', `M${at(left)} ${at(top)}V${at(bottom)}H${RIGHT}${ticks.join('')}`),
    ...y.ticks.map(({ label, position }) =>
      words(label ?? '', left - 5, position + 4, { textAnchor: 'end' }),
    ),
    ...x.ticks.flatMap(({ label, exponent, position }) => {
      if (label === null) return [];
      const line = words(label, position, bottom + 22, middle);
      const power = `${exponent ?? ''}`.replace('-', '−');
      if (power !== '')
        line.children.push(h('tspan', { dy: '-0.4em', className: ['chart-exponent'] }, power));
      return line;
    }),
    words(responseTitle, 0, 0, { ...isTitle, transform: upright }),
    words(`Concentration (${unit})`, (left + RIGHT) / 2, bottom + BOTTOM - 5, isTitle),
  ];
}

function drawSeries(
  { points, fit, tested: [low, high] }: FittedSeries,
  index: number,
  { x, y, bottom, hasBands }: Plot & { hasBands: boolean },
): Element {
  const place = (log10: number, response: number) =>
    `${at(x.position(log10))} ${at(y.position(response))}`;
  const marks = (isLeftOut: boolean, shape = '') =>
    points
      .filter(({ excluded }) => (excluded !== null) === isLeftOut)
      .map((point) => `M${place(Math.log10(point.concentration), point.response)}${shape}`)
      .join('');
  const crosses = marks(true, CROSS);
  const markers = [
    marker(index, marks(false, MARKERS[index])),
    ...(crosses === '' ? [] : [path('chart-excluded', crosses)]),
  ];
  if (fit === null) return group(index, markers);

  const samples = Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const log10 = low + ((high - low) * i) / SAMPLES;
    const { y: middle, band } = fit.at(log10);
    return [middle, ...band].map((value) => place(log10, within(value, y.domain)));
  });
  const line = (part: number) => samples.map((sample) => sample[part] ?? '');
  const band = `M${[...line(2), ...line(1).reverse()].join('L')}Z`;
  const { value, interval } = fit.logIc50;
  const [from, to, middle] = [...interval, value].map((log10) =>
    at(x.position(within(log10, [low, high]))),
  );
  const half = at(y.position((fit.top.value + fit.bottom.value) / 2));
  const [base, end] = [at(bottom), at(bottom - 5)];
  return group(index, [
    ...(hasBands ? [path('chart-band', band)] : []),
    curve(index, `M${line(0).join('L')}`),
    // On the axis, where no points cover it.
    path('chart-drop', `M${middle} ${half}V${base}`),
    ...markers,
    path('chart-interval', `M${from} ${base}H${to}M${from} ${end}v10M${to} ${end}v10`),
  ]);
}

function within(value: number, [low, high]: Extent): number {
  return Math.min(Math.max(value, low), high);
}

function legendRow({ name, fit }: FittedSeries, index: number): Element {
  const y = LEGEND_ROW * index + 10;
  const full = name ?? '';
  const short = full
    .slice(0, MAX_NAME - 1)
    .trimEnd()
    .toWellFormed();
  return group(index, [
    ...(fit === null ? [] : [curve(index, `M2 ${y}H34`)]),
    marker(index, `M18 ${y}${MARKERS[index]}`),
    words(full.length > MAX_NAME ? `${short}…` : full, 42, y + 4, { className: ['chart-title'] }),
  ]);
}

function group(index: number, children: Element[]): Element {
  return h('g', { className: [`series-${index + 1}`] }, ...children);
}

function path(className: string, d: string): Element {
  return h('path', { className: [className], d });
}

function curve(index: number, d: string): Element {
  return h('path', { className: ['chart-curve'], strokeDashArray: DASHES[index]?.split(' '), d });
}

function marker(index: number, d: string): Element {
  return path(index % 2 === 0 ? 'chart-marker' : 'chart-marker hollow', d);
}

function words(content: string, x: number, y: number, style: Element['properties']): Element {
  return h('text', { x: at(x), y: at(y), ...style }, text(content));
}

function at(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

type Scale = { position: (value: number) => number; ticks: Tick[] };

/** `label` is null for minor ticks; `exponent` sets a power of ten. */
type Tick = { position: number; label: string | null; exponent?: number };

type Extent = readonly [low: number, high: number];

function between([low, high]: Extent, [from, to]: Extent) {
  return (value: number) => from + ((value - low) / (high - low)) * (to - from);
}

function integers(low: number, high: number): number[] {
  const first = Math.ceil(low);
  return Array.from({ length: Math.floor(high) - first + 1 }, (_, i) => first + i);
}

function linearScale([low, high]: Extent, range: Extent) {
  const margin = 0.04 * (high - low);
  const domain = [low - margin, high + margin] as const;
  const rough = (high - low) / 5.5;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const multiple = [1, 2, 2.5, 5].find((factor) => factor * magnitude >= rough) ?? 10;
  const step = magnitude * multiple;
  const decimals = Math.max(
    0,
    Number(multiple === 2.5) - Math.floor(Math.log10(magnitude * 1.001)),
  );
  const position = between(domain, range);
  const ticks = integers(domain[0] / step, domain[1] / step).map((count) => ({
    position: position(count * step),
    label: label(count * step, decimals),
  }));
  return { domain, position, ticks };
}

/** Label characters that fit beside one another. */
const MAX_DECADES = 8;

function logScale([low, high]: Extent, range: Extent): Scale {
  const isShort = Math.floor(high) - Math.ceil(low) < 1;
  const start = isShort ? Math.floor(low) : low - 0.15;
  const end = isShort ? Math.ceil(Math.max(high, low + 0.01)) : high + 0.15;
  const position = between([start, end], range);
  const decades = integers(start, end);
  const every = Math.max(1, Math.ceil(decades.length / MAX_DECADES));
  const major = decades
    .filter((_, i) => i % every === 0)
    .map((decade) => ({ position: position(decade), ...labelOfDecade(decade) }));
  const minor = (every > 1 ? [] : [Math.ceil(start) - 1, ...decades])
    .flatMap((decade) => [2, 3, 4, 5, 6, 7, 8, 9].map((digit) => decade + Math.log10(digit)))
    .filter((value) => value >= start && value <= end)
    .map((value) => ({ position: position(value), label: null }));
  return { position, ticks: [...major, ...minor] };
}

function labelOfDecade(decade: number): Pick<Tick, 'label' | 'exponent'> {
  if (decade < -3 || decade > 4) return { label: '10', exponent: decade };
  return { label: label(10 ** decade, Math.max(0, -decade)) };
}

function label(value: number, decimals: number): string {
  if (Math.abs(value) >= 1e7 || decimals > 6) return value.toPrecision(3).replaceAll('-', '−');
  const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value
    .toLocaleString('en-AU', fraction)
    .replace(/^-(?=0$)/, '')
    .replace('-', '−');
}
