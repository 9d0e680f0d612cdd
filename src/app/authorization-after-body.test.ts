import { expect, it, onTestFinished } from 'vitest';
import { documentOf } from '../../test/api-document.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../test/make-app.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { makePng } from '../../test/pictures.ts';
import { createDiskPictureStore } from '../media/storage/disk-picture-store.ts';
import { postInputSchema } from '../posts/post-input.ts';
import { type RenderBody, renderBody } from '../rendering/body.ts';
import type { Tables } from '../server/db/tables.ts';

type Call = { method: string; path: string; type: string; role: string };

/** All calls that need a token and have a body. */
async function callsWithBody(app: TestApp): Promise<Call[]> {
  const { paths } = await documentOf(app.app);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, requestBody }]) => {
      const [role] = (security?.[0]?.bearer as string[] | undefined) ?? [];
      const [type] = Object.keys(requestBody?.content ?? {});
      return role === undefined || type === undefined
        ? []
        : [{ method: method.toUpperCase(), path, type: type.replace('*', 'png'), role }];
    }),
  );
}

/** Sends the headers of a call, and its body when `happens` has ended, which begins when the body is asked for. */
async function sendSlowly(
  app: TestApp,
  { method, path, type }: Pick<Call, 'method' | 'path' | 'type'>,
  { token, body, happens }: { token: string; body: BodyInit; happens: () => Promise<unknown> },
): Promise<Response> {
  const bytes = await new Response(body).bytes();
  const sent = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(bytes.subarray(0, 1));
        await happens();
        controller.enqueue(bytes.subarray(1));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return app.send(method, `/api${path}`, { token, headers: { 'Content-Type': type }, body: sent });
}

/** All rows of what people write. */
async function contentOf({ query }: TestApp['db']): Promise<string> {
  const tables = [
    'posts',
    'post_versions',
    'autosaves',
    'glossary_terms',
    'pictures',
    'attachments',
    'invitations',
    'newsletter_issues',
    'outbox',
    'preview_links',
    'scheduled_issues',
    'inquiries',
    'audit_events',
  ] as const satisfies readonly (keyof Tables)[];
  const rows = await Promise.all(
    tables.map((table) => query.selectFrom(table).selectAll().execute()),
  );
  return JSON.stringify(rows);
}

const POST = { title: 'Late', slug: 'late', content: 'Text.', status: 'published' };
const TERM = {
  term: 'Late',
  category: 'Pharmacology',
  definition: 'Late.',
  synonyms: [],
  relatedTerms: [],
};

/** Calls that would succeed. */
async function writes(): Promise<(Pick<Call, 'method' | 'path' | 'type'> & { body: BodyInit })[]> {
  const json = (method: string, path: string, value: unknown) => ({
    method,
    path,
    type: 'application/json',
    body: JSON.stringify(value),
  });
  const png = new Uint8Array(await makePng());
  const file = { method: 'POST', type: 'application/octet-stream' };
  return [
    json('POST', '/admin/blog/posts', POST),
    json('PUT', '/admin/blog/posts/here', { ...POST, slug: 'here', title: 'Changed' }),
    json('PUT', '/admin/blog/posts/here/changes', { ...POST, slug: 'here' }),
    json('PUT', `/admin/autosaves/${crypto.randomUUID()}`, { values: { title: 'x' }, version: 1 }),
    json('POST', '/admin/blog/posts/here/preview-links', { days: 7 }),
    json('POST', '/admin/glossary', TERM),
    json('POST', '/admin/people/invitations', {
      email: 'friend@site.test',
      role: 'writer',
      password: ADMINISTRATOR.password,
    }),
    { ...file, path: '/admin/media?name=a.png', body: png },
    { ...file, path: '/admin/attachments?name=a.csv', body: 'a,b\n1,2\n' },
  ];
}

