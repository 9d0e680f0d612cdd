import { describe, expect, it } from 'vitest';
import { sessionOf } from '../../../test/accounts.ts';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { START } from '../../../test/make-site.ts';
import { readTable } from '../../../test/read-table.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { invite } from '../mailed-links.ts';
import { addAdministrator, ensureAdministrator, listPeople } from '../people.ts';
import { signIn } from '../sign-in.ts';

const HOUR = 3_600_000;
const OTHER = 'other@site.test';

async function isIn(app: TestApp, token: string): Promise<boolean> {
  const { status } = await app.send('POST', '/api/admin/verify', { token });
  expect([200, 401]).toContain(status);
  return status === 200;
}

it('calls that are refused say why, in words or at the field, before their body is looked at where nobody is signed in, and change nothing', async () => {
  const app = await makeApp();
  const { query } = app.db;
  const token = await app.signIn();
  unwrap(await addAdministrator(app.site, OTHER, 'writer'));
  // Who is invited is no administrator that counts.
  const guest = { email: 'guest@site.test', role: 'administrator' } as const;
  unwrap(await invite(app.site, guest, { by: ADMINISTRATOR.email }));
  const [own, , other] = (await listPeople(app.site)).map(({ id }) => id);
  const known: Record<string, unknown> = { token, own, other, long: 'x'.repeat(1001) };
  const fill = (cell = '') =>
    cell.replace(/\$(token|own|other|long)/g, (_, name) => `${known[name]}`);
  const tables = [
    'administrators',
    'sessions',
    'one_time_tokens',
    'outbox',
    'audit_events',
  ] as const;
  const stored = () =>
    Promise.all(tables.map((table) => query.selectFrom(table).selectAll().execute()));
  const before = await stored();
  const rows = readTable(new URL('refused-calls.tsv', import.meta.url));
  for (const [call = '', authorization, body, status, why] of rows) {
    const [method = '', path] = call.split(' ');
    const headers = { 'Content-Type': 'application/json', Authorization: fill(authorization) };
    const sent = { headers, body: fill(body) };
    const answer = await app.send(method, `/api/admin${fill(path)}`, sent);
    const { detail } = (await answer.json()) as { detail: string | { loc: string[] }[] };
    const told = typeof detail === 'string' ? [detail] : detail.map(({ loc }) => loc.join('.'));
    const refusal = [call, authorization, body, String(answer.status), told.join(' ')];
    expect(refusal).toEqual([call, authorization, body, status, why]);
    const challenge = answer.headers.get('WWW-Authenticate');
    expect([call, challenge]).toEqual([call, answer.status === 401 ? 'Bearer' : null]);
  }
  expect(await stored()).toEqual(before);
  expect(app.errors).toEqual([]);
});

describe('a token', () => {
  it('is given with its expiry at the sign-in, and belongs to its administrator until then', async () => {
    const app = await makeApp();
    await ensureAdministrator(app.site, ADMINISTRATOR);
    const expires_at = '2026-03-02T09:00:00.000Z';
    // Forms send spaces around the email.
    for (const email of [ADMINISTRATOR.email, ` ${ADMINISTRATOR.email.toUpperCase()} `]) {
      const response = await app.postJson('/api/admin/login', { ...ADMINISTRATOR, email });
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
      const { access_token: token, ...others } = (await response.json()) as Record<string, string>;
      expect([token, others]).toEqual([expect.stringMatching(/^[\w-]{22,}$/), { expires_at }]);
      const headers = { Authorization: `bearer  ${token}` };
      const verified = await app.send('POST', '/api/admin/verify', { headers });
      expect(verified.headers.get('Cache-Control')).toBe('no-store');
      const session = { email: ADMINISTRATOR.email, role: 'administrator', expires_at };
      expect(await verified.json()).toEqual(session);
    }
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

it('PUT /api/admin/password gives this browser a new token, signs the others out, and tells the owner', async () => {
  const app = await makeApp();
  const [here, elsewhere] = [await app.signIn(), await app.signIn()];
  const change = { current: ADMINISTRATOR.password, password: 'a longer password for tests' };
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
  const other = { email: OTHER, password: 'another for tests' };
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
