import type { Kysely } from 'kysely';
import { type Engine, isUniqueViolation } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { fail, type Result } from '../../failure.ts';
import type { Post } from './post.ts';
import { POST_COLUMNS, readTags, toPost } from './rows.ts';

/** @throws when there is no such post */
export async function readPost(query: Kysely<Tables>, id: string): Promise<Post> {
  const row = await query
    .selectFrom('posts')
    .select(POST_COLUMNS)
    .where('posts.id', '=', id)
    .executeTakeFirstOrThrow();
  const tagsOf = await readTags(query, [id]);
  return toPost(row, tagsOf(id));
}

/** What of a post readers have; null where it is not published. */
export async function readPublished(
  query: Kysely<Tables>,
  id: string,
): Promise<Pick<Post, 'content' | 'references' | 'isResearch'> | null> {
  const row = await query
    .selectFrom('posts')
    .select(POST_COLUMNS)
    .where('posts.id', '=', id)
    .where('status', '=', 'published')
    .executeTakeFirst();
  return row === undefined ? null : toPost(row, []);
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
  return fail({ kind: 'conflict', detail: `The address "${slug}" is taken by another post.` });
}

/** The conflict of an edit that is based on an older version. */
export async function staleVersion(trx: Kysely<Tables>, id: string): Promise<Result<never>> {
  return fail({
    kind: 'conflict',
    detail: 'This post was changed by someone else in the meantime.',
    current: await readPost(trx, id),
  });
}

/** Reads what an edit depends on, and lets no other transaction edit the post until this one ends. */
export async function lockPost(trx: Kysely<Tables>, engine: Engine, id: string) {
  return (
    trx
      .selectFrom('posts')
      .select([
        'id',
        'slug',
        'status',
        'version',
        'date',
        'created_at',
        'first_published_at',
        'mentions',
      ])
      .where('id', '=', id)
      // SQLite's transactions exclude one another; PostgreSQL needs a row lock.
      .$if(engine === 'postgres', (row) => row.forUpdate())
      .executeTakeFirst()
  );
}

export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>;

export const NO_SUCH_POST = fail({ kind: 'not-found', detail: 'There is no such post.' });

export function noSuchPost(slug: string): Result<never> {
  return fail({ kind: 'not-found', detail: `There is no post at "${slug}".` });
}
