import { referencedPictures } from '../media/picture-url.ts';
import type { PictureUse, ReadPictureUses } from '../media/picture-uses.ts';
import { readAuthors } from './authors/author-rows.ts';
import { selectShownVersions } from './stored-post.ts';

export const readPictureUses: ReadPictureUses = async (query, ids) => {
  if (ids.length === 0) return () => [];
  const rows = await selectShownVersions(query)
    .innerJoin('post_pictures', 'post_pictures.post_id', 'posts.id')
    .select(['picture_id', 'posts.slug', 'title', 'status'])
    .where('picture_id', 'in', ids)
    .orderBy('title')
    .orderBy('posts.id')
    .execute();
  const posts = Map.groupBy(rows, (row) => row.picture_id);
  const authors = Map.groupBy(
    (await readAuthors(query)).filter(({ picture }) => picture !== ''),
    ({ picture }) => referencedPictures(picture)[0],
  );
  return (id) => [
    ...(posts.get(id) ?? []).map((post): PictureUse => {
      const { slug, title, status } = post;
      return { kind: 'post', slug, title, isInTrash: status === 'trash' };
    }),
    ...(authors.get(id) ?? []).map(
      ({ slug, name }): PictureUse => ({ kind: 'author', slug, title: name, isInTrash: false }),
    ),
  ];
};
