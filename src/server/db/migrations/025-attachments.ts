import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Files to download. Their uses are rows of `post_pictures`, their locks of `picture_operations`. */
export function attachments(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('attachments')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('file', text, (c) => c.notNull())
        .addColumn('type', text, (c) => c.notNull())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('sha256', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('attachments_by_time')
        .on('attachments')
        .columns(['created_at', 'id'])
        .execute();
    },
  };
}
