import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database, Engine } from './connect.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/**
 * The names of the migrations, in the order of execution: each file in `migrations` is one, and exports one function. A
 * released migration is never changed: add another one.
 */
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => basename(file, '.ts'))
  .sort();

async function loadMigrations(engine: Engine): Promise<Record<string, Migration>> {
  const loaded = await Promise.all(
    NAMES.map(async (name) => {
      const exported = await import(pathToFileURL(join(FOLDER, `${name}.ts`)).href);
      const [make] = Object.values(exported) as ((engine: Engine) => Migration)[];
      if (make === undefined) throw new Error(`${name} exports no migration`);
      return [name, make(engine)] as const;
    }),
  );
  return Object.fromEntries(loaded);
}

export function isKnownMigration(name: string): boolean {
  return NAMES.includes(name);
}

/** The database was made by a newer version of this program. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Migrates the database to the latest version. All migrations run in one transaction under a lock: several
 * instances may start at once, and a failed migration leaves the database unchanged.
 *
 * @param last the name of the migration to stop after; defaults to the latest
 * @throws NewerDatabaseError when the database has unknown migrations
 */
export async function migrate(database: Database, last?: string): Promise<void> {
  await refuseNewer(database);
  const migrator = new Migrator({
    db: database.query,
    provider: { getMigrations: () => loadMigrations(database.engine) },
  });
  const run = () => (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  const { error } = await (database.engine === 'sqlite'
    ? withoutForeignKeys(database, run)
    : run());
  if (error !== undefined) throw error;
}

/**
 * SQLite changes the constraints of a table by creating it again, and dropping the former one would delete the rows that
 * refer to it (https://www.sqlite.org/lang_altertable.html#otheralter). The setting has no effect within a transaction.
 */
async function withoutForeignKeys<T>({ query }: Database, run: () => Promise<T>): Promise<T> {
  await sql`pragma foreign_keys = off`.execute(query);
  try {
    return await run();
  } finally {
    await sql`pragma foreign_keys = on`.execute(query);
  }
}

/** The migrations that a database still needs, in the order of execution; none of them for an empty one. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database);
  if (applied.length === 0) return [];
  return NAMES.filter((name) => !applied.includes(name));
}

/** The names of the migrations that ran; none for a database without a site. */
export async function appliedMigrations({ query }: Pick<Database, 'query'>): Promise<string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  return rows.map(({ name }) => name).sort();
}

async function refuseNewer(database: Database): Promise<void> {
  const applied = await appliedMigrations(database);
  const unknown = applied.filter((name) => !isKnownMigration(name));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was created by a newer version of this program (it contains ${unknown.join(', ')}). Update the program, or restore a backup made with this version.`,
    );
  }
}
