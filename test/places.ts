import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import type { SiteStorage } from '../src/backup/database-copy.ts';
import type { Engine } from '../src/db/connect.ts';
import * as postgres from './postgres-server.ts';

/** A new place for a site: an empty folder and, for PostgreSQL, an empty database of its own. */
export type MakePlace = () => Promise<SiteStorage>;

/**
 * Runs the same tests where sites keep what they have, with each engine. Where there is no PostgreSQL
 * to start, its tests are marked as skipped. Places are removed when the test that made them ends.
 */
export function describeEachPlace(
  name: string,
  define: (makePlace: MakePlace, engine: Engine) => void,
): void {
  describe(`${name} on SQLite`, () => define(makeSqlitePlace, 'sqlite'));
  const server = inject('postgresUrl');
  if (server === undefined) {
    describe.skip(`${name} on PostgreSQL (no server to start)`, () => {
      define(() => Promise.reject(new Error('No PostgreSQL')), 'postgres');
    });
    return;
  }
  describe(`${name} on PostgreSQL`, () => define(() => makePostgresPlace(server), 'postgres'));
}

export async function makeSqlitePlace(): Promise<SiteStorage> {
  return { dataDir: makeFolder(), databaseUrl: undefined };
}

async function makePostgresPlace(server: string): Promise<SiteStorage> {
  const databaseUrl = await postgres.createDatabase(server);
  onTestFinished(() => postgres.dropDatabase(server, databaseUrl));
  return { dataDir: makeFolder(), databaseUrl };
}

/** An empty folder that ends with the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
