import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { quoted, type Report } from '../../text/finding.ts';
import { expectedLogarithm, molarExponent, POTENCY, toNumber, UNIT } from '../quantities.ts';

/** A table as it is read: cells without markup. */
type TableText = {
  header: readonly string[];
  rows: readonly { cells: readonly string[]; line: number }[];
  /** The text above or below the table, which may name a unit for all columns. */
  caption: string;
  line: number;
};

const VALUE = /^[<>≤≥~≈±]?\s?(\d[\d.,]*)(?:\s?(?:±|-|–)\s?[\d.,]+)?\s*(.*)$/;
/** Nobody reads more, and each is compared with others. */
const MAX_COLUMNS = 50;
/** Units of one kind, which a column does not mix. */
const KINDS = [
  /^(?:[mµunpf]?M(?!\w)|[mµunpf]?mol\/L|[mµnp]?g\/[mµ]?L)/,
  /^(?:ms|s|min|h|d|hours?|days?|weeks?)(?![\w/])/,
  /^(?:[mµnk]?g)(?![\w/])/,
];
const NAMES_UNIT = new RegExp(`(?:[(,/[]|\\bin)\\s?${UNIT}`);
const NEEDS_UNIT = new RegExp(
  `^(?:${POTENCY}|concentration|dose|half-life|t1/2|Cmax|temperature)(?:\\s|$)`,
  'i',
);
const HAS_NONE = /\b(?:log|ratio|fold|relative|rank|number|no\.)|%/i;
const LOGARITHM = new RegExp(`^p(${POTENCY})\\b`);

/** Reports columns that mix units or name none, and logarithms that do not fit their values. */
export function checkColumns(table: TableText, report: Report): void {
  for (const [column, name] of table.header.slice(0, MAX_COLUMNS).entries()) {
    const cells = table.rows.flatMap(({ cells, line }) => {
      const [, number, unit = ''] = VALUE.exec(sameSigns(cells[column] ?? '')) ?? [];
      return number === undefined ? [] : [{ number, unit: unit.trim(), line }];
    });
    for (const kind of KINDS) {
      const lines = new Map<string, number>();
      for (const { unit, line } of cells) {
        const found = kind.exec(unit)?.[0];
        if (found !== undefined && !lines.has(found)) lines.set(found, line);
      }
      const [, second] = lines.values();
      if (second === undefined) continue;
      const message = `The column ${quoted(name)} mixes units: ${[...lines.keys()].slice(0, 4).join(', ')}.`;
      report('units-mixed', { line: second }, message);
    }
    checkHeading({ name, table, cells: cells.map(({ unit }) => unit) }, report);
    checkLogarithms(table, column, report);
  }
}

type Column = { name: string; table: TableText; cells: readonly string[] };

function checkHeading({ name, table, cells }: Column, report: Report): void {
  const heading = sameSigns(name).trim();
  if (cells.length < 2 || cells.some((unit) => unit !== '')) return;
  if (!NEEDS_UNIT.test(heading) || HAS_NONE.test(heading)) return;
  if (NAMES_UNIT.test(heading) || NAMES_UNIT.test(sameSigns(table.caption))) return;
  report('heading-without-unit', { line: table.line }, `The column ${quoted(name)} has no unit.`);
}

function checkLogarithms({ header, rows }: TableText, column: number, report: Report): void {
  const quantity = LOGARITHM.exec(sameSigns(header[column] ?? ''))?.[1];
  if (quantity === undefined) return;
  const values = header.findIndex((name) => sameSigns(name).trim().startsWith(quantity));
  const exponent = molarExponent(/[(,/[]\s?(.*)$/.exec(sameSigns(header[values] ?? ''))?.[1] ?? '');
  if (values === -1 || exponent === null) return;
  for (const { cells, line } of rows) {
    const [given = '', value = ''] = [cells[column], cells[values]].map((cell) =>
      sameSigns(cell ?? ''),
    );
    if (!/^\d+(?:\.\d+)?$/.test(given.trim()) || !/^\d[\d.,]*$/.test(value.trim())) continue;
    const fitting = expectedLogarithm(Number(given), toNumber(value), exponent);
    if (fitting === null) continue;
    const message = `p${quantity} ${given} does not fit ${value} in ${quoted(header[values] ?? '')}, which is ${fitting}.`;
    report('logarithm-misfit', { line }, message);
  }
}

function sameSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('μ', 'µ')
    .replaceAll('−', '-')
    .replace(/[_{}$]|\\mathrm|\\text/g, '');
}

/** Checks the tables of a tree as parsed, with positions in the source. */
export function checkTables(parent: Root | Element, report: Report): void {
  for (const [index, node] of parent.children.entries()) {
    if (node.type !== 'element') continue;
    if (node.tagName === 'table') {
      const after = parent.children.slice(index + 1, index + 3).map((each) => textOf(each));
      const table = tableOf(node, after.join(' ').slice(0, 500));
      if (table !== null) checkColumns(table, report);
    } else checkTables(node, report);
  }
}

function tableOf(table: Element, after: string): TableText | null {
  const rows = elementsIn(table, 'tr').map((row) => ({
    cells: row.children.filter(isCell).map((cell) => textOf(cell)),
    line: row.position?.start.line ?? table.position?.start.line ?? 1,
    spans: row.children.some((cell) => isCell(cell) && cell.properties.colSpan !== undefined),
  }));
  const [header, ...body] = rows;
  if (header === undefined || rows.some(({ spans }) => spans)) return null;
  const captions = elementsIn(table, 'caption').map((caption) => textOf(caption));
  return {
    header: header.cells,
    rows: body,
    caption: [...captions, after].join(' '),
    line: header.line,
  };
}

function isCell(node: Root['children'][number]): node is Element {
  return node.type === 'element' && (node.tagName === 'td' || node.tagName === 'th');
}

function elementsIn(parent: Element, tagName: string): Element[] {
  return parent.children.flatMap((node) => {
    if (node.type !== 'element') return [];
    return node.tagName === tagName ? [node] : elementsIn(node, tagName);
  });
}
