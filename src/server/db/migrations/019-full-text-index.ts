import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * The full-text index of each engine: FTS5, and a generated `tsvector` with a GIN index. Triggers and the
 * engine keep them up to date with `post_search`. All posts are indexed again at the next start
 * (`src/posts/reindex.ts`).
 */
export function fullTextIndex(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === 'postgres' ? POSTGRES : SQLITE) {
        await sql.raw(statement).execute(db);
      }
      // Left by the first version of migration 009.
      await sql`drop table if exists search_words`.execute(db);
      await sql`drop table if exists post_times`.execute(db);
      await db.schema
        .createIndex('post_search_by_version')
        .on('post_search')
        .column('version')
        .execute();
    },
  };
}

/**
 * FTS5 can read matches by descending rowid. A rowid holds the millisecond of the post's date and 14 bits to tell
 * apart posts of the same one, so that this is newest first.
 */
const FIRST_KEY = `((cast(strftime('%s', new.date) as integer) * 1000
  + cast(substr(new.date, 21, 3) as integer)) * 16384)`;
const FREE_KEY = `(select coalesce(max(key) + 1, ${FIRST_KEY}) from post_search
  where key >= ${FIRST_KEY} and key < ${FIRST_KEY} + 16384)`;

const SQLITE = [
  ...['post_search_insert', 'post_search_update', 'post_search_delete', 'posts_moved'].map(
    (trigger) => `drop trigger if exists ${trigger}`,
  ),
  'drop trigger if exists post_times_insert',
  'drop trigger if exists post_times_delete',
  'drop table if exists post_words',
  `update post_search set words = '', key = null`,
  'alter table post_search add column version integer not null default 0',
  'drop index post_search_by_key',
  'create unique index post_search_by_key on post_search (key, status, date, post_id)',
  // Without positions and text: queries only ask which posts have a word. The tokenizer takes every non-ASCII
  // character for a part of a word; words are separated by spaces.
  `create virtual table post_words using fts5 (words, content = '', contentless_delete = 1,
     detail = none, prefix = '3', tokenize = 'ascii')`,
  `create trigger post_search_insert after insert on post_search begin
     update post_search set
       status = coalesce((select status from posts where id = new.post_id), ''),
       date = coalesce((select date from posts where id = new.post_id), '')
     where post_id = new.post_id;
   end`,
  `create trigger post_search_update after update of words, date on post_search
   when old.words <> new.words or old.date <> new.date begin
     delete from post_words where rowid = old.key;
     update post_search set key = case when key >= ${FIRST_KEY} and key < ${FIRST_KEY} + 16384
       then key else ${FREE_KEY} end
     where post_id = new.post_id;
     insert into post_words (rowid, words)
       select key, new.words from post_search where post_id = new.post_id;
   end`,
  `create trigger post_search_delete after delete on post_search begin
     delete from post_words where rowid = old.key;
   end`,
  `create trigger posts_moved after update of status, date on posts
   when old.status <> new.status or old.date <> new.date begin
     update post_tags set status = new.status, date = new.date where post_id = new.id;
     update post_search set status = new.status, date = new.date where post_id = new.id;
   end`,
];

const POSTGRES = [
  ...['insert', 'update', 'delete'].map(
    (event) => `drop trigger if exists post_times_${event} on posts`,
  ),
  'drop function if exists count_post_times()',
  'drop index if exists post_search_by_words',
  'drop function if exists post_search_vector(text, text, text)',
  'drop trigger if exists post_search_words on post_search',
  'drop function if exists learn_words()',
  `update post_search set words = ''`,
  'alter table post_search add column version integer not null default 0',
  `alter table post_search add column vector tsvector
     generated always as (array_to_tsvector(string_to_array(words, ' '))) stored`,
  // Every search would have to read the pending list.
  'create index post_search_by_vector on post_search using gin (vector) with (fastupdate = off)',
  'create index post_search_by_status_and_date on post_search (status, date, post_id)',
  'create index post_search_by_date on post_search (date, post_id)',
];
