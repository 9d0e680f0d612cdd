import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction, lockTransaction } from '../server/db/transaction.ts';
import { fail, type Result } from '../server/failure.ts';
import type { Site } from '../site.ts';
import type { PostFields, PostStatus } from './fields.ts';
import { etagOf, isPublic, OTHER_POST_DETAIL, type Post } from './post.ts';
import { type AuthoredRow, findPostId, POST_COLUMNS, toAuthored, toPost } from './rows.ts';

export type VersionRow = Selectable<Tables['post_versions']>;

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

/** A post as it was last saved, and its row; with `hasChanges`, readers see an earlier version. Null as for {@link findPost}. */
export async function findLatest(query: Kysely<Tables>, id: string) {
  const shown = await findPost(query, id);
  const row = await selectLatestVersions(query)
    .selectAll('post_versions')
    .where('id', '=', id)
    .executeTakeFirst();
  if (shown === null || row === undefined) return null;
  const hasChanges = row.version !== shown.version;
  const { slug, publish_date, saved_at: updated_at } = row;
  const changed = { ...row, id, slug, date: publish_date ?? shown.date, updated_at };
  const post = hasChanges ? toPost({ ...changed, status: shown.status }) : shown;
  return { post, row, hasChanges };
}

export function refuseOtherPost(id: string, etag: string | null | undefined): Result<never> | null {
  return etag == null || etag.startsWith(`${id}.`)
    ? null
    : fail({ kind: 'conflict', detail: OTHER_POST_DETAIL });
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
  const detail =
    etag === etagOf(post)
      ? 'This post has unpublished changes.'
      : 'This post was changed by someone else in the meantime.';
  return refuseOtherPost(post.id, etag) ?? conflictWith(trx, post.id, detail);
}

export async function conflictWith(trx: Kysely<Tables>, id: string, detail: string) {
  const latest = await findLatest(trx, id);
  const { saved_by: savedBy, saved_at: savedAt } = latest?.row ?? {};
  return fail({ kind: 'conflict', detail, current: { ...latest?.post, savedBy, savedAt } });
}

/** Reads what a write depends on, and lets no other transaction write the post until this one ends; also in the trash. */
export async function lockAnyPost(trx: Kysely<Tables>, engine: Engine, id: string) {
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

/** Locks a post, whose `version` is the one that lists and pages show; undefined when it is in the trash, or there is none. */
export async function lockPost(trx: Kysely<Tables>, engine: Engine, id: string) {
  const row = await lockAnyPost(trx, engine, id);
  if (row === undefined || row.status === 'trash') return;
  return { ...row, status: row.status, version: row.public_version ?? row.latest_version };
}

export async function changePost<T>(
  { db: { query, engine }, postChanged }: Site,
  slug: string,
  etag: string | undefined,
  work: (trx: Kysely<Tables>, post: LockedPost) => Promise<Result<T>>,
): Promise<Result<T>> {
  const result = await inTransaction(query, async (trx): Promise<Result<T>> => {
    const id = await findPostId(trx, slug);
    const post = id === null ? undefined : await lockPost(trx, engine, id);
    if (post === undefined) return noSuchPost(slug);
    return (await refuseStale(trx, post, etag)) ?? work(trx, post);
  });
  if (result.ok) postChanged();
  return result;
}

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>;

export function noSuchPost(slug: string): Result<never> {
  return fail({ kind: 'not-found', detail: `There is no post at "${slug}".` });
}

const selectVersions = (query: Kysely<Tables>, version: RawBuilder<number>) =>
  query
    .selectFrom('posts')
    .innerJoin('post_versions', (join) =>
      join.onRef('post_versions.post_id', '=', 'posts.id').on('version', '=', version),
    );

export const selectShownVersions = (query: Kysely<Tables>) =>
  selectVersions(query, sql`coalesce(public_version, latest_version)`);

export const selectLatestVersions = (query: Kysely<Tables>) =>
  selectVersions(query, sql`latest_version`);

export function toVersionInput(row: AuthoredRow): PostFields {
  const { status: _, ...fields } = toAuthored(row);
  return fields;
}

/** Slugs are given to posts one after another, so that each is free when it is taken. */
export function lockSlugs(trx: Kysely<Tables>, engine: Engine): Promise<void> {
  return lockTransaction(trx, engine, 'slugs');
}

export async function claimSlug(trx: Kysely<Tables>, slug: string): Promise<void> {
  await trx.deleteFrom('former_slugs').where('slug', '=', slug).execute();
}

type Pointers = Pick<LockedPost, 'latest_version' | 'public_version'>;

/** Updates a post. Versions to which it points no more keep what was written, without HTML and times. */
export async function point(
  trx: Kysely<Tables>,
  { id, ...before }: Pointers & { id: string },
  columns: Updateable<Tables['posts']>,
): Promise<void> {
  await trx.updateTable('posts').set(columns).where('id', '=', id).execute();
  const { latest_version, public_version } = { ...before, ...columns };
  const left = [before.latest_version, before.public_version].filter(
    (version) => version !== null && version !== latest_version && version !== public_version,
  );
  if (left.length === 0) return;
  await trx
    .updateTable('post_versions')
    .set({ content_html: null, text: null, renderer: null, publish_at: null, problem: null })
    .where('post_id', '=', id)
    .where('version', 'in', left as number[])
    .execute();
}

type StoredPublication = Pick<Tables['posts'], 'date' | 'first_published_at'> & {
  status: PostStatus;
};

/** A scheduled post became public at its date, without a save. */
export function firstPublication(post: StoredPublication, instant: string): string | null {
  return post.first_published_at ?? (isPublic(post, instant) ? post.date : null);
}
