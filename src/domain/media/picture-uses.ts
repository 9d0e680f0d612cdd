import type { Kysely } from 'kysely';
import type { Engine } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result } from '../../failure.ts';
import type { Post } from '../posts/post.ts';
import { referencedPictures } from './picture-url.ts';

/** A post that uses a picture. */
export type PictureUse = Pick<Post, 'slug' | 'title'>;

/**
 * Locks the rows of pictures until the transaction ends: `to use` is shared, `to delete` exclusive. SQLite's
 * write transactions exclude one another anyway.
 */
export async function lockPictures(
  trx: Kysely<Tables>,
  engine: Engine,
  ids: readonly string[],
  purpose: 'to use' | 'to delete',
): Promise<void> {
  if (engine === 'sqlite') return;
  await trx
    .selectFrom('pictures')
    .select('id')
    .where('id', 'in', ids)
    .$if(purpose === 'to use', (rows) => rows.forKeyShare())
    .$if(purpose === 'to delete', (rows) => rows.forUpdate())
    .execute();
}

/**
 * Fails when a post to be saved uses a picture that was removed within the hour, and locks its other pictures
 * until the transaction ends. URLs of pictures that never existed are allowed.
 */
export async function refuseRemovedPictures(
  trx: Kysely<Tables>,
  engine: Engine,
  { content, coverImage }: Pick<Post, 'content' | 'coverImage'>,
): Promise<Result<never> | null> {
  for (const ids of inBatches(referencedPictures(content, coverImage))) {
    await lockPictures(trx, engine, ids, 'to use');
    const removed = await trx
      .selectFrom('picture_operations')
      .select('picture_id')
      .where('picture_id', 'in', ids)
      .where('kind', 'in', ['removal', 'removed'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('pictures').whereRef('id', '=', 'picture_id').select('pictures.id'))),
      )
      .executeTakeFirst();
    if (removed === undefined) continue;
    const detail = `The picture /media/${removed.picture_id}/… has been removed from the library. Take it out of the text, or upload it again.`;
    return fail({ kind: 'conflict', detail });
  }
  return null;
}

/** SQLite takes 32,766 values in a statement, PostgreSQL 65,535; a text of a million characters may hold 25,000 pictures. */
function inBatches(ids: readonly string[]): string[][] {
  const size = 10_000;
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, batch) =>
    ids.slice(batch * size, (batch + 1) * size),
  );
}

/** Records which pictures a post uses, in the transaction that saves it. */
export async function recordPictureUses(query: Kysely<Tables>, post: Post): Promise<void> {
  await query.deleteFrom('post_pictures').where('post_id', '=', post.id).execute();
  for (const ids of inBatches(referencedPictures(post.content, post.coverImage))) {
    await query
      .insertInto('post_pictures')
      .values(ids.map((picture) => ({ post_id: post.id, picture_id: picture })))
      .execute();
  }
}

/** The posts that use pictures, by picture id, sorted by title. */
export async function readPictureUses(
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<(id: string) => PictureUse[]> {
  const rows =
    ids.length === 0
      ? []
      : await query
          .selectFrom('post_pictures')
          .innerJoin('posts', 'posts.id', 'post_pictures.post_id')
          .select(['post_pictures.picture_id', 'posts.slug', 'posts.title'])
          .where('post_pictures.picture_id', 'in', ids)
          .orderBy('posts.title')
          .orderBy('posts.id')
          .execute();
  const uses = Map.groupBy(rows, (row) => row.picture_id);
  return (id) => (uses.get(id) ?? []).map(({ slug, title }) => ({ slug, title }));
}
