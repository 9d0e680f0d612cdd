import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { conflictIfSlugTaken } from '../posts/stored-post.ts';
import type { Database } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { succeed } from '../server/failure.ts';
import { failedBy, type ImportedItem, type ItemAt, toImportedItem } from './imported-item.ts';
import type { System } from './source.ts';

/** One run of the import. */
export type ImportRun = {
  id: string;
  /** The name of the file or folder. */
  name: string;
  system: System;
  /** When it began, ISO 8601 in UTC. */
  began: string;
  /** True to write nothing. */
  isDryRun: boolean;
};

export function newRun(run: Omit<ImportRun, 'id'>): ImportRun {
  return { id: randomUUID(), ...run };
}

/** Writes a post in a transaction of its own, and records which item it was: a later run skips that. */
export async function writeItem(
  { query }: Pick<Database, 'query'>,
  run: ImportRun,
  at: ItemAt,
  write: (trx: Kysely<Tables>) => Promise<ImportedItem>,
): Promise<ImportedItem> {
  const written = await conflictIfSlugTaken(query, at.planned.slug, async (trx) => {
    const item = await write(trx);
    if (item.postId !== null) await recordItem(trx, run, item);
    return succeed(item);
  });
  return written.ok ? written.value : toImportedItem(at, failedBy(written));
}

async function recordItem(
  trx: Kysely<Tables>,
  { id, name, system, began }: ImportRun,
  { postId, notes: _, ...columns }: ImportedItem,
): Promise<void> {
  await trx
    .insertInto('imports')
    .values({
      id,
      name,
      system,
      state: 'done',
      total: 0,
      done: 0,
      attempts: 0,
      notes: '[]',
      created_at: began,
      updated_at: began,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .insertInto('import_items')
    .values({ ...columns, import_id: id, notes: '[]', post_id: postId })
    .execute();
}
