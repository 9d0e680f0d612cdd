import type { Kysely, Selectable } from 'kysely';
import type { Retention } from '../../content/retention.ts';
import type { Database } from '../../db/connect.ts';
import { containsWords } from '../../db/contains-text.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import { type Cursor, isBefore, toPage } from '../cursor.ts';
import { addMilliseconds } from '../instants.ts';
import type { Post, PostStatus } from './post.ts';
import { recordRevision } from './revisions.ts';
import { findPostId } from './rows.ts';
import {
  conflictIfSlugTaken,
  type LockedPost,
  lockPost,
  NO_SUCH_POST,
  noSuchPost,
  readPost,
  staleVersion,
} from './stored-post.ts';
import { bringBack, lockTrashed, moveToTrash } from './trash-rows.ts';

/** A deleted post that can be restored. */
export type TrashedPost = {
  id: string;
  slug: string;
  title: string;
  status: PostStatus;
  /** The date of the post: a published one is public again once it is restored and due. ISO 8601 in UTC. */
  date: string;
  deletedAt: string;
  /** The email of an administrator; null for the program itself. */
  deletedBy: string | null;
  /** When it is deleted for ever. */
  expiresAt: string;
};

type TrashQuery = {
  /** 1–100. */
  limit: number;
  /** The end of the previous page. */
  after?: Cursor | undefined;
  /** Words to look for in title and slug. */
  q?: string | undefined;
};

export type RestoredPost = {
  post: Post;
  /** Former slugs that other posts have taken meanwhile. */
  lostSlugs: string[];
};

type TrashDeps = {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  retention: Retention;
  /** Called when a post that is or was published has changed, before the result is returned. */
  postChanged: (id: string) => Promise<void>;
};

