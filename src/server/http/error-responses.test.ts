import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { postStats } from '../../posts/reading.ts';

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
const inPieces = (text: string) => new Blob([text]).stream();

describe.each(WITH_BODY)('%s %s', (method, path, limit) => {
  async function signedIn() {
    const app = await makeApp();
    const token = await app.signIn();
    const send = (type: string, body: BodyInit, headers: Record<string, string> = {}) =>
      app.send(method, path, { token, headers: { 'Content-Type': type, ...headers }, body });
    return { app, send, sendJson: (body: BodyInit) => send('application/json', body) };
  }

  it('answers malformed JSON, and bytes that are not UTF-8, with 400', async () => {
    const { app, sendJson } = await signedIn();
    const noUtf8 = [Buffer.from('{"name":"caf'), Buffer.of(0xe9), Buffer.from('"}')];
    const malformed = ['{', '', '{"a":1}}', "{'a':1}", '{"a":\u00a01', 'undefined'];
    for (const body of [...malformed, Buffer.concat(noUtf8)]) {
      const response = await sendJson(body);
      expect([body, response.status]).toEqual([body, 400]);
      expect(await detailOf(response)).toEqual(expect.any(String));
    }
    expect(app.errors).toEqual([]);
  });

  it('answers another type than JSON with 415, and takes JSON with parameters and in any letter case', async () => {
    const { app, send } = await signedIn();
    const form = 'application/x-www-form-urlencoded';
    for (const type of ['text/plain', form, 'text/json', 'json', '']) {
      const response = await send(type, '{}');
      expect([type, response.status]).toEqual([type, 415]);
      expect(await detailOf(response)).toEqual(expect.any(String));
    }
    for (const parameters of ['; charset=utf-8', ';charset=UTF-8']) {
      expect((await send(`application/json${parameters}`, '{}')).status).toBe(422);
    }
    expect((await send('Application/JSON', '{}')).status).toBe(422);
    expect(app.errors).toEqual([]);
  });

  it('answers JSON that is no object with 422 at the body itself, and deeply nested JSON like any other', async () => {
    const { app, sendJson } = await signedIn();
    for (const body of ['null', '[]', '"text"', '7', 'true']) {
      const response = await sendJson(body);
      expect([body, response.status]).toEqual([body, 422]);
      expect(await detailOf(response)).toEqual([
        { loc: ['body'], msg: expect.any(String), type: expect.any(String) },
      ]);
    }
    const nested = await sendJson(`{"tags":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
    expect([400, 422]).toContain(nested.status);
    expect(app.errors).toEqual([]);
  });

  it('answers a body over the limit with 413, with, without and with a false Content-Length', async () => {
    const { app, send, sendJson } = await signedIn();
    const stated = (text: string) =>
      send('application/json', text, { 'Content-Length': String(text.length) });
    const unstated = (text: string) => sendJson(inPieces(text));
    for (const sendText of [stated, unstated]) {
      const over = await sendText(jsonOf(limit + 1));
      expect(over.status).toBe(413);
      expect(await detailOf(over)).toEqual(expect.any(String));
      // At the limit, the body is read, and rejected for another reason.
      expect((await sendText(jsonOf(limit))).status).toBe(422);
    }
    const framing = { 'Transfer-Encoding': 'chunked', 'Content-Length': '2' };
    const lying = await send('application/json', inPieces(jsonOf(limit + 1)), framing);
    expect(lying.status).toBe(413);
    expect(app.errors).toEqual([]);
  });
});

describe('the API', () => {
  it('answers an unknown path in JSON, whatever the method', async () => {
    const app = await makeApp();
    for (const path of '/api /api/ /api/nothing /api/blog /api/admin /api/blog/posts/'.split(' ')) {
      for (const method of ['GET', 'POST', 'PATCH', 'OPTIONS']) {
        const response = await app.send(method, path);
        expect([method, path, response.status]).toEqual([method, path, 404]);
        expect(await detailOf(response)).toEqual(expect.any(String));
      }
    }
    expect((await app.send('DELETE', '/api/blog/posts')).status).toBe(404);
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

  it('answers a write that fails half way, and a renderer that fails, with 500, and keeps nothing', async () => {
    const rejecting = () => Promise.reject(new Error('secret path /srv/site'));
    const post = { title: 'A', slug: 'a', content: 'Text', tags: ['one'] };
    const broken = await makeApp();
    await broken.db.query.schema.dropTable('post_tags').execute();
    for (const app of [broken, await makeApp({ render: rejecting })]) {
      const token = await app.signIn();
      const response = await app.postJson('/api/admin/blog/posts', post, token);
      expect([response.status, await response.json()]).toEqual([
        500,
        { detail: 'Internal server error.' },
      ]);
      expect(await postStats(app.site)).toEqual({
        total: 0,
        published: 0,
        drafts: 0,
        scheduled: 0,
      });
      expect(await app.db.query.selectFrom('posts').select('id').execute()).toEqual([]);
    }
  });
});
