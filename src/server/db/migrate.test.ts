import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { fillWithFormerSite, openFormerSqlite } from '../../../test/former-site.ts';
import { declaredColumns } from '../../../test/table-types.ts';
import type { Database, Engine } from './connect.ts';
import { migrate, pendingMigrations, UnknownDatabaseError } from './migrate.ts';

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

const SCHEMA: Record<Engine, string[]> = {
  sqlite: [
    `select "table".name, "column".name as "column", lower("column".type) as type, "notnull", dflt_value, pk
      from sqlite_schema as "table", pragma_table_xinfo("table".name) as "column" where "table".type = 'table'`,
    `select "table".name, key.* from sqlite_schema as "table", pragma_foreign_key_list("table".name) as key`,
    `select "table".name, "index".origin, "index"."unique", "index".partial, "column".cid, "column".seqno
      from sqlite_schema as "table", pragma_index_list("table".name) as "index",
        pragma_index_xinfo("index".name) as "column" where "table".name not like 'post_words%' and "column".cid is null`,
    `select name, sql from sqlite_schema where type <> 'table' and sql is not null`,
  ],
  postgres: [
    `select table_name, column_name, data_type, collation_name, is_nullable, column_default, generation_expression
      from information_schema.columns where table_schema = 'public'`,
    `select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace`,
    `select indexdef from pg_indexes where schemaname = 'public' and indexname not in (select conname from pg_constraint)`,
    'select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal',
    `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
    `select viewname, definition from pg_views where schemaname = 'public'`,
  ],
};

/** Tables, columns, defaults, keys, indexes, triggers and views, in any order. */
async function schemaOf({ query, engine }: Database): Promise<string[]> {
  const lines: string[] = [];
  for (const part of SCHEMA[engine]) {
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

describeEachEngine('migrations', (_makeDatabase, { engine, makeEmptyDatabase }) => {
  it('bring a site of 039 to the schema of a new one with everything in it, change nothing when they run again, and refuse another version', async () => {
    const empty = (await makeEmptyDatabase())();
    expect(await pendingMigrations(empty)).toEqual([]);
    await migrate(empty);
    expect(await ourTables(empty)).toEqual(OUR_TABLES);
    const former = engine === 'sqlite' ? openFormerSqlite() : (await makeEmptyDatabase())();
    onTestFinished(() => former.close());
    if (engine === 'postgres') await fillWithFormerSite(former);
    // They are named before they run, so that the database can be copied first.
    const pending = await pendingMigrations(former);
    expect(pending[0]).toBe('040-import-key');
    const before = await appliedIn(former);
    await migrate(former);
    const applied = await appliedIn(former);
    expect(applied.slice(0, before.length)).toEqual(before);
    expect(applied.slice(before.length).map(({ name }) => name)).toEqual(pending);
    expect(await schemaOf(former)).toEqual(await schemaOf(empty));
    const { query } = former;
    const read = async (statement: string) => (await sql.raw(statement).execute(query)).rows;
    expect(await read('select id, import_key from posts order by id')).toEqual([
      { id: 'imported', import_key: 'a.md\n2020-01-01T00:00:00.000Z\nA title' },
      { id: 'written', import_key: null },
    ]);
    const ethanol = { inchikey: 'KEY', inchi: 'InChI', smiles: 'CCO', formula: 'C2H6O' };
    expect(await read('select * from post_molecules')).toEqual([
      { post_id: 'written', position: 0, ...ethanol, label: 'fig-a', name: 'Ethanol' },
    ]);
    expect(await read('select post_id, title, sent_at, state from newsletter_issues')).toEqual([
      {
        post_id: 'imported',
        title: 'A title',
        sent_at: '2030-01-01T00:00:00.000Z',
        state: 'scheduled',
      },
    ]);
    expect(await read('select hash, kind, subject from one_time_tokens order by hash')).toEqual([
      { hash: 'guest', kind: 'password-reset', subject: 'guest' },
      { hash: 'reset', kind: 'password-reset', subject: '1' },
    ]);
    // One that was accepted goes.
    const invited = `select email, role, password_hash, invited_by, expires_at
      from administrators join one_time_tokens on subject = id where invited_by <> ''`;
    expect(await read(invited)).toEqual([
      {
        email: 'guest@site.test',
        role: 'writer',
        password_hash: '',
        invited_by: 'editor@site.test',
        expires_at: '2026-03-02T09:00:00.000Z',
      },
    ]);
    expect(await read('select post_id, token_hash from preview_links')).toEqual([
      { post_id: 'written', token_hash: 'link-a' },
    ]);
    expect(await read('select post_id, base, title from drafts')).toEqual([
      { post_id: 'written', base: 'written.1', title: 'Unsaved' },
    ]);
    expect(await read('select slug, post_id from former_slugs order by slug')).toEqual([
      { slug: 'freed', post_id: 'written' },
      { slug: 'once', post_id: 'imported' },
    ]);
    expect(await read('select id, title, content_html from public_posts')).toEqual([
      { id: 'imported', title: 'A title', content_html: '<p>Public</p>' },
    ]);
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
