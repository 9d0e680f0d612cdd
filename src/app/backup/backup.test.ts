import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillFormerTables, POSTS, TRASHED } from '../../../test/former-posts.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { makeSmallDisk } from '../../../test/small-disk.ts';
import { describeEachStorage, makeSqliteStorage } from '../../../test/storages.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { hashOfFolder, openWrittenSite, textOf } from '../../../test/written-site.ts';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { postInputSchema } from '../../posts/post-input.ts';
import { connect, type Database } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { BackupError } from './backup-error.ts';
import { type SiteStorage, sqliteFile } from './database-copy.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const { signal } = new AbortController();

function openDatabase(place: SiteStorage): Database {
  const db = connect(place);
  onTestFinished(() => db.close());
  return db;
}

/** Everything that a database holds of its posts up to a number. */
async function everythingOf({ query }: Database, posts: number) {
  const slugs = Array.from({ length: posts }, (_, i) => `post-${i + 1}`);
  const rows = await query
    .selectFrom('posts')
    .selectAll()
    .where('slug', 'in', slugs)
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const tags = await query
    .selectFrom('post_tags')
    .selectAll()
    .where('post_id', 'in', ids)
    .orderBy('post_id')
    .execute();
  const versions = await query
    .selectFrom('post_versions')
    .selectAll()
    .where('post_id', 'in', ids)
    .orderBy('post_id')
    .orderBy('version')
    .execute();
  const shown = await query
    .selectFrom('post_pictures')
    .selectAll()
    .where('post_id', 'in', ids)
    .orderBy('post_id')
    .execute();
  return { rows, tags, versions, shown };
}

