import { type Context, Hono } from 'hono';
import { attachmentDisposition } from '../../media/attachment-url.ts';
import { type CitationFormat, writeCitation } from '../../science/references/writing.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import type { Site } from '../../site.ts';
import { CITE_FORMATS, type CitedPost, citedPath, citedVersion, postAsCsl } from '../cite-post.ts';
import { hasDataLink } from '../data-links.ts';
import { FIELD_NAMES } from '../fields.ts';
import { withFrontMatter, yamlReferences, yamlValue } from '../front-matter.ts';
import { lastModified, type ReadPost } from '../post.ts';
import { openPreviewLink, SECRET_HEADERS } from '../preview-link.ts';
import { newestPosts, publishedPost, publishedPostById, publishedPosts } from '../public-posts.ts';
import { noticeText } from '../record/notice.ts';
import { recordDocument } from '../record/record-document.ts';
import { recordNumber } from '../record/record-mark.ts';
import { type PublicRecord, publishedRecord, renderRecord } from '../record/records.ts';
import { articleHtml, coverUrl, feedAuthors } from './article.ts';
import { missing, tagged } from './pictures.ts';
import type { SiteProfile } from './profile.ts';
import { llms, postUrl, robots, sitemap, escapeMarkup as text } from './texts.ts';

/** `updated` is required, even in a feed without posts. */
const EPOCH = '1970-01-01T00:00:00.000Z';

/**
 * The posts as a JSON Feed (https://www.jsonfeed.org/version/1.1/), in full, in the order given. The ids must not change with
 * the slugs. Undefined fields are omitted.
 */
function jsonFeed(profile: SiteProfile, publicUrl: string, posts: readonly ReadPost[]) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: profile.blog.title,
    description: profile.blog.description,
    home_page_url: `${publicUrl}/blog`,
    feed_url: `${publicUrl}/feed.json`,
    icon: publicUrl + profile.icon,
    language: profile.language,
    authors: [{ name: profile.name, url: `${publicUrl}/` }],
    items: posts.map((post) => ({
      id: `urn:uuid:${post.id}`,
      url: postUrl(post, publicUrl),
      title: post.title,
      summary: post.description || undefined,
      content_html: articleHtml(post, publicUrl),
      image: coverUrl(post, publicUrl) ?? undefined,
      date_published: post.date,
      date_modified: lastModified(post),
      authors: feedAuthors(post, publicUrl),
      tags: post.tags,
    })),
  };
}

type JsonFeed = ReturnType<typeof jsonFeed>;

