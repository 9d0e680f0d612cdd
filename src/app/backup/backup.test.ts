import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { extract, type Header, pack } from 'tar-stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillWithFormerSite, openFormerSqlite } from '../../../test/former-site.ts';
import { insertRows } from '../../../test/insert-rows.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { startObjectStore } from '../../../test/s3-server.ts';
import { makeSmallDisk } from '../../../test/small-disk.ts';
import { makeSqliteStorage, makeStorages } from '../../../test/storages.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { hashOfFolder, openWrittenSite, textOf } from '../../../test/written-site.ts';
import { openPictureStore } from '../../media/storage/disk-picture-store.ts';
import { uploadMedia } from '../../media/upload.ts';
import { publishedPost } from '../../posts/public-posts.ts';
import { allPosts } from '../../posts/reading.ts';
import { connect, type Database } from '../../server/db/connect.ts';
import { migrate, pendingMigrations } from '../../server/db/migrate.ts';
import type { SiteStorage } from '../command.ts';
import { describeOperatorError, OperatorError } from '../operator-error.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { readRows, storedTables } from './stored-tables.ts';

const { signal } = new AbortController();

async function open(storage: SiteStorage, last?: string): Promise<Database> {
  const db = connect(storage, { limits: null });
  onTestFinished(() => db.close());
  await migrate(db, last);
  return db;
}

/** A site that the oldest version made which is taken over, in the engine of a storage. */
async function openFormerSite(storage: SiteStorage): Promise<Database> {
  const db = storage.databaseUrl === undefined ? openFormerSqlite() : connect(storage);
  onTestFinished(() => db.close());
  if (db.engine === 'postgres') await fillWithFormerSite(db);
  return db;
}

/** @returns the path of a backup, and what the maker says of it */
async function backUp(storage: SiteStorage, db: Database, file = join(makeFolder(), 'backup')) {
  const made = await makeBackup({ db, files: await openPictureStore(storage) }, file, signal);
  return { file, made };
}

/** Values that constraints ask for. */
const VALUES: Record<string, unknown> = JSON.parse(
  readFileSync('src/app/backup/column-values.json', 'utf8'),
);

/** Writes one row into every table: the same text everywhere, so that foreign keys are right. */
async function fillTables(db: Database): Promise<void> {
  const types = new Map(
    (await db.query.introspection.getTables()).flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, column.dataType.toLowerCase()]),
    ),
  );
  const valueFor = (name: string) => {
    if (name in VALUES) return VALUES[name];
    if (/date$/.test(name)) return '2026-01-01T00:00:00.000Z';
    if (/int/.test(types.get(name) ?? '')) return 7;
    return /blob|bytea/.test(types.get(name) ?? '') ? Buffer.from([0, 255, 10]) : '\u2028"é😀\n';
  };
  const tables = await storedTables(db);
  for (const table of [...tables.keys()].reverse()) {
    await sql`delete from ${sql.table(table)}`.execute(db.query);
  }
  for (const [table, columns] of tables) {
    const values = columns
      .filter((column) => `${table}.${column}` !== 'post_search.key')
      .map((column) => [column, valueFor(`${table}.${column}`)]);
    await insertRows(db, table, Object.fromEntries(values));
  }
}

/** The rows of all tables as text. The counter of changes goes on while rows are inserted. */
async function rowsOf({ engine, snapshot }: Database): Promise<Record<string, string[]>> {
  return snapshot(async (query) => {
    const content: Record<string, string[]> = {};
    for (const [table, columns] of await storedTables({ engine, query })) {
      const compared = columns
        .filter((name) => !['post_search.key', 'post_changes.changes'].includes(`${table}.${name}`))
        .sort();
      const rows: string[] = [];
      if (compared.length > 0) {
        for await (const page of readRows({ engine, query }, table, compared)) {
          rows.push(...page.map((row) => JSON.stringify(row)));
        }
      }
      content[table] = rows.sort();
    }
    return content;
  });
}

const TOKENS = ['one_time_tokens', 'preview_links', 'sessions'];

