import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { insertRows } from '../../../test/insert-rows.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { makeSmallDisk } from '../../../test/small-disk.ts';
import { describeEachStorage, makeSqliteStorage } from '../../../test/storages.ts';
import { unwrap } from '../../../test/unwrap.ts';
import {
  hashOfFolder,
  openWrittenSite,
  textOf,
  type WrittenSite,
} from '../../../test/written-site.ts';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { createS3PictureStore } from '../../media/storage/s3-picture-store.ts';
import type { Database } from '../../server/db/connect.ts';
import { BackupError } from './backup-error.ts';
import { sqliteFile } from './database-copy.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const { signal } = new AbortController();

/** Everything that a database holds of its posts up to a number. */
async function everythingOf({ query }: Database, posts: number) {
  const slugs = Array.from({ length: posts }, (_, i) => `post-${i + 1}`);
  const written = query.selectFrom('posts').where('slug', 'in', slugs);
  const rows = await written.selectAll().orderBy('id').execute();
  const tables = ['post_tags', 'post_versions', 'post_pictures'] as const;
  const parts = tables.map((table) =>
    query
      .selectFrom(table)
      .selectAll()
      .where('post_id', 'in', written.select('id'))
      .orderBy('post_id')
      .execute(),
  );
  return [rows, ...(await Promise.all(parts))];
}

const EDITOR = { email: 'editor@site.test', password: 'a password for tests' };

/** Starts a session, and makes a ticket and links of every kind, which belong to the first post. */
async function grantAll({ db, services }: WrittenSite) {
  await services.accounts.ensureAdministrator(EDITOR);
  await services.accounts.signIn(EDITOR);
  const by = EDITOR.email;
  await services.accounts.invite({ email: 'guest@site.test', role: 'writer' }, { by });
  const [editor] = await db.query.selectFrom('administrators').select('id').execute();
  const [post] = await db.query.selectFrom('posts').select('id').execute();
  const instants = {
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '9999-01-01T00:00:00.000Z',
  };
  const { expires_at } = instants;
  const owner = { administrator_id: editor?.id };
  await insertRows(db, 'pending_sign_ins', { ...owner, expires_at, ticket_hash: 't', attempts: 0 });
  await insertRows(db, 'password_resets', { ...owner, ...instants, token_hash: 'r' });
  const link = { id: 'link', token_hash: 'l', post_id: post?.id, created_by: by };
  await insertRows(db, 'preview_links', { ...link, ...instants });
}

async function grantedIn({ query }: Database): Promise<number[]> {
  const tables = 'sessions pending_sign_ins password_resets invitations preview_links'.split(' ');
  const counts = tables.map(async (table) => {
    const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(query);
    return rows.length;
  });
  return Promise.all(counts);
}

