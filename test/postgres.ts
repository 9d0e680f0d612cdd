import { afterAll } from 'vitest';
import type { TestProject } from 'vitest/node';
import * as server from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrator's address of a running PostgreSQL, undefined where there is none to start. */
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
 * Makes an empty database for the test file that calls it, and drops it when that file is done.
 * Call it while tests are collected (at the top of the file or in a `describe`), not in a hook.
 * @param url the `postgresUrl` that the global setup provides
 * @returns the new database's address
 */
export async function createDatabase(url: string): Promise<string> {
  const address = await server.createDatabase(url);
  afterAll(() => server.dropDatabase(url, address));
  return address;
}
