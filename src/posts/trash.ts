import type { Kysely } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import { removeUnshownMolecules } from '../science/molecules/post-molecules.ts';
import { attemptEach } from '../server/attempt-each.ts';
import { type Cursor, isBefore, toPage } from '../server/cursor.ts';
import { containsWords } from '../server/db/contains-text.ts';
import type { Tables } from '../server/db/tables.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { type Result, succeed } from '../server/failure.ts';
import { addMilliseconds } from '../server/instants.ts';
import type { Site } from '../site.ts';
import type { PostStatus } from './post.ts';
import { lockTrashed, NOT_IN_TRASH } from './stored-post.ts';
import { selectShownVersions } from './version-rows.ts';

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
  /** When it is permanently deleted. */
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deleted posts, the latest first. */
export async function trashedPosts(
  { retention, db: { query, engine } }: Site,
  { limit, after, q = '' }: TrashQuery,
): Promise<{
  posts: TrashedPost[];
  total: number;
  next: Cursor | null;
}> {
  const matching = selectShownVersions(query)
    .where('deleted_at', 'is not', null)
    .where(containsWords(['title', 'posts.slug'], q, engine));
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(['id', 'posts.slug', 'title', 'public_version', 'date', 'deleted_at', 'deleted_by'])
    .$if(after !== undefined, (posts) =>
      posts.where(isBefore(['deleted_at', 'id'], after as Cursor)),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const posts = rows.map(({ public_version, deleted_at, deleted_by, ...row }): TrashedPost => {
    const deletedAt = deleted_at ?? '';
    const expiresAt = addMilliseconds(deletedAt, retention.trash.days * DAY_MS);
    const status = public_version === null ? 'draft' : 'published';
    return { ...row, status, deletedAt, deletedBy: deleted_by, expiresAt };
  });
  const { page, next } = toPage(posts, limit, ({ deletedAt, id }) => ({ date: deletedAt, id }));
  return { posts: page, total, next };
}

/** Deletes a post in the trash for ever. */
export async function eraseTrashedPost(
  site: Site,
  id: string,
  { by }: { by: string },
): Promise<Result<void>> {
  return inTransaction(site.db.query, async (trx) => {
    const slug = await erase(site, trx, id);
    if (slug === null) return NOT_IN_TRASH;
    await recordEvent(trx, { at: site.now(), actor: by, action: 'post-erased', subject: slug });
    return succeed(undefined);
  });
}

/**
 * @param before only if it was deleted before this instant
 * @returns the slug; null when the post is not in the trash
 */
async function erase(
  { db: { engine } }: Site,
  trx: Kysely<Tables>,
  id: string,
  before?: string,
): Promise<string | null> {
  const trashed = await lockTrashed(trx, engine, id);
  // It may have been restored, and deleted again, since it was looked for.
  if (trashed === undefined) return null;
  if (before !== undefined && (trashed.deleted_at ?? '') >= before) return null;
  const { slug } = await trx
    .deleteFrom('posts')
    .where('id', '=', id)
    .returning('slug')
    .executeTakeFirstOrThrow();
  return slug;
}

/**
 * Deletes for ever the posts that were deleted before an instant, and all molecules that no post shows any more.
 *
 * @returns how many posts
 */
export async function purgeTrash(site: Site, before: string): Promise<number> {
  const expired = await site.db.query
    .selectFrom('posts')
    .select('id')
    .where('deleted_at', '<', before)
    .execute();
  const purged = new Set<string>();
  await attemptEach(
    expired,
    async ({ id }) => {
      const slug = await inTransaction(site.db.query, (trx) => erase(site, trx, id, before));
      if (slug !== null) purged.add(id);
    },
    'Some deleted posts could not be purged',
  );
  await removeUnshownMolecules(site.db);
  return purged.size;
}
