import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import SQLite from 'better-sqlite3';
import { extract, type Header, pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { hashOfFolder } from '../../../test/written-site.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const { signal } = new AbortController();
const PICTURE = 'a'.repeat(32);

/** The bytes of a small backup: an empty database and a picture. */
async function makeBytes(): Promise<Buffer> {
  const place = { dataDir: makeFolder(), databaseUrl: undefined };
  const db = connect(place);
  await migrate(db);
  await db.query
    .insertInto('pictures')
    .values({
      id: PICTURE,
      name: 'a.png',
      alt: '',
      width: 20,
      height: 10,
      format: 'png',
      moving: 0,
      bytes: 9,
      placeholder: '#000000',
      created_at: '2026-03-01T09:00:00.000Z',
    })
    .execute();
  await db.close();
  const folder = join(place.dataDir, 'media', PICTURE);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '20x10.png'), 'a picture');
  const file = join(makeFolder(), 'backup');
  await makeBackup(place, file, { signal });
  return readFileSync(file);
}

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
    if (header.type === undefined || header.type === 'file') tar.entry(header, text);
    else tar.entry(header);
  }
  tar.finalize();
  return zstdCompressSync(await buffer(tar as AsyncIterable<Buffer>));
}

/** Why bytes are not restored, when nothing of them is left. */
async function refusalOf(bytes: Buffer): Promise<string> {
  const folder = makeFolder();
  const file = join(folder, 'backup');
  writeFileSync(file, bytes);
  const dataDir = join(folder, 'outer', 'data');
  const place = { dataDir, databaseUrl: undefined };
  const outcome = await restoreBackup(place, file, signal).then(
    () => new Error('It was restored'),
    (error: Error) => error,
  );
  expect(outcome.name).toBe('BackupError');
  expect(outcome.message).not.toContain('\n');
  expect(readdirSync(dataDir)).toEqual([]);
  expect(readdirSync(dirname(dataDir))).toEqual(['data']);
  expect(existsSync(join(folder, 'x'))).toBe(false);
  return outcome.message.replace(file, 'FILE');
}

/** What is in place when bytes were restored. */
async function restore(bytes: Buffer) {
  const folder = makeFolder();
  const file = join(folder, 'backup');
  writeFileSync(file, bytes);
  const dataDir = join(folder, 'data');
  const { entries, ...counts } = await restoreBackup(
    { dataDir, databaseUrl: undefined },
    file,
    signal,
  );
  const files = hashOfFolder(join(dataDir, 'media', PICTURE));
  return { counts, entries, files, database: readFileSync(join(dataDir, 'ligara.sqlite')) };
}

/** The same backup with another manifest, head or database, and a manifest that fits. */
function replace(entries: readonly Entry[], name: string, change: (text: string) => string) {
  const changed = entries.map((entry) =>
    entry.name === name ? { ...entry, text: change(String(entry.text)) } : entry,
  );
  return withManifest(changed, {});
}

