import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { readTable } from '../../../test/read-table.ts';
import { createPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { RenderPage } from '../../app/http/pages.ts';

import { postInputSchema } from '../../posts/post-input.ts';

const PAGE = `<!doctype html><title>Page</title><p>${'A sentence of a page. '.repeat(200)}</p>`;

const renderPage: RenderPage = async ({ url }) =>
  new Response(new URL(url).pathname === '/short' ? 'short' : PAGE, {
    status: new URL(url).pathname === '/missing' ? 404 : 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });

/** Bypasses the check of responses against the OpenAPI document, which cannot decode encodings. */
function ask({ app }: TestApp, path: string, headers: Record<string, string>, method = 'GET') {
  return app.request(path, { method, headers });
}

async function read(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer());
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;
  const encoding = response.headers.get('Content-Encoding');
  if (encoding === null) return body.toString();
  return decoders[encoding as keyof typeof decoders](body).toString();
}

const encodingOf = (response: Response) => response.headers.get('Content-Encoding');

async function writePost(app: TestApp, title: string, status: 'draft' | 'published') {
  const content = 'A sentence about a measurement. '.repeat(100);
  const draft = { title, slug: title.toLowerCase(), content, status };
  unwrap(await createPost(app.site, postInputSchema.parse(draft)));
}

describe('a page over a slow line', () => {
  it('is sent in the encoding that is preferred, and is complete', async () => {
    const app = await makeApp({ renderPage });
    for (const [accepted = '', encoding] of readTable(new URL('encodings.tsv', import.meta.url))) {
      const response = await ask(app, '/', { 'Accept-Encoding': accepted });
      expect([accepted, `${encodingOf(response)}`]).toEqual([accepted, encoding]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        vary: 'Authorization, Accept-Encoding',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      const length = Number(response.headers.get('Content-Length') ?? PAGE.length);
      expect(length < PAGE.length / 5).toBe(encoding !== 'null');
      expect(await read(response)).toBe(PAGE);
    }
  });

  it('is compressed also with a 404, and not when it is short', async () => {
    const app = await makeApp({ renderPage });
    const missing = await ask(app, '/missing', { 'Accept-Encoding': 'br' });
    expect([missing.status, encodingOf(missing), await read(missing)]).toEqual([404, 'br', PAGE]);
    const short = await ask(app, '/short', { 'Accept-Encoding': 'br' });
    expect([encodingOf(short), await read(short)]).toEqual([null, 'short']);
    const head = await ask(app, '/', { 'Accept-Encoding': 'br' }, 'HEAD');
    const vary = 'Authorization, Accept-Encoding';
    expect([head.status, head.headers.get('Vary'), await head.text()]).toEqual([200, vary, '']);
  });
});

it('a no-store response is not compressed, since its length would leak secrets', async () => {
  const app = await makeApp({ renderPage });
  const token = await app.signIn();
  for (const number of [1, 2, 3, 4, 5]) await writePost(app, `Draft${number}`, 'draft');
  const paths = ['/', '/api/admin/blog/posts', '/api/blog/posts/draft1'];
  for (const path of paths) {
    const response = await app.send('GET', path, { token, headers: { 'Accept-Encoding': 'br' } });
    expect([path, response.status, encodingOf(response)]).toEqual([path, 200, null]);
    expect((await response.text()).length).toBeGreaterThan(1024);
  }
});

it('an unchanged feed is a 304 in every encoding', async () => {
  const app = await makeApp();
  await writePost(app, 'Public', 'published');
  for (const path of ['/feed.xml', '/feed.json', '/api/blog/posts/public']) {
    const plain = await ask(app, path, {});
    const small = await ask(app, path, { 'Accept-Encoding': 'gzip' });
    expect([path, encodingOf(plain), encodingOf(small)]).toEqual([path, null, 'gzip']);
    expect(await read(small)).toBe(await plain.text());
    expect(small.headers.get('Content-Type')).toBe(plain.headers.get('Content-Type'));
    expect(plain.headers.get('Vary')).toContain('Accept-Encoding');
  }
  const plain = await ask(app, '/feed.xml', {});
  const small = await ask(app, '/feed.xml', { 'Accept-Encoding': 'br' });
  const tag = small.headers.get('ETag') ?? '';
  expect(tag).toBe(`W/${plain.headers.get('ETag')}`);
  const known = await ask(app, '/feed.xml', { 'Accept-Encoding': 'br', 'If-None-Match': tag });
  expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', tag]);
  expect(known.headers.get('Vary')).toContain('Accept-Encoding');
});
