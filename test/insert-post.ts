import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '../src/server/db/tables.ts';

type Fields = Partial<
  Pick<Insertable<Tables['posts']>, 'slug' | 'date' | 'created_at' | 'first_published_at'> &
    Omit<Insertable<Tables['post_versions']>, 'post_id'>
> & { id: string; status?: 'published' | 'draft' };

const INSTANT = '2026-01-01T00:00:00.000Z';

/** Inserts a post of one version as rows, without what a save writes beside them. Fields that are not named are plain. */
export async function insertPost(
  query: Kysely<Tables>,
  {
    id,
    status = 'published',
    date = INSTANT,
    created_at = INSTANT,
    first_published_at,
    ...fields
  }: Fields,
): Promise<void> {
  const { slug = id, version = 1 } = fields;
  await query
    .insertInto('posts')
    .values({
      id,
      slug,
      status,
      date,
      created_at,
      first_published_at: first_published_at ?? null,
      latest_version: version,
      public_version: status === 'published' ? version : null,
      next_version: version + 1,
    })
    .execute();
  await query
    .insertInto('post_versions')
    .values({
      post_id: id,
      version,
      saved_at: INSTANT,
      slug,
      title: id,
      description: '',
      author: 'A',
      cover_image: '',
      cover_image_caption: '',
      tags: '[]',
      references: '[]',
      published_at: status === 'published' ? INSTANT : null,
      content: 'Text',
      content_html: '<p>Text</p>',
      text: 'Text',
      renderer: 0,
      ...fields,
    })
    .execute();
}
