import { DRAWING_HASH } from '../science/drawings/body-drawings.ts';
import { drawPng, findPicture } from '../science/drawings/draw-png.ts';
import type { Site } from '../site.ts';
import { publishedPost } from './public-posts.ts';
import { findPostIdByAnySlug } from './rows.ts';

/** Twice the pixels of its size in a mail, for dense screens. */
const ZOOM = 2;

/**
 * The file of a drawing or formula in a public post, or in an issue that was sent of it: mails keep their pictures when the post is
 * edited. Null where there is none.
 */
export async function findPostDrawing(
  site: Site,
  slug: string,
  hash: string,
): Promise<string | null> {
  if (!DRAWING_HASH.test(hash)) return null;
  const post = await publishedPost(site, slug);
  const inPost = post === null ? null : findPicture(hash, post.contentHtml);
  return inPost ?? findSent(site, slug, hash);
}

export function drawAsPng(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return drawPng(file, ZOOM);
}

async function findSent(
  { db: { query } }: Site,
  slug: string,
  hash: string,
): Promise<string | null> {
  const id = await findPostIdByAnySlug(query, slug);
  const issues = await query
    .selectFrom('newsletter_issues')
    .select(['content_html', 'introduction_html'])
    .where('state', '=', 'sent')
    .where(({ or, eb }) =>
      or([eb('slug', '=', slug.toLowerCase()), ...(id === null ? [] : [eb('post_id', '=', id)])]),
    )
    .orderBy('sent_at', 'desc')
    .execute();
  const bodies = issues.flatMap((issue) => [issue.content_html, issue.introduction_html]);
  return findPicture(hash, ...bodies);
}