describeEachStorage('a backup', (makeStorage, engine) => {
  it('of a site that is written to is one moment of it: no post half, none left out; restored, it serves as the site did, but for sessions, tickets and links, and overwrites nothing', async () => {
    const origin = await makeStorage();
    const site = await openWrittenSite(origin);
    await site.reach(6);
    await grantAll(site);
    expect(await grantedIn(site.db)).toEqual([1, 1, 1, 1, 1]);
    site.start();
    const file = join(makeFolder(), 'site.tar.zst');
    const before = site.posts();
    const made = await makeBackup(origin, file, { signal });
    const after = site.posts();
    await site.stop();
    expect(after).toBeGreaterThan(before);
    expect(readdirSync(dirname(file))).toEqual(['site.tar.zst']);
    await expect(makeBackup(origin, file, { signal })).rejects.toThrow(/already exists. Choose/);

    const place = await makeStorage();
    // As a start or an earlier attempt leaves it.
    const media = join(place.dataDir, 'media');
    mkdirSync(media);
    const { posts, pictures, attachments, madeAt } = made;
    const counts = { posts, pictures, attachments, madeAt, missing: [] };
    expect(await restoreBackup(place, file, signal)).toMatchObject(counts);
    await expect(restoreBackup(place, file, signal)).rejects.toThrow(
      engine === 'sqlite'
        ? /ligara\.sqlite already exists/
        : /^DATABASE_URL: the database has \d+ tables/,
    );
    expect(posts).toBeGreaterThanOrEqual(before);
    expect(posts).toBeLessThanOrEqual(after);

    const { db, services } = await openWrittenSite(place);
    expect(await everythingOf(db, posts)).toEqual(await everythingOf(site.db, posts));
    const restored = await db.query
      .selectFrom('public_posts')
      .innerJoin('posts', 'posts.id', 'public_posts.id')
      .select(['public_posts.slug', 'content'])
      .orderBy('created_at')
      .execute();
    expect(restored.map(({ slug }) => slug)).toEqual(restored.map((_, i) => `post-${i + 1}`));
    expect(restored.every((post, i) => post.content.endsWith(textOf(i + 1)))).toBe(true);
    expect(restored).toHaveLength(posts);

    const shown = await db.query.selectFrom('post_pictures').select('picture_id').execute();
    const tables = ['pictures', 'attachments'] as const;
    const rows = tables.map((table) => db.query.selectFrom(table).select('id').execute());
    const ids = (await Promise.all(rows)).flat().map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(shown.map(({ picture_id }) => picture_id)));
    expect(readdirSync(media).sort()).toEqual(ids.sort());
    const hashes = ids.map((id) => hashOfFolder(join(media, id)));
    expect(hashes).toEqual(ids.map((id) => site.pictures.get(id)));

    // Sessions, tickets and links end.
    expect(await grantedIn(db)).toEqual([0, 0, 0, 0, 0]);
    expect(await grantedIn(site.db)).toEqual([1, 1, 1, 1, 1]);
    expect(await services.accounts.signIn(EDITOR)).toMatchObject({ ok: true });
    expect((await services.posts.removePost('post-2')).ok).toBe(true);
    expect((await services.posts.allPosts({ limit: 10, q: 'sentence' })).total).toBe(posts - 1);
    const second = join(makeFolder(), 'second');
    expect(await makeBackup(place, second, { signal })).toMatchObject({ posts: posts - 1 });
  }, 120_000);
});

