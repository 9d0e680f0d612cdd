import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { exportSite } from '../../../test/export-site.ts';
import { fillSite } from '../../../test/full-site.ts';
import { makeHostileZip } from '../../../test/hostile-zip.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { createDiskPictureStore } from '../../media/storage/disk-picture-store.ts';
import { postInputSchema } from '../../posts/post-input.ts';
import { connectSqlite } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { PicturesUnavailableError } from '../../server/failure.ts';
import { ImportStoppedError } from '../import-rows.ts';
import { createPictureFetcher } from '../network/fetch-picture.ts';
import { createImportProcess } from '../process/import-process.ts';
import { openSession, SourceAbandonedError } from '../source-session.ts';
import { MAX_UPLOADS } from '../upload-limits.ts';

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
  await app.services.transfer.runImports();
  return id;
}

const EDITED = postInputSchema.parse({
  title: 'Edited',
  slug: 'post-0',
  content: 'Without a picture',
});

const makeSite = (options: Parameters<typeof makeApp>[0] = {}) =>
  makeApp({ ...options, renderPage: async () => new Response('', { status: 404 }) });

/** Posts with a picture each. */
async function zipOf(posts: number): Promise<Uint8Array<ArrayBuffer>> {
  const files = Array.from({ length: posts }, async (_, number) => [
    { name: `post-${number}/index.md`, data: `# Post ${number}\n\n![Dots](dots.png)` },
    { name: `post-${number}/dots.png`, data: await makePng({ width: 8 + number, height: 8 }) },
  ]);
  return new Uint8Array(makeHostileZip((await Promise.all(files)).flat()));
}

/** A server that answers no request until `answer` is called. */
async function makePictureServer() {
  const [first, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Buffer>()];
  const server = createServer(async (_request, response) => {
    first.resolve();
    response.end(await answered.promise);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: first.promise, answer: answered.resolve };
}

/** Starts an import of so many posts, and resolves in its midst. @returns its id, and when it has ended */
async function runInMidst(app: TestApp, posts: number): Promise<[string, Promise<void>]> {
  const { id } = (await (await upload(app, await zipOf(posts))).json()) as Answered;
  await app.services.transfer.runImports();
  await call(app, 'POST', `/api/admin/imports/${id}/start`);
  const running = app.services.transfer.runImports();
  while ((await app.services.posts.postStats()).total === 0) await setImmediate();
  return [id, running];
}

describe('an uploaded import', () => {
  it('shows first what every item would be, imports it then, and can be taken back whole', async () => {
    const app = await makeSite();
    const uploaded = await upload(app);
    expect(uploaded.status).toBe(202);
    const { id, state } = (await uploaded.json()) as Answered;
    expect(state).toBe('planning');
    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(409);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'planned',
      system: 'markdown',
      total: 3,
      done: 3,
      counts: { planned: 2, imported: 0, skipped: 0, failed: 1 },
    });
    const { items } = await read<{ items: unknown[] }>(app, `${id}/items`);
    expect(items).toMatchObject([
      { label: 'one.md', slug: 'one', outcome: 'planned', notes: [{ kind: 'lost' }] },
      { label: 'three.md', slug: 'three', title: 'Three', outcome: 'planned' },
      { label: 'two.md', outcome: 'failed', reason: expect.stringContaining('YAML') },
    ]);
    expect(await app.services.posts.anyPost('one')).toBeNull();

    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(202);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'done',
      counts: { imported: 2, failed: 1 },
    });
    expect(await app.services.posts.publishedPost('one')).not.toBeNull();
    expect(await app.services.transfer.redirectTarget('/old/one')).toBe('/blog/one');
    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(409);
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(409);

    expect(await read(app, `${id}/take-back`)).toEqual({ posts: 2, edited: [], redirects: 1 });
    expect((await call(app, 'POST', `/api/admin/imports/${id}/take-back`)).status).toBe(202);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'taken-back' });
    expect(await app.services.posts.anyPost('one')).toBeNull();
    expect(await app.services.transfer.redirectTarget('/old/one')).toBeNull();
    const { events } = await app.services.accounts.auditTrail({ limit: 50 });
    const actions = events.map(({ action, subject }) => `${action} ${subject}`);
    expect(actions).toEqual(
      expect.arrayContaining(['import-started a.zip', 'import-taken-back a.zip']),
    );
  });

  it('keeps a post that was edited since when the rest is taken back, and says so before', async () => {
    const app = await makeSite();
    const id = await planned(app);
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    await app.services.transfer.runImports();
    const one = await app.services.posts.anyPost('one');
    await app.putJson('/api/admin/blog/posts/one', { ...one, title: 'Mine' }, await app.signIn());
    expect(await read(app, `${id}/take-back`)).toMatchObject({
      posts: 1,
      edited: [{ slug: 'one', title: 'Mine' }],
    });
    await call(app, 'POST', `/api/admin/imports/${id}/take-back`);
    await app.services.transfer.runImports();
    expect((await app.services.posts.anyPost('one'))?.title).toBe('Mine');
    expect(await app.services.posts.anyPost('three')).toBeNull();
  });

  it('goes on where it was when the site ended in its midst, and makes no post twice', async () => {
    const app = await makeSite();
    const files = Array.from({ length: 35 }, (_, number) => ({
      name: `post-${number}.md`,
      data: `# Post ${number}\n\nText`,
    }));
    const uploaded = await upload(app, new Uint8Array(makeHostileZip(files)));
    const { id } = (await uploaded.json()) as Answered;
    await app.services.transfer.runImports();
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    const ending = new AbortController();
    const running = app.services.transfer.runImports(ending.signal);
    while ((await app.services.posts.postStats()).total === 0) await setImmediate();
    ending.abort();
    await running;
    const { state, counts } = await read(app, id);
    expect(state).toBe('running');
    expect(counts.imported).toBeLessThan(35);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'done',
      total: 35,
      done: 35,
      counts: { imported: 35, skipped: 0 },
    });
    expect((await app.services.posts.postStats()).total).toBe(35);
  });

  it('that cannot be read says why, and is forgotten when it is discarded', async () => {
    const app = await makeSite();
    const { id } = (await (await upload(app, 'no source', 'name=a.txt')).json()) as Answered;
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('cannot be imported'),
    });
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
    expect((await call(app, 'GET', `/api/admin/imports/${id}`)).status).toBe(404);
    expect((await upload(app, '')).status).toBe(400);
    expect((await upload(app, 'x', 'site=nowhere')).status).toBe(422);
  });
});