describe('a backup', () => {
  it('has the rows of every table, and restores them into either engine, but for sessions, tickets, links and invitations', async () => {
    for (const origin of await makeStorages()) {
      const db = await open(origin);
      await fillTables(db);
      const before = await rowsOf(db);
      expect(Object.entries(before).filter(([, rows]) => rows.length !== 1)).toEqual([
        ['post_changes', []],
      ]);
      await sql`insert into administrators (id, email, password_hash, created_at, invited_by)
        values ('guest', 'guest', '', '', 'editor')`.execute(db.query);
      const { file } = await backUp(origin, db);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const expected = { ...before, ...Object.fromEntries(TOKENS.map((table) => [table, []])) };
      for (const target of await makeStorages()) {
        await restoreBackup(target, file, signal);
        expect(await rowsOf(await open(target))).toEqual(expected);
        await expect(restoreBackup(target, file, signal)).rejects.toThrow(/there is a database/);
      }
    }
  });

  it('of a site that is written to is one moment of it, with its files, and serves in either engine', async () => {
    for (const origin of await makeStorages()) {
      const written = await openWrittenSite(origin);
      await written.reach(4);
      written.start();
      const { file, made } = await backUp(origin, written.db);
      await written.stop();
      expect(written.posts()).toBeGreaterThan(made.posts);
      expect(made).toMatchObject({ missing: [] });
      for (const target of await makeStorages()) {
        expect(await restoreBackup(target, file, signal)).toMatchObject({ posts: made.posts });
        const { site } = await openWrittenSite(target);
        for (let number = 1; number <= made.posts; number += 1) {
          const post = await publishedPost(site, `post-${number}`);
          expect(post?.content.endsWith(textOf(number))).toBe(true);
        }
        const found = await allPosts(site, { limit: 10, q: 'sentence' });
        expect(found.total).toBe(made.posts);
        const media = join(target.dataDir, 'media');
        for (const id of readdirSync(media)) {
          expect(hashOfFolder(join(media, id))).toBe(written.pictures.get(id));
        }
        expect(readdirSync(media)).toHaveLength(made.media);
      }
    }
  }, 120_000);

  it('of an older schema is restored and migrated', async () => {
    for (const origin of await makeStorages()) {
      const db = await openFormerSite(origin);
      const text = db.engine === 'sqlite' ? 'a\0b' : 'a b';
      await insertRows(db, 'secrets', { name: 'of that version', value: text });
      const { file } = await backUp(origin, db);
      for (const target of await makeStorages()) {
        await restoreBackup(target, file, signal);
        const restored = connect(target);
        onTestFinished(() => restored.close());
        expect(await pendingMigrations(restored)).toEqual([]);
        const [secret] = await restored.query.selectFrom('secrets').selectAll().execute();
        const value = target.databaseUrl === undefined ? text : text.replace('\0', '\uFFFD');
        expect(secret).toEqual({ name: 'of that version', value });
      }
    }
  });

  it('names pictures whose files are lost, and takes the others from a folder into a bucket and back', async () => {
    const origin = await makeSqliteStorage();
    const site = await openWrittenSite(origin);
    await site.reach(4);
    const png = await makePng({ width: 9, height: 9 });
    const upload = unwrap(await uploadMedia(site.site, [png], { name: 'lost.png' }));
    const lost = upload.item.id;
    await rm(join(origin.dataDir, 'media', lost), { recursive: true });
    const { file, made } = await backUp(origin, site.db);
    expect(made).toMatchObject({ media: 2, missing: [lost] });

    const { bucket } = await startObjectStore();
    const apart = { ...(await makeSqliteStorage()), s3: bucket };
    expect(await restoreBackup(apart, file, signal)).toMatchObject({ media: 2 });
    const again = await backUp(apart, await open(apart));
    const back = await makeSqliteStorage();
    // A killed restore of it has left files.
    await mkdir(join(back.dataDir, '.restoring'));
    await writeFile(join(back.dataDir, '.restoring', 'ligara.sqlite'), 'half');
    cpSync(join(origin.dataDir, 'media'), join(back.dataDir, 'media'), { recursive: true });
    await restoreBackup(back, again.file, signal);
    expect(existsSync(join(back.dataDir, '.restoring'))).toBe(false);
    const media = join(back.dataDir, 'media');
    const ids = readdirSync(media);
    expect(ids.sort()).toEqual((await (await openPictureStore(apart)).ids()).sort());
    for (const id of ids) expect(hashOfFolder(join(media, id))).toBe(site.pictures.get(id));

    await rm(join(apart.dataDir, 'ligara.sqlite'));
    const other = new Map([['9x9.png', Buffer.from('x')]]);
    await (await openPictureStore(apart)).put('f'.repeat(32), other);
    const refused = restoreBackup(apart, file, signal);
    await expect(refused).rejects.toThrow(/^S3_URL: there are other pict/);
  });

  it('that is interrupted, fails or meets a full disk leaves nothing, and overwrites nothing', async (test) => {
    const disk = makeSmallDisk(test);
    const origin = await makeSqliteStorage();
    const db = await open(origin);
    await insertRows(db, 'secrets', { name: 'large', value: randomBytes(4e6).toString('base64') });
    const files = await openPictureStore(origin);
    const aborted = AbortSignal.abort(new OperatorError('Interrupted'));
    for (const [ending, reason] of [
      [signal, 'ENOSPC: no space left on device, write'],
      [aborted, 'Interrupted'],
    ] as const) {
      const file = join(disk.folder, 'backup');
      const failure = await makeBackup({ db, files }, file, ending).catch(describeOperatorError);
      expect([failure, readdirSync(disk.folder)]).toEqual([reason, []]);
    }
    const { file } = await backUp(origin, db);
    await expect(backUp(origin, db, file)).rejects.toThrow(/already exists. Choose another name/);
    const begun = join(makeFolder({ 'b.partial': '' }), 'b');
    await expect(backUp(origin, db, begun)).rejects.toThrow(/^EEXIST: .*b\.partial/);
    const full = { dataDir: disk.folder, databaseUrl: undefined };
    const failure = await restoreBackup(full, file, signal).catch(describeOperatorError);
    expect(failure).toMatch(/^DATA_DIR: database or disk is full \(SQLITE_FULL\)$/);
    expect(readdirSync(disk.folder).filter((name) => name !== 'serving.lock')).toEqual([]);
  });
});