describe('a backup', () => {
  it.each([
    ['attachments alone', 0, 2],
    ['pictures alone', 2, 0],
    ['nothing', 0, 0],
  ])(
    'of a library of %s is restored on a disk and in a bucket',
    async (_, pictures, attachments) => {
      const origin = await makeSqliteStorage();
      const { media } = (await openWrittenSite(origin)).services;
      for (let i = 1; i <= pictures; i += 1) {
        const picture = await makePng({ width: i, height: 9 });
        unwrap(await media.uploadPicture(picture, { name: 'a.png' }));
      }
      for (let i = 1; i <= attachments; i += 1) {
        const table = new Blob([`number\n${i}\n`]).stream();
        unwrap(await media.uploadAttachment(table, { name: 'a.csv' }));
      }
      const file = join(makeFolder(), 'site.tar.zst');
      await makeBackup(origin, file, { signal });
      const { bucket } = await startObjectStore();
      for (const s3 of [undefined, bucket]) {
        const place = { ...(await makeSqliteStorage()), s3 };
        const restored = await restoreBackup(place, file, signal);
        expect(restored).toMatchObject({ pictures, attachments, missing: [] });
        expect(await (await openPictureStore(place)).ids()).toHaveLength(pictures + attachments);
      }
    },
  );

  /** A site with three posts and a picture. */
  async function makeSite() {
    const origin = await makeSqliteStorage();
    const site = await openWrittenSite(origin);
    await site.reach(3);
    const sqlite = new SQLite(sqliteFile(origin));
    onTestFinished(() => void sqlite.close());
    const [picture] = (await site.services.media.pictures({ limit: 1 })).items;
    const file = join(makeFolder(), 'site.tar.zst');
    return { origin, site, sqlite, picture: picture?.id ?? '', file };
  }

  it('names the pictures that have lost their files, and contains the rest', async () => {
    const { origin, picture, file } = await makeSite();
    await rm(join(origin.dataDir, 'media', picture), { recursive: true });
    expect(await makeBackup(origin, file, { signal })).toMatchObject({ missing: [picture] });
    const place = await makeSqliteStorage();
    const restored = await restoreBackup(place, file, signal);
    expect(restored).toMatchObject({ posts: 3, pictures: 1, missing: [picture] });
  });

  it('that is interrupted leaves nothing, nor does a restore', async () => {
    const { origin, file } = await makeSite();
    const interrupted = new BackupError('Interrupted');
    const controller = new AbortController();
    let looks = 0;
    // The first look at the clock is before anything is read.
    const now = () => {
      looks += 1;
      if (looks === 2) controller.abort(interrupted);
      return new Date();
    };
    const making = makeBackup(origin, file, { now, signal: controller.signal });
    await expect(making).rejects.toBe(interrupted);
    expect(readdirSync(dirname(file))).toEqual([]);
    await makeBackup(origin, file, { signal });
    const place = await makeSqliteStorage();
    const aborted = AbortSignal.abort(interrupted);
    await expect(restoreBackup(place, file, aborted)).rejects.toBe(interrupted);
    expect(readdirSync(place.dataDir)).toEqual([]);
  });

  it('on a disk that is really full leaves nothing, and says so in one line', async (test) => {
    const disk = makeSmallDisk(test);
    const { origin, picture } = await makeSite();
    const file = join(disk.folder, 'backup.tar.zst');
    const whyNot = () =>
      makeBackup(origin, file, { signal })
        .then(() => null)
        .catch(String);
    const large = join(origin.dataDir, 'media', picture, '480.avif');
    writeFileSync(large, randomBytes(4_000_000));
    const full = expect.stringMatching(/^BackupError: .*: the disk is full \(\w+\)$/);
    expect([await whyNot(), readdirSync(disk.folder)]).toEqual([full, []]);
    disk.fill();
    expect([await whyNot(), readdirSync(disk.folder)]).toEqual([full, ['filling']]);
    disk.free();
    writeFileSync(large, randomBytes(1_000));
    expect(await whyNot()).toBeNull();
  });

  it('is not made of a damaged database', async () => {
    const { origin, site, sqlite, file } = await makeSite();
    await site.db.close();
    sqlite.pragma('wal_checkpoint(truncate)');
    sqlite.close();
    const bytes = readFileSync(sqliteFile(origin));
    bytes.fill(0x5a, 40_000, 60_000);
    writeFileSync(sqliteFile(origin), bytes);
    const making = () => makeBackup(origin, file, { signal });
    const damaged = `${sqliteFile(origin)}: it is damaged`;
    await expect(making()).rejects.toThrow(/is damaged/);
    truncateSync(sqliteFile(origin), 50_000);
    await expect(making()).rejects.toThrow(`${damaged} (SQLITE_CORRUPT)`);
    writeFileSync(sqliteFile(origin), 'My notes, not a database. '.repeat(100));
    await expect(making()).rejects.toThrow(`${damaged}, or is not a database (SQLITE_NOTADB)`);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('takes pictures and attachments from a folder into a bucket and back, with each of their files', async () => {
    const origin = await makeSqliteStorage();
    const site = await openWrittenSite(origin);
    await site.reach(4);
    const folder = makeFolder();
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    const counts = { pictures: 1, attachments: 1, missing: [] };
    expect(await makeBackup(origin, first, { signal })).toMatchObject(counts);

    const { bucket } = await startObjectStore();
    const apart = { ...(await makeSqliteStorage()), s3: bucket };
    expect(await restoreBackup(apart, first, signal)).toMatchObject(counts);
    expect(readdirSync(apart.dataDir)).toEqual(['ligara.sqlite']);
    const ids = (await createS3PictureStore(bucket).ids()).sort();
    expect(ids).toHaveLength(2);

    expect(await makeBackup(apart, second, { signal })).toMatchObject(counts);
    const back = await makeSqliteStorage();
    await restoreBackup(back, second, signal);
    const media = join(back.dataDir, 'media');
    expect(readdirSync(media).sort()).toEqual(ids);
    for (const id of ids) expect(hashOfFolder(join(media, id))).toBe(site.pictures.get(id));
  });

  it('overwrites no pictures in a bucket, and says so in one line', async () => {
    const { origin, file } = await makeSite();
    await makeBackup(origin, file, { signal });
    const { bucket, stop } = await startObjectStore();
    const files = createS3PictureStore(bucket);
    const other = 'f'.repeat(32);
    await files.put(other, new Map([['20x10.png', Buffer.from('x')]]));
    const place = { ...(await makeSqliteStorage()), s3: bucket };
    await expect(restoreBackup(place, file, signal)).rejects.toThrow(
      /^S3_URL: there are pictures. Restore into an empty bucket or folder$/,
    );
    expect(await files.ids()).toEqual([other]);
    await stop();
    await expect(restoreBackup(place, file, signal)).rejects.toThrow(
      /^Picture storage: Pictures cannot be stored or read \(\w+\)$/,
    );
    expect(readdirSync(place.dataDir)).toEqual([]);
  });
});
