import { describe, expect, it } from 'vitest';
import { sessionOf } from '../../../test/accounts.ts';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { START } from '../../../test/make-site.ts';
import { ensureAdministrator } from '../people.ts';
import { signIn } from '../sign-in.ts';

const HOUR = 3_600_000;

async function isIn(app: TestApp, token: string): Promise<boolean> {
  const { status } = await app.send('POST', '/api/admin/verify', { token });
  expect([200, 401]).toContain(status);
  return status === 200;
}

describe('POST /api/admin/login', () => {
  it('gives a token and its expiry, and is not cached', async () => {
    const app = await makeApp();
    await ensureAdministrator(app.site, ADMINISTRATOR);
    // Forms send spaces around the email.
    for (const email of [ADMINISTRATOR.email, ` ${ADMINISTRATOR.email.toUpperCase()} `]) {
      const response = await app.postJson('/api/admin/login', { ...ADMINISTRATOR, email });
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
      expect(await response.json()).toEqual({
        access_token: expect.stringMatching(/^[\w-]{22,}$/),
        expires_at: '2026-03-02T09:00:00.000Z',
      });
    }
  });

  it('refuses in the same words whether e-mail or password is wrong', async () => {
    const app = await makeApp();
    await ensureAdministrator(app.site, ADMINISTRATOR);
    const wrong = [
      { ...ADMINISTRATOR, password: 'wrong' },
      { ...ADMINISTRATOR, email: 'nobody@site.test' },
      { ...ADMINISTRATOR, password: 'nul\0' },
    ];
    for (const credentials of wrong) {
      const response = await app.postJson('/api/admin/login', credentials);
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(await response.json()).toEqual({ detail: 'Invalid email or password.' });
    }
  });

  it.each([
    ['', {}, ['email', 'password']],
    ['', { email: 'nobody', password: 'x' }, ['email']],
    ['', { email: 'a@b.test', password: 'x'.repeat(1001) }, ['password']],
    ['/second-factor', { ticket: 'x' }, ['code']],
  ])('refuses at %j the body %j with 422', async (step, credentials, fields) => {
    const app = await makeApp();
    const response = await app.postJson(`/api/admin/login${step}`, credentials);
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
    expect(detail.map((issue) => issue.loc)).toEqual(fields.map((field) => ['body', field]));
  });
});

describe('a token', () => {
  it('belongs to its administrator until its expiry at /api/admin/verify', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const response = await app.send('POST', '/api/admin/verify', { token });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(await response.json()).toEqual({
      email: ADMINISTRATOR.email,
      role: 'administrator',
      expires_at: '2026-03-02T09:00:00.000Z',
    });
  });

  it('ends after 24 hours', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    for (let hour = 1; hour < 24; hour += 1) {
      app.clock.advance(HOUR);
      expect(await isIn(app, token)).toBe(true);
    }
    app.clock.set(new Date(Date.parse(START) + 24 * HOUR - 1).toISOString());
    expect(await isIn(app, token)).toBe(true);
    app.clock.advance(1);
    expect(await isIn(app, token)).toBe(false);
  });

  it('ends when it was not used for two hours; a stored draft is use', async () => {
    const app = await makeApp();
    const [writing, idle] = [await app.signIn(), await app.signIn()];
    const path = `/api/admin/drafts/${crypto.randomUUID()}`;
    const save = () => app.putJson(path, { tab: 't', values: {}, base: null }, writing);
    for (let times = 0; times < 3; times += 1) {
      app.clock.advance(2 * HOUR - 1);
      expect((await save()).status).not.toBe(401);
    }
    expect([await isIn(app, writing), await isIn(app, idle)]).toEqual([true, false]);
    app.clock.advance(2 * HOUR);
    expect(await isIn(app, writing)).toBe(false);
    const list = await app.get('/api/admin/sessions', await app.signIn());
    expect(((await list.json()) as { sessions: [] }).sessions).toHaveLength(1);
  });

  it('ends at logout, and others go on', async () => {
    const app = await makeApp();
    const [token, other] = [await app.signIn(), await app.signIn()];
    const response = await app.send('POST', '/api/admin/logout', { token });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect([await isIn(app, token), await isIn(app, other)]).toEqual([false, true]);
    expect((await app.send('POST', '/api/admin/logout', { token })).status).toBe(401);
  });

  it('is needed in its one form, before the body is looked at', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const wrong: Record<string, string>[] = [
      {},
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer ' },
      { Authorization: token },
      { Authorization: `Basic ${token}` },
      { Authorization: `Bearer ${token}x` },
      { Authorization: `Bearer ${token} ${token}` },
      { Authorization: 'Bearer \u00ff' },
    ];
    for (const headers of wrong) {
      const sent = { headers, body: '{not json' };
      const response = await app.send('POST', '/api/admin/blog/posts', sent);
      expect([headers, response.status]).toEqual([headers, 401]);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(await response.json()).toEqual({ detail: expect.any(String) });
    }
    expect(app.errors).toEqual([]);
    const headers = { Authorization: `bearer  ${token}` };
    expect((await app.send('POST', '/api/admin/verify', { headers })).status).toBe(200);
    // Logs contain URLs.
    expect((await app.get(`/api/admin/stats?access_token=${token}`)).status).toBe(401);
  });

  it('is stored as a hash, and its use once a minute at most', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    const noted: string[] = [];
    for (let second = 0; second <= 120; second += 20) {
      await isIn(app, token);
      const used = app.db.query.selectFrom('sessions').select('last_used_at');
      noted.push((await used.executeTakeFirstOrThrow()).last_used_at.slice(14, 19));
      app.clock.advance(20_000);
    }
    expect(noted).toEqual(['00:00', '00:00', '00:00', '01:00', '01:00', '01:00', '02:00']);
    // A reader of the database cannot sign in.
    const sessions = await app.db.query.selectFrom('sessions').selectAll().execute();
    const accounts = await app.db.query.selectFrom('administrators').selectAll().execute();
    const stored = JSON.stringify([sessions, accounts]);
    for (const secret of [token, ADMINISTRATOR.password]) expect(stored).not.toContain(secret);
    expect(await isIn(app, sessions[0]?.token_hash ?? '')).toBe(false);
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(20);
  });
});

