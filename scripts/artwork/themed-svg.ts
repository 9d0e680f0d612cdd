import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The brand's colours, as the style of the pages has them: `--teal: light-dark(#0b7a6f, #4fd8c4)`. */
const THEME = readFileSync(join(import.meta.dirname, '../../src/ui/theme.css'), 'utf8');

type Pair = readonly [light: string, dark: string];

const token = (name: string): Pair => {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(THEME) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`The theme has no --${name}`);
  return [light, dark];
};

/** A colour between two, per theme; `share` is of the first. */
const mixed = (first: Pair, second: Pair, share: number): Pair => {
  const mix = (a: string, b: string) =>
    `#${[1, 3, 5]
      .map((at) => {
        const [x, y] = [a, b].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
        return Math.round((x ?? 0) * share + (y ?? 0) * (1 - share))
          .toString(16)
          .padStart(2, '0');
      })
      .join('')}`;
  return [mix(first[0], second[0]), mix(first[1], second[1])];
};

const paper = token('paper');
const ink = token('ink');
const teal = token('teal');

const COLOURS = {
  paper,
  surface: token('surface'),
  ink,
  muted: token('muted'),
  line: token('line'),
  teal,
  amber: token('amber'),
  'teal-tint': mixed(teal, paper, 0.14),
  'amber-tint': token('amber-tint'),
  'stone-tint': token('stone-tint'),
  /** Dark in both themes. */
  deep: [ink[0], mixed(teal, paper, 0.24)[1]],
  /** Letters and lines on `deep`. */
  'on-deep': [paper[0], ink[1]],
  'teal-on-deep': [teal[1], teal[1]],
} satisfies Record<string, Pair>;

/** A colour of the theme: as a class it fills, with `-line` it draws lines. */
export type Colour = keyof typeof COLOURS;

const rules = (at: 0 | 1) =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `.${name}{fill:${pair[at]}}.${name}-line{stroke:${pair[at]}}`)
    .join('');

/** An image follows the `color-scheme` of the page that shows it, by this query. */
const STYLE = `[class$="-line"]{fill:none;stroke-linecap:round;stroke-linejoin:round}${rules(0)}@media (prefers-color-scheme:dark){${rules(1)}}`;

export type Size = { width: number; height: number };

/** A drawing in the colours of the theme, light or dark. */
export function themedSvg({ width, height }: Size, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${STYLE}</style>${body}</svg>\n`;
}

export type Point = readonly [x: number, y: number];

const tenths = (value: number) => Math.round(value * 10) / 10;

/** Path data through points. */
export function through(points: readonly Point[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${tenths(x)} ${tenths(y)}`).join('');
}

/** Points of a curve from `from` to `to`. */
export function samples(at: (t: number) => Point, from: number, to: number, steps = 80): Point[] {
  return Array.from({ length: steps + 1 }, (_, i) => at(from + ((to - from) * i) / steps));
}

/** Path data of a curve. */
export function sampled(
  at: (t: number) => Point,
  from: number,
  to: number,
  steps?: number,
): string {
  return through(samples(at, from, to, steps));
}

export const fill = (colour: Colour, data: string) => `<path class="${colour}" d="${data}"/>`;

export const line = (colour: Colour, width: number, data: string, extra = '') =>
  `<path class="${colour}-line" stroke-width="${width}"${extra} d="${data}"/>`;

export const dashes = (on: number, off: number) => ` stroke-dasharray="${on} ${off}"`;

export const disc = (colour: Colour, [x, y]: Point, radius: number) =>
  `<circle class="${colour}" cx="${tenths(x)}" cy="${tenths(y)}" r="${radius}"/>`;

export const ring = (colour: Colour, [x, y]: Point, radius: number, width: number) =>
  `<circle class="${colour}-line" stroke-width="${width}" cx="${tenths(x)}" cy="${tenths(y)}" r="${radius}"/>`;

export const box = (x: number, y: number, width: number, height: number) =>
  `M${tenths(x)} ${tenths(y)}h${tenths(width)}v${tenths(height)}h${tenths(-width)}z`;
