import type { ColumnOption } from 'csv-stringify/sync';

/**
 * The start of a cell that a spreadsheet evaluates as a formula (OWASP, CSV Injection), also after
 * white space and control characters, which it drops. csv-stringify's `escape_formulas` misses a
 * formula after a space.
 */
const FORMULA = /^(?=[\s\p{C}]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** The same within a value, for spreadsheets that split at semicolons, tabs or line breaks only. */
const HIDDEN_FORMULA = /([;\t\r\n]["'\s\p{C}]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

function escapeFormulas(value: string): string {
  return value.replace(HIDDEN_FORMULA, "$1'").replace(FORMULA, "'");
}

/**
 * RFC 4180 with a byte order mark, by which spreadsheets detect UTF-8, and an apostrophe before
 * formulas.
 *
 * @param columns the keys of a row that are written, with their headers; null is an empty cell
 */
export async function* toCsv<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  pages: AsyncIterable<readonly Readonly<Record<NoInfer<Name>, string | boolean | null>>[]>,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  const options = {
    columns: Object.entries<string>(columns).map(
      ([key, header]): ColumnOption => ({ key, header }),
    ),
    cast: { string: escapeFormulas, boolean: (value: boolean) => (value ? 'yes' : 'no') },
    quoted: true,
    record_delimiter: 'windows' as const,
  };
  yield stringify([], { ...options, header: true, bom: true });
  for await (const page of pages) yield stringify([...page], options);
}
