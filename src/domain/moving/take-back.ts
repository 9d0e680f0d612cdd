import { setImmediate } from 'node:timers/promises';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import type { createLibrary } from '../media/library.ts';
import type { createTrash } from '../posts/trash.ts';
import { NO_SUCH_IMPORT } from './uploaded-imports.ts';

/** What taking an import back would do. */
export type TakeBackPreview = {
  /** Posts that go to the trash. */
  posts: number;
  /** Posts that stay, since a person has edited them after the import. */
  edited: { slug: string; title: string }[];
  redirects: number;
};

/** What it has done. */
export type TakenBack = TakeBackPreview & {
  /** Pictures and files that no post uses, also none in the trash: they are gone. */
  pictures: number;
};

type TakeBackDeps = Pick<ReturnType<typeof createLibrary>, 'removePicture' | 'removeAttachment'> &
  Pick<ReturnType<typeof createTrash>, 'removeMany'> & {
    db: Database;
    /** The present instant, ISO 8601 in UTC. */
    now: () => string;
    postChanged: (id: string) => Promise<void>;
  };

/** Posts that move into the trash in one transaction. Other writers wait for it. */
const BATCH = 20;

type Batch = { id: string; since: string; after: string; by: string | null };
type TakenBatch = {
  removed: Awaited<ReturnType<TakeBackDeps['removeMany']>>;
  /** The id of the post behind which the next begins; undefined at the end. */
  last: string | undefined;
};