/** The same as an Atom feed (RFC 4287). */
function atomFeed(feed: JsonFeed): string {
  const { home_page_url: blog, authors, items } = feed;
  const updated = [EPOCH, ...items.map((item) => item.date_modified)].sort().at(-1);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${text(feed.language)}">
<id>${text(authors[0]?.url ?? '')}</id>
<title>${text(feed.title)}</title>
<subtitle>${text(feed.description)}</subtitle>
<updated>${updated}</updated>
${authors.map(person).join('\n')}
<icon>${text(feed.icon)}</icon>
<link rel="self" type="application/atom+xml" href="${text(feed.feed_url.replace(/json$/, 'xml'))}"/>
<link rel="alternate" type="text/html" href="${text(blog)}"/>
${items.map(entry).join('')}</feed>
`;
}

function entry(item: JsonFeed['items'][number]): string {
  const url = text(item.url);
  const categories = item.tags.map((tag) => `<category term="${text(tag)}"/>\n`).join('');
  const summary = item.summary === undefined ? '' : `<summary>${text(item.summary)}</summary>\n`;
  return `<entry>
<id>${text(item.id)}</id>
<title>${text(item.title)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<link rel="alternate" type="text/markdown" href="${url}.md"/>
<published>${item.date_published}</published>
<updated>${item.date_modified}</updated>
${item.authors.map(person).join('\n')}
${categories}${summary}<content type="html">${text(item.content_html)}</content>
</entry>
`;
}

function person({ name, url }: { name: string; url?: string }): string {
  const uri = url === undefined ? '' : `<uri>${text(url)}</uri>`;
  return `<author><name>${text(name)}</name>${uri}</author>`;
}

/** All downloads of data together may occupy as many render threads as one writer. */
const OWNER = 'downloads of data';

const FEED_LENGTH = 20;
const LLMS_LENGTH = 100;

export function createFeeds(site: Site, profile: SiteProfile) {
  const publicUrl = site.identity.url;

  function respondCitation(c: Context, cited: CitedPost, requested: string): Response {
    const format = requested.slice('cite.'.length) as CitationFormat;
    const url = publicUrl + citedPath(cited);
    const name = cited.slug + (cited.record === undefined ? '' : `-v${cited.record}`);
    const file = `${name}.${format}`;
    c.header('Content-Disposition', attachmentDisposition(file, file));
    c.header('Link', `<${url}>; rel="describes"`);
    const csl = postAsCsl(cited, url);
    return respond(c, CITE_FORMATS[format], writeCitation(format, name, csl));
  }

  /** Byte for byte as it was written. @param name the label of the block, or its number */
  async function respondData(c: Context, { id, content, contentHtml }: ReadPost, name: string) {
    if (!hasDataLink(contentHtml, id, name)) return missing(c);
    const body = await site.renderForReaders(content, { owner: OWNER });
    const csv = body?.dataFiles.find((file) => file.name === name)?.content;
    if (csv === undefined) return missing(c);
    const ascii = `${name.replace(/[^\w.-]/g, '_')}.csv`;
    c.header('Content-Disposition', attachmentDisposition(`${name}.csv`, ascii));
    return respond(c, 'text/csv', csv);
  }

  function at<T extends { slug: string }>(c: Context, slug: string, target: T | null) {
    if (target === null) return missing(c);
    if (target.slug === slug.toLowerCase()) return target;
    c.header('Cache-Control', 'no-cache');
    // As it was sent: what `c.req.path` has decoded may be no valid header.
    const { pathname } = new URL(c.req.url);
    return c.redirect(pathname.replace(/(?<=^\/blog\/).+?(?=\.md$|\/)/, target.slug), 301);
  }

  async function findPost(c: Context, slug: string): Promise<ReadPost | Response> {
    return at(c, slug, await publishedPost(site, slug));
  }

  async function findRecord(c: Context, name: string): Promise<PublicRecord | Response> {
    const slug = c.req.param('slug') ?? '';
    const number = recordNumber(name);
    return at(c, slug, number === null ? null : await publishedRecord(site, slug, number));
  }

  const routes = new Hono();

  function serve(path: string, type: string, write: () => string | Promise<string>): void {
    routes.get(path, tagged, async (c) => respond(c, type, await write()));
  }

  serve('/robots.txt', 'text/plain', () => robots(publicUrl));
  serve('/sitemap.xml', 'application/xml', () => sitemap(site, profile));
  const feed = async () => jsonFeed(profile, publicUrl, await newestPosts(site, FEED_LENGTH));
  serve('/feed.xml', 'application/atom+xml', async () => atomFeed(await feed()));
  serve('/feed.json', 'application/feed+json', async () => JSON.stringify(await feed()));
  serve('/llms.txt', 'text/plain', async () => {
    const { posts } = await publishedPosts(site, { limit: LLMS_LENGTH });
    return llms(profile, publicUrl, posts);
  });
  return (
    routes
      .get('/blog/:file{[^/]*\\.md}', tagged, async (c) => {
        const post = await findPost(c, c.req.param('file').replace(/\.md$/, ''));
        if (post instanceof Response) return post;
        // Search engines should index the page instead.
        c.header('Link', `<${publicUrl}/blog/${post.slug}>; rel="canonical"`);
        return respond(c, 'text/markdown', postAsMarkdown(post, publicUrl));
      })
      .get('/blog/:slug/:file{cite\\.(?:bib|ris|json)}', tagged, async (c) => {
        const { slug, file } = c.req.param();
        const post = await findPost(c, slug);
        return post instanceof Response ? post : respondCitation(c, citedVersion(post), file);
      })
      .get('/blog/:slug/:file{v[0-9]+\\.json}', tagged, async (c) => {
        const record = await findRecord(c, c.req.param('file').replace('.json', ''));
        if (record instanceof Response) return record;
        return respond(c, 'application/json', recordDocument(record, record.format));
      })
      .get('/blog/:slug/:record{v[0-9]+}/:file{cite\\.(?:bib|ris|json)}', tagged, async (c) => {
        const record = await findRecord(c, c.req.param('record'));
        if (record instanceof Response) return record;
        const { slug, authored, authors, date, notices, titlePrefix, number } = record;
        const title = titlePrefix + authored.title;
        const cited = { ...authored, authors, slug, title, date, notices, record: number };
        return respondCitation(c, cited, c.req.param('file'));
      })
      .get('/blog/:slug/:record{v[0-9]+}/data/:file{[^/]+\\.csv}', tagged, async (c) => {
        const name = c.req.param('file').replace(/\.csv$/, '');
        const record = await findRecord(c, c.req.param('record'));
        if (record instanceof Response) return record;
        const post = await renderRecord(site, record);
        const later = { 'Retry-After': '5' };
        if (post === null) return c.text('Please try again in a moment.\n', 503, later);
        return respondData(c, post, name);
      })
      // Pages lead to the id of the post, which stays; its slugs lead to the same data.
      .get('/blog/:post/data/:file{[^/]+\\.csv}', tagged, async (c) => {
        const [idOrSlug, name] = [c.req.param('post'), c.req.param('file').replace(/\.csv$/, '')];
        const post =
          (await publishedPostById(site, idOrSlug.toLowerCase())) ??
          (await publishedPost(site, idOrSlug));
        if (post === null) return missing(c);
        c.header('Link', `<${publicUrl}/blog/${post.slug}>; rel="describedby"`);
        return respondData(c, post, name);
      })
      // Of a post that is shared by a link. Its page leads here by `?data=`, since it does not hold the secret.
      .get('/preview/:token', async (c, next) => {
        const name = c.req.query('data')?.replace(/\.csv$/, '');
        if (name === undefined) return next();
        const opened = await openPreviewLink(site, c.req.param('token'));
        const response = opened === null ? missing(c) : await respondData(c, opened.post, name);
        for (const entry of Object.entries(SECRET_HEADERS)) response.headers.set(...entry);
        return response;
      })
  );
}

function respond(c: Context, type: string, body: string): Response {
  return c.body(body, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': SHARED });
}

const PLACED = new Set<string>(
  'title slug author description tags coverImage coverImageCaption references citationStyle'
    .split(' ')
    .concat('content', 'status', 'publishDate'),
);

/**
 * A post as a Markdown file: YAML front matter in the import format, then the content exactly as its author
 * wrote it, which may be HTML.
 */
function postAsMarkdown(post: ReadPost, publicUrl: string): string {
  const { citationStyle, tags, references, notices = [] } = post;
  const style = citationStyle === 'numbered' ? '' : citationStyle;
  const others = FIELD_NAMES.filter((name) => !PLACED.has(name)).map((name) => [name, post[name]]);
  const stated = [['citationStyle', style], ...others].filter(([, value]) => value);
  const told = notices.map((notice) => noticeText(notice, notice.date));
  const fields = {
    title: yamlValue(post.title),
    slug: yamlValue(post.slug),
    url: yamlValue(postUrl(post, publicUrl)),
    date: yamlValue(post.date),
    updated: yamlValue(post.updated_at),
    ...(told.length === 0 ? {} : { notices: yamlValue(told) }),
    author: yamlValue(post.author),
    description: yamlValue(post.description),
    tags: `[${tags.map(yamlValue).join(', ')}]`,
    coverImage: yamlValue(coverUrl(post, publicUrl) ?? ''),
    coverImageCaption: yamlValue(post.coverImageCaption),
    ...(references.length === 0 ? {} : { references: yamlReferences(references) }),
    ...Object.fromEntries(stated.map(([name, value]) => [name, yamlValue(value)])),
  };
  return withFrontMatter(fields, post.content);
}
