import { afterAll } from 'vitest';
import type { TestProject } from 'vitest/node';
import * as server from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of a running PostgreSQL, undefined without server binaries. */
    postgresUrl: string | undefined;
  }
}

/** Vitest's global setup: one server for the whole run, stopped and removed at its end. */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const postgres = await server.startPostgres();
  project.provide('postgresUrl', postgres?.url);
  if (postgres) return postgres.stop;
  if (process.env.CI === 'true') throw new Error('No PostgreSQL server binaries found');
  console.warn('PostgreSQL: skipped, no server binaries found (install postgresql)');
  return undefined;
}

/**
 * Creates an empty database for the calling test file, and drops it after that file.
 * Call it while tests are collected (at the top of the file or in a `describe`), not in a hook.
 * @param url the `postgresUrl` that the global setup provides
 * @returns the new database's URL
 */
export async function createDatabase(url: string): Promise<string> {
  const databaseUrl = await server.createDatabase(url);
  afterAll(() => server.dropDatabase(url, databaseUrl));
  return databaseUrl;
}
