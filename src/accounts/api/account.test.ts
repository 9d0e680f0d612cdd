import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { ensureAdministrator } from '../people.ts';

/** Signs in by the API, as a browser does. @returns the answer's status and token */
async function signIn(
  app: TestApp,
  { userAgent = '', ...changes }: { userAgent?: string; email?: string; password?: string } = {},
) {
  const response = await app.send('POST', '/api/admin/login', {
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ ...ADMINISTRATOR, ...changes }),
  });
  const { access_token: token = '' } = (await response.json()) as { access_token?: string };
  return { status: response.status, token };
}

describe('PUT /api/admin/password', () => {
  const change = { current: ADMINISTRATOR.password, password: 'a longer password for tests' };

  it('changes the password: this browser goes on with a new token, the others are signed out, and the owner is told', async () => {
    const app = await makeApp();
    const [here, elsewhere] = [await app.signIn(), await app.signIn()];
    const changed = await app.putJson('/api/admin/password', change, here);
    expect(changed.status).toBe(200);
    const { access_token: next, expires_at } = (await changed.json()) as Record<string, string>;
    expect(expires_at).toBe('2026-03-02T09:00:00.000Z');
    expect((await app.get('/api/admin/stats', next)).status).toBe(200);
    for (const ended of [here, elsewhere]) {
      expect((await app.get('/api/admin/stats', ended)).status).toBe(401);
    }
    const [mail, ...others] = await app.sendMails();
    expect([mail?.to, mail?.subject, others]).toEqual([
      ADMINISTRATOR.email,
      'Your password was changed',
      [],
    ]);
    expect((await signIn(app)).status).toBe(401);
    expect((await signIn(app, { password: change.password })).status).toBe(200);
  });

  it('names the field that is wrong, and changes nothing', async () => {
    const app = await makeApp();
    const [token, elsewhere] = [await app.signIn(), await app.signIn()];
    for (const [sent, field] of [
      [{ ...change, current: 'a guess' }, 'current'],
      [{ ...change, password: 'short' }, 'password'],
    ] as const) {
      const answer = await app.putJson('/api/admin/password', sent, token);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body', field] }] });
    }
    expect((await app.putJson('/api/admin/password', change, null)).status).toBe(401);
    expect((await app.get('/api/admin/stats', elsewhere)).status).toBe(200);
    expect((await signIn(app)).status).toBe(200);
  });
});

describe('/api/admin/sessions', () => {
  it('lists the sessions of their own administrator without tokens, and ends one by its id', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const other = { email: 'other@site.test', password: 'another for tests' };
    await ensureAdministrator(app.site, other);
    const theirs = await signIn(app, other);
    app.clock.advance(1000);
    const phone = await signIn(app, { userAgent: 'Phone' });
    app.clock.advance(1000);
    const desk = await signIn(app, { userAgent: 'Desk' });
    const end = (id: string, as: string) =>
      app.send('DELETE', `/api/admin/sessions/${id}`, { token: as });

    const list = await app.get('/api/admin/sessions', desk.token);
    const text = await list.text();
    for (const { token: secret } of [desk, phone]) expect(text).not.toContain(secret);
    const { sessions } = JSON.parse(text) as { sessions: { id: string }[] };
    expect(sessions).toMatchObject([
      { userAgent: 'Desk', isCurrent: true, createdAt: '2026-03-01T09:00:02.000Z' },
      { userAgent: 'Phone', isCurrent: false },
      { userAgent: '', isCurrent: false },
    ]);
    const id = sessions[1]?.id ?? '';
    expect((await end(id, theirs.token)).status).toBe(404);
    expect((await end(id, desk.token)).status).toBe(204);
    expect((await end(id, desk.token)).status).toBe(404);
    expect((await app.get('/api/admin/stats', phone.token)).status).toBe(401);
    for (const going of [desk.token, theirs.token, token]) {
      expect((await app.get('/api/admin/stats', going)).status).toBe(200);
    }
    expect((await app.get('/api/admin/sessions', null)).status).toBe(401);
  });
});

describe('GET /api/admin/audit', () => {
  it('tells administrators who did what, and strangers nothing', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    await app.postJson('/api/admin/blog/posts', { title: 'A', slug: 'a', content: 'x' }, token);
    app.clock.advance(1000);
    await app.send('DELETE', '/api/admin/blog/posts/a', { token });
    const answer = await app.get('/api/admin/audit?limit=1', token);
    expect(await answer.json()).toMatchObject({
      events: [{ actor: ADMINISTRATOR.email, action: 'post-deleted', subject: 'a', title: null }],
      nextCursor: expect.any(String),
    });
    expect((await app.get('/api/admin/audit', null)).status).toBe(401);
    expect((await app.get('/api/admin/audit?cursor=x', token)).status).toBe(422);
  });
});
