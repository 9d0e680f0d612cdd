import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Which pictures are being added or removed now, by any process, and which have just been removed. */
export function pictureOperations(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('picture_operations')
        // Not a reference: the picture's row comes after its files, and goes before them.
        .addColumn('picture_id', text, (c) => c.primaryKey())
        .addColumn('kind', text, (c) =>
          c.notNull().check(sql`kind in ('upload', 'removal', 'removed')`),
        )
        .addColumn('since', text, (c) => c.notNull())
        .execute();
    },
  };
}
