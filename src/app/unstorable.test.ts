import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { operationsOf } from '../../test/api-document.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';

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
    // A version above all that PostgreSQL stores.
    const version = 2 ** 31;
    await site.postJson('/api/admin/blog/posts', { title: 'A', slug: 'a', content: 'T' }, token);
    const note = { note: 'N', noteVersion: version };
    const noted = await site.patchJson(`/api/admin/inquiries/${randomUUID()}`, note, token);
    const revision = await site.get(`/api/admin/blog/posts/a/revisions/${version}`, token);
    expect([revision.status, noted.status]).toEqual([422, 422]);
    expect(site.errors).toEqual([]);
  });
});

it('a NUL anywhere in a body is rejected with the path to it, but for passwords, which are only hashed', async () => {
  const { postJson, signIn } = await makeApp();
  const token = await signIn();
  const detailOf = async (path: string, body: object) => {
    const answer = await postJson(`/api${path}`, body, token);
    const { detail } = (await answer.json()) as { detail: unknown };
    return [answer.status, detail];
  };
  const post = { title: 'A', slug: 'a', content: 'Text' };
  for (const title of ['y\0', '\ud800']) {
    const references = [{ title, url: 'https://a.test/' }];
    const msg = 'Contains characters that cannot be stored';
    const issue = { loc: ['body', 'references', 0, 'title'], msg, type: 'custom' };
    expect(await detailOf('/admin/blog/posts', { ...post, references })).toEqual([422, [issue]]);
  }
  const login = { email: 'a@site.test', password: '\0' };
  expect((await detailOf('/admin/login', login))[0]).toBe(401);
  expect((await detailOf('/admin/login', { ...login, email: '\0' }))[0]).toBe(422);
});
