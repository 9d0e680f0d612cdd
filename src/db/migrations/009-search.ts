import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';
import { toIndexRow } from '../search-words.ts';

/**
 * What posts are searched by, where each stands among those of its tags, and how many there are in each
 * span of time. The database keeps what follows from other columns: the index of words, the vocabulary,
 * copies of status and date, and the counts.
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
      await db.schema
        .createTable('search_words')
        .addColumn('word', text, (c) => c.primaryKey())
        .execute();

      await db.schema
        .createTable('post_times')
        .addColumn('status', text, (c) => c.notNull())
        .addColumn('length', 'integer', (c) => c.notNull())
        .addColumn('time', text, (c) => c.notNull())
        .addColumn('posts', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('post_times_key', ['status', 'length', 'time'])
        .execute();
      await sql`insert into post_times
        select status, length, substr(date, 1, length), count(*)
        from posts cross join ${sql.raw(LENGTHS)} group by 1, 2, 3`.execute(db);

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
      await fill(db);
    },
  };
}

/** The names of months, days, hours and minutes are the beginnings of dates. */
const LENGTHS =
  '(select 7 as length union all select 10 union all select 13 union all select 16) as lengths';

const countAt = (row: 'new' | 'old', change: '1' | '-1') => `
  insert into post_times
    select ${row}.status, length, substr(${row}.date, 1, length), ${change} from ${LENGTHS} where true
    on conflict do update set posts = posts + excluded.posts;`;

/** The place of a date: how many seconds of years from 0 on, with room for a million posts in each. */
const PLACE = `((cast(strftime('%s', new.date) as integer) + 62167219200) << 20)`;
const FREE_KEY = `(select coalesce(max(key) + 1, ${PLACE}) from post_search
  where key >= ${PLACE} and key < ${PLACE} + (1 << 20))`;
/** The index reads a JSON array as its words: all ASCII but letters and digits separates them. */
const HELD = `new.words || ' ··' || new.status`;

const SQLITE = [
  `create trigger post_times_insert after insert on posts begin ${countAt('new', '1')} end`,
  `create trigger post_times_delete after delete on posts begin ${countAt('old', '-1')} end`,
  'alter table post_search add column key integer',
  'create index post_search_by_key on post_search (key, post_id, date)',
  // Words alone, without places, sorted as the dates are: the newest matches are read first.
  `create virtual table post_words using fts5 (words, content = '', contentless_delete = 1,
     detail = none, tokenize = 'ascii')`,
  `create trigger post_search_insert after insert on post_search begin
     update post_search set
       status = coalesce((select status from posts where id = new.post_id), ''),
       date = coalesce((select date from posts where id = new.post_id), '')
     where post_id = new.post_id;
   end`,
  `create trigger post_search_update after update of words, status, date on post_search
   when old.words <> new.words or old.status <> new.status or old.date <> new.date begin
     delete from post_words where rowid = old.key;
     update post_search set key = case when key >= ${PLACE} and key < ${PLACE} + (1 << 20)
       then key else ${FREE_KEY} end
     where post_id = new.post_id;
     insert into post_words (rowid, words)
       select key, ${HELD} from post_search where post_id = new.post_id;
     insert into search_words
       select value from json_each(new.words) where substr(value, 1, 1) <> '·'
       on conflict do nothing;
   end`,
  `create trigger post_search_delete after delete on post_search begin
     delete from post_words where rowid = old.key;
   end`,
  `create trigger post_tags_insert after insert on post_tags begin
     update post_tags set
       status = coalesce((select status from posts where id = new.post_id), ''),
       date = coalesce((select date from posts where id = new.post_id), '')
     where post_id = new.post_id and position = new.position;
   end`,
  `create trigger posts_moved after update of status, date on posts
   when old.status <> new.status or old.date <> new.date begin
     update post_tags set status = new.status, date = new.date where post_id = new.id;
     update post_search set status = new.status, date = new.date where post_id = new.id;
     ${countAt('old', '-1')}
     ${countAt('new', '1')}
   end`,
];