/** Takes imports back. */
export function createTakeBack(deps: TakeBackDeps) {
  const { db, now, postChanged, removeMany, removePicture, removeAttachment } = deps;
  const { query } = db;

  /**
   * Moves the posts of an import into the trash, unless they were edited since, and removes its redirects and unused
   * pictures. What a crash has left undone, the next call does.
   */
  async function takeBackImport(
    id: string,
    { by, signal }: { by: string | undefined; signal?: AbortSignal },
  ): Promise<Result<TakenBack>> {
    const found = await query
      .selectFrom('imports')
      .select(['state', 'name', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return NO_SUCH_IMPORT;
    if (['uploading', 'planning', 'planned', 'running'].includes(found.state)) return UNDER_WAY;
    let posts = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      // The driver of SQLite works in this thread, and promises alone let no request in.
      await setImmediate();
      signal?.throwIfAborted();
      const batch: Batch = { id, since: found.created_at, after, by: by ?? null };
      const done: TakenBatch = await inTransaction(query, (trx) => takeBatch(trx, batch));
      posts += done.removed.length;
      after = done.last;
      const published = done.removed.filter(({ wasPublished }) => wasPublished);
      await Promise.all(published.map((post) => postChanged(post.id)));
    }
    await query
      .updateTable('posts')
      .set({ import_id: null })
      .where('import_id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
    await query
      .updateTable('import_items')
      .set({ outcome: 'taken-back' })
      .where('import_id', '=', id)
      .where('outcome', '=', 'imported')
      .where(({ not, exists }) => not(exists(postOf('import_items.post_id'))))
      .execute();
    const edited = await findEdited(id, found.created_at);
    const { numDeletedRows } = await query
      .deleteFrom('redirects')
      .where('import_id', '=', id)
      .where(({ not, exists }) => not(exists(postOf('redirects.post_id'))))
      .executeTakeFirst();
    const pictures = await removeUnused(id, by);
    await inTransaction(query, async (trx) => {
      const instant = now();
      await trx
        .updateTable('imports')
        .set({ state: 'taken-back', problem: null, updated_at: instant })
        .where('id', '=', id)
        .execute();
      const event = { action: 'import-taken-back', subject: found.name } as const;
      await recordEvent(trx, { at: instant, actor: by ?? null, ...event });
    });
    return succeed({ posts, edited, redirects: Number(numDeletedRows), pictures });
  }

  async function takeBatch(
    trx: Kysely<Tables>,
    { id, since, after, by }: Batch,
  ): Promise<TakenBatch> {
    const batch = await trx
      .selectFrom('posts')
      .select('id')
      .where('import_id', '=', id)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const ids = batch.map((post) => post.id);
    const last = ids.at(-1);
    if (last === undefined) return { removed: [], last };
    const done = await removeMany(trx, ids, {
      by,
      // Under its lock: it may be edited at this moment.
      isWanted: async (post) => {
        const edited = trx.selectFrom('posts').select('id').where('id', '=', post);
        return (await edited.where(isEditedSince(since)).executeTakeFirst()) === undefined;
      },
    });
    const removed = done.filter(({ isRemoved }) => isRemoved);
    if (removed.length > 0) {
      // Restored from the trash, it stays.
      await trx
        .updateTable('posts')
        .set({ import_id: null })
        .where(
          'id',
          'in',
          removed.map((post) => post.id),
        )
        .execute();
    }
    return { removed, last };
  }

  /** The posts of an import that are there. */
  function postsOf(id: string) {
    return query
      .selectFrom('import_items')
      .innerJoin('posts', 'posts.id', 'import_items.post_id')
      .innerJoin('current_posts', 'current_posts.id', 'posts.id')
      .where('import_items.import_id', '=', id)
      .where('posts.import_id', '=', id);
  }

  function findEdited(id: string, since: string): Promise<TakeBackPreview['edited']> {
    return postsOf(id)
      .select(['current_posts.slug', 'current_posts.title'])
      .where(isEditedSince(since))
      .orderBy('position')
      .execute();
  }

  /** What taking an import back would do. */
  async function takeBackPreview(id: string): Promise<Result<TakeBackPreview>> {
    const found = await query
      .selectFrom('imports')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return NO_SUCH_IMPORT;
    const edited = await findEdited(id, found.created_at);
    const posts = await postsOf(id).select(COUNT).executeTakeFirstOrThrow();
    const redirects = await query
      .selectFrom('redirects')
      .select(COUNT)
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    return succeed({
      posts: Number(posts.count) - edited.length,
      edited,
      redirects: Number(redirects.count),
    });
  }

  /**
   * Removes the pictures that no post uses. Those of posts in the trash stay for them: a later call finds those that
   * nothing needs any more.
   */
  async function removeUnused(id: string, by: string | undefined): Promise<number> {
    const rows = await query
      .selectFrom('import_pictures')
      .select('picture_id')
      .where('import_id', '=', id)
      .execute();
    let removed = 0;
    const importSince = now();
    for (const { picture_id } of rows) {
      let result = await removePicture(picture_id, { by, importSince });
      if (isMissing(result)) result = await removeAttachment(picture_id, { by, importSince });
      if (!result.ok && !isMissing(result)) continue;
      if (result.ok) removed += 1;
      await query
        .deleteFrom('import_pictures')
        .where('import_id', '=', id)
        .where('picture_id', '=', picture_id)
        .execute();
    }
    return removed;
  }

  return { takeBackImport, takeBackPreview };
}

const COUNT = sql<number>`count(*)`.as('count');

/** The post that another table's column names, unless it is in the trash. */
function postOf(column: 'redirects.post_id' | 'import_items.post_id') {
  return sql`(select 1 from posts where posts.id = ${sql.ref(column)} and posts.deleted_at is null)`;
}

/**
 * Whether a person has edited a post since its import: has saved a version of it, public or not, or published one that the
 * import brought. What the program does by itself is no edit, as publishing changes at their time; nor is the version that
 * the import wrote, or those that another site had before.
 *
 * @param since when the import began
 */
function isEditedSince(since: string) {
  return ({ or, exists, selectFrom }: ExpressionBuilder<Tables, 'posts'>) => {
    const versions = selectFrom('post_versions')
      .select('post_versions.version')
      .whereRef('post_versions.post_id', '=', 'posts.id')
      .where('post_versions.version', '>', 1);
    return or([
      exists(
        versions
          .where('post_versions.saved_by', 'is not', null)
          .where('post_versions.saved_at', '>=', since),
      ),
      exists(
        versions
          .innerJoin('audit_events', 'audit_events.at', 'post_versions.published_at')
          .where('post_versions.published_at', '>=', since)
          .where('audit_events.action', '=', 'changes-published')
          .where('audit_events.actor', 'is not', null)
          .whereRef('audit_events.subject', '=', 'post_versions.slug'),
      ),
    ]);
  };
}

function isMissing(result: Result<void>): boolean {
  return !result.ok && result.failure.kind === 'not-found';
}

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'This import is under way or was not started: wait until it has ended.',
});
