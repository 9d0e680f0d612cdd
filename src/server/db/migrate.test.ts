import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { declaredColumns } from '../../../test/table-types.ts';
import type { Database } from './connect.ts';
import { migrate, NewerDatabaseError, pendingMigrations } from './migrate.ts';

/** With views. */
const OUR_TABLES = [...new Set(declaredColumns().map((column) => column.split('.')[0]))].sort();

/** All but the index of words, for which SQLite has tables of its own. */
async function ourTables({ query }: Database): Promise<string[]> {
  const tables = await query.introspection.getTables();
  const names = tables.map((table) => table.name);
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

/** In a database of 039: a post that an import brought, and one that was written, which draws ethanol. */
async function importBefore({ query }: Database): Promise<void> {
  const at = '2020-01-01T00:00:00.000Z';
  await sql`insert into imports (id, name, system, state, total, done, attempts, notes, created_at, updated_at)
    values ('i', 'a', 'markdown', 'done', 1, 1, 0, '[]', ${at}, ${at})`.execute(query);
  for (const id of ['imported', 'written']) {
    await sql`insert into posts (id, slug, status, date, created_at, latest_version, next_version, import_id)
      values (${id}, ${id}, 'draft', ${at}, ${at}, 1, 2, ${id === 'imported' ? 'i' : null})`.execute(
      query,
    );
  }
  await sql`insert into import_items (import_id, position, key, label, title, slug, status, date, outcome, reason, notes, post_id)
    values ('i', 0, 'a.md', 'a.md', 'A title', 'imported', 'draft', ${at}, 'imported', '', '[]', 'imported')`.execute(
    query,
  );
  const empty = Buffer.alloc(0);
  await sql`insert into molecules (inchikey, connectivity, smiles, inchi, formula, descriptors, molblock,
    pattern_fp, morgan_fp, morgan_bits, rdkit_version)
    values ('KEY', 'K', 'CCO', 'InChI', 'C2H6O', '{}', '', ${empty}, ${empty}, 0, '1')`.execute(
    query,
  );
  await sql`insert into post_molecules (post_id, position, inchikey, label, name)
    values ('written', 0, 'KEY', 'fig-a', 'Ethanol')`.execute(query);
}

describeEachEngine('migrations', (_makeDatabase, { engine, makeEmptyDatabase }) => {
  it('make every table, bring a database of 039 to the newest version, change nothing when they run again, and refuse a newer version', async () => {
    const open = await makeEmptyDatabase();
    const database = open();
    expect(await pendingMigrations(database)).toEqual([]);
    await migrate(database, '039-ligara-ai');
    await importBefore(database);
    // They are named before they run, so that the database can be copied first.
    const pending = await pendingMigrations(database);
    expect(pending.filter((name) => name < '040')).toEqual([]);
    const before = await appliedIn(database);
    await migrate(database);
    const applied = await appliedIn(database);
    expect(applied.slice(0, before.length)).toEqual(before);
    expect(applied.slice(before.length).map(({ name }) => name)).toEqual(pending);
    expect(await ourTables(database)).toEqual(OUR_TABLES);
    const { rows } = await sql`select id, import_key from posts order by id`.execute(
      database.query,
    );
    expect(rows).toEqual([
      { id: 'imported', import_key: 'a.md\n2020-01-01T00:00:00.000Z\nA title' },
      { id: 'written', import_key: null },
    ]);
    expect(await database.query.selectFrom('post_molecules').selectAll().execute()).toEqual([
      {
        post_id: 'written',
        position: 0,
        inchikey: 'KEY',
        inchi: 'InChI',
        smiles: 'CCO',
        formula: 'C2H6O',
        label: 'fig-a',
        name: 'Ethanol',
      },
    ]);
    await migrate(database);
    await migrate(open());
    expect(await appliedIn(database)).toEqual(applied);
    expect(await ourTables(database)).toEqual(OUR_TABLES);
    expect(await pendingMigrations(database)).toEqual([]);

    const unknown = sql`insert into kysely_migration (name, timestamp) values ('002-later', 'x')`;
    await unknown.execute(database.query);
    const refusal = await migrate(open()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NewerDatabaseError);
    // One line that names what is unknown.
    expect((refusal as NewerDatabaseError).message).toMatch(/^.*002-later.*$/);
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
    expect(await ourTables(database)).toEqual(OUR_TABLES);
    if (engine === 'sqlite') expect(await enforcesForeignKeys(database)).toBe(true);
  });

  if (engine === 'postgres')
    it('run once when several instances start together', async () => {
      const open = await makeEmptyDatabase();
      const instances = [open(), open(), open(), open()] as const;
      await Promise.all(instances.map((instance) => migrate(instance)));
      expect(await ourTables(instances[0])).toEqual(OUR_TABLES);
      const names = (await appliedIn(instances[1])).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(await pendingMigrations(instances[2])).toEqual([]);
    });
});
