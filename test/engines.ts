import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import { connect, connectPostgres, type Database, type Engine } from '../src/server/db/connect.ts';
import { makeFolder } from './make-folder.ts';
import { migratedDatabase } from './postgres.ts';
import { createDatabase } from './postgres-server.ts';

/** Opens a connection to the same database each time; it is closed when the test ends. */
export type Open = () => Database;

type Tools = {
  engine: Engine;
  /** Creates a database without tables. */
  makeEmptyDatabase: () => Promise<Open>;
  /** Creates an empty, migrated database. */
  makeMigrated: () => Promise<Open>;
};

/**
 * Runs the same tests on SQLite, in a real file, and on PostgreSQL, in a database of their own. Without
 * PostgreSQL binaries its tests are skipped, and the run says so at its start.
 *
 * A test calls `makeDatabase` once, for an empty, migrated database: a copy of one that was migrated
 * before the run.
 */
export function describeEachEngine(
  name: string,
  define: (makeDatabase: () => Promise<Database>, tools: Tools) => void,
): void {
  const defineOn = (tools: Tools) => {
    define(async () => (await tools.makeMigrated())(), tools);
  };
  describe(`${name} on SQLite`, () => {
    defineOn({
      engine: 'sqlite',
      makeEmptyDatabase: async () => openIn(makeFolder()),
      makeMigrated: async () => {
        const folder = makeFolder();
        copyFileSync(inject('sqliteTemplate'), join(folder, 'ligara.sqlite'));
        return openIn(folder);
      },
    });
  });
  const postgresUrl = inject('postgresUrl');
  const template = inject('postgresTemplate');
  if (postgresUrl === undefined || template === undefined) {
    const missing = () => Promise.reject(new Error('No PostgreSQL'));
    describe.skip(`${name} on PostgreSQL (no server to start)`, () => {
      defineOn({ engine: 'postgres', makeEmptyDatabase: missing, makeMigrated: missing });
    });
    return;
  }
  describe(`${name} on PostgreSQL`, () => {
    defineOn({
      engine: 'postgres',
      makeEmptyDatabase: async () => openAt(await createDatabase(postgresUrl)),
      makeMigrated: async () => openAt(await migratedDatabase(postgresUrl, template)),
    });
  });
}

// Hooks run in reverse order: connections are closed before the folder is removed.
function openIn(dataDir: string): Open {
  return () => closedAfterTest(connect({ dataDir, databaseUrl: undefined }));
}

function openAt(url: string): Open {
  return () => closedAfterTest(connectPostgres(url));
}

function closedAfterTest(database: Database): Database {
  onTestFinished(() => database.close());
  return database;
}
