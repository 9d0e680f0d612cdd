import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { recordEvent } from '../accounts/audit.ts';
import type { createLibrary } from '../media/library.ts';
import type { createDeleting } from '../posts/deleting.ts';
import type { Database } from '../server/db/connect.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { fail, type Result, succeed } from '../server/failure.ts';
import { NO_SUCH_IMPORT } from './uploaded-imports.ts';

/** What taking an import back would do. */
export type TakeBackPreview = {
  /** Posts that go to the trash. */
  posts: number;
  /** Posts that stay, since a person has edited them after the import. */
  edited: { slug: string; title: string }[];
  /** Redirects that end; those to posts that stay do not. */
  redirects: number;
};

/** What taking an import back has done. */
export type TakenBack = TakeBackPreview & {
  /** Removed pictures and files: no post uses them, not even one in the trash. */
  pictures: number;
};

type TakeBackDeps = Pick<ReturnType<typeof createLibrary>, 'removePicture' | 'removeAttachment'> &
  Pick<ReturnType<typeof createDeleting>, 'removeImported'> & {
    db: Database;
    /** The current instant, ISO 8601 in UTC. */
    now: () => string;
  };

/** Takes imports back. */
export function createTakeBack(deps: TakeBackDeps) {
  const { db, now, removeImported, removePicture, removeAttachment } = deps;
  const { query } = db;

  /**
   * Moves the posts that still belong to an import into the trash, and removes its redirects and unused pictures. What a
   * crash has left undone, the next call does.
   */
  async function takeBackImport(
    id: string,
    { by, signal }: { by: string | undefined; signal?: AbortSignal },
  ): Promise<Result<TakenBack>> {
    const found = await findImport(id);
    if (found === undefined) return NO_SUCH_IMPORT;
    if (['uploading', 'planning', 'planned', 'running'].includes(found.state)) return UNDER_WAY;
    let posts = 0;
    for (const post of await postsOf(id).select('id').execute()) {
      // The driver of SQLite works in this thread, and promises alone let no request in.
      await setImmediate();
      signal?.throwIfAborted();
      if (!(await removeImported(post.id, { importId: id, by: by ?? null }))) continue;
      posts++;
      await markItems(id).where('post_id', '=', post.id).execute();
    }
    // A post that a person restores from the trash stays, also one that a person had deleted.
    await query.updateTable('posts').set({ import_id: null }).where('import_id', '=', id).execute();
    await markItems(id)
      .where('outcome', '=', 'imported')
      .where(losesPost(id, 'import_items.post_id'))
      .execute();
    const edited = await findEdited(id);
    const { numDeletedRows } = await query
      .deleteFrom('redirects')
      .where('import_id', '=', id)
      .where(losesPost(id, 'redirects.post_id'))
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

  function findImport(id: string) {
    return query
      .selectFrom('imports')
      .select(['state', 'name'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  function markItems(id: string) {
    const items = query.updateTable('import_items').where('import_id', '=', id);
    return items.set({ outcome: 'taken-back' });
  }

  /** Posts of an import that nobody has edited or deleted. */
  function postsOf(id: string) {
    return query.selectFrom('posts').where('import_id', '=', id).where('deleted_at', 'is', null);
  }

  function findEdited(id: string): Promise<TakeBackPreview['edited']> {
    return query
      .selectFrom('import_items')
      .innerJoin('posts', 'posts.id', 'import_items.post_id')
      .innerJoin('current_posts', 'current_posts.id', 'posts.id')
      .select(['current_posts.slug', 'current_posts.title'])
      .where('import_items.import_id', '=', id)
      .where('outcome', '=', 'imported')
      .where('posts.import_id', 'is', null)
      .orderBy('position')
      .execute();
  }

  /** What taking an import back would do. */
  async function takeBackPreview(id: string): Promise<Result<TakeBackPreview>> {
    if ((await findImport(id)) === undefined) return NO_SUCH_IMPORT;
    const posts = await postsOf(id).select(COUNT).executeTakeFirstOrThrow();
    const redirects = await query
      .selectFrom('redirects')
      .select(COUNT)
      .where('import_id', '=', id)
      .where(losesPost(id, 'redirects.post_id'))
      .executeTakeFirstOrThrow();
    return succeed({
      posts: Number(posts.count),
      edited: await findEdited(id),
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

/** True for rows whose post is in the trash, was erased, or still belongs to the import. */
function losesPost(importId: string, column: 'redirects.post_id' | 'import_items.post_id') {
  return sql<SqlBool>`not exists (select 1 from posts where posts.id = ${sql.ref(column)}
    and posts.deleted_at is null and (posts.import_id is null or posts.import_id <> ${importId}))`;
}

function isMissing(result: Result<void>): boolean {
  return !result.ok && result.failure.kind === 'not-found';
}

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'This import is running or was not started. Wait until it has finished.',
});
