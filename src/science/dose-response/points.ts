import { quoted } from '../../text/finding.ts';
import type { Problem } from '../drawer.ts';
import { readCsv } from '../tables/csv.ts';
import { readUnit } from './units.ts';

export type Point = {
  concentration: number;
  response: number;
  /** Why its author left it out; null for a point that is fitted. */
  excluded: string | null;
  written: string;
  /** How far rounding may have moved it: the log10 of its concentration, and its response. */
  rounding: readonly [x: number, y: number];
};

export type Series = {
  /** Null for the only series of data without this column. */
  name: string | null;
  points: Point[];
  /** The line of its first point, from 1, in the text. */
  line: number;
};

export type Points = Exclude<ReturnType<typeof readPoints>, { problems: unknown }>;

const MAX_SERIES = 6;
const MAX_NAME = 60;
const MAX_PROBLEMS = 20;
const HEADING = /^(?<name>[^()[\]]{1,60}?)\s*(?:[([](?<unit>[^()[\]]{1,20})[)\]])?$/u;
/** The heading of concentrations that are given by their decimal logarithms. */
const LOGARITHM = /^log(?:10|₁₀)?[ _]concentration$/i;
const NUMBER = /^[-+−]?(?:\d+\.?\d*|\.\d+)(?:e[-+−]?\d+)?$/i;
const THOUSANDS = /^[-+−]?[1-9]\d{0,2}(?<group>[,.'’_\s])\d{3}(?:\k<group>\d{3})*(?<end>[.,]\d+)?$/;
/** Concentrations in any unit; beyond, no axis makes sense. */
const CONCENTRATIONS = { min: 1e-18, max: 1e18 };
const MAX_RESPONSE = 1e15;
/** A number with fewer figures, such as 3 for 3.16 or 1,000, is taken as exact where it is a concentration. */
const ROUNDED_FIGURES = 3;

/**
 * Reads CSV with a heading for concentrations with their unit, one for responses, and optionally
 * `series` and `excluded`.
 */
export function readPoints(text: string) {
  const table = readCsv(text.replace(/^[ \t]*#.*$/gm, ''));
  if ('problems' in table) return table;
  const columns = readHeader(table.header.cells);
  if (typeof columns === 'string')
    return { problems: [{ line: table.header.line, message: columns }] };
  const problems: Problem[] = [];
  const series = new Map<string, Series>();
  for (const { cells, line } of table.rows) {
    const name = columns.series < 0 ? null : (cells[columns.series] ?? '');
    const point = nameProblem(name) ?? readPoint(cells, columns);
    if (typeof point === 'string') {
      problems.push({ line, message: point });
      continue;
    }
    const own = series.get(name ?? '') ?? { name, points: [], line };
    own.points.push(point);
    series.set(name ?? '', own);
  }
  if (series.size > MAX_SERIES) {
    const message = `${series.size} series; at most ${MAX_SERIES} can be distinguished`;
    problems.unshift({ line: table.header.line, message });
  }
  problems.push(...[...series.values()].flatMap(findThousands));
  if (problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS) };
  widenRounding([...series.values()].flatMap(({ points }) => points));
  return { table, unit: columns.unit, response: columns.heading, series: [...series.values()] };
}

/** Finds points in concentrations that are in order if they set thousands apart: 1, 10, 100, 1.000. */
function findThousands({ points, line }: Series): Problem[] {
  const cells = points.map(({ written }) => written);
  const isInOrder = (values: readonly number[]) =>
    [1, -1].some((sign) =>
      values.every((value, i) => sign * (value - (values[i - 1] ?? value)) >= 0),
    );
  const whole = (cell: string) => cell.replaceAll('.', '');
  const isGrouped =
    cells.every((cell) => /^[1-9]\d{0,2}(?:\.\d{3})?$/.test(cell)) &&
    isInOrder(cells.map((cell) => Number(whole(cell)))) &&
    !isInOrder(cells.map(Number));
  const [grouped = ''] = isGrouped ? cells.filter((cell) => cell.includes('.')) : [];
  if (grouped === '') return [];
  const message = `the concentration ${quoted(grouped)} has a separator of thousands: write ${whole(grouped)}`;
  return [{ line: cells.indexOf(grouped) + line, message }];
}

/** Responses that are all multiples of a step, such as 5, are rounded to it, unless they have few steps. */
function widenRounding(points: readonly Point[]): void {
  const digit = 2 * Math.min(...points.map(({ rounding }) => rounding[1]));
  const responses = points.map(({ response }) => response);
  const digits = responses.map((response) => Math.round(Math.abs(response) / digit));
  const divisor = (a: number, b: number): number => (b > 0 ? divisor(b, a % b) : a);
  const half = (digit * digits.reduce(divisor, 0)) / 2;
  if (!(20 * half <= Math.max(...responses) - Math.min(...responses))) return;
  for (const point of points) {
    point.rounding = [point.rounding[0], Math.max(point.rounding[1], half)];
  }
}

function nameProblem(name: string | null): string | null {
  if (name === '') return 'the series has no name';
  return name !== null && name.length > MAX_NAME
    ? `the name of a series has ${name.length} characters; at most ${MAX_NAME}`
    : null;
}

/** Places of columns; −1 for one that is not there. */
type Columns = Exclude<ReturnType<typeof readHeader>, string>;

function readHeader(header: readonly string[]) {
  const headings = header.map((cell) => HEADING.exec(cell)?.groups ?? { name: cell });
  const find = (name: string) => headings.findIndex((cell) => cell.name?.toLowerCase() === name);
  const logarithm = headings.findIndex(({ name = '' }) => LOGARITHM.test(name));
  const concentration = logarithm >= 0 ? logarithm : find('concentration');
  if (concentration < 0)
    return 'there is no column “concentration”; the first line names the columns: concentration (nM), response (%)';
  const written = headings[concentration]?.unit;
  if (written === undefined)
    return 'the concentration has no unit; add it to the heading: concentration (nM)';
  const unit = readUnit(written);
  if (typeof unit === 'string') return unit;
  const [series, excluded] = [find('series'), find('excluded')];
  const others = [...header.keys()].filter(
    (column) => ![concentration, series, excluded].includes(column),
  );
  const [response] = others;
  if (response === undefined) return 'there is no column for the response: response (%)';
  if (others.length > 1) {
    const names = others.map((column) => quoted(header[column] ?? '')).join(', ');
    return `${names}: one of these columns is the response; the others may only be “series” and “excluded”`;
  }
  const { name = '', unit: responseUnit } = headings[response] ?? {};
  const heading = { name, unit: responseUnit?.trim() ?? null };
  const isLogarithm = logarithm >= 0;
  return { concentration, unit, isLogarithm, response, heading, series, excluded };
}

/** @returns a point, or the reason why the row has none */
function readPoint(row: readonly string[], columns: Columns): Point | string {
  const [inX = '', inY = ''] = [row[columns.concentration], row[columns.response]];
  const value = readNumber(inX);
  if (typeof value === 'string') return `the concentration ${value}`;
  const concentration = columns.isLogarithm ? 10 ** value : value;
  if (!(concentration > 0))
    return `a concentration of ${quoted(inX)} has no logarithm; leave out controls without compound, or use them to fix a plateau: top=100`;
  if (concentration < CONCENTRATIONS.min || concentration > CONCENTRATIONS.max)
    return `a concentration of ${quoted(inX)} is beyond 1e-18 to 1e18; choose another unit`;
  const response = readNumber(inY);
  if (typeof response === 'string') return `the response ${response}`;
  if (Math.abs(response) > MAX_RESPONSE)
    return `a response of ${quoted(inY)} is beyond ±1e15; choose another unit`;
  const { figures, half } = precisionOf(inX);
  const inLog = columns.isLogarithm ? half : half / value / Math.LN10;
  return {
    concentration,
    response,
    excluded: row[columns.excluded]?.slice(0, 200) || null,
    written: inX,
    rounding: [figures < ROUNDED_FIGURES ? 0 : inLog, precisionOf(inY).half],
  };
}

/** The figures of a number as written, and half of one in its last digit: 0.005 for `7.50`, 50 for `12e2`. */
function precisionOf(written: string): { figures: number; half: number } {
  const [, digits = '', decimals = '', exponent = '0'] =
    /^[-+−]?(\d*)\.?(\d*)(?:e(.*))?$/i.exec(written) ?? [];
  const figures = (digits + decimals).replace(/^0+/, '').replace(decimals ? '' : /0+$/, '').length;
  return { figures, half: 10 ** (Number(exponent.replace('−', '-')) - decimals.length) / 2 };
}

/** @returns the number, or the reason why the cell has none */
function readNumber(cell: string): number | string {
  if (cell === '') return 'is missing';
  if (NUMBER.test(cell)) {
    const value = Number(cell.replaceAll('−', '-'));
    return Number.isFinite(value) ? value : `${quoted(cell)} is too large`;
  }
  const { group, end = '' } = THOUSANDS.exec(cell)?.groups ?? {};
  if (group === undefined)
    return `${quoted(cell)} is not a number${/^[-+−]?\d*,\d+$/.test(cell) ? ': write a decimal point' : ''}`;
  const whole = cell.slice(0, cell.length - end.length).replaceAll(group, '');
  const isDecimal = /^[^,]*,\d{3}$/.test(cell) && /^[-+−\d,]*$/.test(cell);
  const decimal = isDecimal ? `; or ${cell.replace(',', '.')} if it is a decimal comma` : '';
  return `${quoted(cell)} has a separator of thousands: write ${whole}${end.replace(',', '.')}${decimal}`;
}
