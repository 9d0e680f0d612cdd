import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Services } from '../domain/services.ts';
import { createShareImages } from '../domain/share-images/share-images.ts';
import type { SiteProfile } from './feeds/profile.ts';

type ShareImageDeps = {
  services: Pick<Services, 'publishedPost'>;
  profile: Pick<SiteProfile, 'name' | 'tagline' | 'pages'>;
};

/**
 * Open Graph images: `share.png` below the path of every page and public post. `src/web/seo.ts` appends a
 * query that changes with the title, since social networks cache an image by its URL.
 */
export function createShareImageRoutes({ services, profile }: ShareImageDeps) {
  const { name, tagline, pages } = profile;
  const shareImage = createShareImages();
  // Per route: middleware of a mounted app would run for every later route.
  const tagged = etag();
  const routes = new Hono();

  async function respond(c: Context, subject: { title: string; name: string }): Promise<Response> {
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
    const slug = c.req.param('slug');
    const post = await services.publishedPost(slug);
    if (post === null) {
      return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
    }
    if (post.slug !== slug.toLowerCase()) {
      return c.redirect(`/blog/${post.slug}/share.png`, 301);
    }
    return respond(c, { title: post.title, name: post.slug });
  });
  return routes;
}
