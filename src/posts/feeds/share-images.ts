import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { DrawShareImage } from '../../media/share-images/share-image.ts';
import { publicMolecules } from '../../science/molecules/molecules.ts';
import { cachePictures } from '../../server/http/cache/picture-cache.ts';
import type { Site } from '../../site.ts';
import { authorPage } from '../authors/authors.ts';
import { publishedPost } from '../public-posts.ts';
import type { SiteProfile } from './profile.ts';

const NOTHING = 'There is nothing here.\n';

/** About 270 images. */
const CACHE_BYTES = 32 * 1024 * 1024;

type ShareImageOptions = {
  site: Site;
  profile: Pick<SiteProfile, 'name' | 'tagline' | 'pages'>;
  drawShareImage: DrawShareImage;
};

/**
 * Open Graph images: `share.png` below the path of every page, public post, author and molecule. `src/ui/seo.ts` appends a
 * query that changes with the title, since social networks cache an image by its URL.
 */
export function createShareImageRoutes({ site, profile, drawShareImage }: ShareImageOptions) {
  const { name, tagline, pages } = profile;
  const shareImage = cachePictures(drawShareImage, CACHE_BYTES);
  // Per route: middleware of a mounted app would run for every later route.
  const tagged = etag();
  const routes = new Hono();

  async function respond(c: Context, subject: { title: string; name: string } | null) {
    if (subject === null) return c.text(NOTHING, 404, { 'Cache-Control': 'no-cache' });
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
