import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { DRAWING_HASH } from '../../science/drawings/body-drawings.ts';
import { drawPng, findPicture } from '../../science/drawings/draw-png.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { cachePictures } from '../../server/http/cache/picture-cache.ts';
import type { Site } from '../../site.ts';
import { publishedPost } from '../public-posts.ts';
import { findPostIdByAnySlug } from '../rows.ts';

const CACHE_BYTES = 16 * 1024 * 1024;

/** Twice the pixels of its size in a mail, for dense screens. */
const ZOOM = 2;

/** The drawings of public posts and sent issues as PNG: mail programs and feed readers show no SVG. */
export function createDrawingRoutes(site: Site) {
  const draw = cachePictures((file: string) => drawPng(file, ZOOM), CACHE_BYTES);
  return new Hono().get('/blog/:slug/drawings/:file{[0-9a-f]+\\.png}', etag(), async (c) => {
    const { slug, file } = c.req.param();
    const drawing = await findDrawing(site, slug, file.replace(/\.png$/, ''));
    if (drawing === null) {
      return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
    }
    return c.body(await draw(drawing), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': SHARED,
      // Mail programs show pictures in pages of another origin.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
}

/** The file of a drawing or formula in a public post, or in an issue that was sent of it: mails keep their pictures when it is edited. */
async function findDrawing(site: Site, slug: string, hash: string): Promise<string | null> {
  if (!DRAWING_HASH.test(hash)) return null;
  const post = await publishedPost(site, slug);
  const inPost = post === null ? null : findPicture(hash, post.contentHtml);
  if (inPost !== null) return inPost;
  const { query } = site.db;
  const id = await findPostIdByAnySlug(query, slug);
  const issues = await query
    .selectFrom('newsletter_issues')
    .select(['content_html', 'introduction_html'])
    .where('state', '=', 'sent')
    .where(({ or, eb }) => or([eb('slug', '=', slug.toLowerCase()), eb('post_id', '=', id ?? '')]))
    .orderBy('sent_at', 'desc')
    .execute();
  return findPicture(
    hash,
    ...issues.flatMap((issue) => [issue.content_html, issue.introduction_html]),
  );
}
