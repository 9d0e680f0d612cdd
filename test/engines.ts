import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, inject, onTestFinished } from 'vitest';
import { connect, connectPostgres, type Database, type Engine } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase } from './postgres.ts';

/** Opens a connection to one and the same database; it is closed when the test ends. */
export type Open = () => Database;

type Tools = {
  engine: Engine;
  /** An empty place for a database, without any table, and how to open it. */
  makePlace: () => Promise<Open>;
};

/**
 * Runs the same tests on SQLite, in a real file, and on PostgreSQL, in a database of their own. Where
 * there is no PostgreSQL to start, its tests are marked as skipped and the run says so at its start.
 *
 * `makeDatabase` gives a test an empty, migrated database and is called within the test, once.
 */
export function describeEachEngine(
  name: string,
  define: (makeDatabase: () => Promise<Database>, tools: Tools) => void,
): void {
  const defineOn = (tools: Tools) => {
    define(async () => {
      const open = await tools.makePlace();
      const database = open();
      await migrate(database);
      return database;
    }, tools);
  };
  describe(`${name} on SQLite`, () => {
    defineOn({ engine: 'sqlite', makePlace: makeSqlitePlace });
  });
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl === undefined) {
    describe.skip(`${name} on PostgreSQL (no server to start)`, () => {
      defineOn({ engine: 'postgres', makePlace: () => Promise.reject(new Error('No PostgreSQL')) });
    });
    return;
  }
  // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: Vitest waits for it, and a database is made while tests are collected.
  describe(`${name} on PostgreSQL`, async () => {
    const url = await createDatabase(postgresUrl);
    defineOn({ engine: 'postgres', makePlace: () => makePostgresPlace(url) });
  });
}

async function makeSqlitePlace(): Promise<Open> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ligara-sqlite-'));
  // Called last, after the connections are closed: hooks run in reverse order.
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return () => closedAfterTest(connect({ dataDir, databaseUrl: undefined }));
}

async function makePostgresPlace(url: string): Promise<Open> {
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
