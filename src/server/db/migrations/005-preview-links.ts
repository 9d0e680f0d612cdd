import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Links for reviewers without an account to a post that is not public. */
export function previewLinks(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('preview_links')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('token_hash', text, (c) => c.notNull().unique())
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
        .addColumn('created_by', text, (c) =>
          c.notNull().references('administrators.email').onDelete('cascade'),
        )
        .addColumn('created_at', text, (c) => c.notNull())
        .addColumn('expires_at', text, (c) => c.notNull())
        .addColumn('last_opened_at', text)
        .execute();
      await db.schema
        .createIndex('preview_links_by_post')
        .on('preview_links')
        .column('post_id')
        .execute();
      await db.schema
        .createIndex('preview_links_by_author')
        .on('preview_links')
        .column('created_by')
        .execute();
    },
  };
}
