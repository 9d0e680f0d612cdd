import { describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost, editPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { readPostFile } from '../../transfer/markdown/post-file.ts';

import type { Post } from '../post.ts';
import { type PostDraft, postInputSchema } from '../post-input.ts';

const HOSTILE = `]]> </title><script>x()</script> & &amp; "q" 'a' \u0001\u0008\u007F\u0085\u2028\uFEFF\uFFFE \\ [b](c) \u{1F9EA}`;
const PATHS = ['/robots.txt', '/sitemap.xml', '/feed.xml', '/feed.json', '/llms.txt'];

const write = async ({ site }: TestApp, fields: Parameters<typeof input>[0], number?: number) => {
  const id = number === undefined ? undefined : `00000000-0000-4000-8000-00000000000${number}`;
  return unwrap(await createPost(site, input(fields), { wasPublic: true, id }));
};

async function read(app: TestApp, path: string): Promise<string> {
  const response = await app.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
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

describe('what is sent to machines', () => {
  it('is what stands in the file: every page and post, the newest in full, with absolute URLs', async () => {
    const app = await makeApp();
    await write(
      app,
      { title: 'Older', publishDate: '2026-02-01T00:00:00Z', content: '**Body**' },
      1,
    );
    const linked = {
      title: 'Linked',
      description: 'About\n# it',
      tags: ['b', 'a'],
      coverImage: '/images/cover.svg',
      coverImageCaption: 'Cover',
      content:
        '# Heading\n\n[a](/platform?a=1&b=2) [b](#heading) [c](other) ![d](/images/d.png) <img src="e.png" srcset="/f.png 1x, g.png 2x">',
      references: [{ title: '', url: 'https://a.test/', description: 'Why' }],
    };
    await write(app, linked, 2);
    await write(app, { title: 'Due', publishDate: '2026-03-01T12:00:00Z' }, 3);
    app.clock.advanceDays(1);
    unwrap(await editPost(app.site, 'older', input({ title: 'Moved', content: '**Body**' })));
    for (const path of [...PATHS, '/blog/linked.md']) {
      const file = `expected/${path.split('/').at(-1)}`.replace('.json', '.json.txt');
      await expect(await read(app, path), path).toMatchFileSnapshot(file);
    }
  });

  it('is of the newest twenty posts', async () => {
    const app = await makeApp();
    for (let number = 1; number <= 21; number++) {
      await write(app, { title: `Post ${number}` });
      app.clock.advance(1000);
    }
    const expected = Array.from({ length: 20 }, (_, index) => `Post ${21 - index}`);
    const { items } = JSON.parse(await read(app, '/feed.json'));
    expect(items.map(({ title }: Post) => title)).toEqual(expected);
    const titles = (await read(app, '/feed.xml')).matchAll(/<title>(Post \d+)</g);
    expect([...titles].map(([, title]) => title)).toEqual(expected);
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

  it('is found at former slugs, and is a 404 where there is no post', async () => {
    const app = await makeApp();
    await write(app, { title: 'Old' });
    await editPost(app.site, 'old', input({ title: 'New' }));
    const former = await app.get('/blog/old.md');
    expect([former.status, former.headers.get('Location')]).toEqual([301, '/blog/new.md']);
    for (const slug of ['gone', '', 'a%2Fb']) {
      const missing = await app.get(`/blog/${slug}.md`);
      expect([slug, missing.status, missing.headers.get('ETag')]).toEqual([slug, 404, null]);
    }
  });
});
