import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { makeDirectory } from '../db/make-directory.ts';
import { isKnownMigration } from '../db/migrate.ts';
import { openPictureStore } from '../domain/media/open-picture-store.ts';
import { hashing, type ReadEntry, readArchive } from './archive.ts';
import { BackupError, codeOf, toBackupError } from './backup-error.ts';
import {
  countPostgresTables,
  type DatabaseSummary,
  engineOf,
  fillPostgres,
  readSqlite,
  type SiteStorage,
  sqliteFile,
} from './database-copy.ts';
import { exists, flushNames } from './disk.ts';
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

/** Where a backup is unpacked, in the folder that it is restored into. */
const STAGING = '.restoring';

export type Restored = { posts: number; pictures: number; missing: string[]; madeAt: string };

/**
 * Restores a backup into an empty place. It is unpacked beside that place and compared with its
 * manifest; only then is anything put there.
 *
 * @throws BackupError for what an operator can mend, and what the signal was aborted with.
 */
export async function restoreBackup(
  storage: SiteStorage,
  file: string,
  signal: AbortSignal,
): Promise<Restored> {
  const source = resolve(file);
  const dataDir = resolve(storage.dataDir);
  const stage = join(dataDir, STAGING);
  try {
    await requireEmpty(storage);
    await makeStage(stage);
    try {
      const { madeAt, missing } = await unpack(source, storage, { stage, signal });
      await requireEmpty(storage);
      const { posts, pictures } = await putInPlace(storage, { stage, signal });
      return { posts, pictures: pictures.length, missing, madeAt };
    } finally {
      await rm(stage, { recursive: true, force: true });
    }
  } catch (error) {
    signal.throwIfAborted();
    const path = error instanceof Error && 'path' in error ? String(error.path) : dataDir;
    throw toBackupError(path, error);
  }
}

/** @throws BackupError when something is there that would be mixed with the backup. */
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

async function makeStage(stage: string): Promise<void> {
  makeDirectory(dirname(stage));
  try {
    await mkdir(stage, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new BackupError(
      `${stage} exists: another backup is being restored, or that was cut off (remove it then)`,
      { cause: error },
    );
  }
}

type Staged = { stage: string; signal: AbortSignal };

type Found = Map<string, { size: number; sha256: string }>;

/**
 * Unpacks a backup into a folder.
 *
 * @returns its manifest, when the folder holds what that says, to the byte.
 */
async function unpack(
  source: string,
  storage: SiteStorage,
  { stage, signal }: Staged,
): Promise<Manifest> {
  await mkdir(join(stage, 'media'), { mode: 0o700 });
  const found: Found = new Map();
  let manifest: Manifest | undefined;
  for await (const entry of readArchive(source, signal)) {
    const { path } = entry;
    if (found.size === 0) {
      if (path !== HEADER_ENTRY) throw notABackup(source);
      found.set(path, await readHeader(entry, source, storage));
    } else if (manifest !== undefined || found.has(path) || !entry.isFile || !isEntryPath(path)) {
      throw new BackupError(`${source} holds ${JSON.stringify(path)}, which no backup holds there`);
    } else if (path === MANIFEST_ENTRY) {
      manifest = parse(manifestSchema, (await readText(entry)).text, source);
    } else {
      found.set(path, await unpackFile(entry, join(stage, path)));
    }
  }
  if (manifest === undefined) throw new BackupError(`${source} is cut off`);
  verifyManifest(source, manifest, found);
  if (!manifest.migrations.every(isKnownMigration)) throw newerVersion(source);
  await flushStage(stage);
  return manifest;
}

/** @throws BackupError when the backup is for another program, version, or engine. */
async function readHeader(entry: ReadEntry, source: string, storage: SiteStorage) {
  const { text, ...written } = await readText(entry);
  const head = parse(headerSchema, text, source);
  if (head.format > FORMAT) throw newerVersion(source);
  if (head.engine !== engineOf(storage)) {
    throw new BackupError(
      head.engine === 'sqlite'
        ? `${source} is a backup of SQLite: restore it without DATABASE_URL`
        : `${source} is a backup of PostgreSQL: set DATABASE_URL to an empty database`,
    );
  }
  return written;
}

/** More is no list of entries. */
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

function verifyManifest(source: string, { entries }: Manifest, found: Found): void {
  const different = entries.find(({ path, size, sha256 }) => {
    const unpacked = found.get(path);
    return unpacked?.size !== size || unpacked.sha256 !== sha256;
  });
  const listed = new Set(entries.map(({ path }) => path));
  const path = different?.path ?? [...found.keys()].find((each) => !listed.has(each));
  if (path !== undefined) {
    throw new BackupError(`${source} is damaged: ${path} is not as its manifest says`);
  }
}

async function flushStage(stage: string): Promise<void> {
  const media = join(stage, 'media');
  for (const id of await readdir(media)) await flushNames(join(media, id));
  await flushNames(media);
}

/** The pictures first: where there is a database, all is there. */
async function putInPlace(storage: SiteStorage, staged: Staged): Promise<DatabaseSummary> {
  return storage.s3 === undefined ? putOnDisk(storage, staged) : putInStore(storage, staged);
}

async function putOnDisk(
  storage: SiteStorage,
  { stage, signal }: Staged,
): Promise<DatabaseSummary> {
  const [staged, media] = [join(stage, 'media'), join(storage.dataDir, 'media')];
  if (await exists(media)) await rmdir(media);
  await rename(staged, media);
  let summary: DatabaseSummary;
  try {
    summary = await putDatabase(storage, { stage, signal });
  } catch (error) {
    await rename(media, staged);
    throw error;
  }
  await keepOnly(media, summary.pictures);
  await flushNames(media);
  await flushNames(storage.dataDir);
  return summary;
}

/** Without a database, what was put there is removed again. */
async function putInStore(
  storage: SiteStorage,
  { stage, signal }: Staged,
): Promise<DatabaseSummary> {
  const files = await openPictureStore(storage);
  const put = new Set<string>();
  let named: readonly string[] = [];
  try {
    for (const id of await readdir(join(stage, 'media'))) {
      signal.throwIfAborted();
      const folder = join(stage, 'media', id);
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
    const summary = await putDatabase(storage, { stage, signal });
    named = summary.pictures;
    await flushNames(storage.dataDir);
    return summary;
  } finally {
    for (const id of put) if (!named.includes(id)) await files.remove(id);
  }
}

async function putDatabase(
  storage: SiteStorage,
  { stage, signal }: Staged,
): Promise<DatabaseSummary> {
  const file = join(stage, DATABASE_ENTRY[engineOf(storage)]);
  if (storage.databaseUrl !== undefined) {
    return fillPostgres(storage.databaseUrl, { file, folder: stage, signal });
  }
  const summary = await readSqlite(file);
  await rename(file, sqliteFile(storage));
  return summary;
}

/** Removes pictures that were in the library when the backup began, and no more at its moment. */
async function keepOnly(media: string, ids: readonly string[]): Promise<void> {
  const named = new Set(ids);
  for (const id of await readdir(media)) {
    if (!named.has(id)) await rm(join(media, id), { recursive: true });
  }
}