describeEachEngine('a person whose body comes late', (makeDatabase) => {
  async function openSite() {
    const db = await makeDatabase();
    const app = await makeApp({ db });
    const token = await app.signIn();
    return { app, db, token };
  }

  it('may do nothing that they may no longer do when it has come, whatever the call', async () => {
    const { app, db } = await openSite();
    const { query } = db;
    const calls = await callsWithBody(app);
    expect(calls.length).toBeGreaterThan(25);
    const before = await contentOf(db);
    const allowed: string[] = [];
    for (const call of calls) {
      const path = call.path.replace('{slug}', 'nothing').replace(/\{\w+\}/g, crypto.randomUUID());
      const lose = {
        401: () => query.deleteFrom('sessions').execute(),
        403: () => query.updateTable('administrators').set({ role: 'writer' }).execute(),
      };
      for (const status of call.role === 'administrator' ? ([401, 403] as const) : [401 as const]) {
        await query.updateTable('administrators').set({ role: 'administrator' }).execute();
        const token = await app.signIn();
        const happens = lose[status];
        const response = await sendSlowly(app, { ...call, path }, { token, body: '{}', happens });
        if (response.status !== status) allowed.push(`${call.method} ${path}: ${response.status}`);
      }
    }
    expect(allowed).toEqual([]);
    expect(JSON.parse(await contentOf(db)).slice(0, -1)).toEqual(JSON.parse(before).slice(0, -1));
    expect(app.errors).toEqual([]);
  });

  it('has nothing of it saved, public or sent when they were removed meanwhile', async () => {
    const { app, db, token: first } = await openSite();
    const here = { ...POST, title: 'Here', slug: 'here' };
    expect((await app.postJson('/api/admin/blog/posts', here, first)).status).toBe(201);
    for (const { body, ...call } of await writes()) {
      const token = await app.signIn();
      let before = '';
      const response = await sendSlowly(app, call, {
        token,
        body,
        happens: async () => {
          await db.query.deleteFrom('administrators').execute();
          before = await contentOf(db);
        },
      });
      expect([call.path, response.status]).toEqual([call.path, 401]);
      expect([call.path, await contentOf(db)]).toEqual([call.path, before]);
    }
    expect((await app.get('/api/blog/posts/late')).status).toBe(404);
  });

  it('adds no picture or file that was stored when they were removed', async () => {
    const db = await makeDatabase();
    const store = createDiskPictureStore(makeFolder());
    const remove = () => db.query.deleteFrom('administrators').execute();
    const app = await makeApp({
      db,
      pictureStore: {
        ...store,
        put: async (...given) => {
          await store.put(...given);
          await remove();
        },
        keep: async (...given) => {
          await store.keep(...given);
          await remove();
        },
      },
    });
    const happens = async () => undefined;
    for (const { body, ...call } of (await writes()).filter(({ path }) =>
      /media|attach/.test(path),
    )) {
      const token = await app.signIn();
      const response = await sendSlowly(app, call, { token, body, happens });
      expect([call.path, response.status]).toEqual([call.path, 401]);
    }
    expect(await db.query.selectFrom('pictures').select('id').execute()).toEqual([]);
    expect(await db.query.selectFrom('attachments').select('id').execute()).toEqual([]);
  });

  it('has no text saved that was rendered when they were removed', async () => {
    const db = await makeDatabase();
    let happens = async (): Promise<unknown> => undefined;
    const render: RenderBody = async (...given) => {
      const body = await renderBody(...given);
      await happens();
      return body;
    };
    const app = await makeApp({ db, render });
    const first = await app.signIn();
    const here = { ...POST, slug: 'here' };
    expect((await app.postJson('/api/admin/blog/posts', here, first)).status).toBe(201);
    const before = await contentOf(db);
    for (const { body, ...call } of (await writes()).filter(({ path }) =>
      /posts(?:\/here(?:\/changes)?)?$/.test(path),
    )) {
      const token = await app.signIn();
      happens = () => db.query.deleteFrom('administrators').execute();
      const nothing = async () => undefined;
      const response = await sendSlowly(app, call, { token, body, happens: nothing });
      happens = nothing;
      expect([call.path, response.status]).toEqual([call.path, 401]);
    }
    expect(JSON.parse(await contentOf(db)).slice(0, -1)).toEqual(JSON.parse(before).slice(0, -1));
  });

  it('has no changes published whose text was rendered when they were removed', async () => {
    const db = await makeDatabase();
    const desk = await makeApp({ db });
    const here = { ...POST, slug: 'here' };
    const writer = await desk.signIn();
    await desk.postJson('/api/admin/blog/posts', here, writer);
    const changed = { ...here, title: 'Changed', content: 'Changed.' };
    expect(
      await desk.services.posts.saveChanges('here', postInputSchema.parse(changed), {
        by: ADMINISTRATOR.email,
        publishAt: null,
      }),
    ).toMatchObject({ ok: true });
    // Another process, which has not rendered it yet.
    const render: RenderBody = async (...given) => {
      const body = await renderBody(...given);
      await db.query.deleteFrom('administrators').execute();
      return body;
    };
    const app = await makeApp({ db, render });
    const publication = '/api/admin/blog/posts/here/changes/publish';
    expect((await app.send('POST', publication, { token: writer })).status).toBe(401);
    expect((await app.services.posts.publishedPost('here'))?.title).toBe(POST.title);
  });

  it('succeeds in all of these as long as they may', async () => {
    const { app, token } = await openSite();
    const here = { ...POST, title: 'Here', slug: 'here' };
    expect((await app.postJson('/api/admin/blog/posts', here, token)).status).toBe(201);
    for (const { body, ...call } of await writes()) {
      const response = await sendSlowly(app, call, { token, body, happens: async () => undefined });
      expect([call.path, response.status < 300]).toEqual([call.path, true]);
    }
  });

  it('does not get the rest of an export, whose connection breaks off, after they were demoted', async () => {
    const { app, db, token } = await openSite();
    expect((await app.postJson('/api/admin/blog/posts', POST, token)).status).toBe(201);
    const response = await app.send('POST', '/api/admin/export', { token });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    onTestFinished(() => reader?.cancel().catch(() => undefined));
    await reader?.read();
    await db.query.updateTable('administrators').set({ role: 'writer' }).execute();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await expect(reader?.read()).rejects.toThrow();
    // Its lease ends with it.
    await db.query.updateTable('administrators').set({ role: 'administrator' }).execute();
    await expect
      .poll(async () => {
        const again = await app.send('POST', '/api/admin/export', { token });
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
    expect(app.errors).toEqual([]);
  });
});
