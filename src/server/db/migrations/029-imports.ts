import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** What was imported from other systems, and paths of a former site that lead somewhere on this one. */
export function imports(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('imports')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('system', text, (c) => c.notNull())
        .addColumn('state', text, (c) => c.notNull())
        .addColumn('total', 'integer', (c) => c.notNull())
        .addColumn('done', 'integer', (c) => c.notNull())
        .addColumn('notes', text, (c) => c.notNull())
        .addColumn('problem', text)
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('created_by', text)
        .addColumn('updated_at', text, (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('import_items')
        .addColumn('import_id', text, (c) =>
          c.notNull().references('imports.id').onDelete('cascade'),
        )
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('key', text, (c) => c.notNull())
        .addColumn('label', text, (c) => c.notNull())
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('slug', text, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('date', text)
        .addColumn('outcome', text, (c) => c.notNull())
        .addColumn('reason', text, (c) => c.notNull())
        .addColumn('notes', text, (c) => c.notNull())
        .addColumn('post_id', text)
        .addPrimaryKeyConstraint('import_items_key', ['import_id', 'position'])
        .execute();
      await db.schema
        .createIndex('import_items_by_key')
        .on('import_items')
        .columns(['key', 'outcome'])
        .execute();

      await db.schema
        .createTable('import_pictures')
        .addColumn('import_id', text, (c) =>
          c.notNull().references('imports.id').onDelete('cascade'),
        )
        .addColumn('picture_id', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('import_pictures_key', ['import_id', 'picture_id'])
        .execute();

      // A post in the trash has no row in `posts`, and its redirects wait for it: no foreign key.
      await db.schema
        .createTable('redirects')
        .addColumn('path', text, (c) => c.primaryKey())
        .addColumn('post_id', text)
        .addColumn('target', text)
        .addColumn('import_id', text)
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();
      await db.schema.createIndex('redirects_by_post').on('redirects').column('post_id').execute();
      await db.schema
        .createIndex('redirects_by_import')
        .on('redirects')
        .column('import_id')
        .execute();
    },
  };
}
