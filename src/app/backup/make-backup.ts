import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { ATTACHMENT_TYPES, storedAttachment } from '../../media/attachment-url.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import type { Database } from '../../server/db/connect.ts';
import { exists, syncDirectory } from '../../server/db/disk.ts';
import { appliedMigrations } from '../../server/db/migrate.ts';
import { OperatorError } from '../operator-error.ts';
import { type Queries, type Row, readRows, storedTables, toLine } from './stored-tables.ts';

/** The version of the format, in the first entry. */
export const FORMAT = 2;
export const HEADER_ENTRY = 'backup.json';
export const PARTIAL_SUFFIX = '.partial';

/** An entry with rows has about as many; a large table has several entries. */
const ENTRY_BYTES = 256 * 1024;

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
type AddEntry = (name: string, size: number, content: Content) => Promise<void>;

/** `missing` are ids of pictures and attachments whose files are lost. */
export type BackupSummary = { posts: number; media: number; missing: string[] };

/**
 * Writes all tables at one moment, and the files of the library, into one new file while the site runs. Its name is
 * another one until it is complete and on the disk. The checksum of zstd tells an altered or truncated one.
 */
export async function makeBackup(
  site: { db: Database; files: PictureStore },
  file: string,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const target = resolve(file);
  if (await exists(target))
    throw new OperatorError(`${target} already exists. Choose another name`);
  const partial = target + PARTIAL_SUFFIX;
  // Fails when another backup writes it.
  await (await open(partial, 'wx', 0o600)).close();
  try {
    const tar = pack();
    const compression = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    const sink = createWriteStream(partial, { flush: true });
    const written = pipeline(tar, compression, sink, { signal });
    const mtime = new Date();
    const add: AddEntry = (name, size, content) =>
      pipeline(content, tar.entry({ name, size, mode: 0o600, mtime }));
    const added = site.db
      .snapshot((query) => addSite(add, { engine: site.db.engine, query }, site.files))
      .then((summary) => {
        tar.finalize();
        return summary;
      })
      .catch((error: Error) => {
        tar.destroy(error);
        throw error;
      });
    // When one fails, so does the other: only the first has the cause.
    const [sunk, summary] = await Promise.allSettled([written, added]);
    signal.throwIfAborted();
    if (sunk.status === 'rejected') throw sunk.reason;
    if (summary.status === 'rejected') throw summary.reason;
    await rename(partial, target);
    await syncDirectory(dirname(target));
    return summary.value;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function addSite(add: AddEntry, queries: Queries, files: PictureStore) {
  const migrations = await appliedMigrations(queries);
  const header = { program: 'ligara-site', format: FORMAT, madeAt: new Date(), migrations };
  const bytes = Buffer.from(JSON.stringify(header));
  await add(HEADER_ENTRY, bytes.length, [bytes]);
  const summary: BackupSummary = { posts: 0, media: 0, missing: [] };
  for (const [table, columns] of await storedTables(queries)) {
    let part = 0;
    for await (const { lines, size } of entriesOf(readRows(queries, table, columns))) {
      part += 1;
      await add(`tables/${table}.${part}.jsonl`, size, lines);
      if (table === 'posts') summary.posts += lines.length;
    }
  }
  // After the rows: the files of a picture are stored before its row.
  for (const table of ['pictures', 'attachments'] as const) {
    for await (const { id } of readRows(queries, table, ['id'])) {
      if (await addFiles(add, files, String(id))) summary.media += 1;
      else summary.missing.push(String(id));
    }
  }
  return summary;
}

/** Entries of a table, which are in memory as a whole: tar needs their sizes first. */
async function* entriesOf(
  table: AsyncIterable<Row>,
): AsyncGenerator<{ lines: Buffer[]; size: number }> {
  let entry = { lines: [] as Buffer[], size: 0 };
  for await (const row of table) {
    const line = Buffer.from(toLine(row));
    entry.lines.push(line);
    entry.size += line.length;
    if (entry.size < ENTRY_BYTES) continue;
    yield entry;
    entry = { lines: [], size: 0 };
  }
  if (entry.size > 0) yield entry;
}

async function addFiles(add: AddEntry, files: PictureStore, id: string): Promise<boolean> {
  const picture = await files.collect(id);
  for (const [name, data] of picture) {
    await add(`media/${id}/${name}`, data.length, [data]);
  }
  if (picture.size > 0) return true;
  for (const name of ATTACHMENT_TYPES.map(storedAttachment)) {
    const stored = await files.find(id, name);
    const content = await stored?.read(0, stored.bytes - 1);
    if (!stored || !content) continue;
    await add(`media/${id}/${name}`, stored.bytes, content);
    return true;
  }
  return false;
}
