import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * A post has one preview link, the latest of those that there were; drafts are stored by post and tab; a former slug leads to its
 * post until another one takes it, also while the post is in the trash.
 */
export function posts(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const person = sql`${text} not null references administrators (email) on delete cascade`;
  const statements = [
    sql`create table new_preview_links (post_id ${text} primary key references posts (id) on delete cascade,
      token_hash ${text} not null unique, created_by ${person}, created_at ${text} not null, expires_at ${text} not null)`,
    sql`insert into new_preview_links select post_id, token_hash, created_by, created_at, expires_at from preview_links
      where id in (select max(id) from preview_links as link where not exists (select 1 from preview_links as later
        where later.post_id = link.post_id and later.created_at > link.created_at) group by post_id)`,
    sql`drop table preview_links`,
    sql`alter table new_preview_links rename to preview_links`,
    sql`create index preview_links_by_author on preview_links (created_by)`,
    sql`create table drafts (owner ${person}, post_id ${text} not null, tab ${text} not null, base ${text},
      title ${text} not null, "values" ${text} not null, saved_at ${text} not null, primary key (owner, post_id, tab))`,
    sql`insert into drafts select owner, document, document, document || '.' || version, title, "values", saved_at
      from autosaves where discarded = 0`,
    sql`create index drafts_by_post on drafts (post_id)`,
    sql`drop table autosaves`,
    sql`drop table post_creations`,
    sql`delete from former_slugs where is_freed = 1 and (slug in (select slug from former_slugs where is_freed = 0)
      or slug in (select slug from posts where deleted_at is null)
      or exists (select 1 from former_slugs as other where other.slug = former_slugs.slug
        and other.post_id > former_slugs.post_id))`,
    sql`drop index former_slugs_by_slug`,
    sql`alter table former_slugs drop column is_freed`,
    sql`create unique index former_slugs_by_slug on former_slugs (slug)`,
  ];
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
