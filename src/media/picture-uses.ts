import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../server/db/connect.ts';
import type { Tables } from '../server/db/tables.ts';
import { lockTransaction } from '../server/db/transaction.ts';
import { fail, type Result } from '../server/failure.ts';
import { attributesOf, readTags } from '../server/html/read-tags.ts';
import { PICTURE_LIMITS, parsePictureUrl, referencedPictures } from './picture-url.ts';

export const pictureUseSchema = z.object({
  kind: z.enum(['post', 'author']),
  slug: z.string(),
  title: z.string(),
  isInTrash: z.boolean(),
});
export type PictureUse = z.output<typeof pictureUseSchema>;

/** Reads what uses pictures, by picture id: posts by title, also those in the trash, then authors. */
export type ReadPictureUses = (
  query: Kysely<Tables>,
  ids: readonly string[],
) => Promise<(id: string) => PictureUse[]>;

/** A save that uses a picture and its removal come one after the other. */
export function lockLibrary(trx: Kysely<Tables>, engine: Engine): Promise<void> {
  return lockTransaction(trx, engine, 'library');
}

/** Only pictures that were removed within the day: URLs that never existed are allowed. */
export async function refuseRemovedPictures(
  trx: Kysely<Tables>,
  engine: Engine,
  { content, coverImage }: { content: string; coverImage: string },
): Promise<Result<never> | null> {
  const used = referencedPictures(content, coverImage);
  if (used.length > 0) await lockLibrary(trx, engine);
  for (const ids of inBatches(used)) {
    const removed = await trx
      .selectFrom('picture_operations')
      .select('picture_id')
      .where('picture_id', 'in', ids)
      .where('kind', '=', 'removed')
      .executeTakeFirst();
    if (removed === undefined) continue;
    const detail = `The picture or file /media/${removed.picture_id}/… has been removed from the library. Remove it from the text, or upload it again.`;
    return fail({ kind: 'conflict', detail });
  }
  return null;
}

/** SQLite takes 32,766 values in a statement, PostgreSQL 65,535; a text of a million characters may hold 25,000 pictures. */
export function inBatches(ids: readonly string[]): string[][] {
  const size = 10_000;
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, batch) =>
    ids.slice(batch * size, (batch + 1) * size),
  );
}

/**
 * In its public and its latest version, frozen ones, and the introduction of the issue that waits.
 * To be called in the transaction that writes one of them, with the post locked.
 */
export async function recordPictureUses(query: Kysely<Tables>, id: string): Promise<void> {
  const versions = await query
    .selectFrom('posts')
    .innerJoin('post_versions', 'post_id', 'posts.id')
    .select(['content', 'cover_image'])
    .where('posts.id', '=', id)
    .where(({ eb, or, ref, selectFrom }) =>
      or([
        eb('version', '=', ref('latest_version')),
        eb('version', '=', ref('public_version')),
        eb('version', 'in', selectFrom('post_records').select('version').where('post_id', '=', id)),
      ]),
    )
    .execute();
  const issues = await query
    .selectFrom('newsletter_issues')
    .select('introduction')
    .where(({ and }) => and({ post_id: id, state: 'scheduled' }))
    .execute();
  const texts = [
    ...versions.flatMap(({ content, cover_image }) => [content, cover_image]),
    ...issues.map(({ introduction }) => introduction),
  ];
  await query.deleteFrom('post_pictures').where('post_id', '=', id).execute();
  for (const ids of inBatches(referencedPictures(...texts))) {
    await query
      .insertInto('post_pictures')
      .values(ids.map((picture) => ({ post_id: id, picture_id: picture })))
      .execute();
  }
}

export async function describePictures(query: Kysely<Tables>, html: string): Promise<void> {
  const described = new Map<string, string>();
  for (const tag of readTags(html)) {
    const { src = '', alt = '' } =
      tag.name === 'img' ? Object.fromEntries(attributesOf(html, tag)) : {};
    const id = parsePictureUrl(src)?.id;
    if (id === undefined || alt === '' || alt.length > PICTURE_LIMITS.alt) continue;
    if (!described.has(id)) described.set(id, alt);
  }
  const pictures = query.selectFrom('pictures').select('id').where('alt', '=', '');
  for (const ids of inBatches([...described.keys()])) {
    for (const { id } of await pictures.where('id', 'in', ids).execute()) {
      const undescribed = query.updateTable('pictures').where('id', '=', id).where('alt', '=', '');
      await undescribed.set({ alt: described.get(id) ?? '' }).execute();
    }
  }
}
