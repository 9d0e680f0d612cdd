import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '../connect.ts';

/**
 * One history of each post. What its author writes stands in `post_versions` alone: the revisions, the unpublished
 * changes and the deleted posts of former tables become rows of it, and `posts` points to the public and the latest
 * version. The public reads `public_posts`.
 *
 * Deleted posts are unpacked into the former tables first, one by one, and bodies are copied within the database: memory
 * stays bounded. With SQLite, foreign keys are off while migrations run (`migrate.ts`): dropping `posts` would delete
 * what refers to it.
 */
export function postVersions(engine: Engine): Migration {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const tagsOf = sql.raw(TAGS_AS_JSON[engine]);

  return {
    async up(db: Kysely<unknown>) {
      for (const statement of DROPPED_TRIGGERS[engine]) await sql.raw(statement).execute(db);
      await sql`create table former_slugs (
        slug ${text} not null,
        post_id ${text} not null references posts (id) on delete cascade,
        is_freed integer not null default 0,
        primary key (post_id, slug))`.execute(db);
      await sql`insert into former_slugs (slug, post_id) select slug, post_id from post_addresses`.execute(
        db,
      );
      await unpackTrash(db);

      // Bodies come last: SQLite reads a row from its start up to the last requested column.
      await sql`create table post_versions (
        post_id ${text} not null references posts (id) on delete cascade,
        version integer not null,
        base_version integer,
        saved_at ${text} not null,
        saved_by ${text},
        slug ${text} not null,
        title ${text} not null,
        description ${text} not null,
        author ${text} not null,
        cover_image ${text} not null,
        cover_image_caption ${text} not null,
        tags ${text} not null,
        publish_date ${text},
        "references" ${text} not null,
        citation_style ${text} not null default 'numbered',
        is_research integer not null default 0,
        publish_at ${text},
        problem ${text},
        published_at ${text},
        reading_time integer not null default 1,
        mentions ${text},
        renderer integer,
        glossary_revision integer,
        content ${text} not null,
        content_html ${text},
        text ${text},
        primary key (post_id, version))`.execute(db);

      const authored = sql.raw(`slug, title, description, author, cover_image, cover_image_caption,
        publish_date, "references", citation_style, is_research, content`);
      const of = (table: string) =>
        sql.raw(`${table}.slug, ${table}.title, ${table}.description, ${table}.author, ${table}.cover_image,
          ${table}.cover_image_caption, ${table}.publish_date, ${table}."references", ${table}.citation_style,
          ${table}.is_research, ${table}.content`);
      await sql`
        insert into post_versions (post_id, version, base_version, saved_at, saved_by, tags, published_at, ${authored})
        select post_id, post_revisions.version,
          (select max(base.version) from post_revisions as base
            where base.post_id = post_revisions.post_id and base.version < post_revisions.version),
          saved_at, saved_by, tags, case when post_revisions.status = 'published' then saved_at end,
          ${of('post_revisions')}
        from post_revisions join posts on posts.id = post_revisions.post_id
        where post_revisions.version <> posts.version`.execute(db);
      await sql`
        insert into post_versions (post_id, version, base_version, saved_at, saved_by, tags, published_at,
          reading_time, mentions, renderer, glossary_revision, content_html, text, ${authored})
        select posts.id, posts.version,
          (select max(base.version) from post_revisions as base
            where base.post_id = posts.id and base.version < posts.version),
          coalesce(saved.saved_at, posts.updated_at), saved.saved_by, coalesce(saved.tags, ${tagsOf}),
          case when posts.status = 'published' then posts.updated_at end,
          posts.reading_time, ${rendered('posts', 'id')}, coalesce(post_search.text, ''), ${of('posts')}
        from posts
        left join post_revisions as saved on saved.post_id = posts.id and saved.version = posts.version
        left join post_search on post_search.post_id = posts.id`.execute(db);
      await sql`
        insert into post_versions (post_id, version, base_version, saved_at, saved_by, tags, publish_at, problem,
          reading_time, mentions, renderer, glossary_revision, content_html, ${authored})
        select changes.post_id,
          (select max(version) + 1 from post_versions where post_versions.post_id = changes.post_id),
          base_version, saved_at, saved_by, tags, publish_at, problem, reading_time,
          null, 0, 0, ${completed('changes', 'post_id')}, ${of('changes')}
        from unpublished_changes as changes`.execute(db);

      const pointers = sql`
        case when posts.status = 'published' then coalesce(
          (select max(version) from post_versions join unpublished_changes using (post_id)
            where post_versions.post_id = posts.id), posts.version)
          else posts.version end as latest_version,
        case when posts.status = 'published' then posts.version end as public_version,
        (select max(version) + 1 from post_versions where post_versions.post_id = posts.id) as next_version`;
      if (engine === 'sqlite') await rebuildPosts(db, pointers);
      else await alterPosts(db, pointers);
      for (const statement of FINISHING) await sql.raw(statement).execute(db);
      for (const table of FORMER_TABLES) await db.schema.dropTable(table).execute();
      await db.schema.alterTable('post_search').dropColumn('text').execute();
      for (const statement of [...SHARED, ...(engine === 'postgres' ? POSTGRES : SQLITE)]) {
        await sql.raw(statement).execute(db);
      }
    },
  };
}

