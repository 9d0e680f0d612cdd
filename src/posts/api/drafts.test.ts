import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { START } from '../../../test/make-site.ts';
import { ensureAdministrator } from '../../accounts/people.ts';
import { purgeExpiredData } from '../../inquiries/privacy/retention.ts';
import { readDrafts, saveDraft } from '../drafts.ts';

const DRAFT = { title: 'A title', slug: 'a-title', content: 'Some *text*.' };
const POSTS = '/api/admin/blog/posts';

async function signedIn() {
  const app = await makeApp();
  return { app, token: await app.signIn() };
}

describe('drafts', () => {
  const path = `/api/admin/drafts/${randomUUID()}`;
  const typed = { tab: 'one', values: { title: 'Ti', tags: ['a'], more: null }, base: null };

  it('come back as they were sent, by tab, to their writer alone, until they are dropped; the last one wins', async () => {
    const { app, token } = await signedIn();
    const read = async () => (await (await app.get(path, token)).json()).drafts;
    expect(await read()).toEqual([]);
    const kept = await app.putJson(path, typed, token);
    expect([kept.status, await kept.json()]).toEqual([200, { savedAt: START, writers: [] }]);
    expect(await read()).toEqual([{ ...typed, savedAt: START }]);
    app.clock.advance(1_000);
    const later = { ...typed, values: { ...typed.values, title: 'Title\0' } };
    expect((await app.putJson(path, later, token)).status).toBe(200);
    app.clock.advance(1_000);
    await app.putJson(path, { ...typed, tab: 'two', values: { title: { toString: 0 } } }, token);
    expect(await read()).toMatchObject([{ tab: 'two' }, later]);
    const { drafts } = await (await app.get('/api/admin/drafts', token)).json();
    expect(drafts).toMatchObject([{ title: '', slug: null }]);
    const post = path.split('/').at(-1) ?? '';
    expect((await readDrafts(app.site, 'ben@site.test', post)).drafts).toEqual([]);
    expect((await app.send('DELETE', `${path}?tab=two`, { token })).status).toBe(204);
    expect(await read()).toMatchObject([{ tab: 'one' }]);
    expect((await app.send('DELETE', path, { token })).status).toBe(204);
    expect(await read()).toEqual([]);
  });

  it('name other writers, and never their text', async () => {
    const { app, token } = await signedIn();
    await ensureAdministrator(app.site, { email: 'ben@site.test', password: 'a long password' });
    const post = path.split('/').at(-1) ?? '';
    const draft = { tab: 'b', values: { title: 'Secret' }, base: null };
    await saveDraft(app.site, 'ben@site.test', post, draft);
    const writers = [{ email: 'ben@site.test', savedAt: START }];
    for (const answer of [await app.putJson(path, typed, token), await app.get(path, token)]) {
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ writers });
      expect(text).not.toContain('Secret');
    }
  });

  it('are listed with the post that they change, and deleted 30 days after their last change', async () => {
    const { app, token } = await signedIn();
    const { id, etag } = await (await app.postJson(POSTS, DRAFT, token)).json();
    await app.putJson(`/api/admin/drafts/${id}`, { ...typed, base: etag }, token);
    const list = async () => (await (await app.get('/api/admin/drafts', token)).json()).drafts;
    expect(await list()).toMatchObject([{ post: id, title: 'Ti', slug: 'a-title' }]);
    await app.send('DELETE', `${POSTS}/a-title`, { token });
    expect(await list()).toMatchObject([{ post: id, slug: null }]);
    app.clock.advanceDays(30);
    expect(await purgeExpiredData(app.site)).toMatchObject({ drafts: 0 });
    app.clock.advance(1);
    expect(await purgeExpiredData(app.site)).toMatchObject({ drafts: 1 });
  });

  it('are private, and reject what is not a form', async () => {
    const { app, token } = await signedIn();
    expect((await app.putJson(path, typed, null)).status).toBe(401);
    expect((await app.get(path, null)).status).toBe(401);
    const deep = JSON.parse('['.repeat(500) + ']'.repeat(500));
    for (const wrong of [
      { values: 'text' },
      { values: { deep } },
      { tab: '' },
      { tab: undefined },
    ]) {
      expect((await app.putJson(path, { ...typed, ...wrong }, token)).status).toBe(422);
    }
    expect((await app.putJson('/api/admin/drafts/me', typed, token)).status).toBe(422);
    const long = { ...typed, values: { content: 'x'.repeat(2 * 1024 * 1024) } };
    expect((await app.putJson(path, long, token)).status).toBe(413);
  });
});
