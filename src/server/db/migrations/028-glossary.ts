import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * The terms of the glossary, where the HTML of posts first mentions them, and which posts do. Every change of the
 * glossary counts as one of any number of posts.
 */
export function glossary(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('glossary_terms')
        .addColumn('id', text, (c) => c.primaryKey())
        .addColumn('term', text, (c) => c.notNull())
        .addColumn('category', text, (c) => c.notNull())
        .addColumn('definition', text, (c) => c.notNull())
        .addColumn('synonyms', text, (c) => c.notNull())
        .addColumn('related', text, (c) => c.notNull())
        .addColumn('position', 'integer', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('updated_at', text, (c) => c.notNull())
        .execute();

      await db.schema
        .createTable('glossary_state')
        .addColumn('revision', 'integer', (c) => c.notNull())
        .execute();
      await sql`insert into glossary_state (revision) values (0)`.execute(db);

      await db.schema
        .createTable('post_terms')
        .addColumn('term_id', text, (c) => c.notNull())
        .addColumn('post_id', text, (c) => c.notNull().references('posts.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('post_terms_key', ['term_id', 'post_id'])
        .execute();
      await db.schema
        .createIndex('post_terms_by_post')
        .on('post_terms')
        .column('post_id')
        .execute();

      for (const table of ['posts', 'unpublished_changes']) {
        await db.schema.alterTable(table).addColumn('mentions', text).execute();
      }
      for (const trigger of engine === 'postgres' ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS) {
        await sql.raw(trigger).execute(db);
      }
    },
  };
}

const SQLITE_TRIGGERS = [
  `create trigger glossary_tell_update after update on glossary_state begin
     update post_changes set changes = changes + 1;
   end`,
];

// Without an id: any post may have changed.
const POSTGRES_TRIGGERS = [
  `create function tell_glossary_change() returns trigger language plpgsql as $$
   begin
     update post_changes set changes = changes + 1;
     perform pg_notify('post_changes', '');
     return null;
   end $$`,
  `create trigger glossary_tell_update after update on glossary_state
   for each row execute function tell_glossary_change()`,
];
