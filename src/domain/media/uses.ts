import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { Post } from '../posts/post.ts';
import { namedPictures } from './address.ts';

/** A post that shows a picture. */
export type PictureUse = Pick<Post, 'slug' | 'title'>;

/** Keeps which pictures a post names, in the transaction that saves it. */
export async function recordPictureUses(query: Kysely<Tables>, post: Post): Promise<void> {
  await query.deleteFrom('post_pictures').where('post_id', '=', post.id).execute();
  const named = namedPictures(post.content, post.coverImage);
  if (named.length === 0) return;
  await query
    .insertInto('post_pictures')
    .values(named.map((picture) => ({ post_id: post.id, picture_id: picture })))
    .execute();
}

/** The posts that name some pictures, by picture id and in the order of their titles. */
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
