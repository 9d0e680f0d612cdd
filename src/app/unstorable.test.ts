import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { operationsOf } from '../../test/api-document.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { createRouter } from '../accounts/api/call.ts';

/** Every operation of the OpenAPI document but the logout, with the names of its text parameters. */
async function calls({ app }: TestApp) {
  const operations = await operationsOf(app);
  return operations
    .filter(({ path }) => path !== '/admin/logout')
    .map(({ method, path, operation: { parameters = [] } }) => ({
      method,
      path,
      query: parameters
        .filter((each) => each.in === 'query' && (each.schema.type ?? 'string') === 'string')
        .map(({ name }) => name),
    }));
}

describeEachEngine('a NUL, which PostgreSQL stores in no text', (makeDatabase) => {
  it('in the path of any call, or in any parameter, is rejected, and not an error of the server', async () => {
    const site = await makeApp({ db: await makeDatabase(), liveForms: true });
    const token = await site.signIn();
    const refused: string[] = [];
    for (const { method, path, query } of await calls(site)) {
      const url = (value: string) => `/api${path.replace(/\{\w+\}/g, value)}`;
      const answer = await site.send(method, url('a%00b'), { token });
      expect([method, path, answer.status < 500]).toEqual([method, path, true]);
      for (const name of query) {
        const { status } = await site.send(method, `${url('nothing')}?${name}=a%00b`, { token });
        // An error in the path or the body may be found first.
        if (status !== 404 && status !== 415) refused.push(`${method} ${path}?${name} ${status}`);
      }
    }
    expect(refused.filter((call) => !call.endsWith(' 422'))).toEqual([]);
    expect(refused).toContain('GET /admin/subscribers?q 422');
    const typed = { tab: 'a', values: { title: 'a\0b' }, base: 'a\0b' };
    const path = `/api/admin/drafts/${randomUUID()}`;
    expect((await site.putJson(path, typed, token)).status).toBe(422);
    expect((await site.putJson(path, { ...typed, base: null }, token)).status).toBe(200);
    expect(site.errors).toEqual([]);
  });
});

it('a NUL anywhere in a body is rejected with the path to it, but for passwords, which are only hashed', async () => {
  const schema = z.looseObject({});
  const router = createRouter();
  router.openapi(
    {
      method: 'post',
      path: '/',
      request: { body: { content: { 'application/json': { schema } } } },
      responses: { 200: { description: 'It is taken' } },
    },
    (c) => c.text(''),
  );
  const send = async (body: unknown) => {
    const answer = await router.request('/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.status === 200 ? null : ((await answer.json()) as { detail: unknown }).detail;
  };
  expect(await send({ a: ['x', { b: 'y\0' }] })).toEqual([
    {
      loc: ['body', 'a', 1, 'b'],
      msg: 'Contains characters that cannot be stored',
      type: 'custom',
    },
  ]);
  expect(await send({ a: '\ud800' })).toHaveLength(1);
  expect(await send({ password: '\0', a: 'x' })).toBeNull();
  expect(await send({ password: '\0', code: '\0' })).toHaveLength(1);
});

describeEachEngine('a version above all that PostgreSQL stores', (makeDatabase) => {
  it('is refused, and not an error of the server', async () => {
    const site = await makeApp({ db: await makeDatabase() });
    const token = await site.signIn();
    const draft = { title: 'A', slug: 'a', content: 'Text', status: 'draft' };
    await site.postJson('/api/admin/blog/posts', draft, token);
    await site.postJson('/api/contact', { name: 'A', email: 'a@b.example', message: 'M' });
    const { inquiries } = await (await site.get('/api/admin/inquiries', token)).json();
    const version = 2 ** 31;
    const revision = await site.get(`/api/admin/blog/posts/a/revisions/${version}`, token);
    const note = { note: 'N', noteVersion: version };
    const noted = await site.patchJson(`/api/admin/inquiries/${inquiries[0].id}`, note, token);
    expect([revision.status, noted.status]).toEqual([422, 422]);
  });
});
