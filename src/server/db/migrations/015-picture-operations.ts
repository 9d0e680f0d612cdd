import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Locks of pictures that are being added or removed, and pictures removed within the hour. */
export function pictureOperations(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('picture_operations')
        // Not a reference: a picture's row is written after its files and deleted before them.
        .addColumn('picture_id', text, (c) => c.primaryKey())
        .addColumn('kind', text, (c) =>
          c.notNull().check(sql`kind in ('upload', 'removal', 'removed')`),
        )
        .addColumn('since', text, (c) => c.notNull())
        .execute();
    },
  };
}
