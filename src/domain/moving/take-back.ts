import type { Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import type { createLibrary } from '../media/library.ts';
import { lockPost } from '../posts/stored-post.ts';
import { moveToTrash } from '../posts/trash-rows.ts';
import { NO_SUCH_IMPORT } from './uploaded-imports.ts';

/** What became of what an import made. */
export type TakenBack = {
  /** Posts that are in the trash now. */
  posts: number;
  redirects: number;
  /** Pictures and files that no post uses, also none in the trash: they are gone. */
  pictures: number;
  /** Posts that stay, since they were edited after the import. */
  edited: { slug: string; title: string }[];
};

type TakeBackDeps = Pick<ReturnType<typeof createLibrary>, 'removePicture' | 'removeAttachment'> & {
  db: Database;
  /** The present instant, ISO 8601 in UTC. */
  now: () => string;
  postChanged: (id: string) => Promise<void>;
};

/** Posts that move into the trash in one transaction. Other writers wait for it. */
const BATCH = 20;

type TakenBatch = Pick<TakenBack, 'posts' | 'edited'> & {
  /** Ids of posts that were public. */
  publicIds: string[];
};

type Taken = { wasPublished: boolean; edited: { slug: string; title: string } | null };

/** Takes imports back. */
export function createTakeBack(deps: TakeBackDeps) {
  const { db, now, postChanged, removePicture, removeAttachment } = deps;
  const { query, engine } = db;

  /**
   * Moves the posts of an import into the trash, unless they were edited since, and removes its redirects and unused
   * pictures. What a crash has left undone, the next call does.
   */
  async function takeBackImport(
    id: string,
    { by }: { by: string | undefined },
  ): Promise<Result<TakenBack>> {
    const found = await query
      .selectFrom('imports')
      .select(['state', 'name', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return NO_SUCH_IMPORT;
    if (['uploading', 'planning', 'planned', 'running'].includes(found.state)) return UNDER_WAY;
    const taken: TakenBack = { posts: 0, redirects: 0, pictures: 0, edited: [] };
    let batch = await findImported(id, -1);
    while (batch.length > 0) {
      const removed = await inTransaction(query, (trx) =>
        takeBatch(trx, { id, since: found.created_at }, batch, by),
      );
      taken.posts += removed.posts;
      taken.edited.push(...removed.edited);
      await Promise.all(removed.publicIds.map(postChanged));
      batch = await findImported(id, batch.at(-1)?.position ?? 0);
    }
    taken.redirects = await removeRedirects(id);
    taken.pictures = await removeUnused(id, by);
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
    return succeed(taken);
  }

  async function findImported(id: string, after: number) {
    return query
      .selectFrom('import_items')
      .select(['position', 'post_id', 'slug', 'title'])
      .where('import_id', '=', id)
      .where('outcome', '=', 'imported')
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH)
      .execute();
  }

  async function takeBatch(
    trx: Kysely<Tables>,
    { id: importId, since }: { id: string; since: string },
    batch: Awaited<ReturnType<typeof findImported>>,
    by: string | undefined,
  ): Promise<TakenBatch> {
    const taken: TakenBatch = { posts: 0, edited: [], publicIds: [] };
    for (const item of batch) {
      const outcome = item.post_id === null ? null : await takePost(trx, item.post_id, since, by);
      if (outcome?.edited) {
        taken.edited.push(outcome.edited);
        continue;
      }
      if (outcome !== null) taken.posts += 1;
      if (outcome?.wasPublished && item.post_id !== null) taken.publicIds.push(item.post_id);
      await trx
        .updateTable('import_items')
        .set({ outcome: 'taken-back' })
        .where('import_id', '=', importId)
        .where('position', '=', item.position)
        .execute();
    }
    return taken;
  }

  /** Null for a post that is not there any more. @param since when the import began */
  async function takePost(
    trx: Kysely<Tables>,
    id: string,
    since: string,
    by: string | undefined,
  ): Promise<Taken | null> {
    const post = await lockPost(trx, engine, id);
    if (post === undefined) return null;
    const edited = await findEdited(trx, id, since);
    if (edited !== null) return { wasPublished: false, edited };
    const deletion = { at: now(), actor: by ?? null };
    await moveToTrash(trx, engine, id, deletion);
    await recordEvent(trx, { ...deletion, action: 'post-deleted', subject: post.slug });
    return { wasPublished: post.status === 'published', edited: null };
  }

  /** Null for a post that is as it was imported: one of another site may have had versions and changes before. */
  async function findEdited(trx: Kysely<Tables>, id: string, since: string) {
    const { version, updated_at, saved_at, ...post } = await trx
      .selectFrom('posts')
      .leftJoin('unpublished_changes', 'post_id', 'posts.id')
      .select(['posts.slug', 'posts.title', 'posts.version', 'posts.updated_at', 'saved_at'])
      .where('posts.id', '=', id)
      .executeTakeFirstOrThrow();
    const isEdited = version > 1 && updated_at >= since;
    return isEdited || (saved_at !== null && saved_at >= since) ? post : null;
  }

  /** All but those of posts that stay. */
  async function removeRedirects(id: string): Promise<number> {
    const { numDeletedRows } = await query
      .deleteFrom('redirects')
      .where('import_id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('posts').select('posts.id').whereRef('posts.id', '=', 'redirects.post_id'),
          ),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
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

  return { takeBackImport };
}

function isMissing(result: Result<void>): boolean {
  return !result.ok && result.failure.kind === 'not-found';
}

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'This import is under way or was not started: wait until it has ended.',
});
