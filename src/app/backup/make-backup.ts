import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import type { PictureStore } from '../../media/picture-store.ts';
import type { Database } from '../../server/db/connect.ts';
import { appliedMigrations } from '../../server/db/migrate.ts';
import { writeNewFile } from '../write-new-file.ts';
import { type Queries, readRows, storedTables } from './stored-tables.ts';

export const FORMAT = 2;
export const HEADER_ENTRY = 'backup.json';

type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
type AddEntry = (name: string, size: number, content: Content) => Promise<void>;
type StoredSite = { db: Database; files: PictureStore };

/**
 * One moment of all tables, while the site runs. The checksum of zstd tells an altered or truncated
 * file.
 */
export function makeBackup({ db, files }: StoredSite, file: string, signal: AbortSignal) {
  return writeNewFile(resolve(file), signal, async (sink) => {
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
    await writing;
    return adding;
  });
}

/** @returns what the backup has, and the ids of pictures and attachments whose files are lost */
async function addSite(add: AddEntry, queries: Queries, files: PictureStore) {
  const addText = (name: string, text: string) => {
    const bytes = Buffer.from(text);
    return add(name, bytes.length, [bytes]);
  };
  const migrations = await appliedMigrations(queries);
  const header = { program: 'ligara-site', format: FORMAT, madeAt: new Date(), migrations };
  await addText(HEADER_ENTRY, JSON.stringify(header));
  const made = { posts: 0, media: 0, missing: [] as string[] };
  const ids: string[] = [];
  for (const [table, columns] of await storedTables(queries)) {
    let part = 0;
    for await (const rows of readRows(queries, table, columns)) {
      part += 1;
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
      await addText(`tables/${table}.${part}.jsonl`, lines.join(''));
      if (table === 'posts') made.posts += rows.length;
      if (/^(?:pictures|attachments)$/.test(table)) ids.push(...rows.map(({ id }) => String(id)));
    }
  }
  // After the rows: the files of a picture are stored before its row.
  for (const id of ids) {
    if (await addFiles(add, files, id)) made.media += 1;
    else made.missing.push(id);
  }
  return made;
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
