import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';
import { ATTACHMENT_TYPES, storedAttachment } from '../../media/attachment-url.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { exists, syncDirectory } from '../../server/db/disk.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { inNewFolder, PARTIAL_SUFFIX } from './backup-files.ts';
import { copyDatabase, engineOf, type SiteStorage, sqliteFile } from './database-copy.ts';
import {
  type BackupHeader,
  DATABASE_ENTRY,
  FORMAT,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  through,
} from './manifest.ts';

type Options = {
  now?: () => Date;
  /** Aborts the backup, which then leaves nothing. */
  signal: AbortSignal;
  /** Bytes of the disk that are left free. */
  reserve?: number;
};

type AddEntry = (path: string, size: number, content: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Writes a snapshot of a site, its database with every picture and file that it refers to, into one new file, while the site
 * runs. The file is in a folder beside it until it is complete and on the disk.
 *
 * @throws BackupError when the operator can fix it, and the signal's reason when it is aborted
 */
export async function makeBackup(
  storage: SiteStorage,
  file: string,
  { now = () => new Date(), signal, reserve = 0 }: Options,
): Promise<Manifest> {
  const target = resolve(file);
  const folder = `${target}${PARTIAL_SUFFIX}`;
  try {
    return await inNewFolder(folder, async () => {
      if (await exists(target))
        throw new BackupError(`${target} already exists. Choose another name`);
      const partial = join(folder, 'backup');
      const manifest = await write(partial, folder, { storage, now, signal, reserve });
      await rename(partial, target);
      await syncDirectory(dirname(target));
      return manifest;
    });
  } catch (error) {
    signal.throwIfAborted();
    throw toBackupError(target, error);
  }
}

type WriteOptions = Required<Options> & { storage: SiteStorage };

/** A tar file in zstd, which `tar --zstd -xf` unpacks. */
async function write(partial: string, folder: string, options: WriteOptions): Promise<Manifest> {
  const { storage, now, signal, reserve } = options;
  const tar = pack();
  const target = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(tar, createZstdCompress(), target, { signal });
  const entries: Manifest['entries'] = [];
  const mtime = now();

  async function add(
    path: string,
    size: number,
    content: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    await requireSpace(folder, reserve, size);
    const hash = createHash('sha256');
    await pipeline(content, through(hash), tar.entry({ name: path, size, mode: 0o600, mtime }));
    entries.push({ path, size, sha256: hash.digest('hex') });
  }
  async function fill(): Promise<Manifest> {
    const engine = engineOf(storage);
    const header: BackupHeader = { program: 'ligara-site', format: FORMAT, engine };
    const bytes = Buffer.from(JSON.stringify(header));
    await add(HEADER_ENTRY, bytes.length, Readable.from([bytes]));
    const manifest = { ...(await addSite(add, folder, options)), entries };
    const text = JSON.stringify(manifest);
    // The only entry whose hash is not in the manifest. tar ignores comments.
    const pax = { comment: createHash('sha256').update(text).digest('hex') };
    tar.entry({ name: MANIFEST_ENTRY, mode: 0o600, mtime, pax }, text);
    tar.finalize();
    return manifest;
  }
  const filled = fill().catch((error: unknown) => {
    tar.destroy(error as Error);
    throw error;
  });
  const [sink, source] = await Promise.allSettled([written, filled]);
  // If one fails, so does the other; only the first error has the cause.
  if (sink.status === 'rejected') throw sink.reason;
  if (source.status === 'rejected') throw source.reason;
  return source.value;
}

/**
 * Pictures are removed meanwhile, after their rows. If one that the copy of the database names has no files any more, a
 * new copy does not name it; if that still does, its files are lost.
 */
async function addSite(
  add: AddEntry,
  folder: string,
  { storage, now, signal, reserve }: WriteOptions,
): Promise<Omit<Manifest, 'entries'>> {
  const store = await openPictureStore(storage);
  const added = new Set<string>();

  async function addMissing(ids: readonly string[]): Promise<string[]> {
    for (const id of ids.filter((each) => !added.has(each))) {
      signal.throwIfAborted();
      for await (const { name, size, content } of filesOf(store, id)) {
        await add(`media/${id}/${name}`, size, content);
        added.add(id);
      }
    }
    return ids.filter((id) => !added.has(id));
  }

  let missingBefore: readonly string[] = [];
  for (;;) {
    const madeAt = now().toISOString();
    // PostgreSQL has no such file: what pg_dump will write is not known.
    const { size: bytes = 0 } = (await stat(sqliteFile(storage)).catch(() => null)) ?? {};
    await requireSpace(folder, reserve, bytes);
    const copy = await copyDatabase(storage, folder, signal);
    const { file, migrations, posts, pictures, attachments } = copy;
    const missing = await addMissing([...pictures, ...attachments]);
    if (missing.every((id) => missingBefore.includes(id))) {
      const { size } = await stat(file);
      await add(DATABASE_ENTRY[engineOf(storage)], size, createReadStream(file));
      const counts = { posts, pictures: pictures.length, attachments: attachments.length };
      return { madeAt, migrations, ...counts, missing };
    }
    missingBefore = missing;
    await rm(file);
  }
}

/** The files of a picture, or the one of an attachment, which is never in memory as a whole. */
async function* filesOf(
  store: PictureStore,
  id: string,
): AsyncGenerator<{ name: string; size: number; content: AsyncIterable<Uint8Array> }> {
  const picture = await store.collect(id);
  for (const [name, data] of picture)
    yield { name, size: data.length, content: Readable.from([data]) };
  if (picture.size > 0) return;
  for (const name of ATTACHMENT_TYPES.map(storedAttachment)) {
    const found = await store.find(id, name);
    const content = await found?.read(0, found.bytes - 1);
    if (found && content) yield { name, size: found.bytes, content };
  }
}

/** The site could no longer write its database on a full disk. */
async function requireSpace(folder: string, reserve: number, bytes: number): Promise<void> {
  if (reserve === 0) return;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free - bytes >= reserve) return;
  throw new BackupError(
    `${dirname(folder)}: the disk is almost full (${Math.round(free / 1024 / 1024)} MB free)`,
  );
}
