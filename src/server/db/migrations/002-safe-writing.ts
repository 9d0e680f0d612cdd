import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/** Revisions of posts, autosaves, and idempotency keys of forms. */
export function safeWriting(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('post_revisions')
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
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
        .addPrimaryKeyConstraint('post_revisions_key', ['post_id', 'version'])
        .execute();
      // The current text becomes the first revision.
      await sql`
        insert into post_revisions
        select id, version, updated_at, null, slug, title, description, author, cover_image,
          cover_image_caption, ${sql.raw(TAGS_AS_JSON[engine])}, status, publish_date, "references",
          content
        from posts`.execute(db);

      await db.schema
        .createTable('autosaves')
        .addColumn('owner', text, (c) =>
          c.notNull().references('administrators.email').onDelete('cascade'),
        )
        .addColumn('document', text, (c) => c.notNull())
        .addColumn('version', 'integer')
        .addColumn('saved_at', text, (c) => c.notNull())
        .addColumn('values', text, (c) => c.notNull())
        .addPrimaryKeyConstraint('autosaves_key', ['owner', 'document'])
        .execute();

      await db.schema
        .createTable('post_creations')
        .addColumn('key', text, (c) => c.primaryKey())
        .addColumn('fingerprint', text, (c) => c.notNull())
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
        .execute();
      await db.schema
        .createIndex('post_creations_by_post')
        .on('post_creations')
        .column('post_id')
        .execute();
    },
  };
}

const TAGS_AS_JSON: Record<Engine, string> = {
  sqlite:
    '(select json_group_array(tag order by position) from post_tags where post_id = posts.id)',
  postgres: `coalesce((select json_agg(tag order by position)::text from post_tags
    where post_id = posts.id), '[]')`,
};