describeEachEngine('uploads', (makeDatabase, { engine, makeMigrated }) => {
  it('never fill the disk: of fifty at once five stay, on all instances together, and the rest leaves no file', async () => {
    const open = await makeMigrated();
    const db = open();
    const apps = [
      await makeSite({ db }),
      await makeSite({ db: engine === 'sqlite' ? db : open() }),
    ];
    const token = await apps[0]?.signIn();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        apps[number % 2]?.send('POST', '/api/admin/imports?name=a.zip', {
          token: token ?? null,
          body: new Uint8Array(ZIP),
          headers: { 'Content-Type': 'application/octet-stream' },
        }),
      ),
    );
    const refused = answers.filter((answer) => answer?.status === 409);
    expect(refused).toHaveLength(50 - MAX_UPLOADS);
    expect(await refused[0]?.json()).toEqual({ detail: expect.stringContaining('wait') });
    const files = await Promise.all(apps.map(({ uploads }) => uploads.list()));
    expect(files.flat()).toHaveLength(MAX_UPLOADS);
    const [app] = apps as [TestApp];
    const id = (await app.services.transfer.imports())[0]?.id ?? '';
    for (const each of apps) await each.services.transfer.runImports();
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
    expect((await upload(app)).status).toBe(202);
    expect((await upload(app)).status).toBe(409);
  });

  it('that break off, are empty or no source keep no place and no file', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const broken = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(1_000));
          controller.error(new Error('The client has gone'));
        },
      });
    for (let attempt = 0; attempt <= MAX_UPLOADS; attempt += 1) {
      expect((await upload(app, broken())).status).toBe(400);
      expect((await upload(app, '')).status).toBe(400);
      expect((await upload(app, 'no source', 'name=a.txt')).status).toBe(202);
      await app.services.transfer.runImports();
      expect(await app.uploads.list()).toEqual([]);
    }
    expect((await upload(app)).status).toBe(202);
  });

  it('whose process ended in their midst lose their place and their file', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const endless = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array(1_000)),
        async pull(controller) {
          await ended;
          controller.error(new Error('The client has gone'));
        },
      });
    const hanging = Array.from({ length: MAX_UPLOADS }, () => upload(app, endless()));
    while ((await app.uploads.list()).length < MAX_UPLOADS) await setImmediate();
    await app.services.transfer.discardOldUploads();
    expect(await app.uploads.list()).toHaveLength(MAX_UPLOADS);
    expect((await upload(app)).status).toBe(409);
    app.clock.advance(16 * 60 * 1_000);
    const { status } = await upload(app);
    expect(status).toBe(202);
    await app.services.transfer.discardOldUploads();
    expect(await app.uploads.list()).toHaveLength(1);
    end();
    await Promise.all(hanging);
    expect(await app.uploads.list()).toHaveLength(1);
  });

  it('that nobody imports or goes on with are gone after a week, and what they made can be taken back', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const [stopped, running] = await runInMidst(app, 35);
    expect((await call(app, 'POST', `/api/admin/imports/${stopped}/stop`)).status).toBe(200);
    await running;
    const waiting = await planned(app);
    app.clock.advanceDays(6);
    await app.services.transfer.discardOldUploads();
    expect((await app.uploads.list()).sort()).toEqual([stopped, waiting].sort());
    app.clock.advanceDays(2);
    await app.services.transfer.discardOldUploads();
    expect(await app.uploads.list()).toEqual([]);
    expect((await call(app, 'GET', `/api/admin/imports/${waiting}`)).status).toBe(404);
    expect(await read(app, stopped)).toMatchObject({ state: 'failed' });
    await call(app, 'POST', `/api/admin/imports/${stopped}/take-back`);
    await app.services.transfer.runImports();
    expect((await app.services.posts.postStats()).total).toBe(0);
  });

  it('can be discarded while their dry run is under way', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const { id } = (await (await upload(app, await zipOf(35))).json()) as Answered;
    const planning = app.services.transfer.runImports();
    while ((await read(app, id)).counts.planned === 0) await setImmediate();
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
    await planning;
    expect((await call(app, 'GET', `/api/admin/imports/${id}`)).status).toBe(404);
    expect(await app.uploads.list()).toEqual([]);
  });
});

