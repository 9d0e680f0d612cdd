import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { SiteStorage } from '../src/app/command.ts';
import { makeFolder } from './make-folder.ts';
import { createDatabase } from './postgres-server.ts';

export async function makeSqliteStorage(): Promise<SiteStorage> {
  return { dataDir: makeFolder(), databaseUrl: undefined };
}

/** @returns the folder of a site without posts and accounts */
export function makeSqliteSite(): string {
  const dataDir = makeFolder();
  const file = join(dataDir, 'ligara.sqlite');
  copyFileSync(inject('sqliteTemplate'), file);
  chmodSync(file, 0o600);
  return dataDir;
}

/** An empty place of each engine; of SQLite alone without PostgreSQL binaries. Folders are removed after the test. */
export async function makeStorages(): Promise<SiteStorage[]> {
  const server = inject('postgresUrl');
  const sqlite = await makeSqliteStorage();
  if (server === undefined) return [sqlite];
  return [sqlite, { dataDir: makeFolder(), databaseUrl: await createDatabase(server) }];
}
