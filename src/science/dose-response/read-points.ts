import { quoted } from '../../text/finding.ts';
import { type CsvProblem, type CsvTable, readCsv } from '../tables/csv.ts';
import { readUnit, type Unit } from './units.ts';

export type Point = {
  concentration: number;
  response: number;
  /** Why its author left it out; null for a point that is fitted. */
  excluded: string | null;
  /** The cells as they were written. */
  written: { concentration: string; response: string };
};

export type Series = {
  /** Null for the only series of data without this column. */
  name: string | null;
  points: Point[];
  /** The line of its first point, from 1, in the text. */
  line: number;
};

export type Points = {
  unit: Unit;
  /** The heading of the responses and their unit. */
  response: { name: string; unit: string | null };
  series: Series[];
};

const MAX_SERIES = 6;
const MAX_NAME = 60;
const MAX_PROBLEMS = 20;
const HEADING = /^(?<name>[^()[\]]{1,60}?)\s*(?:[([](?<unit>[^()[\]]{1,20})[)\]])?$/u;
/** The heading of concentrations that are given by their decimal logarithms. */
const LOGARITHM = /^log(?:10|₁₀)?[ _]concentration$/i;
const NUMBER = /^[-+−]?(?:\d+\.?\d*|\.\d+)(?:e[-+−]?\d+)?$/i;
/** Concentrations in any unit; beyond, no axis makes sense. */
const CONCENTRATIONS = { min: 1e-18, max: 1e18 };
const MAX_RESPONSE = 1e15;

/**
 * Reads CSV with a heading for concentrations with their unit, one for responses, and optionally `series` and
 * `excluded`. Lines that begin with `#` are comments.
 */
export function readPoints(text: string): Points | { problems: CsvProblem[] } {
  const table = readCsv(text.replace(/^[ \t]*#.*$/gm, ''));
  if ('problems' in table) return table;
  const columns = readHeader(table.header);
  if ('message' in columns) {
    return { problems: [{ line: table.headerLine, message: columns.message }] };
  }
  const { series, problems } = readSeries(table, columns);
  if (series.length > MAX_SERIES) {
    const message = `${series.length} series; at most ${MAX_SERIES} can be distinguished`;
    problems.unshift({ line: table.headerLine, message });
  }
  return problems.length > 0
    ? { problems: problems.slice(0, MAX_PROBLEMS) }
    : { unit: columns.unit, response: columns.responseHeading, series };
}

function readSeries({ rows, lines }: CsvTable, columns: Columns) {
  const problems: CsvProblem[] = [];
  const series = new Map<string, Series>();
  for (const [index, cells] of rows.entries()) {
    const line = lines[index] ?? 1;
    const name = columns.series === null ? null : (cells[columns.series] ?? '');
    const point = readPoint(cells, columns);
    const message = typeof point === 'string' ? point : nameProblem(name);
    if (message !== null) problems.push({ line, message });
    if (typeof point === 'string') continue;
    const own = series.get(name ?? '') ?? { name, points: [], line };
    own.points.push(point);
    series.set(name ?? '', own);
  }
  return { problems, series: [...series.values()] };
}

/** @returns what is wrong with the name of a series, or null */
function nameProblem(name: string | null): string | null {
  if (name === '') return 'the series has no name';
  return name !== null && name.length > MAX_NAME
    ? `the name of a series has ${name.length} characters; at most ${MAX_NAME}`
    : null;
}

type Columns = {
  concentration: number;
  unit: Unit;
  isLogarithm: boolean;
  response: number;
  responseHeading: Points['response'];
  series: number | null;
  excluded: number | null;
};

function readHeader(header: readonly string[]): Columns | { message: string } {
  const headings = header.map((cell) => HEADING.exec(cell)?.groups ?? { name: cell });
  const find = (name: string) => headings.findIndex((each) => each.name?.toLowerCase() === name);
  const logarithm = headings.findIndex(({ name = '' }) => LOGARITHM.test(name));
  const concentration = logarithm >= 0 ? logarithm : find('concentration');
  const [series, excluded] = [find('series'), find('excluded')];
  const others = header
    .map((_, column) => column)
    .filter((each) => ![concentration, series, excluded].includes(each));
  if (concentration < 0) {
    return {
      message:
        'there is no column “concentration”; the first line names the columns: concentration (nM), response (%)',
    };
  }
  const unit = headings[concentration]?.unit;
  if (unit === undefined) {
    return {
      message: 'the concentration has no unit; add it to the heading: concentration (nM)',
    };
  }
  const read = readUnit(unit);
  if (typeof read === 'string') return { message: read };
  const [response] = others;
  if (response === undefined)
    return { message: 'there is no column for the response: response (%)' };
  if (others.length > 1) {
    const names = others.map((each) => quoted(header[each] ?? '')).join(', ');
    return {
      message: `${names}: one of these columns is the response; the others may only be “series” and “excluded”`,
    };
  }
  return {
    concentration,
    unit: read,
    isLogarithm: logarithm >= 0,
    response,
    responseHeading: {
      name: headings[response]?.name ?? '',
      unit: headings[response]?.unit?.trim() ?? null,
    },
    series: series < 0 ? null : series,
    excluded: excluded < 0 ? null : excluded,
  };
}

/** @returns a point, or the reason why the row has none */
function readPoint(cells: readonly string[], columns: Columns): Point | string {
  const written = {
    concentration: cells[columns.concentration] ?? '',
    response: cells[columns.response] ?? '',
  };
  const value = readNumber(written.concentration);
  if (typeof value === 'string') return `the concentration ${value}`;
  const concentration = columns.isLogarithm ? 10 ** value : value;
  if (!(concentration > 0)) {
    return `a concentration of ${quoted(written.concentration)} has no logarithm; leave out controls without compound, or use them to fix a plateau: top=100`;
  }
  if (concentration < CONCENTRATIONS.min || concentration > CONCENTRATIONS.max) {
    return `a concentration of ${quoted(written.concentration)} is beyond 1e-18 to 1e18; choose another unit`;
  }
  const response = readNumber(written.response);
  if (typeof response === 'string') return `the response ${response}`;
  if (Math.abs(response) > MAX_RESPONSE)
    return `a response of ${quoted(written.response)} is beyond ±1e15; choose another unit`;
  const excluded = columns.excluded === null ? '' : (cells[columns.excluded] ?? '').slice(0, 200);
  return { concentration, response, excluded: excluded || null, written };
}

/** @returns the number, or the reason why the cell has none */
function readNumber(cell: string): number | string {
  if (cell === '') return 'is missing';
  if (/^[-+−]?\d+,\d+$/.test(cell)) return `${quoted(cell)} is not a number: write a decimal point`;
  if (!NUMBER.test(cell)) return `${quoted(cell)} is not a number`;
  const value = Number(cell.replaceAll('−', '-'));
  return Number.isFinite(value) ? value : `${quoted(cell)} is too large`;
}
