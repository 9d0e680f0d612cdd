import type { z } from 'zod';
import type { Note } from '../source.ts';
import { detailOf } from './post-records.ts';

/** The valid records of a file, and the numbers (from 1) of the others with the reasons. */
export type Records<Item> = { items: Item[]; refused: string[] };

/** Records that a note names. */
const MAX_NAMED = 20;

/**
 * Checks records one by one: what is wrong with one costs no other.
 *
 * @param keys fields of which no two records have the same value
 */
export function checkRecords<Item extends object>(
  records: readonly unknown[],
  schema: z.ZodType<Item>,
  keys: readonly (keyof Item)[],
): Records<Item> {
  const known = new Map(keys.map((key) => [key, new Set<unknown>()]));
  const items: Item[] = [];
  const refused: string[] = [];
  for (const [index, record] of records.entries()) {
    const parsed = schema.safeParse(record);
    const repeated = parsed.success && keys.find((key) => known.get(key)?.has(parsed.data[key]));
    if (!parsed.success) refused.push(`${index + 1} (${detailOf(parsed.error)})`);
    else if (repeated) refused.push(`${index + 1} (its ${String(repeated)} appears twice)`);
    else {
      for (const key of keys) known.get(key)?.add(parsed.data[key]);
      items.push(parsed.data);
    }
  }
  return { items, refused };
}

/** Names the records of a file that are not imported. */
export function refusedNotes(path: string, { refused }: Records<unknown>): Note[] {
  if (refused.length === 0) return [];
  const named = refused.slice(0, MAX_NAMED).join(', ');
  const more = refused.length > MAX_NAMED ? ` and ${refused.length - MAX_NAMED} more` : '';
  return [{ kind: 'lost', message: `Not imported from ${path}: ${named}${more}.` }];
}
