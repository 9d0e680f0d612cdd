import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeHostileZip } from '../../../test/hostile-zip.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';

const ZIP = makeHostileZip([
  {
    name: 'one.md',
    data: '---\ntitle: One\ndate: 2012-05-08\nurl: /old/one/\nweather: fine\n---\nText',
  },
  { name: 'two.md', data: '---\ntitle: [\n---\nText' },
  { name: 'three.md', data: '# Three\n\nText' },
]);

type Answered = { id: string; state: string; counts: Record<string, number> };

async function upload(app: TestApp, body: BodyInit = new Uint8Array(ZIP), query = 'name=a.zip') {
  return app.send('POST', `/api/admin/imports?${query}`, {
    token: await app.signIn(),
    body,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
}

async function read<T = Answered>(app: TestApp, path: string): Promise<T> {
  return (await call(app, 'GET', `/api/admin/imports/${path}`)).json() as Promise<T>;
}

async function call(app: TestApp, method: string, path: string): Promise<Response> {
  return app.send(method, path, { token: await app.signIn() });
}

async function planned(app: TestApp): Promise<string> {
  const { id } = (await (await upload(app)).json()) as Answered;
  await app.services.runImports();
  return id;
}

const makeSite = () => makeApp({ renderPage: async () => new Response('', { status: 404 }) });

describe('an uploaded import', () => {
  it('shows first what every item would be, imports it then, and can be taken back whole', async () => {
    const app = await makeSite();
    const uploaded = await upload(app);
    expect(uploaded.status).toBe(202);
    const { id, state } = (await uploaded.json()) as Answered;
    expect(state).toBe('planning');
    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(409);
    await app.services.runImports();
    expect(await read(app, id)).toMatchObject({
      ...{ state: 'planned', system: 'markdown', total: 3, done: 3 },
      counts: { planned: 2, imported: 0, skipped: 0, failed: 1 },
    });
    const { items } = await read<{ items: unknown[] }>(app, `${id}/items`);
    expect(items).toMatchObject([
      { label: 'one.md', slug: 'one', outcome: 'planned', notes: [{ kind: 'lost' }] },
      { label: 'three.md', slug: 'three', title: 'Three', outcome: 'planned' },
      { label: 'two.md', outcome: 'failed', reason: expect.stringContaining('YAML') },
    ]);
    expect(await app.services.anyPost('one')).toBeNull();

    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(202);
    await app.services.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'done',
      counts: { imported: 2, failed: 1 },
    });
    expect(await app.services.publishedPost('one')).not.toBeNull();
    expect(await app.services.redirectTarget('/old/one')).toBe('/blog/one');
    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(409);
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(409);

    expect(await read(app, `${id}/take-back`)).toEqual({ posts: 2, edited: [], redirects: 1 });
    expect((await call(app, 'POST', `/api/admin/imports/${id}/take-back`)).status).toBe(202);
    await app.services.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'taken-back' });
    expect(await app.services.anyPost('one')).toBeNull();
    expect(await app.services.redirectTarget('/old/one')).toBeNull();
    const { events } = await app.services.auditTrail({ limit: 50 });
    const actions = events.map(({ action, subject }) => `${action} ${subject}`);
    expect(actions).toEqual(
      expect.arrayContaining(['import-started a.zip', 'import-taken-back a.zip']),
    );
  });

  it('keeps a post that was edited since when the rest is taken back, and says so before', async () => {
    const app = await makeSite();
    const id = await planned(app);
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    await app.services.runImports();
    const one = await app.services.anyPost('one');
    await app.putJson('/api/admin/blog/posts/one', { ...one, title: 'Mine' }, await app.signIn());
    expect(await read(app, `${id}/take-back`)).toMatchObject({
      posts: 1,
      edited: [{ slug: 'one', title: 'Mine' }],
    });
    await call(app, 'POST', `/api/admin/imports/${id}/take-back`);
    await app.services.runImports();
    expect((await app.services.anyPost('one'))?.title).toBe('Mine');
    expect(await app.services.anyPost('three')).toBeNull();
  });

  it('goes on where it was when the site ended in its midst, and makes no post twice', async () => {
    const app = await makeSite();
    const files = Array.from({ length: 35 }, (_, number) => ({
      name: `post-${number}.md`,
      data: `# Post ${number}\n\nText`,
    }));
    const uploaded = await upload(app, new Uint8Array(makeHostileZip(files)));
    const { id } = (await uploaded.json()) as Answered;
    await app.services.runImports();
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    const ending = new AbortController();
    const running = app.services.runImports(ending.signal);
    while ((await app.services.postStats()).total === 0) await setImmediate();
    ending.abort();
    await running;
    const { state, counts } = await read(app, id);
    expect(state).toBe('running');
    expect(counts.imported).toBeLessThan(35);
    await app.services.runImports();
    expect(await read(app, id)).toMatchObject({
      ...{ state: 'done', total: 35, done: 35, counts: { imported: 35, skipped: 0 } },
    });
    expect((await app.services.postStats()).total).toBe(35);
  });

  it('that cannot be read says why, and is forgotten when it is discarded', async () => {
    const app = await makeSite();
    const { id } = (await (await upload(app, 'no source', 'name=a.txt')).json()) as Answered;
    await app.services.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('not a source'),
    });
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
    expect((await call(app, 'GET', `/api/admin/imports/${id}`)).status).toBe(404);
    expect((await upload(app, '')).status).toBe(400);
    expect((await upload(app, 'x', 'site=nowhere')).status).toBe(422);
  });
});
