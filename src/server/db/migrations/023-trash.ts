import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Deleted posts, which can be restored, with their revisions and the pictures that they use. */
export function trash(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('trashed_posts')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('slug', text, (c) => c.notNull())
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('date', text, (c) => c.notNull())
        .addColumn('deleted_at', text, (c) => c.notNull())
        .addColumn('deleted_by', text)
        .addColumn('snapshot', text, (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('trashed_posts_by_time')
        .on('trashed_posts')
        .columns(['deleted_at', 'id'])
        .execute();

      // The columns of `post_revisions`.
      await db.schema
        .createTable('trashed_revisions')
        .addColumn('post_id', text, (c) =>
          c.notNull().references('trashed_posts.id').onDelete('cascade'),
        )
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('saved_at', text, (c) => c.notNull())
        .addColumn('saved_by', text)
        .addColumn('slug', text, (c) => c.notNull())
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('author', text, (c) => c.notNull())
        .addColumn('cover_image', text, (c) => c.notNull())
        .addColumn('cover_image_caption', text, (c) => c.notNull())
        .addColumn('tags', text, (c) => c.notNull())
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('publish_date', text)
        .addColumn('references', text, (c) => c.notNull())
        .addColumn('content', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('trashed_revisions_key', ['post_id', 'version'])
        .execute();

      await db.schema
        .createTable('trashed_pictures')
        .addColumn('post_id', text, (c) =>
          c.notNull().references('trashed_posts.id').onDelete('cascade'),
        )
        .addColumn('picture_id', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('trashed_pictures_key', ['post_id', 'picture_id'])
        .execute();
      await db.schema
        .createIndex('trashed_pictures_by_picture')
        .on('trashed_pictures')
        .column('picture_id')
        .execute();
    },
  };
}
