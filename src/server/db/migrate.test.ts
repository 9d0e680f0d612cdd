import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { fillWithFormerSite, openFormerSqlite } from '../../../test/former-site.ts';
import { readTable } from '../../../test/read-table.ts';
import type { Database } from './connect.ts';
import { migrate, pendingMigrations, UnknownDatabaseError } from './migrate.ts';

/** All but the index of words, for which SQLite has tables of its own. */
async function ourTables({ query }: Database): Promise<string[]> {
  const names = (await query.introspection.getTables()).map(({ name }) => name);
  return names.filter((name) => !/^post_words(?:_|$)/.test(name)).sort();
}

async function enforcesForeignKeys({ query }: Database): Promise<boolean> {
  // In a transaction: single reads have a connection of their own.
  const read = sql<{ foreign_keys: number }>`select foreign_keys from pragma_foreign_keys`;
  const { rows } = await query.transaction().execute((trx) => read.execute(trx));
  return rows[0]?.foreign_keys === 1;
}

const appliedIn = async ({ query }: Database) =>
  (await sql<{ name: string }>`select * from kysely_migration order by name`.execute(query)).rows;

/** An engine, and a query for a part of its schema. */
const SCHEMA = readTable(new URL('schema-queries.tsv', import.meta.url));

/** Tables, columns, defaults, keys, indexes, triggers and views, in any order. */
async function schemaOf({ query, engine }: Database): Promise<string[]> {
  const lines: string[] = [];
  for (const [of, part = ''] of SCHEMA) {
    if (of !== engine) continue;
    const { rows } = await sql.raw(part).execute(query);
    // An engine keeps statements as they were written.
    lines.push(
      ...rows.map((row) =>
        JSON.stringify(row)
          .replace(/\\n|[\s"\\]/g, '')
          .toLowerCase(),
      ),
    );
  }
  return lines.sort();
}

/** What of the former site is where, and as what. */
const FORMER_ROWS = readTable(new URL('former-rows.tsv', import.meta.url));

describeEachEngine('migrations', (_makeDatabase, { engine, makeEmptyDatabase }) => {
  it('bring a site of 039 to the schema of a new one with everything in it, change nothing when they run again, and refuse another version', async () => {
    const empty = (await makeEmptyDatabase())();
    expect(await pendingMigrations(empty)).toEqual([]);
    await migrate(empty);
    const former = engine === 'sqlite' ? openFormerSqlite() : (await makeEmptyDatabase())();
    onTestFinished(() => former.close());
    if (engine === 'postgres') await fillWithFormerSite(former);
    await sql`insert into invitations (id, email, role, token_hash, invited_by, created_at, expires_at) values
      ('orphan', 'orphan', 'writer', 'orphan', 'removed', '2026', '2027')`.execute(former.query);
    // They are named before they run, so that the database can be copied first.
    const pending = await pendingMigrations(former);
    expect(pending[0]).toBe('040-import-key');
    const before = await appliedIn(former);
    await migrate(former);
    const applied = await appliedIn(former);
    expect(applied).toMatchObject([...before, ...pending.map((name) => ({ name }))]);
    expect(await schemaOf(former)).toEqual(await schemaOf(empty));
    for (const [statement = '', rows = ''] of FORMER_ROWS) {
      const read = await sql.raw(statement).execute(former.query);
      expect([statement, read.rows]).toEqual([statement, JSON.parse(rows)]);
    }
    await migrate(former);
    expect(await appliedIn(former)).toEqual(applied);
    expect(await pendingMigrations(former)).toEqual([]);

    // The name of the only step that is left says which version it is.
    await sql`delete from kysely_migration
      where name < (select max(name) from kysely_migration)`.execute(empty.query);
    const name = (value: string) =>
      sql`update kysely_migration set name = ${value}`.execute(empty.query);
    for (const [version, words] of [
      ['999-later', 'by a newer version'],
      ['038-authors', 'of a version before 039'],
    ] as const) {
      await name(version);
      const refusal: unknown = await migrate(empty).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(UnknownDatabaseError);
      // One line that names what is unknown.
      const { message } = refusal as Error;
      expect(message).toMatch(new RegExp(`^.*${words}.*${version}.*$`));
    }
  });

  it('leave nothing behind when a step fails, and run whole at the next start', async () => {
    const database = (await makeEmptyDatabase())();
    // In the way of one of the last steps.
    await sql`create table inquiries (unexpected integer)`.execute(database.query);
    await expect(migrate(database)).rejects.toThrow(/inquiries/);
    expect(await ourTables(database)).toEqual(['inquiries']);
    if (engine === 'sqlite') expect(await enforcesForeignKeys(database)).toBe(true);

    await sql`drop table inquiries`.execute(database.query);
    await migrate(database);
    expect(await ourTables(database)).toContain('posts');
    if (engine === 'sqlite') expect(await enforcesForeignKeys(database)).toBe(true);
  });

  if (engine === 'postgres')
    it('run once when several instances start together', async () => {
      const open = await makeEmptyDatabase();
      const instances = [open(), open(), open(), open()] as const;
      await Promise.all(instances.map((instance) => migrate(instance)));
      expect(await ourTables(instances[0])).toContain('posts');
      const names = (await appliedIn(instances[1])).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(await pendingMigrations(instances[2])).toEqual([]);
    });
});
