import { DRAWING_HASH, findDrawing } from '../science/drawings/body-drawings.ts';
import { drawPng, rasterize } from '../science/drawings/draw-png.ts';
import { formulaOf } from '../science/math/formula-markup.ts';
import type { Site } from '../site.ts';
import type { WrittenElement } from '../text/read-tags.ts';
import { publishedPost } from './public-posts.ts';
import { findPostIdByAnySlug } from './rows.ts';

/** Twice the pixels of its size in a mail, for dense screens. */
const ZOOM = 2;

/** What a picture shows. */
export type PostDrawing = { svg: string } | { formula: ReturnType<typeof formulaOf> };

/**
 * A drawing or formula in a public post, or in an issue that was sent of it: mails keep their pictures when the post is
 * edited. Null where there is none.
 */
export async function findPostDrawing(
  site: Site,
  slug: string,
  hash: string,
): Promise<PostDrawing | null> {
  if (!DRAWING_HASH.test(hash)) return null;
  const post = await publishedPost(site, slug);
  const inPost = post === null ? null : findDrawing(hash, post.contentHtml);
  const found = inPost ?? (await findSent(site, slug, hash));
  if (found === null) return null;
  return found.name === 'math' ? { formula: formulaOf(found) } : { svg: found.outer };
}

export async function drawAsPng(
  { drawFormulas }: Site,
  drawing: PostDrawing,
): Promise<Uint8Array<ArrayBuffer>> {
  if ('svg' in drawing) return drawPng(drawing.svg, ZOOM);
  const [drawn] = await drawFormulas([drawing.formula]);
  if (drawn == null) throw new Error(`The formula ${drawing.formula.tex} cannot be drawn`);
  return rasterize(drawn.svg, ZOOM);
}

async function findSent(
  { db: { query } }: Site,
  slug: string,
  hash: string,
): Promise<WrittenElement | null> {
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
  return findDrawing(hash, ...bodies);
}
