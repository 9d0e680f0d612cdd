import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { createDatabase } from '../../../test/postgres-server.ts';
import { makeSmallDisk } from '../../../test/small-disk.ts';
import { startStallingProxy } from '../../../test/stalling-proxy.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import { createDiskPictureStore } from '../../media/storage/disk-picture-store.ts';
import { connectPostgres, connectSqlite, type Database } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { STATEMENT_LIMITS } from '../db/postgres.ts';

/** A site on an SQLite file, and a second connection to the file. */
async function siteOnFile({
  file = join(makeFolder(), 'site.sqlite'),
  ...options
}: {
  file?: string;
  pictureStore?: PictureStore;
} = {}): Promise<{ site: TestApp; token: string; file: string; db: Database }> {
  const db = connectSqlite(file);
  onTestFinished(() => db.close());
  await migrate(db);
  const site = await makeApp({ db, ...options });
  return { site, token: await site.signIn(), file, db };
}

const post = (slug: string) => ({
  title: slug,
  slug,
  content: 'A sentence about a measurement. '.repeat(2_000),
  status: 'published',
});

async function expectRefused(
  answer: Response,
  detail = 'The database cannot be reached or written to. Nothing was saved; please try again soon.',
): Promise<void> {
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await answer.json()).toEqual({ detail });
}

const BUSY = 'The database is busy. Nothing was saved; please try again soon.';

describe('a database that takes nothing', () => {
  const troubles: [string, (db: Database) => Promise<void>, (db: Database) => Promise<void>][] = [
    [
      'a full disk',
      async ({ query }) => {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
        await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(query);
      },
      async ({ query }) => void (await sql`pragma max_page_count = 1000000`.execute(query)),
    ],
    [
      'a read-only disk',
      async ({ query }) => void (await sql`pragma query_only = on`.execute(query)),
      async ({ query }) => void (await sql`pragma query_only = off`.execute(query)),
    ],
  ];

  it.each(troubles)(
    '%s: writers are told, nothing that was answered is lost, readers go on, and so do writers afterwards',
    async (_, trouble, relief) => {
      const { site, token, db } = await siteOnFile();
      expect((await site.postJson('/api/admin/blog/posts', post('before'), token)).status).toBe(
        201,
      );
      await trouble(db);
      await expectRefused(await site.postJson('/api/admin/blog/posts', post('during'), token));
      expect((await site.get('/api/blog/posts/before')).status).toBe(200);
      expect((await site.get('/api/blog/posts/during')).status).toBe(404);
      // The last use of the session cannot be written now.
      site.clock.advance(2 * 60_000);
      expect((await site.get('/api/admin/stats', token)).status).toBe(200);
      await relief(db);
      expect((await site.postJson('/api/admin/blog/posts', post('during'), token)).status).toBe(
        201,
      );
      expect(site.errors).toHaveLength(1);
    },
  );

  it('a write of another process: a short one is waited for, a long one is a 503', async () => {
    const { site, token, file } = await siteOnFile();
    const other = new SQLite(file);
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    setTimeout(() => other.exec('rollback'), 300);
    expect((await site.postJson('/api/admin/blog/posts', post('short'), token)).status).toBe(201);
    other.exec('begin immediate');
    const waiting = site.postJson('/api/admin/blog/posts', post('long'), token);
    // Reads are answered in the meantime.
    expect((await site.get('/api/blog/posts/short')).status).toBe(200);
    await expectRefused(await waiting, BUSY);
  }, 20_000);
});

describe('a disk that is really full', () => {
  it('answers writes with 503; reads go on, and writes do once there is space', async (test) => {
    const disk = makeSmallDisk(test);
    const { site, token } = await siteOnFile({ file: join(disk.folder, 'site.sqlite') });
    expect((await site.postJson('/api/admin/blog/posts', post('before'), token)).status).toBe(201);
    disk.fill();
    for (const slug of ['one', 'two', 'three']) {
      await expectRefused(await site.postJson('/api/admin/blog/posts', post(slug), token));
    }
    expect((await site.get('/api/blog/posts/before')).status).toBe(200);
    const codes = site.errors.map((error) => (error as { code?: string }).code);
    expect(codes).toEqual(['SQLITE_FULL', 'SQLITE_FULL', 'SQLITE_FULL']);
    disk.free();
    expect((await site.postJson('/api/admin/blog/posts', post('one'), token)).status).toBe(201);
  });

  it('answers uploads with 503 until there is space', async (test) => {
    const disk = makeSmallDisk(test);
    const { site, token } = await siteOnFile({ pictureStore: createDiskPictureStore(disk.folder) });
    const upload = async (path: string, file: Uint8Array<ArrayBuffer>) => {
      const body = new Uint8Array(file);
      const headers = { 'Content-Type': 'application/octet-stream' };
      const answer = await site.send('POST', path, { token, headers, body });
      return [answer.status, answer.headers.get('Retry-After')];
    };
    const uploadPicture = async () => upload('/api/admin/media', new Uint8Array(await makePng()));
    const uploadFile = () =>
      upload('/api/admin/attachments?name=a.csv', new TextEncoder().encode('a,b\n'.repeat(9_000)));
    disk.fill();
    expect(await uploadPicture()).toEqual([503, '5']);
    expect(await uploadFile()).toEqual([503, '5']);
    disk.free();
    expect(await uploadPicture()).toEqual([201, null]);
    expect(await uploadFile()).toEqual([201, null]);
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

const server = inject('postgresUrl');
const address = server === undefined ? '' : await createDatabase(server);

it.skipIf(server === undefined)(
  'PostgreSQL that stops answering: a write is a 503 in time, and says that it may be saved',
  async () => {
    const direct = connectPostgres(address, { limits: null });
    await migrate(direct);
    await direct.close();
    const proxy = await startStallingProxy(address);
    const db = connectPostgres(proxy.url, {
      limits: { ...STATEMENT_LIMITS, silence: 2_000 },
      reportError: () => undefined,
    });
    onTestFinished(() => db.close());
    const site = await makeApp({ db });
    const token = await site.signIn();
    proxy.stall();
    const answer = await site.postJson('/api/admin/blog/posts', post('perhaps'), token);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.json()).toEqual({
      detail:
        'The database did not respond. If you were saving something, check whether it was saved before you try again.',
    });
    proxy.resume();
    expect((await site.postJson('/api/admin/blog/posts', post('now'), token)).status).toBe(201);
  },
);

describe('a page that cannot be made because the database is out of reach', () => {
  it('says so with Retry-After, and is not cached', async () => {
    const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const site = await makeApp({
      renderPage: async (_, { reportError }) => {
        reportError(gone);
        return new Response('<h1>Sorry</h1>', {
          status: 500,
          headers: { 'Content-Type': 'text/html' },
        });
      },
    });
    const page = await site.get('/blog');
    expect([
      page.status,
      page.headers.get('Retry-After'),
      page.headers.get('Cache-Control'),
    ]).toEqual([503, '5', 'no-cache']);
    expect(site.errors).toEqual([gone]);
  });
});

it('a body with a content encoding is rejected before it is read', async () => {
  const site = await makeApp();
  const answer = await site.send('POST', '/api/contact', {
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: '{}',
  });
  expect(answer.status).toBe(415);
});
