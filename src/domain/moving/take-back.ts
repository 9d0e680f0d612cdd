import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Result, succeed } from '../../failure.ts';
import { recordEvent } from '../audit.ts';
import type { createLibrary } from '../media/library.ts';
import type { createTrash } from '../posts/trash.ts';
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

/** What taking an import back would do. */
export type TakeBackPreview = {
  /** Posts that would go to the trash. */
  posts: number;
  /** Posts that were edited since, which stay. */
  edited: { slug: string; title: string }[];
  redirects: number;
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

type TakenBatch = Pick<TakenBack, 'posts' | 'edited'> & {
  /** Ids of posts that were public. */
  publicIds: string[];
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
    const taken: TakenBack = { posts: 0, redirects: 0, pictures: 0, edited: [] };
    let batch = await findImported(id, -1);
    while (batch.length > 0) {
      signal?.throwIfAborted();
      const removed = await inTransaction(query, (trx) =>
        takeBatch(trx, { id, ...found }, batch, by),
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
    found: { id: string; created_at: string },
    batch: Awaited<ReturnType<typeof findImported>>,
    by: string | undefined,
  ): Promise<TakenBatch> {
    const ids = batch.flatMap(({ post_id }) => post_id ?? []);
    const done = await removeMany(trx, ids, {
      by: by ?? null,
      isWanted: async (id) => !(await isEdited(trx, id, found.created_at)),
    });
    const stay = done.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id);
    for (const { position, post_id } of batch) {
      if (post_id !== null && stay.includes(post_id)) continue;
      await trx
        .updateTable('import_items')
        .set({ outcome: 'taken-back' })
        .where('import_id', '=', found.id)
        .where('position', '=', position)
        .execute();
    }
    return {
      posts: done.length - stay.length,
      edited: await titlesOf(trx, stay),
      publicIds: done.filter(({ wasPublished }) => wasPublished).map(({ id }) => id),
    };
  }

  /** What taking an import back would do. */
  async function takeBackPreview(id: string): Promise<Result<TakeBackPreview>> {
    const found = await query
      .selectFrom('imports')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return NO_SUCH_IMPORT;
    const imported = query
      .selectFrom('import_items')
      .innerJoin('posts', 'posts.id', 'import_items.post_id')
      .where('import_id', '=', id)
      .where('outcome', '=', 'imported');
    const edited = await imported
      .select(['posts.slug', 'posts.title'])
      .where((eb) => editedSince(eb, found.created_at))
      .orderBy('position')
      .execute();
    const posts = await imported
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const redirects = await query
      .selectFrom('redirects')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    return succeed({
      posts: Number(posts.count) - edited.length,
      edited,
      redirects: Number(redirects.count),
    });
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

  return { takeBackImport, takeBackPreview };
}

/**
 * Whether a person has edited a post since its import. What the program does by itself is no edit, as publishing changes
 * at their time; nor is the version that the import wrote, or those that another site had before.
 *
 * @param since when the import began
 */
function editedSince(eb: ExpressionBuilder<Tables, 'posts'>, since: string) {
  return eb.or([
    eb.exists(
      eb
        .selectFrom('post_revisions')
        .select('post_revisions.version')
        .whereRef('post_revisions.post_id', '=', 'posts.id')
        .where('post_revisions.version', '>', 1)
        .where('post_revisions.saved_by', 'is not', null)
        .where('post_revisions.saved_at', '>=', since),
    ),
    eb.exists(
      eb
        .selectFrom('unpublished_changes')
        .select('unpublished_changes.post_id')
        .whereRef('unpublished_changes.post_id', '=', 'posts.id')
        .where('unpublished_changes.saved_by', 'is not', null)
        .where('unpublished_changes.saved_at', '>=', since),
    ),
  ]);
}

async function isEdited(trx: Kysely<Tables>, id: string, since: string): Promise<boolean> {
  const edited = await trx
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.id', '=', id)
    .where((eb) => editedSince(eb, since))
    .executeTakeFirst();
  return edited !== undefined;
}

async function titlesOf(trx: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return trx.selectFrom('posts').select(['slug', 'title']).where('id', 'in', ids).execute();
}

function isMissing(result: Result<void>): boolean {
  return !result.ok && result.failure.kind === 'not-found';
}

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'This import is under way or was not started: wait until it has ended.',
});
