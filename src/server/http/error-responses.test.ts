import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { readTable } from '../../../test/read-table.ts';
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

/** A status, a type and a body. */
const REJECTED = [
  ...readTable(new URL('rejected-bodies.tsv', import.meta.url)),
  ['400', 'application/json', '{"a":\u00a01'],
  ['4(?:00|22)', 'application/json', `{"tags":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
];

describe.each(WITH_BODY)('%s %s', (method, path, limit) => {
  async function signedIn() {
    const app = await makeApp();
    const token = await app.signIn();
    const send = (type: string, body: BodyInit, headers: Record<string, string> = {}) =>
      app.send(method, path, { token, headers: { 'Content-Type': type, ...headers }, body });
    return { app, send, sendJson: (body: BodyInit) => send('application/json', body) };
  }

  it('answers what is malformed, of another type or no object in words, and takes JSON with parameters and in any letter case', async () => {
    const { app, send, sendJson } = await signedIn();
    for (const [status = '', type = '', body = ''] of REJECTED) {
      const response = await send(type, body);
      expect([type, body, `${response.status}`]).toEqual([
        type,
        body,
        expect.stringMatching(`^${status}`),
      ]);
      const detail = await detailOf(response);
      if (/^(?:null|\[|"|7|true)/.test(body)) {
        const [msg, kind] = [expect.any(String), expect.any(String)];
        expect(detail).toEqual([{ loc: ['body'], msg, type: kind }]);
      }
    }
    const noUtf8 = [Buffer.from('{"name":"caf'), Buffer.of(0xe9), Buffer.from('"}')];
    expect((await sendJson(Buffer.concat(noUtf8))).status).toBe(400);
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