describeEachStorage('a backup', (makeStorage, engine) => {
  it('of a site that is written to is one moment of it: no post half, none left out', async () => {
    const origin = await makeStorage();
    const site = await openWrittenSite(origin);
    await site.reach(12);
    site.start();
    const file = join(makeFolder(), 'site.tar.zst');
    const before = site.posts();
    const made = await makeBackup(origin, file, { signal });
    const after = site.posts();
    await site.stop();
    expect(after).toBeGreaterThan(before);
    expect(readdirSync(dirname(file))).toEqual(['site.tar.zst']);

    const place = await makeStorage();
    expect(await restoreBackup(place, file, signal)).toMatchObject({
      posts: made.posts,
      pictures: made.pictures,
      attachments: made.attachments,
      missing: [],
      madeAt: made.madeAt,
    });
    expect(made.posts).toBeGreaterThanOrEqual(before);
    expect(made.posts).toBeLessThanOrEqual(after);

    const db = openDatabase(place);
    const posts = await db.query
      .selectFrom('public_posts')
      .innerJoin('posts', 'posts.id', 'public_posts.id')
      .select(['public_posts.slug', 'content'])
      .orderBy('created_at')
      .execute();
    expect(posts.map(({ slug }) => slug)).toEqual(posts.map((_, i) => `post-${i + 1}`));
    expect(posts.every((post, i) => post.content.endsWith(textOf(i + 1)))).toBe(true);
    expect(await everythingOf(db, made.posts)).toEqual(await everythingOf(site.db, made.posts));
    expect(posts).toHaveLength(made.posts);

    const media = join(place.dataDir, 'media');
    const pictures = await db.query.selectFrom('pictures').select('id').orderBy('id').execute();
    const shown = await db.query.selectFrom('post_pictures').select('picture_id').execute();
    const attachments = await db.query.selectFrom('attachments').select('id').execute();
    const ids = [...pictures, ...attachments].map(({ id }) => id).sort();
    expect(ids).toEqual(expect.arrayContaining(shown.map(({ picture_id }) => picture_id)));
    expect(readdirSync(media).sort()).toEqual(ids);
    expect(ids.map((id) => hashOfFolder(join(media, id)))).toEqual(
      ids.map((id) => site.pictures.get(id)),
    );
  });

  it('serves as the site did, and overwrites nothing', async () => {
    const origin = await makeStorage();
    await (await openWrittenSite(origin)).reach(3);
    const folder = makeFolder();
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    await makeBackup(origin, first, { signal });
    const place = await makeStorage();
    // As a start or an earlier attempt leaves it.
    mkdirSync(join(place.dataDir, 'media'));
    await restoreBackup(place, first, signal);
    await expect(restoreBackup(place, first, signal)).rejects.toThrow(
      engine === 'sqlite'
        ? /ligara\.sqlite already exists/
        : /^DATABASE_URL: the database has \d+ tables/,
    );
    const { services } = await openWrittenSite(place);
    expect(await services.posts.postStats()).toMatchObject({ total: 3, published: 3 });
    expect((await services.posts.removePost('post-2')).ok).toBe(true);
    expect((await services.posts.allPosts({ limit: 10, q: 'sentence' })).total).toBe(2);
    expect(await makeBackup(place, second, { signal })).toMatchObject({ posts: 2 });
    await expect(makeBackup(place, second, { signal })).rejects.toThrow(/already exists. Choose/);
  });

  it('ends sessions, tickets and links when it is restored', async () => {
    const origin = await makeStorage();
    const { db, services } = await openWrittenSite(origin);
    const who = { email: 'editor@site.test', password: 'a password for tests' };
    await services.accounts.ensureAdministrator(who);
    await services.accounts.signIn(who);
    await services.accounts.invite({ email: 'guest@site.test', role: 'writer' }, { by: who.email });
    unwrap(await services.posts.createPost(postInputSchema.parse(DRAFT)));
    unwrap(await services.posts.createPreviewLink(DRAFT.slug, { by: who.email, days: 7 }));
    const { id } = await db.query
      .selectFrom('administrators')
      .select('id')
      .executeTakeFirstOrThrow();
    const common = { administrator_id: id, expires_at: '9999-01-01T00:00:00.000Z' };
    await db.query
      .insertInto('pending_sign_ins')
      .values({ ...common, ticket_hash: 't', attempts: 0 })
      .execute();
    await db.query
      .insertInto('password_resets')
      .values({ ...common, token_hash: 'r', created_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    const granted = async ({ query }: Database) =>
      Promise.all(
        (
          [
            ...(['sessions', 'pending_sign_ins', 'password_resets'] as const),
            ...(['invitations', 'preview_links'] as const),
          ] as const
        ).map(async (table) => (await query.selectFrom(table).selectAll().execute()).length),
      );
    expect(await granted(db)).toEqual([1, 1, 1, 1, 1]);
    const file = join(makeFolder(), 'site.tar.zst');
    await makeBackup(origin, file, { signal });
    const place = await makeStorage();
    await restoreBackup(place, file, signal);
    const restored = await openWrittenSite(place);
    expect(await granted(restored.db)).toEqual([0, 0, 0, 0, 0]);
    expect(await restored.services.accounts.signIn(who)).toMatchObject({ ok: true });
    expect(await granted(db)).toEqual([1, 1, 1, 1, 1]);
  });

  it('of an older version is restored, and migrated by the next start', async () => {
    const origin = await makeStorage();
    const former = openDatabase(origin);
    await migrate(former, '035-molecule-names');
    await fillFormerTables(former);
    const file = join(makeFolder(), 'site.tar.zst');
    const posts = Object.keys(POSTS).length;
    expect(await makeBackup(origin, file, { signal })).toMatchObject({ posts });
    const place = await makeStorage();
    expect(await restoreBackup(place, file, signal)).toMatchObject({ posts });
    const { services } = await openWrittenSite(place);
    expect(await services.posts.postStats()).toMatchObject({ total: posts });
    expect(await services.posts.trashedPosts({ limit: 100 })).toMatchObject({
      total: Object.keys(TRASHED).length,
    });
  });
});

const DRAFT = { title: 'Draft', slug: 'draft', content: 'Text', status: 'draft' };

describe('a backup', () => {
  it.each([
    ['attachments alone', 0, 2],
    ['pictures alone', 2, 0],
    ['both', 1, 1],
    ['nothing', 0, 0],
  ])(
    'of a library of %s is restored on a disk and in a bucket',
    async (_, pictures, attachments) => {
      const origin = await makeSqliteStorage();
      const { media } = (await openWrittenSite(origin)).services;
      for (let i = 1; i <= pictures; i += 1) {
        unwrap(
          await media.uploadPicture(await makePng({ width: i, height: 9 }), { name: 'a.png' }),
        );
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

  /** A site with three posts and a picture, and a clock that says when it is looked at. */
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

  /** The first look is before anything is read, each further one before the database is. */
  function clockThat(acts: Record<number, () => unknown>) {
    let looks = 0;
    return () => {
      looks += 1;
      acts[looks]?.();
      return new Date();
    };
  }

  it('names the pictures that have lost their files, and contains the rest', async () => {
    const { origin, picture, file } = await makeSite();
    await rm(join(origin.dataDir, 'media', picture), { recursive: true });
    expect(await makeBackup(origin, file, { signal })).toMatchObject({ missing: [picture] });
    const place = await makeSqliteStorage();
    const restored = await restoreBackup(place, file, signal);
    expect(restored).toMatchObject({ posts: 3, pictures: 1, missing: [picture] });
  });

  it('asks again for a picture that came and went while it was made', async () => {
    const { origin, site, sqlite, file } = await makeSite();
    const row = await site.db.query.selectFrom('pictures').selectAll().executeTakeFirstOrThrow();
    const id = 'f'.repeat(32);
    await site.db.query
      .insertInto('pictures')
      .values({ ...row, id })
      .execute();
    const clock = clockThat({
      3: () => sqlite.prepare('delete from pictures where id = ?').run(id),
    });
    const made = await makeBackup(origin, file, { now: clock, signal });
    expect(made).toMatchObject({ missing: [], pictures: 1 });
  });

  it('contains a picture that was added while it was made, and none that was removed', async () => {
    const { origin, sqlite, picture, file } = await makeSite();
    const media = join(origin.dataDir, 'media');
    const [gone, lost, came] = ['d'.repeat(32), 'e'.repeat(32), 'f'.repeat(32)];
    const insert = sqlite.prepare(
      'insert into pictures select ?, * from (select name, alt, width, height, format, moving, bytes, placeholder, created_at from pictures limit 1)',
    );
    for (const id of [gone, lost]) insert.run(id);
    cpSync(join(media, picture), join(media, gone), { recursive: true });
    const clock = clockThat({
      // The lost one has no files, so that the database is read again.
      3: () => {
        sqlite.prepare('delete from pictures where id in (?, ?)').run(gone, lost);
        cpSync(join(media, picture), join(media, came), { recursive: true });
        insert.run(came);
      },
    });
    const made = await makeBackup(origin, file, { now: clock, signal });
    expect(made.entries.map(({ path }) => path)).toEqual(
      expect.arrayContaining([expect.stringContaining(gone), expect.stringContaining(came)]),
    );
    const place = await makeSqliteStorage();
    await restoreBackup(place, file, signal);
    expect(readdirSync(join(place.dataDir, 'media')).sort()).toEqual([picture, came].sort());
  });

  it('that is interrupted leaves nothing, nor does a restore', async () => {
    const { origin, file } = await makeSite();
    const interrupted = new BackupError('Interrupted');
    const controller = new AbortController();
    const clock = clockThat({ 2: () => controller.abort(interrupted) });
    await expect(makeBackup(origin, file, { now: clock, signal: controller.signal })).rejects.toBe(
      interrupted,
    );
    expect(readdirSync(dirname(file))).toEqual([]);
    await makeBackup(origin, file, { signal });
    const place = await makeSqliteStorage();
    const aborted = AbortSignal.abort(interrupted);
    await expect(restoreBackup(place, file, aborted)).rejects.toBe(interrupted);
    expect(readdirSync(place.dataDir)).toEqual([]);
  });

  it('that does not fit leaves nothing, and says why in one line', async () => {
    const { origin, file, picture } = await makeSite();
    const folder = join(origin.dataDir, 'media', picture);
    for (const name of ['480.avif', '480.webp']) {
      writeFileSync(join(folder, name), randomBytes(2_000_000));
    }
    // No file may grow larger; writing more fails as it does on a full disk.
    const script = join(import.meta.dirname, '../../../scripts/backup.ts');
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `trap '' XFSZ; ulimit -f 2000; exec "$0" "$@"`, process.execPath, script, file],
      { env: { DATA_DIR: origin.dataDir, PATH: '/usr/bin:/bin' }, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([1, `${file}: the file would be too large (EFBIG)\n`]);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('on a disk that is really full leaves nothing, and says so in one line', async (test) => {
    const disk = makeSmallDisk(test);
    const { origin, picture } = await makeSite();
    const file = join(disk.folder, 'backup.tar.zst');
    const whyNot = () =>
      makeBackup(origin, file, { signal }).then(
        () => null,
        ({ name, message }: Error) => `${name}: ${message}`,
      );
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
    await expect(makeBackup(origin, file, { signal })).rejects.toThrow(/is damaged/);
    truncateSync(sqliteFile(origin), 50_000);
    await expect(makeBackup(origin, file, { signal })).rejects.toThrow(
      `${sqliteFile(origin)}: it is damaged (SQLITE_CORRUPT)`,
    );
    writeFileSync(sqliteFile(origin), 'My notes, not a database. '.repeat(100));
    await expect(makeBackup(origin, file, { signal })).rejects.toThrow(
      `${sqliteFile(origin)}: it is damaged, or is not a database (SQLITE_NOTADB)`,
    );
    expect(readdirSync(dirname(file))).toEqual([]);
  });
});
