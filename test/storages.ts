import { describe, inject } from 'vitest';
import type { SiteStorage } from '../src/app/backup/database-copy.ts';
import type { Engine } from '../src/server/db/connect.ts';
import { makeFolder } from './make-folder.ts';
import * as postgres from './postgres-server.ts';

/** An empty folder and, for PostgreSQL, an empty database; both are removed after the test. */
export type MakeStorage = () => Promise<SiteStorage>;

/**
 * Runs the same tests on an empty storage of each engine. Without PostgreSQL binaries its tests are
 * skipped.
 */
export function describeEachStorage(
  name: string,
  define: (makeStorage: MakeStorage, engine: Engine) => void,
): void {
  describe(`${name} on SQLite`, () => define(makeSqliteStorage, 'sqlite'));
  const server = inject('postgresUrl');
  if (server === undefined) {
    describe.skip(`${name} on PostgreSQL (no server to start)`, () => {
      define(() => Promise.reject(new Error('No PostgreSQL')), 'postgres');
    });
    return;
  }
  describe(`${name} on PostgreSQL`, () => define(() => makePostgresStorage(server), 'postgres'));
}

export async function makeSqliteStorage(): Promise<SiteStorage> {
  return { dataDir: makeFolder(), databaseUrl: undefined };
}

async function makePostgresStorage(server: string): Promise<SiteStorage> {
  const databaseUrl = await postgres.createDatabase(server);
  return { dataDir: makeFolder(), databaseUrl };
}
