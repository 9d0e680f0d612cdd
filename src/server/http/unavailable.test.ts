import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { makeApp } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { createDatabase } from '../../../test/postgres-server.ts';
import { makeSmallDisk } from '../../../test/small-disk.ts';
import { startStallingProxy } from '../../../test/stalling-proxy.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import { createDiskPictureStore } from '../../media/storage/disk-picture-store.ts';
import { connectPostgres, connectSqlite } from '../db/connect.ts';
import { lockDataDir } from '../db/disk.ts';
import { migrate } from '../db/migrate.ts';
import { STATEMENT_LIMITS } from '../db/postgres.ts';

/** A site on an SQLite file. */
async function siteOnFile({ folder = makeFolder(), files }: SiteOptions = {}) {
  const file = join(folder, 'site.sqlite');
  const db = connectSqlite(file);
  onTestFinished(() => db.close());
  await migrate(db);
  const site = await makeApp({ db, ...(files && { files }) });
  const token = await site.signIn();
  const save = (slug: string) => site.postJson('/api/admin/blog/posts', post(slug), token);
  return { site, token, file, db, save };
}

type SiteOptions = { folder?: string; files?: PictureStore };

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

describe('a database that takes nothing', () => {
  it.each([
    ['full', 'pragma max_page_count = 1', 'pragma max_page_count = 1000000'],
    ['read-only', 'pragma query_only = on', 'pragma query_only = off'],
  ])(
    'since its disk is %s: writers are told, nothing that was answered is lost, readers go on, and so do writers afterwards',
    async (_, trouble, relief) => {
      const { site, token, db, save } = await siteOnFile();
      expect((await save('before')).status).toBe(201);
      await sql.raw(trouble).execute(db.query);
      await expectRefused(await save('during'));
      expect((await site.get('/api/blog/posts/before')).status).toBe(200);
      expect((await site.get('/api/blog/posts/during')).status).toBe(404);
      // The last use of the session cannot be written now.
      site.clock.advance(2 * 60_000);
      expect((await site.get('/api/admin/stats', token)).status).toBe(200);
      await sql.raw(relief).execute(db.query);
      expect((await save('during')).status).toBe(201);
      expect(site.errors).toHaveLength(1);
    },
  );

  it('since another process writes for long: a write is a 503, and succeeds afterwards', async () => {
    const { site, file, save } = await siteOnFile();
    const other = new SQLite(file);
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    await expectRefused(
      await save('long'),
      'The database is busy. Nothing was saved; please try again soon.',
    );
    expect((await site.get('/api/blog/posts/long')).status).toBe(404);
    other.exec('rollback');
    expect((await save('long')).status).toBe(201);
  });
});

describe('a disk that is really full', () => {
  it('answers writes with 503; reads go on, and writes do once there is space', async (test) => {
    const disk = makeSmallDisk(test);
    const { site, save, db, file } = await siteOnFile({ folder: disk.folder });
    expect((await save('before')).status).toBe(201);
    disk.fill();
    for (const slug of ['one', 'two', 'three']) await expectRefused(await save(slug));
    expect((await site.get('/api/blog/posts/before')).status).toBe(200);
    const codes = site.errors.map((error) => (error as { code?: string }).code);
    expect(codes).toEqual(['SQLITE_FULL', 'SQLITE_FULL', 'SQLITE_FULL']);
    disk.free();
    expect((await save('one')).status).toBe(201);
    // A service that is started again on a full disk serves reads.
    await db.close();
    disk.fill();
    const lock = lockDataDir(disk.folder);
    expect(lock).not.toBeNull();
    onTestFinished(() => lock?.release());
    const reopened = connectSqlite(file);
    onTestFinished(() => reopened.close());
    const again = await makeApp({ db: reopened });
    expect((await again.get('/api/blog/posts/one')).status).toBe(200);
  });

  it('answers uploads with 503 until there is space', async (test) => {
    const disk = makeSmallDisk(test);
    const { site, token } = await siteOnFile({ files: createDiskPictureStore(disk.folder) });
    const headers = { 'Content-Type': 'application/octet-stream' };
    const bodies = {
      '/api/admin/media': new Uint8Array(await makePng()),
      '/api/admin/media?name=a.csv': 'a,b\n'.repeat(9_000),
    };
    const upload = () =>
      Promise.all(
        Object.entries(bodies).map(async ([path, body]) => {
          const answer = await site.send('POST', path, { token, headers, body });
          return [answer.status, answer.headers.get('Retry-After')];
        }),
      );
    disk.fill();
    expect(await upload()).toEqual(Array(2).fill([503, '5']));
    disk.free();
    expect(await upload()).toEqual(Array(2).fill([201, null]));
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

it('a body with a content encoding is rejected before it is read', async () => {
  const site = await makeApp();
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  expect((await site.send('POST', '/api/contact', { headers, body: '{}' })).status).toBe(415);
});