const change = { current: ADMINISTRATOR.password, password: 'a longer password for tests' };

it('PUT /api/admin/password names the field that is wrong; else this browser goes on with a new token, the others are signed out, and the owner is told', async () => {
  const app = await makeApp();
  const [here, elsewhere] = [await app.signIn(), await app.signIn()];
  for (const [sent, field] of [
    [{ ...change, current: 'a guess' }, 'current'],
    [{ ...change, password: 'short' }, 'password'],
  ] as const) {
    const answer = await app.putJson('/api/admin/password', sent, here);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body', field] }] });
  }
  expect((await app.putJson('/api/admin/password', change, null)).status).toBe(401);
  expect(await isIn(app, elsewhere)).toBe(true);
  await sessionOf(app.site, ADMINISTRATOR);
  const changed = await app.putJson('/api/admin/password', change, here);
  expect(changed.status).toBe(200);
  const body = (await changed.json()) as Record<string, string>;
  expect(body.expires_at).toBe('2026-03-02T09:00:00.000Z');
  expect(await isIn(app, body.access_token ?? '')).toBe(true);
  for (const ended of [here, elsewhere]) expect(await isIn(app, ended)).toBe(false);
  const mails = (await app.sendMails()).map(({ to, subject }) => [to, subject]);
  expect(mails).toEqual([[ADMINISTRATOR.email, 'Your password was changed']]);
  expect(await signIn(app.site, ADMINISTRATOR)).toMatchObject({ ok: false });
  await sessionOf(app.site, { ...ADMINISTRATOR, password: change.password });
});

it('/api/admin/sessions lists the sessions of their own administrator without tokens, and ends one by its id', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  const other = { email: 'other@site.test', password: 'another for tests' };
  await ensureAdministrator(app.site, other);
  const theirs = await sessionOf(app.site, other);
  const own = async (userAgent: string) => {
    app.clock.advance(1000);
    return sessionOf(app.site, ADMINISTRATOR, { userAgent });
  };
  const [phone, desk] = [await own('Phone'), await own('Desk')];
  const end = (id: string, as: string) =>
    app.send('DELETE', `/api/admin/sessions/${id}`, { token: as });

  const list = await app.get('/api/admin/sessions', desk);
  const text = await list.text();
  for (const secret of [desk, phone]) expect(text).not.toContain(secret);
  const { sessions } = JSON.parse(text) as { sessions: { id: string }[] };
  expect(sessions).toMatchObject([
    { userAgent: 'Desk', isCurrent: true, createdAt: '2026-03-01T09:00:02.000Z' },
    { userAgent: 'Phone', isCurrent: false },
    { userAgent: '', isCurrent: false },
  ]);
  const id = sessions[1]?.id ?? '';
  expect((await end(id, theirs)).status).toBe(404);
  expect((await end(id, desk)).status).toBe(204);
  expect((await end(id, desk)).status).toBe(404);
  expect(await isIn(app, phone)).toBe(false);
  for (const going of [desk, theirs, token]) expect(await isIn(app, going)).toBe(true);
  expect((await app.get('/api/admin/sessions', null)).status).toBe(401);
});
