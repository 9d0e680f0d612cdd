import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { exists, syncDirectory } from '../db/disk.ts';
import { errorCode } from '../db/error-code.ts';
import { makeDirectory } from '../db/make-directory.ts';
import { isKnownMigration } from '../db/migrate.ts';
import { openPictureStore } from '../domain/media/open-picture-store.ts';
import { hashing, type ReadEntry, readArchive } from './archive.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import {
  countPostgresTables,
  type DatabaseSummary,
  engineOf,
  fillPostgres,
  readSqlite,
  type SiteStorage,
  sqliteFile,
} from './database-copy.ts';
import {
  DATABASE_ENTRY,
  FORMAT,
  HEADER_ENTRY,
  headerSchema,
  isEntryPath,
  MANIFEST_ENTRY,
  type Manifest,
  manifestSchema,
} from './manifest.ts';

/** Folder below DATA_DIR in which a backup is unpacked. */
const STAGING = '.restoring';

export type Restored = { posts: number; pictures: number; missing: string[]; madeAt: string };

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
): Promise<Restored> {
  const source = resolve(file);
  const dataDir = resolve(storage.dataDir);
  const staging = join(dataDir, STAGING);
  try {
    await requireEmpty(storage);
    await makeStaging(staging);
    try {
      const { madeAt, missing } = await unpack(source, storage, { staging, signal });
      await requireEmpty(storage);
      const { posts, pictures } = await install(storage, { staging, signal });
      return { posts, pictures: pictures.length, missing, madeAt };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } catch (error) {
    signal.throwIfAborted();
    const path = error instanceof Error && 'path' in error ? String(error.path) : dataDir;
    throw toBackupError(path, error);
  }
}

/** @throws BackupError when the storage holds data that would be mixed with the backup */
async function requireEmpty(storage: SiteStorage): Promise<void> {
  const media = join(storage.dataDir, 'media');
  if (storage.databaseUrl === undefined) {
    const database = sqliteFile(storage);
    for (const suffix of ['', '-wal', '-shm', '-journal']) {
      if (await exists(`${database}${suffix}`)) {
        throw new BackupError(`${database}${suffix} exists: restore into an empty DATA_DIR`);
      }
    }
  } else {
    const tables = await countPostgresTables(storage.databaseUrl);
    if (tables > 0) {
      throw new BackupError(
        `DATABASE_URL: the database has ${tables} tables: restore into an empty one`,
      );
    }
  }
  if (storage.s3 !== undefined) {
    if ((await (await openPictureStore(storage)).ids()).length > 0) {
      throw new BackupError('S3_URL: there are pictures: restore into an empty bucket or folder');
    }
    return;
  }
  if ((await exists(media)) && (await readdir(media)).length > 0) {
    throw new BackupError(`${media} is not empty: restore into an empty DATA_DIR`);
  }
}

async function makeStaging(staging: string): Promise<void> {
  makeDirectory(dirname(staging));
  try {
    await mkdir(staging, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new BackupError(
      `${staging} exists: another backup is being restored, or that was cut off (remove it then)`,
      { cause: error },
    );
  }
}

type StagingOptions = { staging: string; signal: AbortSignal };

type UnpackedEntries = Map<string, { size: number; sha256: string }>;

/**
 * Unpacks a backup into the staging folder.
 *
 * @returns its manifest, which matches the unpacked files
 */
async function unpack(
  source: string,
  storage: SiteStorage,
  { staging, signal }: StagingOptions,
): Promise<Manifest> {
  await mkdir(join(staging, 'media'), { mode: 0o700 });
  const unpacked: UnpackedEntries = new Map();
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(source, signal)) {
    const { path } = entry;
    if (unpacked.size === 0) {
      if (path !== HEADER_ENTRY) throw notABackup(source);
      unpacked.set(path, await readHeader(entry, source, storage));
    } else if (
      manifest !== undefined ||
      unpacked.has(path) ||
      !entry.isFile ||
      !isEntryPath(path)
    ) {
      throw new BackupError(`${source} holds ${JSON.stringify(path)}, which no backup holds there`);
    } else if (path === MANIFEST_ENTRY) {
      manifest = parse(manifestSchema, (await readText(entry)).text, source);
    } else {
      unpacked.set(path, await unpackFile(entry, join(staging, path)));
    }
  }
  if (manifest === undefined) throw new BackupError(`${source} is cut off`);
  verifyManifest(source, manifest, unpacked);
  if (!manifest.migrations.every(isKnownMigration)) throw newerVersion(source);
  await syncStaging(staging);
  return manifest;
}

/** @throws BackupError when the backup is of another program, version or engine */
async function readHeader(entry: ReadEntry, source: string, storage: SiteStorage) {
  const { text, ...written } = await readText(entry);
  const header = parse(headerSchema, text, source);
  if (header.format > FORMAT) throw newerVersion(source);
  if (header.engine !== engineOf(storage)) {
    throw new BackupError(
      header.engine === 'sqlite'
        ? `${source} is a backup of SQLite: restore it without DATABASE_URL`
        : `${source} is a backup of PostgreSQL: set DATABASE_URL to an empty database`,
    );
  }
  return written;
}

/** Longer than any manifest. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

async function readText({ path, content }: ReadEntry) {
  const { hashed, digest, size } = hashing(content);
  const chunks: Uint8Array[] = [];
  for await (const chunk of hashed) {
    chunks.push(chunk);
    if (size() > MAX_TEXT_BYTES) throw new BackupError(`${path} in the backup is too long`);
  }
  return { text: Buffer.concat(chunks).toString(), size: size(), sha256: digest().toString('hex') };
}

async function unpackFile({ content }: ReadEntry, target: string) {
  makeDirectory(dirname(target));
  const { hashed, digest, size } = hashing(content);
  await pipeline(hashed, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  return { size: size(), sha256: digest().toString('hex') };
}

function parse<T>(schema: z.ZodType<T>, text: string, source: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw notABackup(source, error);
  }
}

function notABackup(source: string, cause?: unknown): BackupError {
  return new BackupError(`${source} is no backup of this site`, { cause });
}

function newerVersion(source: string): BackupError {
  return new BackupError(
    `${source} was made by a newer version of this program: update the program`,
  );
}

function verifyManifest(source: string, { entries }: Manifest, unpacked: UnpackedEntries): void {
  const different = entries.find(({ path, size, sha256 }) => {
    const actual = unpacked.get(path);
    return actual?.size !== size || actual.sha256 !== sha256;
  });
  const listed = new Set(entries.map(({ path }) => path));
  const path = different?.path ?? [...unpacked.keys()].find((each) => !listed.has(each));
  if (path !== undefined) {
    throw new BackupError(`${source} is damaged: ${path} is not as its manifest says`);
  }
}

async function syncStaging(staging: string): Promise<void> {
  const media = join(staging, 'media');
  for (const id of await readdir(media)) await syncDirectory(join(media, id));
  await syncDirectory(media);
}

/** Pictures first: once the database is installed, the site is complete. */
async function install(storage: SiteStorage, staged: StagingOptions): Promise<DatabaseSummary> {
  return storage.s3 === undefined ? installOnDisk(storage, staged) : installInS3(storage, staged);
}

async function installOnDisk(
  storage: SiteStorage,
  { staging, signal }: StagingOptions,
): Promise<DatabaseSummary> {
  const [staged, media] = [join(staging, 'media'), join(storage.dataDir, 'media')];
  if (await exists(media)) await rmdir(media);
  await rename(staged, media);
  let summary: DatabaseSummary;
  try {
    summary = await installDatabase(storage, { staging, signal });
  } catch (error) {
    await rename(media, staged);
    throw error;
  }
  await removeUnnamed(media, summary.pictures);
  await syncDirectory(media);
  await syncDirectory(storage.dataDir);
  return summary;
}

/** Removes the uploaded pictures again if the database cannot be installed. */
async function installInS3(
  storage: SiteStorage,
  { staging, signal }: StagingOptions,
): Promise<DatabaseSummary> {
  const files = await openPictureStore(storage);
  const put = new Set<string>();
  let named: readonly string[] = [];
  try {
    for (const id of await readdir(join(staging, 'media'))) {
      signal.throwIfAborted();
      const folder = join(staging, 'media', id);
      const names = await readdir(folder);
      put.add(id);
      await files.put(
        id,
        new Map(
          await Promise.all(
            names.map(async (name) => [name, await readFile(join(folder, name))] as const),
          ),
        ),
      );
    }
    const summary = await installDatabase(storage, { staging, signal });
    named = summary.pictures;
    await syncDirectory(storage.dataDir);
    return summary;
  } finally {
    for (const id of put) if (!named.includes(id)) await files.remove(id);
  }
}

async function installDatabase(
  storage: SiteStorage,
  { staging, signal }: StagingOptions,
): Promise<DatabaseSummary> {
  const file = join(staging, DATABASE_ENTRY[engineOf(storage)]);
  if (storage.databaseUrl !== undefined) {
    return fillPostgres(storage.databaseUrl, { file, folder: staging, signal });
  }
  const summary = await readSqlite(file);
  await rename(file, sqliteFile(storage));
  return summary;
}

/** Removes pictures that were deleted between the start of the backup and the copy of the database. */
async function removeUnnamed(media: string, ids: readonly string[]): Promise<void> {
  const named = new Set(ids);
  for (const id of await readdir(media)) {
    if (!named.has(id)) await rm(join(media, id), { recursive: true });
  }
}
