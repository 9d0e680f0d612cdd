import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { connectSqlite, type Database } from '../../server/db/connect.ts';
import { exists } from '../../server/db/disk.ts';
import { errorCode } from '../../server/db/error-code.ts';
import { BackupError, toBackupError } from './backup-error.ts';
import { type DatabaseCopy, type DatabaseSummary, readSummary } from './database-summary.ts';
import { DATABASE_ENTRY } from './manifest.ts';

/** Pages that are copied before the event loop continues. */
const PAGES_PER_STEP = 256;

export async function copySqlite(
  source: string,
  folder: string,
  signal: AbortSignal,
): Promise<DatabaseCopy> {
  const file = join(folder, DATABASE_ENTRY.sqlite);
  if (!(await exists(source))) throw new BackupError(`DATA_DIR: there is no database at ${source}`);
  try {
    const sqlite = new SQLite(source, { fileMustExist: true });
    try {
      // A read transaction around all steps: without it, every write restarts the copy.
      sqlite.exec('begin; select 1 from sqlite_schema');
      const progress = () => {
        signal.throwIfAborted();
        return PAGES_PER_STEP;
      };
      await sqlite.backup(file, { progress });
    } finally {
      sqlite.close();
    }
  } catch (error) {
    // Here, the full disk is that of the copy, not of the source.
    throw errorCode(error) === 'SQLITE_FULL' ? error : toBackupError(source, error);
  }
  return { file, ...(await readSqlite(file)) };
}

/** @throws BackupError when the file is damaged */
export async function readSqlite(file: string): Promise<DatabaseSummary> {
  let db: Database | undefined;
  try {
    db = connectSqlite(file);
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db.query);
    const found = rows[0]?.quick_check ?? '';
    if (found !== 'ok') throw new BackupError(`The database is damaged: ${found.split('\n')[0]}`);
    return await readSummary(db.query);
  } catch (error) {
    const code = errorCode(error);
    if (!code.startsWith('SQLITE_CORRUPT') && code !== 'SQLITE_NOTADB') throw error;
    throw new BackupError(`The database is damaged (${code})`, { cause: error });
  } finally {
    await db?.close();
  }
}
