import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { syncDirectory } from '../../server/db/disk.ts';
import { makeDirectory } from '../../server/db/make-directory.ts';
import { isKnownMigration } from '../../server/db/migrate.ts';
import { hashing } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { engineOf, type SiteStorage } from './database-copy.ts';
import {
  FORMAT,
  HEADER_ENTRY,
  headerSchema,
  isEntryPath,
  MANIFEST_ENTRY,
  type Manifest,
  manifestSchema,
} from './manifest.ts';
import { type ReadEntry, readArchive } from './read-archive.ts';

export type StagingOptions = { staging: string; signal: AbortSignal };

type UnpackedEntries = Map<string, { size: number; sha256: string }>;

/**
 * Unpacks a backup into the staging folder.
 *
 * @returns its manifest, which matches the unpacked files
 */
export async function unpackBackup(
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
  return new BackupError(`${source} is not a backup of this site`, { cause });
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
