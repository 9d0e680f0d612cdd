import { expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';

const LINKS = '/api/admin/blog/posts/a/preview-links';

async function makeAppWithDraft() {
  const app = await makeApp();
  const token = await app.signIn();
  const draft = { title: 'A', slug: 'a', content: 'x', status: 'draft' };
  await app.postJson('/api/admin/blog/posts', draft, token);
  const makeLink = async (wanted: object = {}) => {
    const answer = await app.postJson(LINKS, wanted, token);
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: string; address: string; expiresAt: string };
  };
  return { ...app, token, makeLink };
}

it('preview links show their URL once, and are listed and revoked without it', async () => {
  const { makeLink, get, send, token } = await makeAppWithDraft();
  const { address, ...link } = await makeLink();
  expect(address).toMatch(/^https:\/\/site\.test\/preview\/[0-9a-f]{40}$/);
  expect(link).toMatchObject({
    createdBy: ADMINISTRATOR.email,
    expiresAt: '2026-03-08T09:00:00.000Z',
    lastOpenedAt: null,
  });
  const list = await get(LINKS, token);
  expect(list.headers.get('Cache-Control')).toBe('no-store');
  expect(await list.json()).toEqual({ links: [link] });
  const revoke = () => send('DELETE', `${LINKS}/${link.id}`, { token });
  expect([(await revoke()).status, (await revoke()).status]).toEqual([204, 404]);
  expect(await (await get(LINKS, token)).json()).toEqual({ links: [] });
});

it('preview links work for 1, 7 or 30 days and no other time, and open nothing of the API', async () => {
  const { makeLink, get, send, postJson, token } = await makeAppWithDraft();
  expect((await makeLink({ days: 1 })).expiresAt).toBe('2026-03-02T09:00:00.000Z');
  const { id, expiresAt, address } = await makeLink({ days: 30 });
  expect(expiresAt).toBe('2026-03-31T09:00:00.000Z');
  for (const days of [0, 2, 365, -7, 7.5, '7', null]) {
    expect((await postJson(LINKS, { days }, token)).status, `${days}`).toBe(422);
  }
  const none = LINKS.replace('/a/', '/none/');
  expect((await get(none, token)).status).toBe(404);
  expect((await postJson(none, {}, token)).status).toBe(404);
  expect((await send('DELETE', `${none}/${id}`, { token })).status).toBe(404);
  const secret = address.slice(-40);
  for (const stranger of [null, secret]) {
    expect((await get(LINKS, stranger)).status).toBe(401);
    expect((await postJson(LINKS, {}, stranger)).status).toBe(401);
    expect((await send('DELETE', `${LINKS}/${id}`, { token: stranger })).status).toBe(401);
    expect((await get('/api/admin/blog/posts', stranger)).status).toBe(401);
    expect((await get('/api/blog/posts/a', stranger)).status).toBe(404);
  }
  expect((await get(`/api/blog/posts/a?token=${secret}`)).status).toBe(404);
});
