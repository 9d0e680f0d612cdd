import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** The picture library, and the posts that use its pictures. */
export function media(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('pictures')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('alt', text, (c) => c.notNull())
        .addColumn('width', 'integer', (c) => c.notNull())
        .addColumn('height', 'integer', (c) => c.notNull())
        .addColumn('format', text, (c) => c.notNull())
        .addColumn('moving', 'integer', (c) => c.notNull())
        .addColumn('bytes', 'integer', (c) => c.notNull())
        .addColumn('placeholder', text, (c) => c.notNull())
        .addColumn('created_at', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('pictures_by_time')
        .on('pictures')
        .columns(['created_at', 'id'])
        .execute();

      await db.schema
        .createTable('post_pictures')
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
        // Not a reference: a post may use a picture that is not, or no longer, in the library.
        .addColumn('picture_id', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('post_pictures_key', ['post_id', 'picture_id'])
        .execute();
      await db.schema
        .createIndex('post_pictures_by_picture')
        .on('post_pictures')
        .column('picture_id')
        .execute();
    },
  };
}
