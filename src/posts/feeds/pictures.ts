import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { DrawShareImage } from '../../media/share-images/share-image.ts';
import { DRAWING_HASH } from '../../science/drawings/body-drawings.ts';
import { drawPng, findPicture } from '../../science/drawings/draw-png.ts';
import { publicMolecules } from '../../science/molecules/molecules.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { cachePictures } from '../../server/http/cache/picture-cache.ts';
import type { Site } from '../../site.ts';
import { authorPage } from '../authors/authors.ts';
import { publishedPost } from '../public-posts.ts';
import { findPostIdByAnySlug } from '../rows.ts';
import type { SiteProfile } from './profile.ts';

/** About 270 share images. */
const SHARE_CACHE_BYTES = 32 * 1024 * 1024;
const DRAWING_CACHE_BYTES = 16 * 1024 * 1024;

/** Twice the pixels of a drawing's size in a mail, for dense screens. */
const ZOOM = 2;

// Per route: middleware of a mounted app would run for every later route.
export const tagged = etag();

export function missing(c: Context): Response {
  return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
}

type ShareImageOptions = {
  site: Site;
  profile: Pick<SiteProfile, 'name' | 'tagline' | 'pages'>;
  drawShareImage: DrawShareImage;
};

/**
 * `share.png` below the path of every page, public post, author and molecule. `src/ui/seo.ts`
 * appends a query that changes with the title, since social networks cache an image by its URL.
 */
export function createShareImageRoutes({ site, profile, drawShareImage }: ShareImageOptions) {
  const { name, tagline, pages } = profile;
  const shareImage = cachePictures(drawShareImage, SHARE_CACHE_BYTES);
  const routes = new Hono();

  async function respond(c: Context, subject: { title: string; name: string } | null) {
    if (subject === null) return missing(c);
    const picture = await shareImage({ ...subject, site: { name, tagline } });
    return c.body(picture, 200, {
      'Content-Type': 'image/png',
      'Content-Length': String(picture.byteLength),
      'Cache-Control': 'public, max-age=3600',
    });
  }

  for (const { canonical, headline } of pages) {
    const path = canonical === '/' ? '/share.png' : `${canonical}/share.png`;
    routes.get(path, tagged, (c) => respond(c, { title: headline, name: canonical }));
  }
  routes.get('/blog/:slug/share.png', tagged, async (c) => {
    const post = await publishedPost(site, c.req.param('slug'));
    if (post === null || post.slug === c.req.param('slug').toLowerCase())
      return respond(c, post && { title: post.title, name: post.slug });
    c.header('Cache-Control', 'no-cache');
    return c.redirect(`/blog/${post.slug}/share.png`, 301);
  });
  routes.get('/authors/:author/share.png', tagged, async (c) => {
    const author = await authorPage(site, c.req.param('author'));
    return respond(c, author && { title: author.name, name: author.slug });
  });
  routes.get('/molecules/:inchikey/share.png', tagged, async (c) => {
    const key = c.req.param('inchikey').toUpperCase();
    const found = (await publicMolecules(site)).find(({ inchikey }) => inchikey === key);
    return respond(c, found ? { title: found.name ?? found.formula, name: key } : null);
  });
  return routes;
}

/** The drawings of public posts and sent issues as PNG: mail programs and feed readers show no SVG. */
export function createDrawingRoutes(site: Site) {
  const draw = cachePictures((file: string) => drawPng(file, ZOOM), DRAWING_CACHE_BYTES);
  return new Hono().get('/blog/:slug/drawings/:file{[0-9a-f]+\\.png}', tagged, async (c) => {
    const { slug, file } = c.req.param();
    const drawing = await findDrawing(site, slug, file.replace(/\.png$/, ''));
    if (drawing === null) return missing(c);
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
