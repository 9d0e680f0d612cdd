import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { attachmentDisposition } from '../../media/attachment-name.ts';
import type { Molecules } from '../../science/molecules/molecules.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { type CitedPost, type CiteFormat, citedPath, citedVersion } from '../cite-post.ts';
import type { Posts } from '../posts.ts';
import { recordDocument } from '../record/record-document.ts';
import { recordNumber, recordPath } from '../record/record-mark.ts';
import type { PublicRecord } from '../record/records.ts';
import { atomFeed } from './atom.ts';
import { citeFile, isCiteFormat } from './cite.ts';
import { jsonFeed } from './json-feed.ts';
import { llms } from './llms.ts';
import { postAsMarkdown } from './markdown.ts';
import type { SiteProfile } from './profile.ts';
import { robots } from './robots.ts';
import { createSitemap } from './sitemap.ts';

const FEED_LENGTH = 20;
const LLMS_LENGTH = 100;

type FeedDeps = {
  services: { posts: Posts; molecules: Molecules };
  profile: SiteProfile;
  /** The site's origin, without a trailing slash. */
  publicUrl: string;
};

/** Feeds, sitemap, robots.txt, llms.txt, posts as Markdown and the data in them, of the public posts only. */
export function createFeeds({ services, profile, publicUrl }: FeedDeps) {
  const sitemap = createSitemap({ services, profile, publicUrl });
  function respondCitation(c: Context, cited: CitedPost, format: CiteFormat): Response {
    const { type, body } = citeFile(cited, format, { profile, publicUrl });
    const name = `${cited.slug}${cited.record === undefined ? '' : `-v${cited.record}`}.${format}`;
    c.header('Content-Disposition', attachmentDisposition(name, name));
    c.header('Link', `<${publicUrl}${citedPath(cited)}>; rel="describes"`);
    return respond(c, type, body);
  }

  /** The frozen version that a URL names, or the answer where it is elsewhere or nowhere. */
  async function findRecord(c: Context, name: string): Promise<PublicRecord | Response> {
    const slug = c.req.param('slug') ?? '';
    const number = recordNumber(name);
    const record = number === null ? null : await services.posts.publishedRecord(slug, number);
    if (record === null) return missing(c);
    if (record.slug === slug.toLowerCase()) return record;
    c.header('Cache-Control', 'no-cache');
    // As it was sent: what `c.req.path` has decoded may be no valid header.
    const { pathname } = new URL(c.req.url);
    return c.redirect(pathname.replace(/^\/blog\/[^/]+/, `/blog/${record.slug}`), 301);
  }

  // Per route: middleware of a mounted app would run for every later route.
  const tagged = etag();
  return (
    new Hono()
      .get('/robots.txt', tagged, (c) => respond(c, 'text/plain', robots(publicUrl)))
      .get('/sitemap.xml', tagged, async (c) =>
        respond(c, 'application/xml', await sitemap.whole()),
      )
      .get('/:part{sitemap-[0-9]+\\.xml}', tagged, async (c) => {
        const part = await sitemap.part(Number(c.req.param('part').replace(/\D/g, '')));
        return part === null ? missing(c) : respond(c, 'application/xml', part);
      })
      .get('/feed.xml', tagged, async (c) => {
        const posts = await services.posts.newestPosts(FEED_LENGTH);
        return respond(c, 'application/atom+xml', atomFeed(profile, publicUrl, posts));
      })
      .get('/feed.json', tagged, async (c) => {
        const posts = await services.posts.newestPosts(FEED_LENGTH);
        return respond(
          c,
          'application/feed+json',
          JSON.stringify(jsonFeed(profile, publicUrl, posts)),
        );
      })
      .get('/llms.txt', tagged, async (c) => {
        const { posts } = await services.posts.publishedPosts({ limit: LLMS_LENGTH });
        return respond(c, 'text/plain', llms(profile, publicUrl, posts));
      })
      .get('/blog/:file{[^/]*\\.md}', tagged, async (c) => {
        const slug = c.req.param('file').replace(/\.md$/, '');
        const post = await services.posts.publishedPost(slug);
        if (post === null) return missing(c);
        if (post.slug !== slug.toLowerCase()) {
          c.header('Cache-Control', 'no-cache');
          return c.redirect(`/blog/${post.slug}.md`, 301);
        }
        // Search engines should index the page instead.
        c.header('Link', `<${publicUrl}/blog/${post.slug}>; rel="canonical"`);
        return respond(c, 'text/markdown', postAsMarkdown(post, publicUrl));
      })
      .get('/blog/:slug/:file{cite\\.(?:bib|ris|json)}', tagged, async (c) => {
        const [slug, file] = [c.req.param('slug'), c.req.param('file')];
        const format = file.slice('cite.'.length);
        const post = await services.posts.publishedPost(slug);
        if (post === null || !isCiteFormat(format)) return missing(c);
        if (post.slug !== slug.toLowerCase()) {
          c.header('Cache-Control', 'no-cache');
          return c.redirect(`/blog/${post.slug}/${file}`, 301);
        }
        return respondCitation(c, citedVersion(post), format);
      })
      .get('/blog/:slug/:file{v[0-9]+\\.json}', tagged, async (c) => {
        const record = await findRecord(c, c.req.param('file').replace('.json', ''));
        if (record instanceof Response) return record;
        c.header(
          'Link',
          `<${publicUrl}${recordPath(record.slug, record.number)}>; rel="describes"`,
        );
        c.header(
          'Repr-Digest',
          `sha-256=:${Buffer.from(record.sha256, 'hex').toString('base64')}:`,
        );
        return respond(c, 'application/json', recordDocument(record, record.format));
      })
      .get('/blog/:slug/:record{v[0-9]+}/:file{cite\\.(?:bib|ris|json)}', tagged, async (c) => {
        const format = c.req.param('file').slice('cite.'.length);
        const record = await findRecord(c, c.req.param('record'));
        if (record instanceof Response) return record;
        if (!isCiteFormat(format)) return missing(c);
        const { slug, authored, authors, date, notices, titlePrefix, number } = record;
        const title = titlePrefix + authored.title;
        return respondCitation(
          c,
          { ...authored, authors, slug, title, date, notices, record: number },
          format,
        );
      })
      .get('/blog/:slug/:record{v[0-9]+}/data/:file{[^/]+\\.csv}', tagged, async (c) => {
        const name = c.req.param('file').replace(/\.csv$/, '');
        const record = await findRecord(c, c.req.param('record'));
        if (record instanceof Response) return record;
        const post = await services.posts.renderRecord(record);
        if (post === null)
          return c.text('Please try again in a moment.\n', 503, { 'Retry-After': '5' });
        const csv = await services.posts.postData(post, name);
        if (csv === null) return missing(c);
        nameDownload(c, name);
        return respond(c, 'text/csv', csv);
      })
      // Pages lead to the id of the post; its slugs lead to the same data.
      .get('/blog/:post/data/:file{[^/]+\\.csv}', tagged, async (c) => {
        const [idOrSlug, name] = [c.req.param('post'), c.req.param('file').replace(/\.csv$/, '')];
        const post =
          (await services.posts.publishedPostById(idOrSlug.toLowerCase())) ??
          (await services.posts.publishedPost(idOrSlug));
        if (post === null) return missing(c);
        if (![post.id, post.slug].includes(idOrSlug.toLowerCase())) {
          c.header('Cache-Control', 'no-cache');
          return c.redirect(`/blog/${post.id}/data/${encodeURIComponent(name)}.csv`, 301);
        }
        const csv = await services.posts.postData(post, name);
        if (csv === null) return missing(c);
        c.header('Link', `<${publicUrl}/blog/${post.slug}>; rel="describedby"`);
        nameDownload(c, name);
        return respond(c, 'text/csv', csv);
      })
      // Of a post that is shared by a link. Its page leads here by `?data=`, since it does not hold the secret.
      .get('/preview/:token', async (c, next) => {
        const name = c.req.query('data')?.replace(/\.csv$/, '');
        if (name === undefined) return next();
        const opened = await services.posts.openPreviewLink(c.req.param('token'));
        const csv = opened === null ? null : await services.posts.postData(opened.post, name);
        c.header('Cache-Control', 'private, no-store');
        c.header('X-Robots-Tag', 'noindex, nofollow');
        c.header('Referrer-Policy', 'no-referrer');
        if (csv === null) return c.text(MISSING, 404);
        nameDownload(c, name);
        return c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' });
      })
  );
}

function nameDownload(c: Context, name: string): void {
  const ascii = `${name.replace(/[^\w.-]/g, '_')}.csv`;
  c.header('Content-Disposition', attachmentDisposition(`${name}.csv`, ascii));
}

function respond(c: Context, type: string, body: string): Response {
  return c.body(body, 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': SHARED,
  });
}

const MISSING = 'There is nothing here.\n';

function missing(c: Context): Response {
  return c.text(MISSING, 404, { 'Cache-Control': 'no-cache' });
}
