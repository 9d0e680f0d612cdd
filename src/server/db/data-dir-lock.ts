import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { makeDirectory } from './make-directory.ts';

/** Held until `release`, or until the process ends. */
export type DataDirLock = { release: () => void };

/**
 * Locks a data directory for one serving process: page cache, limits and background jobs assume that no other
 * process serves the same SQLite file. Node.js has no file locks; SQLite uses the operating system's, which are
 * released however their process ends. Other programs (backup, import) ignore the lock.
 *
 * @returns null when another process holds the lock
 * @throws the driver's or the system's error when the directory cannot be used
 */
export function lockDataDir(dataDir: string): DataDirLock | null {
  makeDirectory(dataDir);
  // A separate file: locks on the database are released with each transaction.
  const file = new SQLite(join(dataDir, 'serving.lock'), { timeout: 0 });
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof SQLite.SqliteError && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return { release: () => file.close() };
}