type Entry = Partial<Header> & { name: string; text: string | Buffer };

async function entriesOf(bytes: Buffer): Promise<Entry[]> {
  const tar = extract();
  tar.end(zstdDecompressSync(bytes));
  const entries: Entry[] = [];
  for await (const entry of tar) {
    entries.push({ name: entry.header.name, text: await buffer(entry as AsyncIterable<Buffer>) });
  }
  return entries;
}

async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { text, ...header } of entries) {
    if (header.type === undefined) tar.entry(header, text);
    else tar.entry(header);
  }
  tar.finalize();
  return zstdCompressSync(await buffer(tar as AsyncIterable<Buffer>));
}

/** Why a file is not restored; nothing is written. */
async function refusalOf(bytes: Buffer): Promise<string> {
  const folder = makeFolder({ backup: bytes });
  const place = { dataDir: join(folder, 'data'), databaseUrl: undefined };
  const outcome = await restoreBackup(place, join(folder, 'backup'), signal).then(
    () => 'restored',
    describeOperatorError,
  );
  expect(readdirSync(folder)).toEqual(['backup']);
  return String(outcome).replace(join(folder, 'backup'), 'FILE');
}

it('a restore refuses what is cut off, altered, from elsewhere or newer before it writes anything', async () => {
  const place = await makeSqliteStorage();
  const { db, site } = await openWrittenSite(place);
  unwrap(await uploadMedia(site, [await makePng({ width: 20, height: 10 })], { name: 'a.png' }));
  const bytes = readFileSync((await backUp(place, db)).file);
  const unreadable = 'FILE is not a backup of this site, or is incomplete or altered';
  // An empty frame follows the one with the content.
  const end = bytes.length - 13;
  for (const length of [0, 1, 40, 1_000, end - 40, end - 1]) {
    expect(await refusalOf(bytes.subarray(0, length))).toBe(unreadable);
  }
  for (const at of [0, 1_000, end >> 1, end - 40, end - 1]) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(await refusalOf(altered)).toBe(unreadable);
  }
  expect(await refusalOf(Buffer.from('My notes. '.repeat(100)))).toBe(unreadable);
  expect(await refusalOf(await archiveOf([{ name: 'notes.txt', text: 'x' }]))).toBe(unreadable);

  const whole = await entriesOf(bytes);
  const [header, ...entries] = whole;
  const picture = entries.at(-1)?.name ?? '';
  const names = ['../x', '/tmp/x', 'media/../../x', 'x', 'tables/../x.1.jsonl'];
  const strangers: Entry[] = [
    ...[...names, `${picture}/../../../x`].map((name) => ({ name, text: 'x' })),
    { name: picture, text: '', type: 'symlink', linkname: '../../../../x' },
    { name: picture, text: '', type: 'link', linkname: '/etc/passwd' },
  ];
  for (const stranger of strangers) {
    const refusal = await refusalOf(await archiveOf([...whole, stranger]));
    expect(refusal).toMatch(/^FILE has an entry of another program: /);
  }
  for (const [from, to] of [
    ['"format":2', '"format":3'],
    ['047-schema', '999-from-the-future'],
  ] as const) {
    const text = String(header?.text).replace(from, to);
    const newer = await archiveOf([{ name: 'backup.json', text }, ...entries]);
    expect(await refusalOf(newer)).toBe('FILE was made by a newer version of this program');
  }
}, 60_000);
