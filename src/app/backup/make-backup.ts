import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import type { PictureStore } from '../../media/picture-store.ts';
import type { Database } from '../../server/db/connect.ts';
import { exists, syncDirectory } from '../../server/db/disk.ts';
import { appliedMigrations } from '../../server/db/migrate.ts';
import { OperatorError } from '../operator-error.ts';
import { type Queries, type Row, readRows, storedTables, toLine } from './stored-tables.ts';

/** The version of the format, in the first entry. */
export const FORMAT = 2;
export const HEADER_ENTRY = 'backup.json';

/** An entry with rows has about as many; a large table has several entries. */
const ENTRY_BYTES = 256 * 1024;

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
type AddEntry = (name: string, size: number, content: Content) => Promise<void>;
type StoredSite = { db: Database; files: PictureStore };

/**
 * Writes all tables at one moment, and the files of the library, into one new file while the site runs. Its name is
 * another one until it is complete and on the disk. The checksum of zstd tells an altered or truncated one.
 */
export async function makeBackup({ db, files }: StoredSite, file: string, signal: AbortSignal) {
  const target = resolve(file);
  if (await exists(target)) {
    throw new OperatorError(`${target} already exists. Choose another name`);
  }
  const partial = `${target}.partial`;
  const opened = await open(partial, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
    const detail = 'Another backup writes it, or one was killed: delete it then';
    throw new OperatorError(`${partial} exists. ${detail}`, { cause });
  });
  const sink = opened.createWriteStream({ flush: true });
  try {
    const tar = pack();
    const compression = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const writing = pipeline(tar, compression, sink, { signal });
    const add: AddEntry = (name, size, content) =>
      pipeline(content, tar.entry({ name, size, mode: 0o600, mtime: new Date() }));
    const adding = db.snapshot((query) => addSite(add, { engine: db.engine, query }, files));
    adding.then(
      () => tar.finalize(),
      (error: Error) => tar.destroy(error),
    );
    // When one fails, so does the other: the cause is what the writing says.
    await Promise.allSettled([writing, adding]);
    signal.throwIfAborted();
    await writing;
    await rename(partial, target);
    await syncDirectory(dirname(target));
    return await adding;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** @returns what the backup has, and the ids of pictures and attachments whose files are lost */
async function addSite(add: AddEntry, queries: Queries, files: PictureStore) {
  const migrations = await appliedMigrations(queries);
  const header = { program: 'ligara-site', format: FORMAT, madeAt: new Date(), migrations };
  const bytes = Buffer.from(JSON.stringify(header));
  await add(HEADER_ENTRY, bytes.length, [bytes]);
  const made = { posts: 0, media: 0, missing: [] as string[] };
  for (const [table, columns] of await storedTables(queries)) {
    let part = 0;
    for await (const { lines, size } of entriesOf(readRows(queries, table, columns))) {
      part += 1;
      await add(`tables/${table}.${part}.jsonl`, size, lines);
      if (table === 'posts') made.posts += lines.length;
    }
  }
  // After the rows: the files of a picture are stored before its row.
  for (const table of ['pictures', 'attachments']) {
    for await (const { id } of readRows(queries, table, ['id'])) {
      if (await addFiles(add, files, String(id))) made.media += 1;
      else made.missing.push(String(id));
    }
  }
  return made;
}

/** Entries are in memory as a whole: tar needs their sizes first. */
async function* entriesOf(rows: AsyncIterable<Row>) {
  let [lines, size]: [Buffer[], number] = [[], 0];
  for await (const row of rows) {
    lines.push(toLine(row));
    size += lines.at(-1)?.length ?? 0;
    if (size < ENTRY_BYTES) continue;
    yield { lines, size };
    [lines, size] = [[], 0];
  }
  if (size > 0) yield { lines, size };
}

async function addFiles(add: AddEntry, files: PictureStore, id: string): Promise<boolean> {
  const names = await files.names(id);
  for (const name of names) {
    const stored = await files.find(id, name);
    const content = await stored?.read(0, stored.bytes - 1);
    if (!stored || !content) return false;
    await add(`media/${id}/${name}`, stored.bytes, content);
  }
  return names.length > 0;
}
