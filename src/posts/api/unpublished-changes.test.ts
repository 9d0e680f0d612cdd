import { expect, test } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';

const POST = { title: 'A', slug: 'a', content: 'Public' };
const PATH = '/api/admin/blog/posts/a/changes';
const LATER = '2026-03-02T10:00:00+10:00';

async function makeDesk() {
  const app = await makeApp();
  const token = await app.signIn();
  const made = await app.postJson('/api/admin/blog/posts', POST, token);
  expect(made.status).toBe(201);
  const { etag } = (await made.json()) as { etag: string };
  const save = async (fields: object = {}) =>
    app.putJson(PATH, { ...POST, content: 'Changed', ...fields }, token);
  const read = async () => {
    const response = await app.get(PATH, token);
    const { changes } = (await response.json()) as { changes: { etag: string } | null };
    return changes;
  };
  return { ...app, token, etag, save, read };
}

test('unpublished changes are saved, read, published and discarded by administrators alone', async () => {
  const { save, read, send, token, etag, get } = await makeDesk();
  expect(await read()).toBeNull();
  const saved = await save({ etag, changes: null, publishAt: LATER });
  expect([saved.status, await saved.json()]).toMatchObject([
    200,
    { savedBy: ADMINISTRATOR.email, publishAt: '2026-03-02T00:00:00.000Z', post: { version: 1 } },
  ]);
  const changes = await read();
  expect(await (await get('/api/blog/posts/a')).json()).toMatchObject({ content: 'Public' });
  for (const [method, path] of [
    ['GET', PATH],
    ['PUT', PATH],
    ['DELETE', PATH],
    ['POST', `${PATH}/publish`],
  ] as const) {
    expect([method, (await send(method, path)).status]).toEqual([method, 401]);
  }
  const published = await send('POST', `${PATH}/publish?etag=${changes?.etag}`, { token });
  expect([published.status, await published.json()]).toMatchObject([
    200,
    { content: 'Changed', version: 2 },
  ]);
  expect((await send('POST', `${PATH}/publish`, { token })).status).toBe(404);
  await save();
  expect((await send('DELETE', PATH, { token })).status).toBe(204);
  expect((await send('DELETE', PATH, { token })).status).toBe(404);
});

test('an update ends the changes that it contains, and no others; the list of posts tells which have some', async () => {
  const { save, read, token, etag, putJson, get } = await makeDesk();
  const listed = async (query = '') => {
    const response = await get(`/api/admin/blog/posts${query}`, token);
    return ((await response.json()) as { posts: { changes: object | null }[] }).posts;
  };
  await save();
  const first = await read();
  await save({ publishAt: LATER });
  expect(await listed('?changes=true')).toMatchObject([
    { slug: 'a', changes: { publishAt: '2026-03-02T00:00:00.000Z', problem: null } },
  ]);
  const changes = await read();
  const update = async (fields: object) =>
    putJson('/api/admin/blog/posts/a', { ...POST, ...fields }, token);
  const updated = await (await update({ changes: first?.etag })).json();
  expect(await read()).toMatchObject({ etag: changes?.etag });
  expect((await update({ etag, changes: changes?.etag })).status).toBe(409);
  expect(await read()).toMatchObject({ etag: changes?.etag });
  expect((await update({ etag: updated.etag, changes: changes?.etag })).status).toBe(200);
  expect(await read()).toBeNull();
  expect(await listed('?changes=true')).toEqual([]);
  expect(await listed()).toMatchObject([{ changes: null }]);
});