describeEachEngine('an import that is stopped', (makeDatabase) => {
  it('writes nothing more, and goes on where it was: no post is missing or there twice', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const [id, running] = await runInMidst(app, 35);
    const answer = await call(app, 'POST', `/api/admin/imports/${id}/stop`);
    const { state, counts } = (await answer.json()) as Answered;
    expect([answer.status, state]).toEqual([200, 'stopped']);
    expect(counts.imported).toBeLessThan(35);
    await running;
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'stopped', counts });
    expect((await app.services.posts.postStats()).total).toBe(counts.imported);
    expect((await call(app, 'POST', `/api/admin/imports/${id}/stop`)).status).toBe(409);

    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(202);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'done',
      done: 35,
      counts: { imported: 35, skipped: 0, failed: 0 },
    });
    expect((await app.services.posts.postStats()).total).toBe(35);
    expect((await call(app, 'POST', `/api/admin/imports/${id}/stop`)).status).toBe(409);
    expect(await app.uploads.list()).toEqual([]);
  });

  it('can be taken back whole, with pictures of posts that were not written', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const [id, running] = await runInMidst(app, 35);
    await call(app, 'POST', `/api/admin/imports/${id}/stop`);
    expect((await call(app, 'POST', `/api/admin/imports/${id}/take-back`)).status).toBe(202);
    await running;
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'taken-back', counts: { imported: 0 } });
    expect((await app.services.posts.postStats()).total).toBe(0);
    expect(await app.uploads.list()).toEqual([]);
    const { posts } = await app.services.posts.trashedPosts({ limit: 50 });
    for (const post of posts)
      await app.services.posts.eraseTrashedPost(post.id, { by: 'editor@site.test' });
    await app.services.transfer.takeBackImport(id, { by: undefined });
    const { items } = await app.services.media.pictures({ limit: 50 });
    expect(items).toEqual([]);
  });

  it('ends while a picture is on its way, and goes on with nothing lost nor doubled', async () => {
    const { url, asked, answer } = await makePictureServer();
    const options = {
      openSession: createImportProcess(),
      fetchPicture: createPictureFetcher({ isAllowed: () => true, timeout: 600_000 }),
    };
    const app = await makeSite({ db: await makeDatabase(), ...options });
    const zip = makeHostileZip([
      { name: '0.md', data: '# Post 0\n\nText' },
      { name: '1.md', data: `# Post 1\n\n![A](${url}/1.png)` },
      { name: '2.md', data: `# Post 2\n\n![B](${url}/2.png)` },
      { name: '3.md', data: '# Post 3\n\nText' },
    ]);
    const uploaded = await upload(app, new Uint8Array(zip), 'name=a.zip&fetchPictures=true');
    const { id } = (await uploaded.json()) as Answered;
    await app.services.transfer.runImports();
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    const running = app.services.transfer.runImports();
    await asked;
    expect((await call(app, 'POST', `/api/admin/imports/${id}/stop`)).status).toBe(200);
    // Without an answer of the server, which has ten minutes for one.
    await running;
    expect(await read(app, id)).toMatchObject({ state: 'stopped', problem: null });

    answer(await makePng());
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'done', counts: { imported: 4 } });
    expect((await app.services.posts.postStats()).total).toBe(4);
    expect((await app.services.media.pictures({ limit: 50 })).items).toHaveLength(1);
    expect((await app.services.posts.anyPost('2'))?.content).toContain('/media/');
  });

  it('of the command line writes nothing more', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const sourcePath = makeFolder({ 'a.md': '# A', 'b.md': '# B' });
    const { id, items } = unwrap(await app.services.transfer.startImport(sourcePath, {}));
    expect((await call(app, 'POST', `/api/admin/imports/${id}/stop`)).status).toBe(200);
    await expect(items.next()).rejects.toThrow(ImportStoppedError);
    expect((await app.services.posts.postStats()).total).toBe(0);
  });
});

