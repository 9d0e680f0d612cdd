import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database, Engine } from './connect.ts';
import { alignWithSchema, FORMER_STEPS } from './former-databases.ts';
import { schemaOf, statementsOf } from './schema.ts';

const OLDEST = '039-ligara-ai';
/** The schema of schema.ts. A database of before gets there by the steps of former-databases.ts. */
const SCHEMA = '047-schema';

/**
 * Changes of the schema since, each an SQL script under a name that sorts behind those before it. A released one is never
 * changed: add another one.
 */
const LATER_STEPS: typeof FORMER_STEPS = {
  // Posts are rendered again without one.
  '048-no-leases': () => 'drop table leases;',
  // An invitation is an account without a password; open links go on, of whom an administrator invited.
  '049-invited-accounts': () => `
alter table administrators add column invited_by TEXT;
insert into administrators (id, email, password_hash, created_at, role, invited_by) select id, email, '', created_at,
  role, invited_by from invitations where coalesce(accepted_at, revoked_at) is null and email not in (select email
  from administrators) and invited_by in (select email from administrators where role = 'administrator');
update one_time_tokens set kind = 'password-reset', expires_at = (select invitations.expires_at from invitations
  where invitations.id = subject) where kind = 'invitation' and subject in (select id from administrators);
delete from one_time_tokens where kind = 'invitation';
drop table invitations;`,
};

const NAMES = [SCHEMA, ...Object.keys(LATER_STEPS)];
const FORMER_NAMES = Object.keys(FORMER_STEPS);

function migrationsFor(
  engine: Engine,
  former: { applied: readonly string[] } | null,
): Record<string, Migration> {
  const toSchema =
    former === null ? { [SCHEMA]: schemaOf } : { ...FORMER_STEPS, [SCHEMA]: alignWithSchema };
  const scripts: [string, string][] = Object.entries({ ...toSchema, ...LATER_STEPS }).map(
    ([name, script]) => [name, script(engine)],
  );
  // What ran before is part of the oldest version.
  for (const name of former?.applied ?? []) if (name < OLDEST) scripts.unshift([name, '']);
  return Object.fromEntries(
    scripts.map(([name, script]) => [name, { up: (db) => runScript(db, script, engine) }]),
  );
}

async function runScript(db: Kysely<unknown>, script: string, engine: Engine): Promise<void> {
  for (const statement of statementsOf(script, engine)) await sql.raw(statement).execute(db);
}

export function areKnownMigrations(applied: readonly string[]): boolean {
  if (!applied.includes(OLDEST)) {
    return applied.includes(SCHEMA) && applied.every((name) => NAMES.includes(name));
  }
  const known = [...FORMER_NAMES, ...NAMES];
  return applied.every((name) => name < OLDEST || known.includes(name));
}

export class UnknownDatabaseError extends Error {
  override name = 'UnknownDatabaseError';
}

/**
 * All steps run in one transaction under a lock: several instances may start at once, and a failed
 * step leaves the database unchanged.
 *
 * @param last the name of the step to stop after; defaults to the latest
 * @throws UnknownDatabaseError when the database is of a newer version, or too old
 */
export async function migrate(database: Database, last?: string): Promise<void> {
  const applied = await appliedMigrations(database);
  refuseUnknown(applied);
  const isFormer = applied.includes(OLDEST) || (last !== undefined && FORMER_NAMES.includes(last));
  const migrator = new Migrator({
    db: database.query,
    provider: {
      getMigrations: async () => migrationsFor(database.engine, isFormer ? { applied } : null),
    },
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

export async function pendingMigrations(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database);
  if (applied.length === 0) return [];
  const names = applied.includes(OLDEST) ? [...FORMER_NAMES, ...NAMES] : NAMES;
  return names.filter((name) => !applied.includes(name));
}

export async function appliedMigrations({ query }: Pick<Database, 'query'>): Promise<string[]> {
  const tables = await query.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  return rows.map(({ name }) => name).sort();
}

function refuseUnknown(applied: readonly string[]): void {
  if (applied.length === 0 || areKnownMigrations(applied)) return;
  const last = applied.at(-1) ?? '';
  throw new UnknownDatabaseError(
    last < OLDEST
      ? `The database is of a version before ${OLDEST} (${last}). Start the version of this program that came before this one with it, then this one.`
      : `The database was created by a newer version of this program (it contains ${last}). Update the program, or restore a backup made with this version.`,
  );
}
