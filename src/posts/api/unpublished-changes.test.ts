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

test('who would overwrite what they have not seen gets it in the answer', async () => {
  const { save, read, send, token, etag, putJson, get } = await makeDesk();
  await save();
  const changes = await read();
  const refused = await save({ changes: null });
  expect([refused.status, await refused.json()]).toMatchObject([409, { current: changes }]);
  await putJson('/api/admin/blog/posts/a', { ...POST, content: 'Edited' }, token);
  const edited = await (await get('/api/blog/posts/a')).json();
  const answers = [
    await save({ etag, changes: changes?.etag }),
    await send('POST', `${PATH}/publish`, { token }),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { current: { content: 'Edited', version: edited.version } },
    ]);
  }
});

test('changes that were overwritten or discarded can be taken back: each save is a revision', async () => {
  const { save, read, send, token, get } = await makeDesk();
  const revisions = async () => {
    const response = await get('/api/admin/blog/posts/a/revisions', token);
    return ((await response.json()) as { revisions: object[] }).revisions;
  };
  for (const content of ['First', 'Second']) await save({ content });
  expect(await read()).toMatchObject({ etag: expect.stringMatching(/\.3$/) });
  expect(await revisions()).toMatchObject([
    { version: 3, status: 'draft', isLatest: true },
    { version: 2, status: 'draft', isLatest: false },
    { version: 1, status: 'published', isLatest: false },
  ]);
  const latest = (await read())?.etag;
  expect((await send('DELETE', `${PATH}?etag=${latest}`, { token })).status).toBe(204);
  expect(await revisions()).toMatchObject([{}, {}, { version: 1, isLatest: true }]);
  const first = await get('/api/admin/blog/posts/a/revisions/2', token);
  expect(await first.json()).toMatchObject({ content: 'First', savedBy: ADMINISTRATOR.email });
  await save({ content: 'Third' });
  expect(await read()).toMatchObject({ etag: expect.stringMatching(/\.4$/) });
});

test('an update ends the changes that it contains, and the list of posts tells which have some', async () => {
  const { save, read, token, etag, putJson, get } = await makeDesk();
  const listed = async (query = '') => {
    const response = await get(`/api/admin/blog/posts${query}`, token);
    return ((await response.json()) as { posts: { changes: object | null }[] }).posts;
  };
  await save({ publishAt: LATER });
  expect(await listed('?changes=true')).toMatchObject([
    { slug: 'a', changes: { publishAt: '2026-03-02T00:00:00.000Z', problem: null } },
  ]);
  const changes = await read();
  await putJson('/api/admin/blog/posts/a', { ...POST, etag, changes: changes?.etag }, token);
  expect(await read()).toBeNull();
  expect(await listed('?changes=true')).toEqual([]);
  expect(await listed()).toMatchObject([{ changes: null }]);
});
