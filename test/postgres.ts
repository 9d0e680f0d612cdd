import { sql } from 'kysely';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectPostgres } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';
import * as server from './postgres-server.ts';

/** A migrated database, as statements. */
export type PostgresTemplate = {
  /** Options of a `create database` that copies it. */
  copy: string;
  /** Makes the rows of a copy those of the template. */
  reset: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of a running PostgreSQL, undefined without server binaries. */
    postgresUrl: string | undefined;
    /** Undefined without server binaries. */
    postgresTemplate: PostgresTemplate | undefined;
  }
}

/** Vitest's global setup: one server for the whole run, stopped and removed at its end. */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const postgres = await server.startPostgres();
  // A signal without a handler ends a process without its exit handlers, which stop the server.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  project.provide('postgresUrl', postgres?.url);
  project.provide('postgresTemplate', postgres && (await makeTemplate(postgres)));
  if (postgres) return postgres.stop;
  if (process.env.CI === 'true') throw new Error('No PostgreSQL server binaries found');
  console.warn('PostgreSQL: skipped, no server binaries found (install postgresql)');
  return undefined;
}

async function makeTemplate(postgres: server.PostgresServer): Promise<PostgresTemplate> {
  const url = await postgres.createDatabase();
  const database = connectPostgres(url);
  await migrate(database);
  const tables = await database.query.introspection.getTables({ withInternalKyselyTables: true });
  const reset = await Promise.all(
    tables
      .filter(({ isView }) => !isView)
      .map(async ({ name }) => {
        const { rows } = await sql<{ content: string | null }>`
        select json_agg(each)::text as content from ${sql.table(name)} as each
      `.execute(database.query);
        const content = rows[0]?.content;
        const insert = `insert into ${name} select * from json_populate_recordset`;
        return `delete from ${name}; ${content ? `${insert}(null::${name}, ${pg.escapeLiteral(content)});` : ''}`;
      }),
  );
  await database.close();
  return {
    // Without waiting for the disk it is the faster strategy.
    copy: `template ${new URL(url).pathname.slice(1)} strategy file_copy`,
    // Without triggers and foreign keys, in one transaction.
    reset: `begin; set local session_replication_role = replica; ${reset.join(' ')} commit`,
  };
}

/** The migrated database of this process, whose tests run one after the other. */
let migrated: { url: string; client: pg.Client } | undefined;

/**
 * An empty, migrated database, until the next call in this process; nobody may be connected to it any more.
 * @param serverUrl the `postgresUrl` that the global setup provides
 * @returns its URL
 */
export async function migratedDatabase(
  serverUrl: string,
  { copy, reset }: PostgresTemplate,
): Promise<string> {
  const isReset = migrated?.client.query(reset).then(
    () => true,
    // A test has ended all sessions, or failed before the tables were there again.
    () => false,
  );
  if (migrated === undefined || !(await isReset)) {
    await migrated?.client.end();
    const url = await server.createDatabase(serverUrl, copy);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {
      migrated = undefined;
    });
    await client.connect();
    migrated = { url, client };
  }
  return migrated.url;
}
