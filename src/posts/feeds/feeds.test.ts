import { describe, expect, it } from 'vitest';
import { makeApp, PROFILE, START, type TestApp } from '../../../test/make-app.ts';
import { named, readXml, type XmlElement } from '../../../test/xml.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { readPostFile } from '../../transfer/markdown/post-file.ts';
import { type Post, slugify } from '../post.ts';
import { type PostDraft, postInputSchema } from '../post-input.ts';
import { createSitemap } from './sitemap.ts';

const HOSTILE = `]]> </title><script>x()</script> & &amp; "q" 'a' \u0001\u0008\u007F\u0085\u2028\uFEFF\uFFFE \\ [b](c) \u{1F9EA}`;
/** Characters that XML forbids. */
const NOT_XML = ['\u0001', '\u0008', '\uFFFE'];
const PATHS = ['/robots.txt', '/sitemap.xml', '/feed.xml', '/feed.json', '/llms.txt'];

async function write(app: TestApp, fields: Partial<PostDraft> & { title: string }): Promise<Post> {
  const draft = { slug: slugify(fields.title), content: 'Text', ...fields };
  const created = await app.services.posts.createPost(postInputSchema.parse(draft), {
    wasPublic: true,
  });
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  return created.value;
}

async function read(app: TestApp, path: string): Promise<string> {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

async function readFeed(app: TestApp) {
  return JSON.parse(await read(app, '/feed.json'));
}

function locations(document: XmlElement): string[] {
  return document.children.map((entry) => named(entry, 'loc')[0]?.text ?? '');
}

describe('a feed or text for machines', () => {
  it('has its media type, is revalidated, and has a tag', async () => {
    const app = await makeApp();
    await write(app, { title: 'A post' });
    const types: Record<string, string> = {
      '/robots.txt': 'text/plain; charset=utf-8',
      '/sitemap.xml': 'application/xml; charset=utf-8',
      '/feed.xml': 'application/atom+xml; charset=utf-8',
      '/feed.json': 'application/feed+json; charset=utf-8',
      '/llms.txt': 'text/plain; charset=utf-8',
      '/blog/a-post.md': 'text/markdown; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types)) {
      const full = await app.get(path);
      const tag = full.headers.get('ETag') ?? '';
      expect([path, full.status, full.headers.get('Content-Type')]).toEqual([path, 200, type]);
      expect([path, full.headers.get('Cache-Control')]).toEqual([path, SHARED]);
      expect([path, tag]).toEqual([path, expect.stringMatching(/^"[^"]+"$/)]);
      expect(await full.text()).not.toBe('');

      const head = await app.send('HEAD', path);
      expect([path, head.status, await head.text()]).toEqual([path, 200, '']);
      expect([path, head.headers.get('ETag')]).toEqual([path, tag]);
      expect([path, head.headers.get('Content-Type')]).toEqual([path, type]);

      const known = await app.send('GET', path, { headers: { 'If-None-Match': `"x", ${tag}` } });
      expect([path, known.status, await known.text()]).toEqual([path, 304, '']);
      expect([path, known.headers.get('ETag')]).toEqual([path, tag]);
      expect([path, known.headers.get('Cache-Control')]).toEqual([path, SHARED]);
    }
    const before = await app.get('/feed.xml');
    await write(app, { title: 'Another' });
    expect((await app.get('/feed.xml')).headers.get('ETag')).not.toBe(before.headers.get('ETag'));
  });

  it('is there before the first post', async () => {
    const app = await makeApp();
    const feed = readXml(await read(app, '/feed.xml'));
    expect(named(feed, 'entry')).toEqual([]);
    expect(named(feed, 'updated')).toHaveLength(1);
    expect((await readFeed(app)).items).toEqual([]);
    expect(locations(readXml(await read(app, '/sitemap.xml')))).toHaveLength(PROFILE.pages.length);
    expect(await read(app, '/llms.txt')).toContain('No posts yet.');
  });

  it('never contains a draft, and contains a scheduled post once it is due', async () => {
    const app = await makeApp();
    await write(app, { title: 'Drafted', status: 'draft' });
    await write(app, { title: 'Scheduled', publishDate: '2026-03-02T09:00:00Z' });
    await write(app, { title: 'Public' });
    const texts = async () => (await Promise.all(PATHS.map((path) => read(app, path)))).join();
    expect(await texts()).not.toMatch(/drafted|scheduled/i);
    expect((await app.get('/blog/scheduled.md')).status).toBe(404);
    app.clock.advanceDays(1);
    expect(await texts()).not.toMatch(/drafted/i);
    for (const path of PATHS.slice(1)) expect(await read(app, path)).toContain('/blog/scheduled');
    expect((await app.get('/blog/scheduled.md')).status).toBe(200);
    const token = await app.signIn();
    expect((await app.get('/blog/drafted.md', token)).status).toBe(404);
  });

  it('stays well-formed whatever a title, a tag or a caption contains', async () => {
    const app = await makeApp();
    await write(app, {
      title: HOSTILE,
      slug: 'hostile',
      description: HOSTILE,
      author: HOSTILE,
      tags: [HOSTILE],
      coverImage: '/images/a"b&c.png',
      coverImageCaption: HOSTILE,
      content: `<p title="a > b">${HOSTILE}</p>`,
      references: [{ title: HOSTILE, url: 'https://a.test/?b=1&c="', description: HOSTILE }],
    });
    const printable = NOT_XML.reduce((all, one) => all.replaceAll(one, '\uFFFD'), HOSTILE);
    const [entry] = named(readXml(await read(app, '/feed.xml')), 'entry');
    const texts = ['title', 'author', 'summary'].map((name) => named(entry, name)[0]?.text);
    expect(texts).toEqual([printable, printable, printable]);
    expect(named(entry, 'category')[0]?.attributes).toEqual({ term: printable });
    const html = named(entry, 'content')[0]?.text;
    expect(html).not.toContain('<script');
    expect(html).toContain('src="https://site.test/images/a&quot;b&amp;c.png"');
    const { items } = await readFeed(app);
    expect(items[0]).toMatchObject({ title: HOSTILE, summary: HOSTILE, tags: [HOSTILE] });
    readXml(await read(app, '/sitemap.xml'));
    const lines = (await read(app, '/llms.txt')).split('\n');
    expect(lines.filter((line) => line.includes('/blog/hostile.md'))).toEqual([
      expect.stringMatching(
        /^- \[.*\\\[b\\\]\(c\).*\]\(https:\/\/site\.test\/blog\/hostile\.md\): /,
      ),
    ]);
    expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(3);
  });
});

describe('the Atom feed', () => {
  it('has what RFC 4287 requires, and the newest twenty posts in full', async () => {
    const app = await makeApp();
    for (let number = 1; number <= 21; number++) {
      await write(app, { title: `Post ${number}`, content: `Body **${number}**` });
      app.clock.advance(1000);
    }
    const feed = readXml(await read(app, '/feed.xml'));
    const [name, ...rest] = [feed.name, feed.attributes.xmlns, feed.attributes['xml:lang']];
    expect([name, ...rest]).toEqual(['feed', 'http://www.w3.org/2005/Atom', 'en-AU']);
    const one = (parent: XmlElement | undefined, child: string) => {
      const found = named(parent, child);
      expect([child, found.length]).toEqual([child, 1]);
      return found[0]?.text;
    };
    expect([one(feed, 'id'), one(feed, 'title'), one(feed, 'subtitle')]).toEqual([
      'https://site.test/',
      'Site Blog',
      'What tests <write>.',
    ]);
    expect(named(feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ['self', 'https://site.test/feed.xml'],
      ['alternate', 'https://site.test/blog'],
    ]);
    const entries = named(feed, 'entry');
    expect(entries.map((entry) => one(entry, 'title'))).toEqual(
      Array.from({ length: 20 }, (_, index) => `Post ${21 - index}`),
    );
    expect(one(feed, 'updated')).toBe(one(entries[0], 'updated'));
    expect(new Set(entries.map((entry) => one(entry, 'id'))).size).toBe(20);
    for (const entry of entries) {
      expect(one(entry, 'id')).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
      expect(one(entry, 'author')).toBe('Site AI');
      for (const date of ['published', 'updated']) {
        expect(one(entry, date)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      }
    }
    const [newest] = entries;
    expect(named(newest, 'link')[0]?.attributes).toEqual({
      rel: 'alternate',
      type: 'text/html',
      href: 'https://site.test/blog/post-21',
    });
    expect(named(newest, 'content')[0]?.attributes).toEqual({ type: 'html' });
    expect(one(newest, 'content')).toBe('<p>Body <strong>21</strong></p>');
  });

  it('keeps the id of a post that moves, and says when it was changed', async () => {
    const app = await makeApp();
    const post = await write(app, { title: 'Old' });
    app.clock.advanceDays(1);
    const moved = postInputSchema.parse({ title: 'New', slug: 'new', content: 'Text' });
    expect((await app.services.posts.editPost('old', moved)).ok).toBe(true);
    const [entry] = named(readXml(await read(app, '/feed.xml')), 'entry');
    expect(['id', 'published', 'updated'].map((name) => named(entry, name)[0]?.text)).toEqual([
      `urn:uuid:${post.id}`,
      START,
      '2026-03-02T09:00:00.000Z',
    ]);
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

describe('the JSON feed', () => {
  it('is one of version 1.1, with posts in full', async () => {
    const app = await makeApp();
    const { id } = await write(app, {
      title: 'A post',
      description: 'About',
      tags: ['b', 'a'],
      coverImage: '/images/cover.svg',
      coverImageCaption: 'Cover',
      references: [{ title: '', url: 'https://a.test/', description: 'Why' }],
    });
    expect(await readFeed(app)).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Site Blog',
      description: 'What tests <write>.',
      home_page_url: 'https://site.test/blog',
      feed_url: 'https://site.test/feed.json',
      icon: 'https://site.test/icon.png',
      language: 'en-AU',
      authors: [{ name: 'Site', url: 'https://site.test/' }],
      items: [
        {
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
        },
      ],
    });
  });
});

describe('the sitemap', () => {
  it('lists every page and every public post with its last change', async () => {
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
    for (const path of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-99999999999999999999.xml']) {
      expect([path, (await app.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('is split into parts that contain every URL once, when there are too many for one', async () => {
    const app = await makeApp();
    for (let number = 0; number < 9; number++) await write(app, { title: `Post ${number}` });
    const parts = { services: app.services, profile: PROFILE, publicUrl: 'https://site.test' };
    const all = locations(readXml(await createSitemap(parts, 12).whole()));
    expect(new Set(all).size).toBe(12);
    for (const limit of [1, 2, 4, 5, 11]) {
      const sitemap = createSitemap(parts, limit);
      const index = readXml(await sitemap.whole());
      expect(index.name).toBe('sitemapindex');
      expect(locations(index)).toEqual(
        Array.from(
          { length: Math.ceil(12 / limit) },
          (_, at) => `https://site.test/sitemap-${at + 1}.xml`,
        ),
      );
      const numbers = index.children.map((_, at) => at + 1);
      const found = await Promise.all(
        numbers.map(async (number) => locations(readXml((await sitemap.part(number)) ?? ''))),
      );
      expect(found.flat()).toEqual(all);
      expect(Math.max(...found.map((part) => part.length))).toBe(limit);
      expect(await sitemap.part(0)).toBeNull();
      expect(await sitemap.part(numbers.length + 1)).toBeNull();
    }
  });

  it('reads many posts in batches, and misses none', async () => {
    const entries = Array.from({ length: 4_500 }, (_, number) => ({
      slug: `post-${number}`,
      lastModified: START,
    }));
    const goes: number[] = [];
    const molecules = { publicMoleculeCount: async () => 0, moleculeSitemap: async () => [] };
    const posts = {
      authors: async () => [],
      publishedPostCount: async () => entries.length,
      sitemapEntries: async (wanted: {
        limit: number;
        offset?: number | undefined;
        after?: { id: string } | undefined;
      }) => {
        const from = wanted.offset ?? Number(wanted.after?.id);
        goes.push(from);
        const end = from + wanted.limit;
        return {
          entries: entries.slice(from, end),
          next: end > entries.length ? null : { date: START, id: `${end}` },
        };
      },
    };
    const sitemap = createSitemap({
      services: { posts, molecules },
      profile: { pages: [] },
      publicUrl: '',
    });
    expect(locations(readXml(await sitemap.whole()))).toEqual(
      entries.map(({ slug }) => `/blog/${slug}`),
    );
    expect(goes).toEqual([0, 2_000, 4_000]);
  });
});

describe('robots.txt', () => {
  it('opens the site to every crawler but for the admin area, and names the sitemap', async () => {
    const lines = (await read(await makeApp(), '/robots.txt')).split('\n');
    expect(lines.filter((line) => /^[a-z-]+:/i.test(line))).toEqual([
      'User-agent: *',
      'Disallow: /admin',
      'Allow: /',
      'Sitemap: https://site.test/sitemap.xml',
    ]);
  });
});

describe('llms.txt', () => {
  it('says what the site is, and names its pages and its posts', async () => {
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

  it('contains HTML as it was written, and absolute URLs above it', async () => {
    const app = await makeApp();
    const content = '<p>Written <a href="/platform">as HTML</a></p>\n';
    await write(app, { title: 'A', content, coverImage: '/images/a.png' });
    expect(await read(app, '/blog/a.md')).toBe(`---
title: "A"
slug: "a"
url: "https://site.test/blog/a"
date: "${START}"
updated: "${START}"
author: "Site AI"
description: ""
tags: []
coverImage: "https://site.test/images/a.png"
coverImageCaption: ""
---
${content}`);
  });

  it('is found at former slugs, and is a 404 where there is no post', async () => {
    const app = await makeApp();
    await write(app, { title: 'Old' });
    const moved = postInputSchema.parse({ title: 'New', slug: 'new', content: 'Text' });
    await app.services.posts.editPost('old', moved);
    const former = await app.get('/blog/old.md');
    expect([former.status, former.headers.get('Location')]).toEqual([301, '/blog/new.md']);
    for (const path of ['/blog/gone.md', '/blog/.md', '/blog/a%00b.md', '/blog/a%2Fb.md']) {
      const missing = await app.get(path);
      expect([path, missing.status]).toEqual([path, 404]);
    }
    expect((await app.get('/blog/gone.md')).headers.get('ETag')).toBeNull();
  });
});
