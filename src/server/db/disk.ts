import { mkdirSync, statSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** Syncs the names in a directory (`fsync`), so that renames survive a power cut. */
export async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Empty without a code. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * `recursive` of Node.js must not be used for this: it never returns where `mkdir` says ENOENT
 * though the parent is there, as below `/proc`.
 *
 * @throws the system's error when the directory cannot be created
 */
export function makeDirectory(path: string): void {
  try {
    makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || parent === path) throw error;
    makeDirectory(parent);
    makeOne(path);
  }
}

/** Also succeeds when the directory exists, or another process creates it meanwhile. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/** Held until `release`, or until the process ends. */
export type DataDirLock = { release: () => void };

/**
 * One process serves a data directory: page cache, limits and background jobs assume it. Node.js
 * has no file locks; SQLite's are released however the process ends. Other programs (backup,
 * import) ignore the lock.
 *
 * @returns null when another process holds the lock
 * @throws the driver's or the system's error when the directory cannot be used
 */
export function lockDataDir(dataDir: string): DataDirLock | null {
  makeDirectory(dataDir);
  // A separate file: locks on the database are released with each transaction.
  const file = new SQLite(join(dataDir, 'serving.lock'), { timeout: 0 });
  try {
    // Takes no space: a site is restarted on a full disk, too.
    file.pragma('journal_mode = memory');
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof SQLite.SqliteError && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return { release: () => file.close() };
}
