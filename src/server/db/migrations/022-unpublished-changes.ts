import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Changes to public posts that are saved and not public yet: at most one row for each post. */
export function unpublishedChanges(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('unpublished_changes')
        .addColumn('post_id', text, (c) =>
          c.primaryKey().references('posts.id').onDelete('cascade'),
        )
        .addColumn('etag', text, (c) => c.notNull())
        .addColumn('base_version', 'integer', (c) => c.notNull())
        .addColumn('slug', text, (c) => c.notNull())
        .addColumn('title', text, (c) => c.notNull())
        .addColumn('description', text, (c) => c.notNull())
        .addColumn('author', text, (c) => c.notNull())
        .addColumn('cover_image', text, (c) => c.notNull())
        .addColumn('cover_image_caption', text, (c) => c.notNull())
        .addColumn('tags', text, (c) => c.notNull())
        .addColumn('publish_date', text)
        .addColumn('references', text, (c) => c.notNull())
        .addColumn('content', text, (c) => c.notNull())
        .addColumn('content_html', text, (c) => c.notNull())
        .addColumn('reading_time', 'integer', (c) => c.notNull())
        .addColumn('saved_at', text, (c) => c.notNull())
        .addColumn('saved_by', text)
        .addColumn('publish_at', text)
        .addColumn('problem', text)
        .execute();
      await db.schema
        .createIndex('unpublished_changes_by_publication')
        .on('unpublished_changes')
        .column('publish_at')
        .execute();
    },
  };
}