/** Links to data had no path in stored HTML. */
const LINK = '<a class="data-download" href="';

/** The last renderer that wrote its name with its version. */
const RENDERER = '10 rdkit-2026.9.1 glossary-';

function completed(table: string, id: string) {
  const { html, row } = { html: sql.ref(`${table}.content_html`), row: sql.ref(`${table}.${id}`) };
  return sql`replace(${html}, ${LINK} || 'data/', ${LINK} || '/blog/' || ${row} || '/data/')`;
}

/** Mentions, renderer, revision of the glossary and HTML. Longer links move what is mentioned: such a post is rendered again. */
function rendered(table: string, id: string) {
  const { html, version } = {
    html: sql.ref(`${table}.content_html`),
    version: sql.ref(`${table}.render_version`),
  };
  const isMoved = sql`${html} like ${`%${LINK}data/%`}`;
  const isCurrent = sql`(${version} like ${`${RENDERER}%`} and not ${isMoved})`;
  return sql`
    case when not ${isMoved} then ${sql.ref(`${table}.mentions`)} end,
    case when ${isCurrent} then 10 else 0 end,
    case when ${isCurrent} then cast(substr(${version}, ${sql.lit(RENDERER.length + 1)}) as integer) else 0 end,
    ${completed(table, id)}`;
}

const TAGS_AS_JSON: Record<Engine, string> = {
  sqlite:
    '(select json_group_array(tag order by position) from post_tags where post_id = posts.id)',
  postgres: `coalesce((select json_agg(tag order by position)::text from post_tags
    where post_id = posts.id), '[]')`,
};

const FINISHING = [
  `update posts set status = 'trash', slug = trashed.slug, deleted_at = trashed.deleted_at,
     deleted_by = trashed.deleted_by
   from trashed_posts as trashed where trashed.id = posts.id`,
  `update post_versions set slug = trashed.slug
   from trashed_posts as trashed where trashed.id = post_id and post_versions.slug = post_id`,
  'delete from post_tags where post_id in (select id from trashed_posts)',
  'delete from post_search where post_id in (select id from trashed_posts)',
  // A draft may have changes from when it was public: a version like others before the latest.
  `update post_versions set content_html = null, renderer = null, glossary_revision = null, publish_at = null,
     problem = null
   where published_at is null and renderer is not null and not exists (
     select 1 from posts where id = post_id and version in (latest_version, public_version))`,
  `update posts set import_id = came.import_id from (
     select post_id, min(import_id) as import_id from import_items where outcome = 'imported' group by post_id
   ) as came where came.post_id = posts.id and not exists (
     select 1 from post_versions join imports on imports.id = came.import_id
     where post_versions.post_id = posts.id and version > 1 and saved_by is not null
       and saved_at >= imports.created_at)`,
];

/** A row of a former table. */
type Row = Record<string, string | number | null>;

/** A deleted post and what referred to it. Rows of old snapshots lack columns that were added later. */
type Snapshot = {
  post: Row;
  tags: string[];
  text: string;
  formerSlugs: string[];
  creations: Row[];
  changes: Row | null;
};

/** Several may have one slug: until they are in the trash, it is their id. They are rendered again once they are restored. */
async function unpackTrash(db: Kysely<unknown>): Promise<void> {
  const { rows: trashed } = await sql<{ id: string }>`select id from trashed_posts`.execute(db);
  for (const { id } of trashed) {
    const { rows } = await sql<{ snapshot: string }>`
      select snapshot from trashed_posts where id = ${id}`.execute(db);
    const { post, tags, text, formerSlugs, creations, changes } = JSON.parse(
      rows[0]?.snapshot ?? '',
    ) as Snapshot;
    const unpacked: [table: string, row: Row][] = [
      ['posts', { ...post, slug: id, render_version: null }],
      ['post_search', { post_id: id, words: '', text }],
      ...tags.map((tag, position): [string, Row] => ['post_tags', { post_id: id, position, tag }]),
      ...formerSlugs.map((slug): [string, Row] => [
        'former_slugs',
        { slug, post_id: id, is_freed: 1 },
      ]),
    ];
    if (changes !== null) unpacked.push(['unpublished_changes', changes]);
    for (const [table, row] of unpacked) await insert(db, table, row);
    for (const { key, fingerprint } of creations) {
      // The form may have created another post since.
      await sql`insert into post_creations (key, fingerprint, post_id) values (${key}, ${fingerprint}, ${id})
        on conflict do nothing`.execute(db);
    }
  }
  const columns =
    sql.raw(`post_id, version, saved_at, saved_by, slug, title, description, author, cover_image,
    cover_image_caption, tags, status, publish_date, "references", citation_style, is_research, content`);
  await sql`insert into post_revisions (${columns}) select ${columns} from trashed_revisions`.execute(
    db,
  );
  await sql`insert into post_pictures (post_id, picture_id)
    select post_id, picture_id from trashed_pictures`.execute(db);
}

