import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../db/tables.ts';
import type { AuthoredFields } from '../../posts/post.ts';
import { readTags } from '../../posts/rows.ts';
import type { ExportedRedirect } from './redirect-table.ts';
import { encodePath } from './redirect-table.ts';
import type { SavedVersion } from './version-lines.ts';

/** Reads what a site holds page by page, in the order of ids: the same on every engine, and however large the site is. */

const AUTHORED = [
  ...(['slug', 'title', 'description', 'author', 'cover_image', 'cover_image_caption'] as const),
  ...(['publish_date', 'references', 'citation_style', 'is_research', 'content'] as const),
] as const;

type AuthoredRow = Pick<Selectable<Tables['posts']>, (typeof AUTHORED)[number] | 'status'>;

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
  changes: Selectable<Tables['unpublished_changes']> | undefined;
  hasVersions: boolean;
};

export async function* readPosts(query: Kysely<Tables>): AsyncGenerator<SitePost[]> {
  const columns = [
    ...AUTHORED,
    ...(['id', 'status', 'date', 'version', 'created_at', 'updated_at'] as const),
    'first_published_at' as const,
  ];
  const pages = readPages(POSTS, (after) =>
    query
      .selectFrom('posts')
      .select(columns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(POSTS)
      .execute(),
  );
  for await (const rows of pages) {
    const ids = rows.map(({ id }) => id);
    const tagsOf = await readTags(query, ids);
    const changes = await query
      .selectFrom('unpublished_changes')
      .selectAll()
      .where('post_id', 'in', ids)
      .execute();
    const earlier = await query
      .selectFrom('post_revisions')
      .innerJoin('posts', 'posts.id', 'post_revisions.post_id')
      .select('post_id')
      .distinct()
      .where('post_id', 'in', ids)
      .whereRef('post_revisions.version', '<', 'posts.version')
      .execute();
    yield rows.map((row) => ({
      id: row.id,
      date: row.date,
      version: row.version,
      created: row.created_at,
      updated: row.updated_at,
      firstPublished: row.first_published_at,
      authored: toAuthored(row, tagsOf(row.id)),
      changes: changes.find(({ post_id }) => post_id === row.id),
      hasVersions: earlier.some(({ post_id }) => post_id === row.id),
    }));
  }
}

/** The versions of a post before the latest, the newest first. */
export async function* readEarlierVersions(
  query: Kysely<Tables>,
  { id, version }: Pick<SitePost, 'id' | 'version'>,
): AsyncGenerator<SavedVersion> {
  let before = version;
  for (;;) {
    const rows = await query
      .selectFrom('post_revisions')
      .select([...AUTHORED, 'status', 'tags', 'version', 'saved_at'])
      .where('post_id', '=', id)
      .where('version', '<', before)
      .orderBy('version', 'desc')
      .limit(VERSIONS)
      .execute();
    for (const { tags, version, saved_at, ...row } of rows) {
      yield { ...toAuthored(row, JSON.parse(tags)), version, savedAt: saved_at };
    }
    before = rows.at(-1)?.version ?? 0;
    if (rows.length < VERSIONS) return;
  }
}

/** The keys have the order of the files, which is the same on every engine. */
export function toAuthored(row: AuthoredRow, tags: string[]): AuthoredFields {
  return {
    title: row.title,
    slug: row.slug,
    status: row.status,
    author: row.author,
    description: row.description,
    coverImage: row.cover_image,
    coverImageCaption: row.cover_image_caption,
    citationStyle: row.citation_style,
    isResearch: row.is_research === 1,
    publishDate: row.publish_date,
    tags,
    references: JSON.parse(row.references),
    content: row.content,
  };
}

/** Former slugs, then redirects: those that lead to a post that is there, or to none. */
export async function* readRedirects(query: Kysely<Tables>): AsyncGenerator<ExportedRedirect[]> {
  for await (const rows of readPages(
    ROWS,
    (after) =>
      query
        .selectFrom('post_addresses')
        .innerJoin('posts', 'posts.id', 'post_addresses.post_id')
        .select(['post_addresses.slug as former', 'posts.slug', 'posts.id as post'])
        .where('post_addresses.slug', '>', after)
        .orderBy('post_addresses.slug')
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
        .leftJoin('posts', 'posts.id', 'redirects.post_id')
        .select(['path', 'target', 'redirects.post_id', 'posts.slug', 'redirects.created_at'])
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
