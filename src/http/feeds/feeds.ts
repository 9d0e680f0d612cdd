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

const FEED_LENGTH = 20;
const LLMS_LENGTH = 100;

type FeedDeps = {
  services: Services;
  profile: SiteProfile;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
};

/** Feeds, sitemap, robots.txt, llms.txt, and posts as Markdown, of the public posts only. */
export function createFeeds({ services, profile, publicUrl }: FeedDeps) {
  const sitemap = createSitemap({ services, profile, publicUrl });
  // Per route: middleware of a mounted app would run for every later route.
  const tagged = etag();
  return new Hono()
    .get('/robots.txt', tagged, (c) => respond(c, 'text/plain', robots(publicUrl)))
    .get('/sitemap.xml', tagged, async (c) => respond(c, 'application/xml', await sitemap.whole()))
    .get('/:part{sitemap-[0-9]+\\.xml}', tagged, async (c) => {
      const part = await sitemap.part(Number(c.req.param('part').replace(/\D/g, '')));
      return part === null ? missing(c) : respond(c, 'application/xml', part);
    })
    .get('/feed.xml', tagged, async (c) => {
      const posts = await services.newestPosts(FEED_LENGTH);
      return respond(c, 'application/atom+xml', atomFeed(profile, publicUrl, posts));
    })
    .get('/feed.json', tagged, async (c) => {
      const posts = await services.newestPosts(FEED_LENGTH);
      return respond(
        c,
        'application/feed+json',
        JSON.stringify(jsonFeed(profile, publicUrl, posts)),
      );
    })
    .get('/llms.txt', tagged, async (c) => {
      const { posts } = await services.publishedPosts({ limit: LLMS_LENGTH });
      return respond(c, 'text/plain', llms(profile, publicUrl, posts));
    })
    .get('/blog/:file{[^/]*\\.md}', tagged, async (c) => {
      const slug = c.req.param('file').replace(/\.md$/, '');
      const post = await services.publishedPost(slug);
      if (post === null) return missing(c);
      if (post.slug !== slug.toLowerCase()) {
        c.header('Cache-Control', 'no-cache');
        return c.redirect(`/blog/${post.slug}.md`, 301);
      }
      // Search engines should index the page instead.
      c.header('Link', `<${publicUrl}/blog/${post.slug}>; rel="canonical"`);
      return respond(c, 'text/markdown', postAsMarkdown(post, publicUrl));
    });
}

function respond(c: Context, type: string, body: string): Response {
  return c.body(body, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': SHARED,
  });
}

function missing(c: Context): Response {
  return c.text('There is nothing here.\n', 404, { 'Cache-Control': 'no-cache' });
}
