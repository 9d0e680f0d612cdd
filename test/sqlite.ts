import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { connectSqlite } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of a migrated SQLite database, which tests copy. */
    sqliteTemplate: string;
  }
}

/** Vitest's global setup: migrates an SQLite database once for the whole run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'ligara-template-'));
  const template = join(folder, 'migrated.sqlite');
  const database = connectSqlite(':memory:');
  await migrate(database);
  // Without a write-ahead log, which a database in memory cannot have.
  await sql`vacuum into ${template}`.execute(database.query);
  await database.close();
  project.provide('sqliteTemplate', template);
  return () => rmSync(folder, { recursive: true });
}