function withManifest(entries: readonly Entry[], fields: object): Entry[] {
  const written = entries.slice(0, -1).map(({ name, text }) => ({
    path: name,
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const manifest = JSON.parse(String(entries.at(-1)?.text));
  const text = JSON.stringify({ ...manifest, ...fields, entries: written });
  return [...entries.slice(0, -1), { name: 'manifest.json', text }];
}

/** What ends the tar file and the compression holds nothing, and is not compared. */
const END_BYTES = 40;

const UNREADABLE = 'FILE is not a backup of this site, or is incomplete or modified';

describe('a rejected backup leaves nothing behind', () => {
  it('is a file in which any bit was changed, unless what is restored is the same', async () => {
    const bytes = await makeBytes();
    const whole = await restore(bytes);
    const step = Math.ceil(bytes.length / 24);
    const places = Array.from({ length: 24 }, (_, i) => Math.min(i * step, bytes.length - 1));
    let refused = 0;
    for (const place of [...places, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ (1 << (place % 8)), place);
      const restored = await restore(changed).catch(({ name }: Error) => {
        expect(name).toBe('BackupError');
        return null;
      });
      if (restored === null) refused += 1;
      // Padding of tar files and of compressed blocks has no meaning.
      else expect(restored).toEqual(whole);
    }
    expect(refused).toBeGreaterThan(18);
  });

  it('is a file that was cut off, and one of something else', async () => {
    const bytes = await makeBytes();
    const last = bytes.length - END_BYTES;
    for (const length of [0, 1, 39, 40, 41, 1_000, last - 40, last]) {
      expect(await refusalOf(bytes.subarray(0, length))).toBe(UNREADABLE);
    }
    expect(await refusalOf(Buffer.from('My notes. '.repeat(100)))).toBe(UNREADABLE);
    const notes = await archiveOf([{ name: 'notes.txt', text: 'My notes' }]);
    expect(await refusalOf(notes)).toBe('FILE is not a backup of this site');
  });

  it('is a file that does not match the manifest, or has none', async () => {
    const entries = await entriesOf(await makeBytes());
    const [head, picture, database, manifest] = entries as [Entry, Entry, Entry, Entry];
    expect(entries.map(({ name }) => name)).toEqual([
      'backup.json',
      `media/${PICTURE}/20x10.png`,
      'database.sqlite',
      'manifest.json',
    ]);
    const other = { ...picture, text: 'b picture' };
    const refused = await Promise.all(
      [
        [head, other, database, manifest],
        [head, database, manifest],
        [head, picture, { ...picture, name: `media/${PICTURE}/480.webp` }, database, manifest],
      ].map(async (changed) => refusalOf(await archiveOf(changed))),
    );
    expect(refused).toEqual(
      refused.map(() => expect.stringMatching(/does not match the manifest/)),
    );
    expect(await refusalOf(await archiveOf([head, picture, database]))).toBe('FILE is incomplete');
  });

  it('is a file with an entry that leads elsewhere, or is not a file, or comes twice', async () => {
    const entries = await entriesOf(await makeBytes());
    const [head, picture, database, manifest] = entries as [Entry, Entry, Entry, Entry];
    const strangers: Entry[] = [
      ...[
        '../x',
        '../../x',
        '/tmp/x',
        './database.dump',
        'media/../../x',
        'x',
        'ligara.sqlite',
      ].map((name) => ({ name, text: 'x' })),
      { name: `media/${PICTURE}/../../../../x`, text: 'x' },
      { name: `media/${PICTURE}/480.webp`, text: '', type: 'symlink', linkname: '../../../../x' },
      { name: `media/${PICTURE}/480.webp`, text: '', type: 'link', linkname: '/etc/passwd' },
      { name: `media/${PICTURE}`, text: '', type: 'directory' },
      picture,
      database,
    ];
    for (const stranger of strangers) {
      const listed = withManifest([head, picture, stranger, database, manifest], {});
      expect(await refusalOf(await archiveOf(listed))).toMatch(
        /which does not belong in a backup$/,
      );
    }
    const trailing = await archiveOf([...entries, { name: 'database.dump', text: 'x' }]);
    expect(await refusalOf(trailing)).toMatch(/which does not belong in a backup$/);
  });

  it('is a backup of a newer version, or of the other engine', async () => {
    const entries = await entriesOf(await makeBytes());
    const format = replace(entries, 'backup.json', (text) =>
      text.replace('"format":1', '"format":2'),
    );
    const migrations = ['001-initial', '999-from-the-future'];
    const newer = /^FILE was made by a newer version of this program. Update the program$/;
    expect(await refusalOf(await archiveOf(format))).toMatch(newer);
    expect(await refusalOf(await archiveOf(withManifest(entries, { migrations })))).toMatch(newer);
    const other = replace(entries, 'backup.json', (text) => text.replace('sqlite', 'postgres'));
    expect(await refusalOf(await archiveOf(other))).toMatch(
      /is a backup of PostgreSQL. Set DATABASE_URL/,
    );
  });

  it('is a database that is damaged, or of something else', async () => {
    const entries = await entriesOf(await makeBytes());
    const other = new SQLite(':memory:');
    const bytes = other.exec('create table notes (text)').serialize();
    other.close();
    const [head, picture, database, manifest] = entries as [Entry, Entry, Entry, Entry];
    const alien = withManifest([head, picture, { ...database, text: bytes }, manifest], {});
    expect(await refusalOf(await archiveOf(alien))).toBe('There is no site in the database');
    const notes = replace(entries, 'database.sqlite', () => 'My notes. '.repeat(1_000));
    expect(await refusalOf(await archiveOf(notes))).toMatch(/damaged/);
  });
});

it.each([
  ['a backup that was taken apart and put together again', Buffer.alloc(0)],
  [
    'a backup of an older version, which ends with a digest',
    Buffer.concat([Buffer.from('502a4d1820000000', 'hex'), Buffer.alloc(32, 1)]),
  ],
])('%s is restored', async (_, tail) => {
  const entries = withManifest(await entriesOf(await makeBytes()), {});
  const folder = makeFolder();
  writeFileSync(join(folder, 'backup'), Buffer.concat([await archiveOf(entries), tail]));
  const place = { dataDir: join(folder, 'data'), databaseUrl: undefined };
  const restored = await restoreBackup(place, join(folder, 'backup'), signal);
  expect(restored).toMatchObject({ posts: 0, pictures: 1 });
  expect(readFileSync(join(place.dataDir, 'media', PICTURE, '20x10.png'), 'utf8')).toBe(
    'a picture',
  );
});
