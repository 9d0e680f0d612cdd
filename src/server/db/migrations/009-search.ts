import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * Searchable text of posts, and copies of status and date beside tags and searchable text, so that an index
 * covers each list in its order. Triggers maintain the copies. Migration 019 creates the full-text indexes, which
 * replaced those that this migration once created.
 */
export function search(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : 'text';

  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('post_search')
        .addColumn('post_id', text, (c) =>
          c.primaryKey().references('posts.id').onDelete('cascade'),
        )
        .addColumn('status', text, (c) => c.notNull().defaultTo(''))
        .addColumn('date', text, (c) => c.notNull().defaultTo(''))
        .addColumn('words', text, (c) => c.notNull())
        .addColumn('text', text, (c) => c.notNull())
        .execute();
      await sql`insert into post_search (post_id, status, date, words, text)
        select id, status, date, '', '' from posts`.execute(db);

      const tags = db.schema.alterTable('post_tags');
      await tags.addColumn('status', text, (c) => c.notNull().defaultTo('')).execute();
      await tags.addColumn('date', text, (c) => c.notNull().defaultTo('')).execute();
      await sql`update post_tags set
        status = (select status from posts where id = post_id),
        date = (select date from posts where id = post_id)`.execute(db);
      await db.schema.dropIndex('post_tags_by_tag').execute();
      await db.schema
        .createIndex('post_tags_by_status_and_date')
        .on('post_tags')
        .columns(['tag', 'status', 'date', 'post_id'])
        .execute();
      await db.schema
        .createIndex('post_tags_by_date')
        .on('post_tags')
        .columns(['tag', 'date', 'post_id'])
        .execute();

      for (const statement of engine === 'postgres' ? POSTGRES : SQLITE) {
        await sql.raw(statement).execute(db);
      }
    },
  };
}

const SQLITE = [
  'alter table post_search add column key integer',
  'create index post_search_by_key on post_search (key, post_id, date)',
  `create trigger post_tags_insert after insert on post_tags begin
     update post_tags set
       status = coalesce((select status from posts where id = new.post_id), ''),
       date = coalesce((select date from posts where id = new.post_id), '')
     where post_id = new.post_id and position = new.position;
   end`,
];

const POSTGRES = [
  `create function place_of_post() returns trigger language plpgsql as $$
   begin
     select posts.status, posts.date into new.status, new.date from posts where id = new.post_id;
     new.status := coalesce(new.status, '');
     new.date := coalesce(new.date, '');
     return new;
   end $$`,
  `create trigger post_tags_insert before insert on post_tags
   for each row execute function place_of_post()`,
  `create trigger post_search_insert before insert on post_search
   for each row execute function place_of_post()`,
  `create function move_post() returns trigger language plpgsql as $$
   begin
     update post_tags set status = new.status, date = new.date where post_id = new.id;
     update post_search set status = new.status, date = new.date where post_id = new.id;
     return null;
   end $$`,
  `create trigger posts_moved after update of status, date on posts
   for each row when (old.status <> new.status or old.date <> new.date)
   execute function move_post()`,
];
