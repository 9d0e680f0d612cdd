import { expect, test } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';

const POST = { title: 'A', slug: 'a', content: 'Public' };
const POSTS = '/api/admin/blog/posts';
const PATH = `${POSTS}/a/changes`;
const LATER = '2026-03-02T10:00:00+10:00';

test('unpublished changes are saved, listed, read, published and discarded by administrators alone', async () => {
  const { signIn, postJson, putJson, get, send } = await makeApp();
  const token = await signIn();
  const { etag } = await (await postJson(POSTS, POST, token)).json();
  const save = async (fields: object = {}) =>
    putJson(PATH, { ...POST, content: 'Changed', ...fields }, token);
  const read = async () => (await (await get(PATH, token)).json()).changes;
  const listed = async (query = '') => (await (await get(`${POSTS}${query}`, token)).json()).posts;
  expect(await read()).toBeNull();
  const answer = await save({ etag, publishAt: LATER });
  const saved = await answer.json();
  const summary = { savedBy: ADMINISTRATOR.email, publishAt: '2026-03-02T00:00:00.000Z' };
  expect([answer.status, saved]).toMatchObject([200, { ...summary, post: { version: 2 } }]);
  expect(await read()).toMatchObject({ ...summary, problem: null, etag: saved.etag });
  expect(await (await get('/api/blog/posts/a')).json()).toMatchObject({ content: 'Public' });
  expect(await listed('?changes=true')).toMatchObject([{ slug: 'a', changes: summary }]);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect([method, (await send(method, PATH)).status]).toEqual([method, 401]);
  }
  expect((await save({ etag })).status).toBe(409);
  const update = async (base: string) =>
    putJson(`${POSTS}/a`, { ...POST, content: 'Changed', etag: base }, token);
  const stale = await update(etag);
  expect([stale.status, await stale.json()]).toMatchObject([409, { current: { version: 2 } }]);
  const published = await update(saved.etag);
  expect([published.status, await published.json()]).toMatchObject([
    200,
    { content: 'Changed', version: 3 },
  ]);
  expect(await listed('?changes=true')).toEqual([]);
  await save();
  expect((await send('DELETE', PATH, { token })).status).toBe(204);
  expect((await send('DELETE', PATH, { token })).status).toBe(404);
});