const POSTGRES = [
  // All rows of a statement at once, in one order: two writers must not deadlock.
  `create function count_post_times() returns trigger language plpgsql as $$
   declare
     statuses text[] := '{}';
     dates text[] := '{}';
     changes integer[] := '{}';
   begin
     if tg_op <> 'DELETE' then
       select array_agg(status), array_agg(date), array_agg(1)
         into statuses, dates, changes from new_posts;
     end if;
     if tg_op <> 'INSERT' then
       select statuses || array_agg(status), dates || array_agg(date), changes || array_agg(-1)
         into statuses, dates, changes from old_posts;
     end if;
     insert into post_times
       select status, length, left(date, length), sum(change)
       from unnest(statuses, dates, changes) as changed (status, date, change) cross join ${LENGTHS}
       group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
     on conflict (status, length, time) do update set posts = post_times.posts + excluded.posts;
     return null;
   end $$`,
  `create trigger post_times_insert after insert on posts
   referencing new table as new_posts for each statement execute function count_post_times()`,
  `create trigger post_times_update after update on posts
   referencing new table as new_posts old table as old_posts
   for each statement execute function count_post_times()`,
  `create trigger post_times_delete after delete on posts
   referencing old table as old_posts for each statement execute function count_post_times()`,
  // Its cost keeps the planner from computing it for every row instead of reading the index.
  `create function post_search_vector(words text, status text, date text) returns tsvector
   language sql immutable parallel safe cost 10000 as $$
     select array_to_tsvector(
       array(select jsonb_array_elements_text(words::jsonb))
       || array['··' || status, '··' || left(date, 4), '··' || left(date, 7),
                '··' || left(date, 10), '··' || left(date, 13)])
   $$`,
  // What waits in a pending list would be read by every search.
  `create index post_search_by_words on post_search
   using gin (post_search_vector(words, status, date)) with (fastupdate = off)`,
  'alter index post_search_by_words alter column 1 set statistics 0',
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
  `create function learn_words() returns trigger language plpgsql as $$
   begin
     insert into search_words
       select word from jsonb_array_elements_text(new.words::jsonb) as new_words (word)
       where left(word, 1) <> '·'
         and (select true from search_words where search_words.word = new_words.word) is null
       order by word
     on conflict do nothing;
     return null;
   end $$`,
  `create trigger post_search_words after insert or update of words on post_search
   for each row execute function learn_words()`,
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

type Row = { id: string; title: string; slug: string; description: string; content_html: string };

const BATCH = 200;

/** Gives every post there is its row in the index, with its text as far as the markup tells. */
async function fill(db: Kysely<unknown>): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`
      select id, title, slug, description, content_html from posts
      where id > ${after} order by id limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    const { rows: tags } = await sql<{ post_id: string; tag: string }>`
      select post_id, tag from post_tags
      where post_id > ${after} and post_id <= ${last.id}`.execute(db);
    const tagsOf = Map.groupBy(tags, (row) => row.post_id);
    for (const { id, content_html, ...row } of rows) {
      const { words, text } = toIndexRow({
        ...row,
        tags: (tagsOf.get(id) ?? []).map(({ tag }) => tag),
        text: textOf(content_html),
      });
      await sql`insert into post_search (post_id, words, text)
        values (${id}, ${words}, ${text})`.execute(db);
    }
    after = last.id;
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const INLINE =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)(?:\s[^>]*)?>/gi;

/** The text of a rendered body, which is well formed: each block on a line of its own. */
function textOf(html: string): string {
  return html
    .replace(
      /<a [^>]*(?:heading-anchor|data-footnote-backref)[^>]*>[^<]*(?:<sup>[^<]*<\/sup>)?<\/a>/g,
      '',
    )
    .replace(INLINE, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hex, name) => {
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      if (name) return NAMED[name] ?? entity;
      return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
    })
    .replaceAll('\0', '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}