describeEachEngine('an import that a crash interrupts', (makeDatabase) => {
  it('goes on at once with the picture that was half stored, and is taken back with the one that was half removed', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const id = createHash('sha256')
      .update(await makePng({ width: 8, height: 8 }))
      .digest('hex')
      .slice(0, 32);
    const leave = (kind: 'upload' | 'removal') =>
      app.db.query
        .insertInto('picture_operations')
        .values({ picture_id: id, kind, since: app.clock.now().toISOString() })
        .execute();
    const uploaded = await upload(app, await zipOf(1));
    const { id: importId } = (await uploaded.json()) as Answered;
    await app.services.transfer.runImports();
    await call(app, 'POST', `/api/admin/imports/${importId}/start`);
    await leave('upload');
    app.clock.advance(1);
    await app.services.transfer.runImports();
    expect(await read(app, importId)).toMatchObject({ state: 'done', problem: null });
    unwrap(await app.services.posts.editPost('post-0', EDITED));
    await call(app, 'POST', `/api/admin/imports/${importId}/take-back`);
    await leave('removal');
    app.clock.advance(1);
    await app.services.transfer.runImports();
    expect(await read(app, importId)).toMatchObject({ state: 'taken-back', problem: null });
    expect((await app.services.media.pictures({ limit: 1 })).items).toEqual([]);
  });

  it('waits while the storage of pictures cannot be used, and goes on by itself', async () => {
    const store = createDiskPictureStore(makeFolder());
    let isDown = true;
    const put: typeof store.put = async (...args) => {
      if (isDown) throw new PicturesUnavailableError('EIO');
      return store.put(...args);
    };
    const app = await makeSite({ db: await makeDatabase(), pictureStore: { ...store, put } });
    const { id } = (await (await upload(app, await zipOf(2))).json()) as Answered;
    await app.services.transfer.runImports();
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    await expect(app.services.transfer.runImports()).rejects.toThrow(PicturesUnavailableError);
    const waiting = await read<Answered & { problem: string }>(app, id);
    expect(waiting).toMatchObject({
      state: 'running',
      problem: expect.stringMatching(/^It is waiting/),
    });
    isDown = false;
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'done',
      problem: null,
      counts: { imported: 2, failed: 0 },
    });
  });
});

describeEachEngine('an import that ends the site', (makeDatabase) => {
  const setup = async () => {
    const gate = { isFatal: true, opened: Promise.withResolvers<void>() };
    const app = await makeSite({
      db: await makeDatabase(),
      openSession(...args) {
        gate.opened.resolve();
        return gate.isFatal ? new Promise<never>(() => undefined) : openSession(...args);
      },
    });
    const { id } = (await (await upload(app)).json()) as Answered;
    /** The process ends in the midst of the job: nothing more runs, and the lease is never released. */
    const crash = async () => {
      gate.opened = Promise.withResolvers<void>();
      void app.services.transfer.runImports();
      await gate.opened.promise;
      app.clock.advance(61_000);
    };
    return { app, id, gate, crash };
  };

  it('twice is given up in words instead of ending it without end, and can be discarded', async () => {
    const { app, id, crash } = await setup();
    await crash();
    await crash();
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('the site stopped twice'),
    });
    expect(await app.uploads.list()).toEqual([]);
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
  });

  it('once goes on, and an import that was planned after one crash may crash once again', async () => {
    const { app, id, gate, crash } = await setup();
    await crash();
    gate.isFatal = false;
    await app.services.transfer.runImports();
    expect((await read(app, id)).state).toBe('planned');
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    gate.isFatal = true;
    await crash();
    gate.isFatal = false;
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'done', counts: { imported: 2 } });
  });
});

