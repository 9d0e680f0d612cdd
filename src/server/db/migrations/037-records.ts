import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * What a post states of itself, and its record: versions that were frozen under a number, and notices. What stands before the title of a retracted
 * post is part of `public_posts.title`, so that nothing which the public reads can forget it.
 */
export function records(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  return {
    async up(db: Kysely<unknown>) {
      await sql`create table post_records (
        post_id ${text} not null references posts (id) on delete cascade,
        number integer not null,
        version integer not null,
        frozen_at ${text} not null,
        note ${text} not null,
        format integer not null,
        sha256 ${text} not null,
        primary key (post_id, number),
        unique (post_id, version))`.execute(db);
      // Behind the body in the row: lists do not read it, and what reads it has read the body anyway.
      await sql`alter table post_versions add column statements ${text} not null default '{}'`.execute(
        db,
      );
      await sql`alter table posts add column notices ${text} not null default '[]'`.execute(db);
      await sql`alter table posts add column title_prefix ${text} not null default ''`.execute(db);
      await sql`alter table posts add column noticed_at ${text}`.execute(db);
      for (const statement of [...VIEWS(engine), ...(engine === 'postgres' ? POSTGRES : SQLITE)]) {
        await sql.raw(statement).execute(db);
      }
    },
  };
}

const AUTHORED = `description, author, cover_image, cover_image_caption, tags, publish_date, "references",
  citation_style, is_research, content, statements`;
const COLUMNS = `${AUTHORED}, reading_time, mentions, content_html, text`;

const MARK = `'number', number, 'version', version, 'date', frozen_at, 'note', note, 'sha256', sha256,
  'title', frozen.title, 'author', frozen.author`;
const FROZEN = `from post_records join post_versions as frozen using (post_id, version)
  where post_id = current_posts.id`;

/** What readers are told of each frozen version, oldest first. */
const MARKS: Record<Engine, string> = {
  sqlite: `(select json_group_array(json_object(${MARK}) order by number) ${FROZEN})`,
  postgres: `coalesce((select json_agg(json_build_object(${MARK}) order by number)::text ${FROZEN}), '[]')`,
};

/** A notice changes a post for the public as an edit does. */
const UPDATED: Record<Engine, string> = {
  sqlite: "max(coalesce(published_at, saved_at), coalesce(noticed_at, ''))",
  postgres: 'greatest(coalesce(published_at, saved_at), noticed_at)',
};

const VIEWS = (engine: Engine) => [
  'drop view public_posts',
  'drop view current_posts',
  `create view current_posts as
   select id, posts.slug, status, date, created_at, latest_version, public_version, version,
     ${UPDATED[engine]} as updated_at, title, title_prefix, notices, ${COLUMNS}
   from posts join post_versions on post_id = id and version = coalesce(public_version, latest_version)
   where deleted_at is null`,
  `create view public_posts as
   select id, slug, date, version, updated_at, title_prefix || title as title, notices, ${MARKS[engine]} as records,
     ${COLUMNS}
   from current_posts where status = 'published'`,
  `create view public_records as
   select post_id as id, number, frozen_at, note, format, sha256, post_versions.version, posts.slug, date,
     title_prefix, notices, title,
     (select max(number) from post_records as later where later.post_id = post_records.post_id) as latest,
     ${AUTHORED}
   from post_records
   join posts on posts.id = post_records.post_id and status = 'published'
   join post_versions using (post_id, version)`,
];

const IS_SEEN = (isDistinct: string) => `(old.status = 'published' or new.status = 'published')
  and (old.status <> new.status or old.public_version ${isDistinct} new.public_version
    or old.slug <> new.slug or old.date <> new.date or old.notices <> new.notices)`;

const SQLITE = [
  'drop trigger posts_tell_update',
  `create trigger posts_tell_update after update on posts when ${IS_SEEN('is not')} begin
     update post_changes set changes = changes + 1;
   end`,
  `create trigger post_records_tell after insert on post_records begin
     update post_changes set changes = changes + 1;
   end`,
];

/** As in migration 036: the counter is locked last. */
const AT_THE_END = 'deferrable initially deferred for each row';

const POSTGRES = [
  'drop trigger posts_tell_update on posts',
  `create constraint trigger posts_tell_update after update on posts ${AT_THE_END}
   when (${IS_SEEN('is distinct from')}) execute function tell_post_change()`,
  `create function tell_record() returns trigger language plpgsql as $$
   begin
     update post_changes set changes = changes + 1;
     perform pg_notify('post_changes', new.post_id);
     return null;
   end $$`,
  `create constraint trigger post_records_tell after insert on post_records ${AT_THE_END}
   execute function tell_record()`,
];
