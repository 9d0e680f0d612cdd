import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.ts';
import { fail, type Result } from '../../failure.ts';
import type { Post } from '../posts/post.ts';
import { referencedPictures } from './picture-url.ts';

/** A post that uses a picture. */
export type PictureUse = Pick<Post, 'slug' | 'title'> & { isInTrash: boolean };

/**
 * Locks the rows of pictures and attachments until the transaction ends: `to use` is shared, `to delete` exclusive. SQLite's
 * write transactions exclude one another anyway.
 */
export async function lockPictures(
  trx: Kysely<Tables>,
  engine: Engine,
  ids: readonly string[],
  purpose: 'to use' | 'to delete',
): Promise<void> {
  if (engine === 'sqlite') return;
  for (const table of ['pictures', 'attachments'] as const) {
    await trx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids)
      .$if(purpose === 'to use', (rows) => rows.forKeyShare())
      .$if(purpose === 'to delete', (rows) => rows.forUpdate())
      .execute();
  }
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
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('attachments').whereRef('id', '=', 'picture_id').select('attachments.id'),
          ),
        ),
      )
      .executeTakeFirst();
    if (removed === undefined) continue;
    const detail = `The picture or file /media/${removed.picture_id}/… has been removed from the library. Take it out of the text, or upload it again.`;
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

/**
 * Records which pictures a post uses: publicly, in its unpublished changes, or in the introduction of the issue that
 * waits to be sent. To be called in the transaction that saves one of them, with the post locked.
 */
export async function recordPictureUses(
  query: Kysely<Tables>,
  post: Pick<Post, 'id' | 'content' | 'coverImage'>,
): Promise<void> {
  const changes = await query
    .selectFrom('unpublished_changes')
    .select(['content', 'cover_image as coverImage'])
    .where('post_id', '=', post.id)
    .execute();
  const issues = await query
    .selectFrom('scheduled_issues')
    .select('introduction')
    .where('post_id', '=', post.id)
    .execute();
  const texts = [
    ...[post, ...changes].flatMap(({ content, coverImage }) => [content, coverImage]),
    ...issues.map(({ introduction }) => introduction),
  ];
  await query.deleteFrom('post_pictures').where('post_id', '=', post.id).execute();
  for (const ids of inBatches(referencedPictures(...texts))) {
    await query
      .insertInto('post_pictures')
      .values(ids.map((picture) => ({ post_id: post.id, picture_id: picture })))
      .execute();
  }
}

/** The posts that use pictures, by picture id, sorted by title; also those in the trash. */
export async function readPictureUses(
  query: Kysely<Tables>,
  ids: readonly string[],
): Promise<(id: string) => PictureUse[]> {
  const rows =
    ids.length === 0
      ? []
      : await query
          // One statement: a post moves into the trash, and back, in one transaction.
          .selectFrom(({ selectFrom }) =>
            selectFrom('post_pictures')
              .innerJoin('posts', 'posts.id', 'post_pictures.post_id')
              .select(['picture_id', 'posts.id', 'posts.slug', 'posts.title'])
              .select(sql<number>`0`.as('trashed'))
              .where('picture_id', 'in', ids)
              .unionAll(
                selectFrom('trashed_pictures')
                  .innerJoin('trashed_posts', 'trashed_posts.id', 'trashed_pictures.post_id')
                  .select(['picture_id', 'trashed_posts.id', 'slug', 'title'])
                  .select(sql<number>`1`.as('trashed'))
                  .where('picture_id', 'in', ids),
              )
              .as('uses'),
          )
          .select(['picture_id', 'slug', 'title', 'trashed'])
          .orderBy('title')
          .orderBy('id')
          .execute();
  const uses = Map.groupBy(rows, (row) => row.picture_id);
  return (id) =>
    (uses.get(id) ?? []).map(({ slug, title, trashed }) => ({
      slug,
      title,
      isInTrash: trashed === 1,
    }));
}
