import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { fail, type Result, succeed } from '../../server/failure.ts';
import { text } from '../../server/fields.ts';
import { redirectLocation, redirectPath } from '../redirect-path.ts';
import { checkRecords, type Records } from './check-records.ts';
import { instant } from './post-records.ts';

/** A path that leads elsewhere. */
export type ExportedRedirect = {
  /** Percent-encoded. */
  from: string;
  /** A path on this site. */
  to: string;
  /** The id of the target post; empty for other targets. */
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

const rowSchema = z.object({
  from: text(10_000).refine((from) => redirectPath(from) !== null, 'is not a path on an old site'),
  to: text(10_000).refine(
    (to) => redirectLocation(to) !== null,
    'does not lead to a path on this site',
  ),
  post: z.union([z.uuid(), z.literal('')]),
  created: z.union([instant, z.literal('')]),
}) satisfies z.ZodType<ExportedRedirect>;

/** Reads the rows, and says which ones are malformed. */
export function readRedirects(table: string): Result<Records<ExportedRedirect>> {
  try {
    return succeed(checkRecords(parse(table, { columns: true }) as unknown[], rowSchema, []));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail({ kind: 'malformed', detail: `The table of redirects is damaged: ${message}` });
  }
}

/** The form of a stored path in which it can be looked up again: decoding gives the path. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
