import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { fail, type Result, succeed } from '../../../failure.ts';

/** A path that leads elsewhere. */
export type ExportedRedirect = {
  /** Percent-encoded. */
  from: string;
  /** A path on this site. */
  to: string;
  /** The id of the post that it leads to; empty when it leads to none. */
  post: string;
  /** ISO 8601 in UTC; empty for a former slug. */
  created: string;
};

const COLUMNS = ['from', 'to', 'post', 'created'] as const;

export async function* writeRedirects(
  pages: AsyncIterable<readonly ExportedRedirect[]>,
): AsyncGenerator<string> {
  yield stringify([COLUMNS]);
  for await (const page of pages) yield stringify([...page], { columns: [...COLUMNS] });
}

export function readRedirects(text: string): Result<ExportedRedirect[]> {
  try {
    const rows: Partial<ExportedRedirect>[] = parse(text, { columns: true });
    return succeed(
      rows.map(({ from = '', to = '', post = '', created = '' }) => ({ from, to, post, created })),
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail({ kind: 'malformed', detail: `The table of redirects is damaged: ${message}` });
  }
}

/** The form of a stored path in which it can be looked up again: decoding gives the path. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
