import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';

describe('PUT /api/admin/password', () => {
  const change = { current: ADMINISTRATOR.password, password: 'a longer password for tests' };

  it('lets this browser go on and signs out the others', async () => {
    const app = await makeApp();
    const [here, elsewhere] = [await app.signIn(), await app.signIn()];
    expect((await app.putJson('/api/admin/password', change, here)).status).toBe(204);
    expect((await app.get('/api/admin/stats', here)).status).toBe(200);
    expect((await app.get('/api/admin/stats', elsewhere)).status).toBe(401);
  });

  it('names the field that is wrong', async () => {
    const app = await makeApp();
    const token = await app.signIn();
    for (const [sent, field] of [
      [{ ...change, current: 'a guess' }, 'current'],
      [{ ...change, password: 'short' }, 'password'],
    ] as const) {
      const answer = await app.putJson('/api/admin/password', sent, token);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body', field] }] });
    }
    expect((await app.putJson('/api/admin/password', change, null)).status).toBe(401);
  });
});

describe('sessions', () => {
  it('are listed for their own administrator and ended one by one', async () => {
    const app = await makeApp();
    const [here, elsewhere] = [await app.signIn(), await app.signIn()];
    const list = await app.get('/api/admin/sessions', here);
    const { sessions } = (await list.json()) as { sessions: { id: string; isCurrent: boolean }[] };
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    const end = (id: string) => app.send('DELETE', `/api/admin/sessions/${id}`, { token: here });
    expect((await end(other?.id ?? '')).status).toBe(204);
    expect((await end(other?.id ?? '')).status).toBe(404);
    expect((await app.get('/api/admin/stats', elsewhere)).status).toBe(401);
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