describeEachEngine('an import whose source is too heavy', (makeDatabase) => {
  it('fails with the reason in words, and can be discarded', async () => {
    const app = await makeSite({
      db: await makeDatabase(),
      openSession: async () => {
        throw new SourceAbandonedError('It needs more memory than imports may use.');
      },
    });
    const { id } = (await (await upload(app)).json()) as Answered;
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'failed',
      problem: 'It needs more memory than imports may use.',
    });
    expect((await call(app, 'DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
  });
});

describeEachEngine('an import whose administrator is none any more', (makeDatabase) => {
  it('writes nothing more, says why, and goes on for another one', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    const [id, running] = await runInMidst(app, 35);
    const demote = (role: 'administrator' | 'writer') =>
      app.db.query.updateTable('administrators').set({ role }).execute();
    await demote('writer');
    const { total } = await app.services.posts.postStats();
    await running;
    expect((await app.services.posts.postStats()).total).toBe(total);
    await demote('administrator');
    const { state, problem } = await read<Answered & { problem: string }>(app, id);
    expect([state, problem]).toEqual([
      'stopped',
      expect.stringContaining('no longer an administrator'),
    ]);
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'done', counts: { imported: 35 } });
  });
});

describeEachEngine('an export of the site', (makeDatabase) => {
  const uploadCrate = async (app: TestApp, file: Uint8Array<ArrayBuffer>) => {
    const { id } = (await (await upload(app, file, 'name=site.zip')).json()) as Answered;
    await app.services.transfer.runImports();
    return id;
  };

  it('that is uploaded to an empty site makes the same site of it, and can be taken back', async () => {
    const other = connectSqlite(join(makeFolder(), 'other.sqlite'));
    onTestFinished(() => other.close());
    await migrate(other);
    const site = await makeSite({ db: other });
    await fillSite(site);
    const exported = await exportSite(site.services);
    const app = await makeSite({ db: await makeDatabase() });
    app.clock.set(site.clock.now().toISOString());
    const id = await uploadCrate(app, new Uint8Array(await readFile(exported.file)));
    const { state, system, total, counts } = await read<
      Answered & { system: string; total: number }
    >(app, id);
    expect({ state, system, planned: counts.planned }).toEqual({
      state: 'planned',
      system: 'ligara',
      planned: total,
    });
    expect((await app.services.posts.postStats()).total).toBe(0);
    await call(app, 'POST', `/api/admin/imports/${id}/start`);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'done', counts: { imported: total } });
    expect((await exportSite(app.services)).summary).toEqual(exported.summary);

    await call(app, 'POST', `/api/admin/imports/${id}/take-back`);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({ state: 'taken-back', counts: { imported: 0 } });
    expect((await app.services.posts.postStats()).total).toBe(0);
  });

  it('that is uploaded to a site that has it changes nothing, and one that was changed is refused', async () => {
    const app = await makeSite({ db: await makeDatabase() });
    await fillSite(app);
    const exported = await exportSite(app.services);
    const id = await uploadCrate(app, new Uint8Array(await readFile(exported.file)));
    expect(await read(app, id)).toMatchObject({ state: 'planned', counts: { failed: 0 } });
    const { items } = await read<{ items: Record<string, unknown>[] }>(app, `${id}/items`);
    const others = items.filter(({ outcome }) => outcome !== 'skipped');
    expect(others).toEqual([]);
    expect((await call(app, 'POST', `/api/admin/imports/${id}/start`)).status).toBe(202);
    await app.services.transfer.runImports();
    expect(await read(app, id)).toMatchObject({
      state: 'done',
      counts: { imported: 0, failed: 0 },
    });
    expect((await exportSite(app.services)).summary).toEqual(exported.summary);

    const changed = { ...exported.content, 'posts/markdown.md': Buffer.from('Other') };
    const entries = Object.entries(changed).map(([name, data]) => ({ name, data }));
    const refused = await uploadCrate(app, new Uint8Array(makeHostileZip(entries)));
    expect(await read(app, refused)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('posts/markdown.md'),
    });
  });
});
