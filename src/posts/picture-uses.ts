import type { ReadPictureUses } from '../media/picture-uses.ts';
import { selectShownVersions } from './version-rows.ts';

export const readPictureUses: ReadPictureUses = async (query, ids) => {
  const rows =
    ids.length === 0
      ? []
      : await selectShownVersions(query)
          .innerJoin('post_pictures', 'post_pictures.post_id', 'posts.id')
          .select(['picture_id', 'posts.slug', 'title', 'status'])
          .where('picture_id', 'in', ids)
          .orderBy('title')
          .orderBy('posts.id')
          .execute();
  const uses = Map.groupBy(rows, (row) => row.picture_id);
  return (id) =>
    (uses.get(id) ?? []).map(({ slug, title, status }) => ({
      slug,
      title,
      isInTrash: status === 'trash',
    }));
};
