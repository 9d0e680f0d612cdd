import { describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { START } from '../../../test/make-site.ts';
import { createPost, editPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { named, readXml, type XmlElement } from '../../../test/xml.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { readPostFile } from '../../transfer/markdown/post-file.ts';

import type { Post } from '../post.ts';
import { type PostDraft, postInputSchema } from '../post-input.ts';

const HOSTILE = `]]> </title><script>x()</script> & &amp; "q" 'a' \u0001\u0008\u007F\u0085\u2028\uFEFF\uFFFE \\ [b](c) \u{1F9EA}`;
const PATHS = ['/robots.txt', '/sitemap.xml', '/feed.xml', '/feed.json', '/llms.txt'];

const write = async ({ site }: TestApp, fields: Parameters<typeof input>[0]): Promise<Post> =>
  unwrap(await createPost(site, input(fields), { wasPublic: true }));

async function read(app: TestApp, path: string): Promise<string> {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

async function readFeed(app: TestApp) {
  return JSON.parse(await read(app, '/feed.json'));
}

describe('a feed or text for machines', () => {
  it('has its media type, is revalidated, and has a tag', async () => {
    const app = await makeApp();
    await write(app, { title: 'A post' });
    const types: Record<string, string> = {
      '/robots.txt': 'text/plain',
      '/sitemap.xml': 'application/xml',
      '/feed.xml': 'application/atom+xml',
      '/feed.json': 'application/feed+json',
      '/llms.txt': 'text/plain',
      '/blog/a-post.md': 'text/markdown',
    };
    for (const [path, type] of Object.entries(types)) {
      const full = await app.get(path);
      const tag = full.headers.get('ETag') ?? '';
      expect([path, tag]).toEqual([path, expect.stringMatching(/^"[^"]+"$/)]);
      const headers = { 'If-None-Match': `"x", ${tag}` };
      const responses = [full, await app.send('HEAD', path)];
      const known = await app.send('GET', path, { headers });
      for (const response of responses) {
        const contentType = response.headers.get('Content-Type');
        expect([path, response.status, contentType]).toEqual([path, 200, `${type}; charset=utf-8`]);
      }
      for (const response of [...responses, known]) {
        expect([path, response.headers.get('ETag')]).toEqual([path, tag]);
        expect([path, response.headers.get('Cache-Control')]).toEqual([path, SHARED]);
        expect([path, (await response.text()) === '']).toEqual([path, response !== full]);
      }
      expect([path, known.status]).toEqual([path, 304]);
    }
    const before = await app.get('/feed.xml');
    await write(app, { title: 'Another' });
    expect((await app.get('/feed.xml')).headers.get('ETag')).not.toBe(before.headers.get('ETag'));
  });

  it('is there before the first post, never contains a draft, and contains a scheduled post once it is due', async () => {
    const app = await makeApp();
    const texts = async () => (await Promise.all(PATHS.map((path) => read(app, path)))).join();
    expect(await texts()).toContain('No posts yet.');
    await write(app, { title: 'Drafted', status: 'draft' });
    await write(app, { title: 'Scheduled', publishDate: '2026-03-02T09:00:00Z' });
    await write(app, { title: 'Public' });
    expect(await texts()).not.toMatch(/drafted|scheduled/i);
    expect((await app.get('/blog/scheduled.md')).status).toBe(404);
    app.clock.advanceDays(1);
    expect(await texts()).not.toMatch(/drafted/i);
    for (const path of PATHS.slice(1)) expect(await read(app, path)).toContain('/blog/scheduled');
    expect((await app.get('/blog/scheduled.md')).status).toBe(200);
    const token = await app.signIn();
    expect((await app.get('/blog/drafted.md', token)).status).toBe(404);
  });
});

describe('the Atom feed', () => {
  it('has the newest twenty posts in full, and keeps the id of one that moves', async () => {
    const app = await makeApp();
    let newest: Post | null = null;
    for (let number = 1; number <= 21; number++) {
      newest = await write(app, { title: `Post ${number}`, content: `Body **${number}**` });
      app.clock.advance(1000);
    }
    unwrap(await editPost(app.site, 'post-21', input({ title: 'Moved', content: 'Body **21**' })));
    const feed = readXml(await read(app, '/feed.xml'));
    const [name, ...rest] = [feed.name, feed.attributes.xmlns, feed.attributes['xml:lang']];
    expect([name, ...rest]).toEqual(['feed', 'http://www.w3.org/2005/Atom', 'en-AU']);
    const one = (parent: XmlElement | undefined, child: string) => {
      const found = named(parent, child);
      expect([child, found.length]).toEqual([child, 1]);
      return found[0]?.text;
    };
    const blog = ['https://site.test/', 'Site Blog', 'What tests <write>.'];
    expect(['id', 'title', 'subtitle'].map((child) => one(feed, child))).toEqual(blog);
    expect(named(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ['self', 'https://site.test/feed.xml'],
      ['alternate', 'https://site.test/blog'],
    ]);
    const entries = named(feed, 'entry');
    expect(entries.map((entry) => one(entry, 'title'))).toEqual([
      'Moved',
      ...Array.from({ length: 19 }, (_, index) => `Post ${20 - index}`),
    ]);
    expect(one(feed, 'updated')).toBe('2026-03-01T09:00:21.000Z');
    for (const entry of entries) expect(one(entry, 'author')).toBe('Site AI');
    const [first] = entries;
    expect(['id', 'published', 'updated', 'content'].map((child) => one(first, child))).toEqual([
      `urn:uuid:${newest?.id}`,
      '2026-03-01T09:00:20.000Z',
      '2026-03-01T09:00:21.000Z',
      '<p>Body <strong>21</strong></p>',
    ]);
    expect(named(first, 'link')[0]?.attributes).toEqual({
      rel: 'alternate',
      type: 'text/html',
      href: 'https://site.test/blog/moved',
    });
    expect(named(first, 'content')[0]?.attributes).toEqual({ type: 'html' });
  });

  it('contains no relative URL', async () => {
    const app = await makeApp();
    await write(app, {
      title: 'Linked',
      coverImage: '/images/cover.svg',
      content:
        '# Heading\n\n[a](/platform?a=1&b=2) [b](#heading) [c](other) ![d](/images/d.png) <img src="e.png" srcset="/f.png 1x, g.png 2x">',
    });
    const [entry] = named(readXml(await read(app, '/feed.xml')), 'entry');
    const html = named(entry, 'content')[0]?.text ?? '';
    const addresses = [...html.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)].map(
      ([, value]) => value,
    );
    expect(addresses).toEqual([
      'https://site.test/images/cover.svg',
      'https://site.test/platform?a=1&#x26;b=2',
      'https://site.test/blog/linked#section-heading',
      'https://site.test/blog/other',
      'https://site.test/images/d.png',
      'https://site.test/blog/e.png',
      'https://site.test/f.png 1x, https://site.test/blog/g.png 2x',
    ]);
    expect((await readFeed(app)).items[0].content_html).toBe(html);
  });
});

it('the JSON feed is one of version 1.1, with posts in full', async () => {
  const app = await makeApp();
  const { id } = await write(app, {
    title: 'A post',
    description: 'About',
    tags: ['b', 'a'],
    coverImage: '/images/cover.svg',
    coverImageCaption: 'Cover',
    references: [{ title: '', url: 'https://a.test/', description: 'Why' }],
  });
  const item = {
    id: `urn:uuid:${id}`,
    url: 'https://site.test/blog/a-post',
    title: 'A post',
    summary: 'About',
    content_html:
      '<figure><img src="https://site.test/images/cover.svg" alt=""><figcaption>Cover</figcaption></figure><p>Text</p><h2>References</h2><ol><li><a href="https://a.test/">https://a.test/</a> Why</li></ol>',
    image: 'https://site.test/images/cover.svg',
    date_published: START,
    date_modified: START,
    authors: [{ name: 'Site AI' }],
    tags: ['b', 'a'],
  };
  expect(await readFeed(app)).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Site Blog',
    description: 'What tests <write>.',
    home_page_url: 'https://site.test/blog',
    feed_url: 'https://site.test/feed.json',
    icon: 'https://site.test/icon.png',
    language: 'en-AU',
    authors: [{ name: 'Site', url: 'https://site.test/' }],
    items: [item],
  });
});

it('the sitemap lists every page and every public post with its last change', async () => {
  const app = await makeApp();
  await write(app, { title: 'Older', publishDate: '2026-02-01T00:00:00Z' });
  await write(app, { title: 'Due', publishDate: '2026-03-01T12:00:00Z' });
  app.clock.advanceDays(1);
  const sitemap = readXml(await read(app, '/sitemap.xml'));
  expect([sitemap.name, sitemap.attributes.xmlns]).toEqual([
    'urlset',
    'http://www.sitemaps.org/schemas/sitemap/0.9',
  ]);
  const entries = sitemap.children.map((url) => url.children.map(({ text }) => text));
  expect(entries).toEqual([
    ['https://site.test/'],
    ['https://site.test/blog'],
    ['https://site.test/questions'],
    ['https://site.test/blog/older', START],
    ['https://site.test/blog/due', '2026-03-01T12:00:00.000Z'],
  ]);
});

describe('texts for crawlers', () => {
  it('open the site but for the admin area, and name the sitemap', async () => {
    const lines = (await read(await makeApp(), '/robots.txt')).split('\n');
    expect(lines.filter((line) => /^[a-z-]+:/i.test(line))).toEqual([
      'User-agent: *',
      'Disallow: /admin',
      'Allow: /',
      'Sitemap: https://site.test/sitemap.xml',
    ]);
  });

  it('say what the site is, and name its pages and its posts', async () => {
    const app = await makeApp();
    await write(app, { title: 'A post', description: 'About\n# it' });
    const text = await read(app, '/llms.txt');
    expect(text).toMatch(/^# Site\n\n> A site for tests\. It shows posts & pages\.\n/);
    expect(text).toContain('info@site.test');
    expect(text).toContain('- [Q & A](https://site.test/questions): Answers.\n');
    expect(text).toContain('- [A post](https://site.test/blog/a-post.md): About # it\n');
  });
});

describe('a post as Markdown', () => {
  const CONTENT = '# Title\r\n\r\n\ttext \\ % _ \' " \u00a0\u{1F9EA}\n\n---\n<b>x</b>  ';

  it('can be imported again: every field, and the content byte for byte', async () => {
    const app = await makeApp();
    const draft: PostDraft = {
      title: HOSTILE,
      slug: 'hostile',
      content: CONTENT,
      description: `${HOSTILE}\n---\n`,
      author: HOSTILE,
      tags: ['a, b', HOSTILE.trim()],
      coverImage: 'https://a.test/cover.png',
      coverImageCaption: HOSTILE,
      status: 'published',
      publishDate: '2026-02-01T00:00:00.000Z',
      references: [
        { title: HOSTILE, url: 'https://b.test/?c=1&d=2', description: '', type: 'book' },
        {
          title: '',
          url: 'https://c.test/',
          description: HOSTILE,
          type: 'article',
          key: 'a/b:c',
          csl: { type: 'book', title: '"]]>\\ \uFFFE \u2066', volume: '012' },
        },
      ],
      citationStyle: 'author-date',
      isResearch: true,
    };
    await write(app, { ...draft, title: HOSTILE });
    const response = await app.get('/blog/Hostile.md');
    expect(response.headers.get('Link')).toBe('<https://site.test/blog/hostile>; rel="canonical"');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(readPostFile(bytes, 'x.md')).toEqual({
      ok: true,
      input: postInputSchema.parse(draft),
    });
    expect(Buffer.from(bytes).toString().endsWith(`\n---\n${CONTENT}`)).toBe(true);
  });

  it('has absolute URLs above the text, is found at former slugs, and is a 404 where there is no post', async () => {
    const app = await makeApp();
    await write(app, { title: 'Old', coverImage: '/images/a.png' });
    const markdown = await read(app, '/blog/old.md');
    expect(markdown).toContain('\nurl: "https://site.test/blog/old"\n');
    expect(markdown).toContain('\ncoverImage: "https://site.test/images/a.png"\n');
    await editPost(app.site, 'old', input({ title: 'New' }));
    const former = await app.get('/blog/old.md');
    expect([former.status, former.headers.get('Location')]).toEqual([301, '/blog/new.md']);
    for (const slug of ['gone', '', 'a%2Fb']) {
      const missing = await app.get(`/blog/${slug}.md`);
      expect([slug, missing.status, missing.headers.get('ETag')]).toEqual([slug, 404, null]);
    }
  });
});
