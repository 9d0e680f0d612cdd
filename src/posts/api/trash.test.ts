import { expect, test } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';

type Row = { id: string; slug: string };

async function makeDesk() {
  const app = await makeApp();
  const token = await app.signIn();
  const write = async (slug: string, fields: object = {}) =>
    app.postJson('/api/admin/blog/posts', { title: slug, slug, content: 'Text', ...fields }, token);
  const remove = async (slug: string) =>
    (await app.send('DELETE', `/api/admin/blog/posts/${slug}`, { token })).status;
  const list = async (query = '') => (await app.get(`/api/admin/trash${query}`, token)).json();
  const restore = (id: string, body: object = {}) =>
    app.postJson(`/api/admin/trash/${id}/restore`, body, token);
  return { ...app, token, write, remove, list, restore };
}

test('the trash is read page by page; a post comes back as a draft, another one is gone for ever', async () => {
  const { write, remove, list, restore, get, send, token, clock } = await makeDesk();
  for (const slug of ['one', 'two', 'three']) {
    await write(slug, { tags: ['x'], references: [{ url: 'https://a.test/' }] });
    await remove(slug);
    clock.advance(1_000);
  }
  const first = await list('?limit=2');
  expect(first).toMatchObject({ total: 3, posts: [{ slug: 'three' }, { slug: 'two' }] });
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  expect([second.posts.map(({ slug }: Row) => slug), second.nextCursor]).toEqual([['one'], null]);
  const [three = '', two = ''] = first.posts.map(({ id }: Row) => id);
  expect((await restore(three, { slug: 'No slug' })).status).toBe(422);
  const restored = await restore(three);
  const post = { slug: 'three', status: 'draft', tags: ['x'], references: [{}] };
  expect([restored.status, await restored.json()]).toMatchObject([200, { post, lostSlugs: [] }]);
  expect(await (await get('/api/blog/posts/three', token)).json()).toMatchObject(post);
  expect((await restore(three)).status).toBe(404);

  const erase = async (id: string) =>
    (await send('DELETE', `/api/admin/trash/${id}`, { token })).status;
  expect([await erase(two), await erase(two), await erase('no-uuid')]).toEqual([204, 404, 422]);
  expect((await list()).total).toBe(1);
});
