import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import { isStoredAttachment } from '../../media/attachment-url.ts';
import type { PictureStore } from '../../media/picture-store.ts';
import { openPictureStore } from '../../media/storage/open-picture-store.ts';
import { exists } from '../../server/db/disk.ts';
import { makeDirectory } from '../../server/db/make-directory.ts';
import { isKnownMigration } from '../../server/db/migrate.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { inNewFolder } from './backup-files.ts';
import {
  countPostgresTables,
  engineOf,
  installDatabase,
  type SiteStorage,
  sqliteFile,
} from './database-copy.ts';
import {
  FORMAT,
  HEADER_ENTRY,
  headerSchema,
  isEntryPath,
  MANIFEST_ENTRY,
  type Manifest,
  manifestSchema,
  through,
} from './manifest.ts';

/**
 * Restores a backup into empty storage. The backup is unpacked into a staging folder and compared with its manifest
 * before anything is installed.
 *
 * @throws BackupError when the operator can fix it, and the signal's reason when it is aborted
 */
export async function restoreBackup(
  storage: SiteStorage,
  file: string,
  signal: AbortSignal,
): Promise<Manifest> {
  const source = resolve(file);
  const dataDir = resolve(storage.dataDir);
  const staging = join(dataDir, '.restoring');
  try {
    await requireEmpty(storage);
    makeDirectory(dataDir);
    return await inNewFolder(staging, async () => {
      await mkdir(join(staging, 'media'), { mode: 0o700 });
      const manifest = await unpackBackup(source, { storage, staging, signal });
      await requireEmpty(storage);
      await install(storage, staging, signal);
      return manifest;
    });
  } catch (error) {
    signal.throwIfAborted();
    const path = error instanceof Error && 'path' in error ? String(error.path) : dataDir;
    throw toBackupError(path, error);
  }
}

/** @throws BackupError when the storage holds data that would be mixed with the backup */
async function requireEmpty(storage: SiteStorage): Promise<void> {
  const { dataDir, databaseUrl, s3 } = storage;
  if (databaseUrl === undefined) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) {
      const file = `${sqliteFile(storage)}${suffix}`;
      if (await exists(file)) {
        throw new BackupError(`${file} already exists. Restore into an empty DATA_DIR`);
      }
    }
  } else {
    const tables = await countPostgresTables(databaseUrl);
    if (tables > 0) {
      throw new BackupError(
        `DATABASE_URL: the database has ${tables} tables. Restore into an empty one`,
      );
    }
  }
  const store = await openPictureStore(storage);
  if ((await store.ids()).length === 0) return;
  throw new BackupError(
    s3 === undefined
      ? `${join(dataDir, 'media')} has pictures. Restore into an empty DATA_DIR`
      : 'S3_URL: there are pictures. Restore into an empty bucket or folder',
  );
}

type UnpackOptions = { storage: SiteStorage; staging: string; signal: AbortSignal };

/**
 * Unpacks a backup into the staging folder.
 *
 * @returns its manifest, which matches the unpacked files
 */
async function unpackBackup(source: string, options: UnpackOptions): Promise<Manifest> {
  const { staging, signal } = options;
  if (!(await stat(source)).isFile()) throw new BackupError(`${source} is not a file`);
  const tar = extract();
  const read = pipeline(createReadStream(source), createZstdDecompress(), tar, { signal });
  // Both have failed when one has; the other's error may only say that its stream has ended.
  const [unpacked, whole] = await Promise.allSettled([unpackEntries(tar, source, options), read]);
  for (const each of [unpacked, whole]) {
    if (each.status === 'rejected' && isKnown(each.reason)) throw each.reason;
  }
  if (unpacked.status === 'rejected' || whole.status === 'rejected') {
    throw new BackupError(`${source} is not a backup of this site, or is incomplete or modified`);
  }
  const hashes = unpacked.value;
  if (!hashes.delete(MANIFEST_ENTRY)) throw new BackupError(`${source} is incomplete`);
  const manifest = await readJson(join(staging, MANIFEST_ENTRY), manifestSchema, source);
  const listed = new Map(manifest.entries.map(({ path, sha256 }) => [path, sha256]));
  for (const path of [...listed.keys(), ...hashes.keys()]) {
    if (listed.get(path) === hashes.get(path)) continue;
    throw new BackupError(`${source} is damaged: ${path} does not match the manifest`);
  }
  if (!manifest.migrations.every(isKnownMigration)) throw newerVersion(source);
  return manifest;
}