/** As often a post may move into the trash or out of it while it is looked for. */
const MAX_LOOKS = 5;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes posts into the trash, from which they can be restored until their retention ends. */
export function createTrash({ db, now, retention, postChanged }: TrashDeps) {
  const { query, engine } = db;

  /**
   * Moves a post into the trash. It is gone everywhere else at once, and its slugs are free. Fails as `conflict` when
   * it is another version than the one that was seen, if that is given.
   */
  async function removePost(
    slug: string,
    { by = null, version }: { by?: string | null; version?: number | undefined } = {},
  ): Promise<Result<void>> {
    const removed = await inTransaction(query, async (trx) => {
      const id = await findPostId(trx, slug);
      const post = id === null ? undefined : await lockPost(trx, engine, id);
      if (post === undefined) return noSuchPost(slug);
      if (version !== undefined && version !== post.version) return staleVersion(trx, post.id);
      return succeed(await remove(trx, post, by));
    });
    if (!removed.ok) return removed;
    if (removed.value.wasPublished) await postChanged(removed.value.id);
    return succeed(undefined);
  }

  /**
   * Moves a post into the trash as it was read; does nothing when it is there already. The caller reports the
   * change of a published one.
   */
  async function removeVersion(
    id: string,
    { by, version }: { by: string; version: number },
  ): Promise<Result<{ isChanged: boolean; wasPublished: boolean }>> {
    return inTransaction(query, async (trx) => {
      let post = await lockPost(trx, engine, id);
      // A post that is restored, or deleted again, between two reads is found by neither of them.
      for (let look = 0; post === undefined && look < MAX_LOOKS; look++) {
        if ((await lockTrashed(trx, engine, id)) !== null) {
          return succeed({ isChanged: false, wasPublished: false });
        }
        post = await lockPost(trx, engine, id);
      }
      if (post === undefined) return NO_SUCH_POST;
      if (version !== post.version) return staleVersion(trx, id);
      return succeed({ ...(await remove(trx, post, by)), isChanged: true });
    });
  }

  async function remove(
    trx: Kysely<Tables>,
    { id, slug, status }: LockedPost,
    actor: string | null,
  ) {
    const deletion = { at: now(), actor };
    await moveToTrash(trx, engine, id, deletion);
    await recordEvent(trx, { ...deletion, action: 'post-deleted', subject: slug });
    return { id, wasPublished: status === 'published' };
  }

  /**
   * Moves posts into the trash in the caller's transaction, in the order of their ids. The caller reports the change of
   * published ones.
   *
   * @param isWanted decides about a post that is locked
   * @returns what was done with those that are there
   */
  async function removeMany(
    trx: Kysely<Tables>,
    ids: readonly string[],
    { by, isWanted }: { by: string | null; isWanted: (id: string) => Promise<boolean> },
  ): Promise<{ id: string; isRemoved: boolean; wasPublished: boolean }[]> {
    const done: { id: string; isRemoved: boolean; wasPublished: boolean }[] = [];
    for (const id of [...ids].sort()) {
      const post = await lockPost(trx, engine, id);
      if (post === undefined) continue;
      if (await isWanted(id)) done.push({ ...(await remove(trx, post, by)), isRemoved: true });
      else done.push({ id, isRemoved: false, wasPublished: false });
    }
    return done;
  }

  /** Deleted posts, the latest first. */
  async function trashedPosts({ limit, after, q = '' }: TrashQuery): Promise<{
    posts: TrashedPost[];
    total: number;
    next: Cursor | null;
  }> {
    const matching = query
      .selectFrom('trashed_posts')
      .where(containsWords(['title', 'slug'], q, engine));
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await matching
      .select(['id', 'slug', 'title', 'status', 'date', 'deleted_at', 'deleted_by'])
      .$if(after !== undefined, (posts) =>
        posts.where(isBefore(['deleted_at', 'id'], after as Cursor)),
      )
      .orderBy('deleted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const { page, next } = toPage(rows, limit, ({ deleted_at, id }) => ({ date: deleted_at, id }));
    return { posts: page.map(toTrashedPost), total, next };
  }

  function toTrashedPost({
    deleted_at,
    deleted_by,
    ...row
  }: Omit<Selectable<Tables['trashed_posts']>, 'snapshot'>): TrashedPost {
    const expiresAt = addMilliseconds(deleted_at, retention.trash.days * DAY_MS);
    return { ...row, deletedAt: deleted_at, deletedBy: deleted_by, expiresAt };
  }

  /**
   * Restores a post as it was, with its id, revisions and former slugs; its preview links have ended. Fails as a
   * conflict when its slug was taken meanwhile.
   *
   * @param options `slug` is one to take instead of its own, which counts as an edit
   */
  async function restorePost(
    id: string,
    options: { by: string; slug?: string | undefined },
  ): Promise<Result<RestoredPost>> {
    const { by } = options;
    const found = await query
      .selectFrom('trashed_posts')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirst();
    const slug = options.slug ?? found?.slug ?? '';
    const restored = await conflictIfSlugTaken(
      query,
      slug,
      async (trx): Promise<Result<RestoredPost>> => {
        const trashed = await lockTrashed(trx, engine, id);
        if (trashed === null) return NOT_IN_TRASH;
        const instant = now();
        const { lostSlugs } = await bringBack(trx, engine, trashed, slug, instant);
        const post = await readPost(trx, id);
        if (slug !== trashed.post.slug) await recordRevision(trx, post, by);
        await recordEvent(trx, { at: instant, actor: by, action: 'post-restored', subject: slug });
        return succeed({ post, lostSlugs });
      },
    );
    if (restored.ok && restored.value.post.status === 'published') await postChanged(id);
    return restored;
  }

  /** Deletes a post in the trash for ever. */
  async function eraseTrashedPost(id: string, { by }: { by: string }): Promise<Result<void>> {
    return inTransaction(query, async (trx) => {
      const erased = await trx
        .deleteFrom('trashed_posts')
        .where('id', '=', id)
        .returning('slug')
        .executeTakeFirst();
      if (erased === undefined) return NOT_IN_TRASH;
      const event = { action: 'post-erased', subject: erased.slug } as const;
      await recordEvent(trx, { at: now(), actor: by, ...event });
      return succeed(undefined);
    });
  }

  return { removePost, removeVersion, removeMany, trashedPosts, restorePost, eraseTrashedPost };
}

const NOT_IN_TRASH = fail({ kind: 'not-found', detail: 'There is no such post in the trash.' });
