import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import SQLite from 'better-sqlite3';
import { extract, type Header, pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { makePng } from '../../../test/pictures.ts';
import { makeSqliteStorage } from '../../../test/storages.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { openWrittenSite } from '../../../test/written-site.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const { signal } = new AbortController();

/** The bytes of a small backup, of a site with a picture. */
async function makeBytes(): Promise<Buffer> {
  const place = await makeSqliteStorage();
  const { services } = await openWrittenSite(place);
  const picture = await makePng({ width: 20, height: 10 });
  unwrap(await services.media.uploadPicture(picture, { name: 'a.png' }));
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

/** The same entries with a manifest that fits them. */
function withManifest(entries: readonly Entry[], fields: object = {}): Entry[] {
  const written = entries.slice(0, -1).map(({ name, text }) => ({
    path: name,
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const manifest = JSON.parse(String(entries.at(-1)?.text));
  const text = JSON.stringify({ ...manifest, ...fields, entries: written });
  return [...entries.slice(0, -1), { name: 'manifest.json', text }];
}

/** The same backup with another head or database, and a manifest that fits. */
function replace(entries: readonly Entry[], name: string, change: (text: string) => Entry['text']) {
  const changed = entries.map((entry) =>
    entry.name === name ? { ...entry, text: change(String(entry.text)) } : entry,
  );
  return withManifest(changed);
}

/** Why a backup is not restored, when nothing of it is left. */
async function refusalOf(backup: Buffer | readonly Entry[]): Promise<string> {
  const folder = makeFolder();
  const file = join(folder, 'backup');
  writeFileSync(file, Buffer.isBuffer(backup) ? backup : await archiveOf(backup));
  const dataDir = join(folder, 'outer', 'data');
  const outcome = await restoreBackup({ dataDir, databaseUrl: undefined }, file, signal)
    .then(() => new Error('It was restored'))
    .catch((error: Error) => error);
  expect(outcome.name).toBe('BackupError');
  expect(outcome.message).not.toContain('\n');
  expect(readdirSync(dataDir)).toEqual([]);
  expect(readdirSync(dirname(dataDir))).toEqual(['data']);
  expect(existsSync(join(folder, 'x'))).toBe(false);
  return outcome.message.replace(file, 'FILE');
}

/** What ends the tar file and the compression holds nothing, and is not compared. */
const END_BYTES = 40;

const UNREADABLE = 'FILE is not a backup of this site, or is incomplete or modified';

describe('a rejected backup leaves nothing behind', () => {
  it('is a file that was cut off, or one of something else', async () => {
    const bytes = await makeBytes();
    const last = bytes.length - END_BYTES;
    for (const length of [0, 1, 39, 40, 41, 1_000, last - 40, last]) {
      expect(await refusalOf(bytes.subarray(0, length))).toBe(UNREADABLE);
    }
    expect(await refusalOf(Buffer.from('My notes. '.repeat(100)))).toBe(UNREADABLE);
    const notes = [{ name: 'notes.txt', text: 'My notes' }];
    expect(await refusalOf(notes)).toBe('FILE is not a backup of this site');
    const entries = await entriesOf(bytes);
    expect(await refusalOf(entries.slice(0, -1))).toBe('FILE is incomplete');
  });

  it('is a file with an entry that leads elsewhere, or is not a file, or comes twice', async () => {
    const entries = await entriesOf(await makeBytes());
    const [picture, database] = [entries[1], entries.at(-2)] as [Entry, Entry];
    const folder = dirname(picture.name);
    const name = `${folder}/480.png`;
    const strangers: Entry[] = [
      ...'../x ../../x /tmp/x ./database.dump media/../../x x ligara.sqlite'
        .split(' ')
        .map((name) => ({ name, text: 'x' })),
      { name: `${folder}/../../../../x`, text: 'x' },
      { name, text: '', type: 'symlink', linkname: '../../../../x' },
      { name, text: '', type: 'link', linkname: '/etc/passwd' },
      { name: folder, text: '', type: 'directory' },
      picture,
      database,
    ];
    const alien = /which does not belong in a backup$/;
    for (const stranger of strangers) {
      expect(await refusalOf(withManifest(entries.toSpliced(-2, 0, stranger)))).toMatch(alien);
    }
    expect(await refusalOf([...entries, { name: 'database.dump', text: 'x' }])).toMatch(alien);
  });

  it('is a backup of a newer version, of the other engine, or of another database', async () => {
    const entries = await entriesOf(await makeBytes());
    const newer = /^FILE was made by a newer version of this program. Update the program$/;
    const inHead = (from: string, to: string) =>
      replace(entries, 'backup.json', (text) => text.replace(from, to));
    expect(await refusalOf(inHead('"format":1', '"format":2'))).toMatch(newer);
    const migrations = ['001-initial', '999-from-the-future'];
    expect(await refusalOf(withManifest(entries, { migrations }))).toMatch(newer);
    expect(await refusalOf(inHead('sqlite', 'postgres'))).toMatch(
      /is a backup of PostgreSQL. Set DATABASE_URL/,
    );
    const other = new SQLite(':memory:');
    const bytes = other.exec('create table notes (text)').serialize();
    other.close();
    const database = (text: Entry['text']) => replace(entries, 'database.sqlite', () => text);
    expect(await refusalOf(database(bytes))).toBe('There is no site in the database');
    expect(await refusalOf(database('My notes. '.repeat(1_000)))).toMatch(/damaged/);
  });
});

it('a backup that was taken apart and put together again is restored', async () => {
  const entries = withManifest(await entriesOf(await makeBytes()));
  const folder = makeFolder();
  writeFileSync(join(folder, 'backup'), await archiveOf(entries));
  const place = { dataDir: join(folder, 'data'), databaseUrl: undefined };
  const restored = await restoreBackup(place, join(folder, 'backup'), signal);
  expect(restored).toMatchObject({ posts: 0, pictures: 1 });
  const [, picture] = entries as [Entry, Entry];
  expect(readFileSync(join(place.dataDir, picture.name))).toEqual(picture.text);
});
