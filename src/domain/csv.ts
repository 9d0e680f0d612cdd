import type { ColumnOption } from 'csv-stringify/sync';

/**
 * Where a spreadsheet that separates by semicolons, tabs or lines alone would see the beginning of
 * a cell, and a formula in it. The library looks at the beginning of the whole value.
 */
const HIDDEN_FORMULA = /([;\t\r\n]["'\s]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Rows as CSV (RFC 4180) for spreadsheets, page by page: with a byte order mark, by which they know
 * UTF-8, and with an apostrophe before whatever they would take for a formula.
 *
 * @param columns the keys of a row, and what stands above them
 */
export async function* csvOf<Row extends Record<string, string>>(
  columns: Readonly<Record<keyof Row & string, string>>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  const options = {
    columns: Object.entries(columns).map(([key, header]): ColumnOption => ({ key, header })),
    cast: { string: (value: string) => value.replace(HIDDEN_FORMULA, "$1'") },
    escape_formulas: true,
    quoted: true,
    record_delimiter: 'windows' as const,
  };
  yield stringify([], { ...options, header: true, bom: true });
  for await (const page of pages) yield stringify([...page], options);
}