async function insert(db: Kysely<unknown>, table: string, row: Row): Promise<void> {
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)})
    values (${sql.join(Object.values(row))})`.execute(db);
}

type Fragment = ReturnType<typeof sql>;

/** Stored, since an index can cover it: lists and counts read nothing else. */
const STATUS = `status = case when deleted_at is not null then 'trash'
  when public_version is null then 'draft' else 'published' end`;

/** SQLite cannot drop the constraint that slugs are unique: those of deleted posts are free. */
async function rebuildPosts(db: Kysely<unknown>, pointers: Fragment): Promise<void> {
  await sql`create table new_posts (
    id text primary key,
    slug text not null,
    date text not null,
    created_at text not null,
    first_published_at text,
    latest_version integer not null,
    public_version integer,
    next_version integer not null,
    deleted_at text,
    deleted_by text,
    import_id text,
    status text not null,
    check (${sql.raw(STATUS)}))`.execute(db);
  await sql`insert into new_posts
    (id, slug, date, created_at, first_published_at, status, latest_version, public_version, next_version)
    select id, slug, date, created_at, first_published_at, status, ${pointers} from posts`.execute(
    db,
  );
  await sql`drop table posts`.execute(db);
  await sql`alter table new_posts rename to posts`.execute(db);
}

async function alterPosts(db: Kysely<unknown>, pointers: Fragment): Promise<void> {
  await sql`alter table posts
    add column latest_version integer, add column public_version integer, add column next_version integer,
    add column deleted_at text collate "C", add column deleted_by text collate "C",
    add column import_id text collate "C"`.execute(db);
  await sql`update posts set (latest_version, public_version, next_version) = (select ${pointers})`.execute(
    db,
  );
  await sql
    .raw(`alter table posts
    alter column latest_version set not null, alter column next_version set not null,
    ${AUTHORED_COLUMNS.map((name) => `drop column "${name}"`).join(', ')}`)
    .execute(db);
  await sql`alter table posts drop constraint posts_slug_key`.execute(db);
  await sql`drop index posts_by_date`.execute(db);
  await sql`drop index posts_by_status_and_date`.execute(db);
  await sql`alter table posts drop constraint posts_status_check`.execute(db);
  await sql
    .raw(`alter table posts add constraint posts_status_check check (${STATUS})`)
    .execute(db);
}

const DROPPED_TRIGGERS: Record<Engine, readonly string[]> = {
  // Others go with the table.
  sqlite: ['post_tags_insert', 'post_search_insert', 'posts_count_insert', 'posts_tell_insert'].map(
    (name) => `drop trigger ${name}`,
  ),
  postgres: [
    ...[
      'count_insert_delete',
      'count_status',
      'moved',
      'tell_insert',
      'tell_update',
      'tell_delete',
    ].map((name) => `drop trigger posts_${name} on posts`),
    ...['post_tags', 'post_search'].map((table) => `drop trigger ${table}_insert on ${table}`),
    ...['count_posts', 'move_post', 'place_of_post'].map((name) => `drop function ${name}()`),
  ],
};

const AUTHORED_COLUMNS = [
  ...(['title', 'description', 'author', 'cover_image', 'cover_image_caption'] as const),
  ...(['publish_date', 'reading_time', 'references', 'version', 'updated_at', 'content'] as const),
  ...(['content_html', 'render_version', 'citation_style', 'is_research', 'mentions'] as const),
];

const FORMER_TABLES = [
  ...(['post_addresses', 'post_counts', 'post_revisions', 'unpublished_changes'] as const),
  ...(['trashed_revisions', 'trashed_pictures', 'trashed_posts'] as const),
];

const COLUMNS = `title, description, author, cover_image, cover_image_caption, tags, publish_date, "references",
  citation_style, is_research, reading_time, mentions, content, content_html, text`;

const SHARED = [
  'create unique index posts_by_slug on posts (slug) where deleted_at is null',
  'create index posts_by_status_and_date on posts (status, date, id)',
  'create index posts_by_date on posts (date, id) where deleted_at is null',
  'create index posts_by_deletion on posts (deleted_at, id) where deleted_at is not null',
  'create index posts_with_changes on posts (id) where latest_version <> public_version and deleted_at is null',
  'create index posts_by_import on posts (import_id) where import_id is not null',
  'create unique index former_slugs_by_slug on former_slugs (slug) where is_freed = 0',
  'create index post_versions_by_renderer on post_versions (renderer, glossary_revision) where renderer is not null',
  'create index post_versions_by_publication on post_versions (publish_at) where publish_at is not null',
  'create index post_versions_never_public on post_versions (saved_at) where published_at is null',
  // Lists show the public version, else the latest.
  `create view current_posts as
   select id, posts.slug, status, date, created_at, latest_version, public_version, version,
     coalesce(published_at, saved_at) as updated_at, ${COLUMNS}
   from posts join post_versions on post_id = id and version = coalesce(public_version, latest_version)
   where deleted_at is null`,
  `create view public_posts as
   select id, slug, date, version, updated_at, ${COLUMNS} from current_posts where status = 'published'`,
  `create view public_dates as select id, slug, date from posts where status = 'published'`,
];

const IS_SEEN = (isDistinct: string) => `(old.status = 'published' or new.status = 'published')
  and (old.status <> new.status or old.public_version ${isDistinct} new.public_version
    or old.slug <> new.slug or old.date <> new.date)`;
/** Another renderer may know other molecules, which stand in tables of their own. */
const IS_RENDERED_AGAIN = (isDistinct: string) => `(old.content_html ${isDistinct} new.content_html
  or old.mentions ${isDistinct} new.mentions or old.reading_time <> new.reading_time
  or old.renderer ${isDistinct} new.renderer)`;

/** As in migration 019. */
const FIRST_KEY = `((cast(strftime('%s', new.date) as integer) * 1000
  + cast(substr(new.date, 21, 3) as integer)) * 16384)`;

const SQLITE = [
  `create trigger post_search_insert after insert on post_search begin
     update post_search set key = (select coalesce(max(key) + 1, ${FIRST_KEY}) from post_search
       where key >= ${FIRST_KEY} and key < ${FIRST_KEY} + 16384) where post_id = new.post_id;
     insert into post_words (rowid, words)
       select key, new.words from post_search where post_id = new.post_id;
   end`,
  ...(['insert', 'delete'] as const).map(
    (event) => `create trigger posts_tell_${event} after ${event} on posts
     when ${event === 'insert' ? 'new' : 'old'}.status = 'published' begin
       update post_changes set changes = changes + 1;
     end`,
  ),
  `create trigger posts_tell_update after update on posts when ${IS_SEEN('is not')} begin
     update post_changes set changes = changes + 1;
   end`,
  `create trigger post_versions_tell after update of content_html, mentions, reading_time, renderer on post_versions
   when ${IS_RENDERED_AGAIN('is not')} and exists (
     select 1 from posts where id = new.post_id and public_version = new.version and status = 'published')
   begin
     update post_changes set changes = changes + 1;
   end`,
];

/** The counter is locked last, when a transaction ends: who waits for it holds up nobody, and who has it waits for nothing. */
const AT_THE_END = 'deferrable initially deferred for each row';

const POSTGRES = [
  ...(['insert', 'delete'] as const).map(
    (event) => `create constraint trigger posts_tell_${event} after ${event} on posts ${AT_THE_END}
     when (${event === 'insert' ? 'new' : 'old'}.status = 'published') execute function tell_post_change()`,
  ),
  `create constraint trigger posts_tell_update after update on posts ${AT_THE_END}
   when (${IS_SEEN('is distinct from')}) execute function tell_post_change()`,
  `create function tell_rendering() returns trigger language plpgsql as $$
   begin
     perform 1 from posts where id = new.post_id and public_version = new.version and status = 'published';
     if found then
       update post_changes set changes = changes + 1;
       perform pg_notify('post_changes', new.post_id);
     end if;
     return null;
   end $$`,
  `create constraint trigger post_versions_tell
   after update of content_html, mentions, reading_time, renderer on post_versions ${AT_THE_END}
   when (${IS_RENDERED_AGAIN('is distinct from')}) execute function tell_rendering()`,
  'drop trigger glossary_tell_update on glossary_state',
  `create constraint trigger glossary_tell_update after update on glossary_state ${AT_THE_END}
   execute function tell_glossary_change()`,
];
