import { describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const KIB = 1024;

/** Routes with a body, and its limit in bytes. */
const WITH_BODY = [
  ['POST', '/api/contact', 64 * KIB],
  ['POST', '/api/waitlist', 64 * KIB],
  ['POST', '/api/admin/login', 64 * KIB],
  ['POST', '/api/admin/blog/posts', 2 * KIB * KIB],
  ['PUT', '/api/admin/blog/posts/a', 2 * KIB * KIB],
] as const;

async function detailOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as Record<string, unknown>;
  expect(Object.keys(body)).toEqual(['detail']);
  return body.detail;
}

/** A JSON object of exactly `bytes` bytes. */
function jsonOf(bytes: number): string {
  return JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) });
}

/** A body that is sent in chunks, without a Content-Length. */
function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = bytes.subarray(sent, sent + 16 * KIB);
      sent += piece.length;
      if (piece.length === 0) controller.close();
      else controller.enqueue(piece);
    },
  });
}

describe.each(WITH_BODY)('%s %s', (method, path, limit) => {
  async function signedIn(): Promise<{ app: TestApp; token: string }> {
    const app = await makeApp();
    return { app, token: await app.signIn() };
  }

  it('answers malformed JSON with 400', async () => {
    const { app, token } = await signedIn();
    for (const body of ['{', '', '{"a":1}}', "{'a':1}", '{"a":\u00a01', 'undefined']) {
      const response = await app.send(method, path, { token, headers: JSON_TYPE, body });
      expect([body, response.status]).toEqual([body, 400]);
      expect(await detailOf(response)).toEqual(expect.any(String));
    }
    expect(app.errors).toEqual([]);
  });

  it('answers bytes that are not UTF-8 with 400, instead of replacing them', async () => {
    const { app, token } = await signedIn();
    const body = Buffer.concat([Buffer.from('{"name":"caf'), Buffer.of(0xe9), Buffer.from('"}')]);
    const response = await app.send(method, path, { token, headers: JSON_TYPE, body });
    expect(response.status).toBe(400);
  });

  it('answers another type than JSON with 415', async () => {
    const { app, token } = await signedIn();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json',
      'json',
      '',
    ]) {
      const headers = { 'Content-Type': type };
      const response = await app.send(method, path, { token, headers, body: '{}' });
      expect([type, response.status]).toEqual([type, 415]);
      expect(await detailOf(response)).toEqual(expect.any(String));
    }
    expect(app.errors).toEqual([]);
  });

  it('takes JSON with parameters and in any letter case', async () => {
    const { app, token } = await signedIn();
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset=UTF-8',
    ]) {
      const headers = { 'Content-Type': type };
      const response = await app.send(method, path, { token, headers, body: '{}' });
      expect([type, response.status]).toEqual([type, 422]);
    }
  });

  it('answers JSON that is no object with 422 at the body itself', async () => {
    const { app, token } = await signedIn();
    for (const body of ['null', '[]', '"text"', '7', 'true']) {
      const response = await app.send(method, path, { token, headers: JSON_TYPE, body });
      expect([body, response.status]).toEqual([body, 422]);
      expect(await detailOf(response)).toEqual([
        { loc: ['body'], msg: expect.any(String), type: expect.any(String) },
      ]);
    }
  });

  it('answers deeply nested JSON like any other', async () => {
    const { app, token } = await signedIn();
    const body = `{"tags":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const response = await app.send(method, path, { token, headers: JSON_TYPE, body });
    expect([400, 422]).toContain(response.status);
    expect(app.errors).toEqual([]);
  });

  it('answers a body over the limit with 413, with and without a Content-Length', async () => {
    const { app, token } = await signedIn();
    const send = (text: string, stated: boolean) =>
      app.send(method, path, {
        token,
        headers: { ...JSON_TYPE, ...(stated ? { 'Content-Length': String(text.length) } : {}) },
        body: stated ? text : inPieces(text),
      });
    for (const stated of [true, false]) {
      const over = await send(jsonOf(limit + 1), stated);
      expect([stated, over.status]).toEqual([stated, 413]);
      expect(await detailOf(over)).toEqual(expect.any(String));
      // At the limit, the body is read, and rejected for another reason.
      expect((await send(jsonOf(limit), stated)).status).toBe(422);
    }
    expect(app.errors).toEqual([]);
  });

  it('counts the bytes of the body, whatever the Content-Length', async () => {
    const { app, token } = await signedIn();
    const headers = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked', 'Content-Length': '2' };
    const body = inPieces(jsonOf(limit + 1));
    expect((await app.send(method, path, { token, headers, body })).status).toBe(413);
  });
});

describe('the API', () => {
  it('answers an unknown path in JSON, whatever the method', async () => {
    const app = await makeApp();
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/blog',
      '/api/admin',
      '/api/blog/posts/',
    ]) {
      for (const method of ['GET', 'POST', 'PATCH', 'OPTIONS']) {
        const response = await app.send(method, path);
        expect([method, path, response.status]).toEqual([method, path, 404]);
        expect(await detailOf(response)).toEqual(expect.any(String));
      }
    }
    const wrongMethod = await app.send('DELETE', '/api/blog/posts');
    expect([wrongMethod.status, wrongMethod.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    expect(await detailOf(wrongMethod)).toEqual(expect.any(String));
  });

  it('answers a broken database with 500 without details', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    await app.db.close();
    const post = { title: 'A', slug: 'a', content: 'Text' };
    const inquiry = { name: 'Ada', email: 'ada@lab.test', message: 'Hello' };
    const answers = [
      await app.get('/api/blog/posts'),
      await app.get('/api/blog/posts/a'),
      await app.get('/api/admin/stats', token),
      await app.postJson('/api/admin/blog/posts', post, token),
      await app.postJson('/api/admin/login', { email: 'a@b.test', password: 'x' }),
      await app.postJson('/api/contact', inquiry),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(500);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(await answer.json()).toEqual({ detail: 'Internal server error.' });
    }
    expect(app.errors).toHaveLength(answers.length);
    const unready = await app.get('/readyz');
    expect([unready.status, await unready.text()]).toEqual([503, '{"status":"unavailable"}']);
    expect((await app.get('/healthz')).status).toBe(200);
  });

  it('answers a write that fails half way with 500, and rolls it back', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    await app.db.query.schema.dropTable('post_tags').execute();
    const post = { title: 'A', slug: 'a', content: 'Text', tags: ['one'] };
    const response = await app.postJson('/api/admin/blog/posts', post, token);
    expect([response.status, await response.json()]).toEqual([
      500,
      { detail: 'Internal server error.' },
    ]);
    expect(await app.services.posts.postStats()).toEqual({ total: 0, published: 0, drafts: 0 });
    expect(await app.db.query.selectFrom('posts').select('id').execute()).toEqual([]);
  });

  it('answers a renderer that fails with 500, and keeps nothing', async () => {
    const app = await makeApp({ render: () => Promise.reject(new Error('secret path /srv/site')) });
    const token = await app.signIn();
    const post = { title: 'A', slug: 'a', content: 'Text' };
    const response = await app.postJson('/api/admin/blog/posts', post, token);
    expect([response.status, await response.json()]).toEqual([
      500,
      { detail: 'Internal server error.' },
    ]);
    expect(await app.services.posts.postStats()).toMatchObject({ total: 0 });
  });

  it('answers HEAD like GET without a body', async () => {
    const app = await makeApp();
    const response = await app.send('HEAD', '/api/openapi.json');
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
