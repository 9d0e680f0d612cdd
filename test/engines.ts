import { sql } from 'kysely';
import { describe, inject, onTestFinished } from 'vitest';
import { connect, connectPostgres, type Database, type Engine } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { makeFolder } from './make-folder.ts';
import { createDatabase } from './postgres.ts';

/** Opens a connection to the same database each time; it is closed when the test ends. */
export type Open = () => Database;

type Tools = {
  engine: Engine;
  /** Creates a database without tables. */
  makeEmptyDatabase: () => Promise<Open>;
};

/**
 * Runs the same tests on SQLite, in a real file, and on PostgreSQL, in a database of their own. Without
 * PostgreSQL binaries its tests are skipped, and the run says so at its start.
 *
 * A test calls `makeDatabase` once, for an empty, migrated database.
 */
export function describeEachEngine(
  name: string,
  define: (makeDatabase: () => Promise<Database>, tools: Tools) => void,
): void {
  const defineOn = (tools: Tools) => {
    define(async () => {
      const open = await tools.makeEmptyDatabase();
      const database = open();
      await migrate(database);
      return database;
    }, tools);
  };
  describe(`${name} on SQLite`, () => {
    defineOn({ engine: 'sqlite', makeEmptyDatabase: makeEmptySqlite });
  });
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl === undefined) {
    describe.skip(`${name} on PostgreSQL (no server to start)`, () => {
      defineOn({
        engine: 'postgres',
        makeEmptyDatabase: () => Promise.reject(new Error('No PostgreSQL')),
      });
    });
    return;
  }
  // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: Vitest waits for it, and a database is made while tests are collected.
  describe(`${name} on PostgreSQL`, async () => {
    const url = await createDatabase(postgresUrl);
    defineOn({ engine: 'postgres', makeEmptyDatabase: () => makeEmptyPostgres(url) });
  });
}

async function makeEmptySqlite(): Promise<Open> {
  // Hooks run in reverse order: the connections are closed before.
  const dataDir = makeFolder();
  return () => closedAfterTest(connect({ dataDir, databaseUrl: undefined }));
}

async function makeEmptyPostgres(url: string): Promise<Open> {
  const sweeper = connectPostgres(url);
  await sql`drop schema public cascade`.execute(sweeper.query);
  await sql`create schema public`.execute(sweeper.query);
  await sweeper.close();
  return () => closedAfterTest(connectPostgres(url));
}

function closedAfterTest(database: Database): Database {
  onTestFinished(() => database.close());
  return database;
}
