import type { Kysely, Selectable } from 'kysely';
import { type Engine, isUniqueViolation } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { etagOf, OTHER_POST_DETAIL, type Post } from './post.ts';
import type { PostInput } from './post-input.ts';
import { findPostId, POST_COLUMNS, toAuthored, toPost } from './rows.ts';

/** A post that is locked. @throws when there is no such post outside of the trash */
export async function readPost(trx: Kysely<Tables>, id: string): Promise<Post> {
  const post = await findPost(trx, id);
  if (post === null) throw new Error(`There is no post ${id}`);
  return post;
}

/** Null when the post is in the trash, or there is none. */
export async function findPost(query: Kysely<Tables>, id: string): Promise<Post | null> {
  const row = await query
    .selectFrom('current_posts')
    .select([...POST_COLUMNS, 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toPost(row);
}

/** Runs a transaction that writes a post; a taken slug is a conflict. */
export async function conflictIfSlugTaken<T>(
  query: Kysely<Tables>,
  slug: string,
  write: (trx: Kysely<Tables>) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await inTransaction(query, write);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return slugTaken(slug);
  }
}

export function slugTaken(slug: string): Result<never> {
  return fail({ kind: 'conflict', detail: `The slug "${slug}" is already used by another post.` });
}

/** The latest text of a post, with its unpublished changes, and who saved it. */
export async function readLatest(
  trx: Kysely<Tables>,
  { id, latest_version: version }: Pick<LockedPost, 'id' | 'latest_version'>,
): Promise<Post & { savedBy: string | null; savedAt: string }> {
  const row = await readVersion(trx, { id, version });
  const post = await readPost(trx, id);
  const { saved_by: savedBy, saved_at: savedAt } = row;
  const latest = post.version === version ? post : withChanges(post, row);
  return { ...latest, savedBy, savedAt };
}

/** A public post as its unpublished changes make it. */
export function withChanges(live: Post, row: VersionRow): Post {
  const { version } = row;
  return {
    ...live,
    ...toVersionInput(row),
    date: row.publish_date ?? live.date,
    updated_at: row.saved_at,
    readingTime: row.reading_time,
    contentHtml: row.content_html ?? '',
    version,
    etag: etagOf({ id: live.id, version }),
  };
}

/** Refuses a write that is based on another post, which had the slug before. */
export function refuseOtherPost(id: string, etag: string | null | undefined): Result<never> | null {
  return etag == null || etag.startsWith(`${id}.`) ? null : OTHER_POST;
}

/**
 * Refuses a write that is based on another post or another version; without an etag it is based on none.
 *
 * @param version the one to be based on
 */
export async function refuseStale(
  trx: Kysely<Tables>,
  post: LockedPost,
  etag: string | undefined,
  version = post.version,
): Promise<Result<never> | null> {
  if (etag === undefined || etag === etagOf({ id: post.id, version })) return null;
  const other = refuseOtherPost(post.id, etag);
  if (other !== null) return other;
  return fail({
    kind: 'conflict',
    detail:
      etag === etagOf(post)
        ? 'This post has unpublished changes.'
        : 'This post was changed by someone else in the meantime.',
    current: await readLatest(trx, post),
  });
}

/** Reads what a write depends on, and lets no other transaction write the post until this one ends; also in the trash. */
async function lock(trx: Kysely<Tables>, engine: Engine, id: string) {
  return (
    trx
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', id)
      // SQLite's transactions exclude one another; PostgreSQL needs a row lock.
      .$if(engine === 'postgres', (row) => row.forUpdate())
      .executeTakeFirst()
  );
}

/** Locks a post; undefined when it is in the trash, or there is none. */
export async function lockPost(trx: Kysely<Tables>, engine: Engine, id: string) {
  const row = await lock(trx, engine, id);
  return row === undefined || row.status === 'trash'
    ? undefined
    : { ...row, status: row.status, version: shownVersion(row) };
}

/** The same for the post with a current slug, in any letter case, if it is what the etag names. */
export async function lockPostBySlug(
  trx: Kysely<Tables>,
  engine: Engine,
  slug: string,
  etag: string | undefined,
): Promise<Result<LockedPost>> {
  const id = await findPostId(trx, slug);
  const post = id === null ? undefined : await lockPost(trx, engine, id);
  if (post === undefined) return noSuchPost(slug);
  return (await refuseStale(trx, post, etag)) ?? succeed(post);
}

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>;

/** Locks a post in the trash; undefined when it is not there. */
export async function lockTrashed(trx: Kysely<Tables>, engine: Engine, id: string) {
  const row = await lock(trx, engine, id);
  return row?.status === 'trash' ? row : undefined;
}

/** The version that lists and pages show. */
export function shownVersion(post: { public_version: number | null; latest_version: number }) {
  return post.public_version ?? post.latest_version;
}

/** Whether the latest text of a public post is not the public one. */
export function hasChanges(post: {
  public_version: number | null;
  latest_version: number;
}): boolean {
  return post.public_version !== null && post.public_version !== post.latest_version;
}

export const NOT_IN_TRASH = fail({
  kind: 'not-found',
  detail: 'There is no such post in the trash.',
});

const OTHER_POST = fail({
  kind: 'conflict',
  detail: OTHER_POST_DETAIL,
});

export const NO_SUCH_POST = fail({ kind: 'not-found', detail: 'There is no such post.' });

export function noSuchPost(slug: string): Result<never> {
  return fail({ kind: 'not-found', detail: `There is no post at "${slug}".` });
}

export type VersionRow = Selectable<Tables['post_versions']>;

/** The version to which a locked post points. */
export function readVersion(
  query: Kysely<Tables>,
  { id, version }: { id: string; version: number },
): Promise<VersionRow> {
  return query
    .selectFrom('post_versions')
    .selectAll()
    .where('post_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
}

/** Posts, also those in the trash, with the version that lists and pages show. */
export function selectShownVersions(query: Kysely<Tables>) {
  return query
    .selectFrom('posts')
    .innerJoin('post_versions', (join) =>
      join
        .onRef('post_versions.post_id', '=', 'posts.id')
        .on('version', '=', ({ fn }) => fn.coalesce('public_version', 'latest_version')),
    );
}

/** Posts, also those in the trash, with their latest version. */
export function selectLatestVersions(query: Kysely<Tables>) {
  return query
    .selectFrom('posts')
    .innerJoin('post_versions', (join) =>
      join.onRef('post_versions.post_id', '=', 'posts.id').onRef('version', '=', 'latest_version'),
    );
}

/** Public posts with their unpublished changes; those without are left out. */
export function selectChanges(query: Kysely<Tables>) {
  return selectLatestVersions(query)
    .where('status', '=', 'published')
    .whereRef('latest_version', '<>', 'public_version');
}

/** What saving the version again saves, but for the status. */
export function toVersionInput(row: VersionRow): Omit<PostInput, 'status'> {
  const { status: _, ...input } = toAuthored(row);
  return input;
}
