import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { Services } from '../../domain/services.ts';
import { SHARED } from '../cache/cache-control.ts';
import { atomFeed } from './atom.ts';
import { jsonFeed } from './json-feed.ts';
import { llms } from './llms.ts';
import { postAsMarkdown } from './markdown.ts';
import type { SiteProfile } from './profile.ts';
import { robots } from './robots.ts';
import { createSitemap } from './sitemap.ts';

/** Posts of a feed. */
const FEED_LENGTH = 20;
/** Posts that the summary for language models names. */
const SUMMARY_LENGTH = 100;

type Parts = {
  services: Services;
  profile: SiteProfile;
  /** The site's own address, without a trailing slash. */
  publicUrl: string;
};

/** What machines read of the site. Drafts are in none of it, and scheduled posts once they are due. */
export function createFeeds({ services, profile, publicUrl }: Parts) {
  const sitemap = createSitemap({ services, profile, publicUrl });
  // On each route, since a mounted app's own middleware would run for every address after it.
  const tagged = etag();
  return new Hono()
    .get('/robots.txt', tagged, (c) => answer(c, 'text/plain', robots(publicUrl)))
    .get('/sitemap.xml', tagged, async (c) => answer(c, 'application/xml', await sitemap.whole()))
    .get('/:part{sitemap-[0-9]+\\.xml}', tagged, async (c) => {
      const part = await sitemap.part(Number(c.req.param('part').replace(/\D/g, '')));
      return part === null ? missing(c) : answer(c, 'application/xml', part);
    })
    .get('/feed.xml', tagged, async (c) => {
      const posts = await services.newestPosts(FEED_LENGTH);
      return answer(c, 'application/atom+xml', atomFeed(profile, publicUrl, posts));
    })
    .get('/feed.json', tagged, async (c) => {
      const posts = await services.newestPosts(FEED_LENGTH);
      return answer(
        c,
        'application/feed+json',
        JSON.stringify(jsonFeed(profile, publicUrl, posts)),
      );
    })
    .get('/llms.txt', tagged, async (c) => {
      const { posts } = await services.publishedPosts({ limit: SUMMARY_LENGTH });
      return answer(c, 'text/plain', llms(profile, publicUrl, posts));
    })
    .get('/blog/:file{[^/]*\\.md}', tagged, async (c) => {
      const slug = c.req.param('file').replace(/\.md$/, '');
      const post = await services.publishedPost(slug);
      if (post === null) return missing(c);
      if (post.slug !== slug.toLowerCase()) {
        c.header('Cache-Control', 'no-cache');
        return c.redirect(`/blog/${post.slug}.md`, 301);
      }
      // The page is what search engines should show.
      c.header('Link', `<${publicUrl}/blog/${post.slug}>; rel="canonical"`);
      return answer(c, 'text/markdown', postAsMarkdown(post, publicUrl));
    });
}

function answer(c: Context, type: string, body: string): Response {
  return c.body(body, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': SHARED,
  });
}

function missing(c: Context): Response {
  return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
}
