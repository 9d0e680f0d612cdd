import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../server/config.ts';
import { connect, type Database } from '../server/db/connect.ts';
import { makeDirectory } from '../server/db/make-directory.ts';
import { isCurrent } from '../server/db/migrate.ts';
import { describeOpeningFailure } from '../server/db/opening-failure.ts';
import type { ImportedItem } from './import.ts';
import { SourceError } from './source.ts';

/** What the programs that import and export say in one line. */

/** @throws ConfigError when there is no database, or one of another version of this program */
export async function refuseMissingDatabase(config: Config): Promise<void> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'ligara.sqlite'))) {
    throw new ConfigError(`DATA_DIR: there is no database in ${dataDir}. npm start makes one`);
  }
  const setting = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  let db: Database | undefined;
  try {
    db = connect(config, { limits: null });
    if (await isCurrent(db)) return;
  } catch (cause) {
    const reason = describeOpeningFailure(cause);
    throw reason === null ? cause : new ConfigError(`${setting}: ${reason}`, { cause });
  } finally {
    await db?.close();
  }
  throw new ConfigError(`${setting}: the database is of another version. npm start migrates it`);
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it already exists',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  SQLITE_FULL: 'the disk is full',
  // Of PostgreSQL.
  '53100': 'the disk of the database is full',
};

/** An error that an operator can fix, as one line; any other as it is. */
export function inOneLine(cause: unknown): unknown {
  const { code = '', path } = cause as { code?: string; path?: string };
  const reason = SYSTEM_ERRORS[code];
  if (cause instanceof SourceError) return new ConfigError(cause.message, { cause });
  if (reason === undefined) return cause;
  const where = path === undefined ? '' : `${path}: `;
  return new ConfigError(`${where}${reason} (${code})`, { cause });
}

/** The path of a new report, by which an import is taken back. */
export function newReport(dataDir: string, now: string): string {
  const folder = join(dataDir, 'imports');
  makeDirectory(folder);
  return join(folder, `import-${now.replace(/\D/g, '').slice(0, 14)}.jsonl`);
}

/** Writes items into a report, line by line: an import that is killed can be taken back, too. */
export async function* recorded(items: AsyncIterable<ImportedItem>, file: string) {
  for await (const item of items) {
    appendFileSync(file, `${JSON.stringify(item)}\n`);
    yield item;
  }
}

/** The ids of the posts that an import brought, by its report. */
export function readReport(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  try {
    return lines.flatMap((line) => (JSON.parse(line) as { postId?: string | null }).postId ?? []);
  } catch (cause) {
    throw new ConfigError(`${file} is not the report of an import`, { cause });
  }
}
