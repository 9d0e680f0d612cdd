import type { Kysely, Selectable } from 'kysely';
import type { AuthoredFields } from '../../posts/post.ts';
import type { Notice } from '../../posts/record/notice.ts';
import type { StoredRecord } from '../../posts/record/records.ts';
import { AUTHORED_COLUMNS, NOT_FREED, toAuthored } from '../../posts/rows.ts';
import { selectChanges, selectShownVersions } from '../../posts/version-rows.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { ExportedRedirect } from './redirect-table.ts';
import { encodePath } from './redirect-table.ts';
import type { SavedVersion } from './version-lines.ts';

/** Reads what a site holds page by page, in the order of ids: the same on every engine, and however large the site is. */

/** Texts have up to 2 million characters. */
const POSTS = 20;
const VERSIONS = 10;
const ROWS = 500;

/** A post with what belongs to it, but for the texts of its versions. */
export type SitePost = {
  id: string;
  authored: AuthoredFields;
  date: string;
  version: number;
  created: string;
  updated: string;
  firstPublished: string | null;
  changes: Selectable<Tables['post_versions']> | undefined;
  hasVersions: boolean;
  notices: Notice[];
  noticedAt: string | null;
  records: StoredRecord[];
};

export async function* readPosts(query: Kysely<Tables>): AsyncGenerator<SitePost[]> {
  const pages = readPages(POSTS, (after) =>
    selectShownVersions(query)
      .select(AUTHORED_COLUMNS.map((name) => `post_versions.${name}` as const))
      .select(['id', 'date', 'version', 'created_at', 'saved_at', 'published_at'])
      .select(['first_published_at', 'latest_version', 'notices', 'noticed_at'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('post_versions as other')
            .select('other.version')
            .whereRef('other.post_id', '=', 'posts.id')
            .whereRef('other.version', '<>', 'post_versions.version')
            .whereRef('other.version', '<>', 'latest_version'),
        ).as('has_versions'),
      )
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(POSTS)
      .execute(),
  );
  for await (const rows of pages) {
    const changed = rows.filter((row) => row.latest_version !== row.version);
    const changes = await readChanges(
      query,
      changed.map(({ id }) => id),
    );
    const records = await readRecords(
      query,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => ({
      id: row.id,
      date: row.date,
      version: row.version,
      created: row.created_at,
      updated: row.published_at ?? row.saved_at,
      firstPublished: row.first_published_at,
      authored: toAuthored(row),
      changes: changes.find(({ post_id }) => post_id === row.id),
      hasVersions: Boolean(row.has_versions),
      notices: JSON.parse(row.notices),
      noticedAt: row.noticed_at,
      records: records.filter(({ id }) => id === row.id).map(({ id: _, ...record }) => record),
    }));
  }
}

async function readChanges(query: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return selectChanges(query).selectAll('post_versions').where('id', 'in', ids).execute();
}

async function readRecords(query: Kysely<Tables>, ids: readonly string[]) {
  return query
    .selectFrom('post_records')
    .select(['post_id as id', 'number', 'version', 'frozen_at as date', 'note', 'format', 'sha256'])
    .where('post_id', 'in', ids)
    .orderBy('number')
    .execute();
}

/** The versions of a post but the one that is shown and its unpublished changes, the newest first. Discarded ones may be newer than both. */
export async function* readOtherVersions(
  query: Kysely<Tables>,
  { id, version, changes }: Pick<SitePost, 'id' | 'version' | 'changes'>,
): AsyncGenerator<SavedVersion> {
  let before: number | null = null;
  for (;;) {
    const rows = await query
      .selectFrom('post_versions')
      .select([...AUTHORED_COLUMNS, 'published_at', 'version', 'saved_at'])
      .where('post_id', '=', id)
      .$if(before !== null, (versions) => versions.where('version', '<', before))
      .where('version', 'not in', [version, changes?.version ?? version])
      .orderBy('version', 'desc')
      .limit(VERSIONS)
      .execute();
    for (const { version, saved_at, ...row } of rows) {
      yield { ...toAuthored(row), version, savedAt: saved_at };
    }
    if (rows.length < VERSIONS) return;
    before = rows.at(-1)?.version ?? null;
  }
}

/** Reads former slugs, then redirects, without those to deleted posts. */
export async function* readRedirects(query: Kysely<Tables>): AsyncGenerator<ExportedRedirect[]> {
  for await (const rows of readPages(
    ROWS,
    (after) =>
      query
        .selectFrom('former_slugs')
        .innerJoin('posts', 'posts.id', 'former_slugs.post_id')
        .select(['former_slugs.slug as former', 'posts.slug', 'posts.id as post'])
        .where('is_freed', '=', NOT_FREED)
        .where('former_slugs.slug', '>', after)
        .orderBy('former_slugs.slug')
        .limit(ROWS)
        .execute(),
    ({ former }) => former,
  )) {
    yield rows.map(({ former, slug, post }) => ({
      from: `/blog/${former}`,
      to: `/blog/${slug}`,
      post,
      created: '',
    }));
  }
  for await (const rows of readPages(
    ROWS,
    (after) =>
      query
        .selectFrom('redirects')
        .leftJoin('current_posts', 'current_posts.id', 'redirects.post_id')
        .select(['path', 'target', 'redirects.post_id', 'slug', 'redirects.created_at'])
        .where('path', '>', after)
        .orderBy('path')
        .limit(ROWS)
        .execute(),
    ({ path }) => path,
  )) {
    yield rows.flatMap(({ path, target, post_id, slug, created_at: created }) => {
      const to = post_id === null ? target : slug && `/blog/${slug}`;
      return to ? [{ from: encodePath(path), to, post: post_id ?? '', created }] : [];
    });
  }
}

export function readLibrary<Table extends 'pictures' | 'attachments'>(
  query: Kysely<Tables>,
  table: Table,
): AsyncGenerator<Selectable<Tables[Table]>[]> {
  const read = (after: string) =>
    query
      .selectFrom(table as 'pictures')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS)
      .execute();
  return readPages(ROWS, read) as unknown as AsyncGenerator<Selectable<Tables[Table]>[]>;
}

export async function* readPages<Row>(
  size: number,
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string = (row) => (row as { id: string }).id,
): AsyncGenerator<Row[]> {
  let after = '';
  for (;;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = keyOf(last);
  }
}
