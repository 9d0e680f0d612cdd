import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Services } from '../domain/services.ts';
import { createShareImages } from '../domain/share-images/share-images.ts';
import type { SiteProfile } from './feeds/profile.ts';

type Parts = {
  services: Pick<Services, 'publishedPost'>;
  profile: Pick<SiteProfile, 'name' | 'tagline' | 'pages'>;
};

/**
 * The pictures that social networks show beside a link: `share.png` below the address of every page
 * and of every public post. The query is for networks alone, which keep a picture by its whole
 * address; it changes with the title (`src/web/seo.ts`).
 */
export function createShareImageRoutes({ services, profile }: Parts) {
  const { name, tagline, pages } = profile;
  const shareImage = createShareImages();
  // On each route, since a mounted app's own middleware would run for every address after it.
  const tagged = etag();
  const routes = new Hono();

  async function answer(c: Context, subject: { title: string; name: string }): Promise<Response> {
    const picture = await shareImage({ ...subject, site: { name, tagline } });
    return c.body(picture, 200, {
      'Content-Type': 'image/png',
      'Content-Length': String(picture.byteLength),
      'Cache-Control': 'public, max-age=3600',
    });
  }

  for (const { canonical, headline } of pages) {
    const address = canonical === '/' ? '/share.png' : `${canonical}/share.png`;
    routes.get(address, tagged, (c) => answer(c, { title: headline, name: canonical }));
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
    return answer(c, { title: post.title, name: post.slug });
  });
  return routes;
}