/** Errors of this program and of the system, unlike those of zlib and tar. */
function isKnown(error: unknown): boolean {
  return error instanceof BackupError || (error instanceof Error && 'syscall' in error);
}

/** @returns SHA-256 by path */
async function unpackEntries(
  tar: ReturnType<typeof extract>,
  source: string,
  { storage, staging }: UnpackOptions,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for await (const entry of tar) {
    const { name, type, pax } = entry.header;
    const isFirst = hashes.size === 0;
    if (isFirst && name !== HEADER_ENTRY) throw notABackup(source);
    // The manifest is the last one.
    const isExpected = isEntryPath(name) && !hashes.has(name) && !hashes.has(MANIFEST_ENTRY);
    if (type !== 'file' || !isExpected) {
      throw new BackupError(
        `${source} holds ${JSON.stringify(name)}, which does not belong in a backup`,
      );
    }
    const file = join(staging, name);
    makeDirectory(dirname(file));
    const hash = createHash('sha256');
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(entry as AsyncIterable<Uint8Array>, through(hash), target);
    const digest = hash.digest('hex');
    // The manifest's own hash, which older backups do not have.
    const { comment = digest }: { comment?: string } = pax ?? {};
    if (comment !== digest) throw new BackupError(`${source} has been modified`);
    hashes.set(name, digest);
    // Before gigabytes are unpacked.
    if (isFirst) await checkHeader(file, source, storage);
  }
  return hashes;
}

/** @throws BackupError when the backup is of another program, version or engine */
async function checkHeader(file: string, source: string, storage: SiteStorage): Promise<void> {
  const { format, engine } = await readJson(file, headerSchema, source);
  if (format > FORMAT) throw newerVersion(source);
  if (engine === engineOf(storage)) return;
  throw new BackupError(
    engine === 'sqlite'
      ? `${source} is a backup of SQLite. Restore it without DATABASE_URL`
      : `${source} is a backup of PostgreSQL. Set DATABASE_URL to an empty database`,
  );
}

async function readJson<T>(file: string, schema: z.ZodType<T>, source: string): Promise<T> {
  const text = await readFile(file, 'utf8');
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw notABackup(source, error);
  }
}

function notABackup(source: string, cause?: unknown): BackupError {
  return new BackupError(`${source} is not a backup of this site`, { cause });
}

function newerVersion(source: string): BackupError {
  return new BackupError(
    `${source} was made by a newer version of this program. Update the program`,
  );
}

/**
 * Pictures first: once the database is installed, the site is complete. Then those are removed that it does not name, since
 * they were removed while the backup was made, or all of them if it could not be installed.
 */
async function install(storage: SiteStorage, staging: string, signal: AbortSignal): Promise<void> {
  const store = await openPictureStore(storage);
  const media = join(staging, 'media');
  const ids = await readdir(media);
  const named = new Set<string>();
  try {
    for (const id of ids) {
      signal.throwIfAborted();
      await installFiles(store, id, join(media, id));
    }
    const { pictures, attachments } = await installDatabase(storage, staging, signal);
    for (const id of [...pictures, ...attachments]) named.add(id);
  } finally {
    for (const id of ids) if (!named.has(id)) await store.remove(id);
    // Succeeds if it is empty.
    if (storage.s3 === undefined) {
      await rmdir(join(storage.dataDir, 'media')).catch(() => undefined);
    }
  }
}

async function installFiles(store: PictureStore, id: string, folder: string): Promise<void> {
  const files = new Map<string, Uint8Array>();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isStoredAttachment(`/media/${id}/${name}`)) {
      const { size } = await stat(path);
      return store.keep(id, name, { path, bytes: size });
    }
    files.set(name, await readFile(path));
  }
  await store.put(id, files);
}
