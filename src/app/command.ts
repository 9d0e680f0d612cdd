import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type Config, readConfig } from '../server/config.ts';
import { connect, type Database } from '../server/db/connect.ts';
import { exists } from '../server/db/disk.ts';
import { appliedMigrations, pendingMigrations } from '../server/db/migrate.ts';
import { collectEarly } from '../server/garbage-collection.ts';
import type { OpenedSite } from './boot.ts';
import { OperatorError, run } from './operator-error.ts';

export type SiteStorage = Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 's3'>>;

export function sqliteFile({ dataDir }: SiteStorage): string {
  return join(dataDir, 'ligara.sqlite');
}

/** Aborted by the first SIGINT or SIGTERM; a second one ends the process. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new OperatorError('Interrupted: nothing was done')));
  }
  return controller.signal;
}

/** @throws OperatorError when `DATA_DIR` belongs to another user, who could not read what a command writes */
export async function requireOwner({ dataDir }: SiteStorage): Promise<void> {
  const { uid } = await stat(dataDir);
  if (uid === (process.getuid?.() ?? uid)) return;
  throw new OperatorError(
    `DATA_DIR: ${dataDir} belongs to another user (uid ${uid}). Run the command as that user`,
  );
}

/** @throws OperatorError when the settings name no site, or one of another user: a command makes none */
export async function openSiteDatabase(storage: SiteStorage): Promise<Database> {
  const { dataDir, databaseUrl } = storage;
  const place = databaseUrl === undefined ? sqliteFile(storage) : dataDir;
  if (!(await exists(place))) throw new OperatorError(`DATA_DIR: there is no site in ${dataDir}`);
  await requireOwner(storage);
  const db = connect(storage, { limits: null });
  try {
    if ((await appliedMigrations(db)).length > 0) return db;
    const setting = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
    throw new OperatorError(`${setting}: there is no site in the database`);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * It migrates no database, since another program may serve it; what an operator can fix is told in
 * one line.
 */
export async function runOnSite(command: (site: OpenedSite) => Promise<void>): Promise<void> {
  collectEarly();
  await run(async () => {
    const config = readConfig();
    const db = await openSiteDatabase(config);
    const pending = await pendingMigrations(db).finally(() => db.close());
    if (pending.length > 0) {
      throw new OperatorError(
        'The database is of an older version of this program. Start the site first, which migrates it',
      );
    }
    // Imported lazily: a backup needs no engines.
    const { openSite } = await import('./boot.ts');
    const opened = await openSite(config);
    await command(opened).finally(() => opened.close());
  });
}

export async function runWithFile(
  name: string,
  command: (file: string, config: Config, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  collectEarly();
  // A larger young generation would hold hundreds of megabytes of rows that were written long ago.
  setFlagsFromString('--semi-space-growth-factor=1');
  await run(async () => {
    const [file, ...others] = process.argv.slice(2);
    if (file === undefined || others.length > 0) {
      throw new OperatorError(`Usage: npm run ${name} -- FILE`);
    }
    await command(file, readConfig(), interruption());
  });
}
