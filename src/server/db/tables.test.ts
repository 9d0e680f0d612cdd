import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { insertPost } from '../../../test/insert-post.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { readTable } from '../../../test/read-table.ts';
import { connect, connectSqlite } from './connect.ts';
import { migrate } from './migrate.ts';

const STATEMENTS = readTable(new URL('statements.tsv', import.meta.url));

describeEachEngine('tables', (makeDatabase, { engine, makeEmptyDatabase }) => {
  it('sort text by its bytes, so that instants, ids and slugs page the same on both engines', async () => {
    const database = await makeDatabase();
    const slugs = ['b', 'a-b', 'ab', 'B', 'a', 'é', 'Z', '~', 'a b', '10', '9', '\u{1F9EA}'];
    for (const slug of slugs) await insertPost(database.query, { id: slug });
    const rows = await database.query.selectFrom('posts').select('slug').orderBy('slug').execute();
    const byBytes = slugs.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(rows.map((row) => row.slug)).toEqual(byBytes);

    const after = await database.query
      .selectFrom('posts')
      .select('slug')
      .where('slug', '>', 'a')
      .orderBy('slug')
      .execute();
    expect(after.map((row) => row.slug)).toEqual(byBytes.slice(byBytes.indexOf('a') + 1));
  });

  it('hold posts only as they can be, share no slug but of deleted ones, show the public nothing else, and delete what belongs to a post with it', async () => {
    const { query } = await makeDatabase();
    for (const id of ['draft', 'published', 'deleted']) {
      await insertPost(query, { id, status: id === 'draft' ? 'draft' : 'published' });
    }
    for (const [statement = '', expected = ''] of STATEMENTS) {
      const outcome = await sql
        .raw(statement)
        .execute(query)
        .then(
          ({ rows }) => (statement.startsWith('select') ? JSON.stringify(rows) : 'done'),
          (error: Error) => error.message.toLowerCase(),
        );
      expect([statement, outcome]).toEqual([statement, expect.stringContaining(expected)]);
    }
  });

  if (engine === 'sqlite')
    it('let a transaction that has read write, and another process wait for it', async () => {
      const open = await makeEmptyDatabase();
      const [first, second] = [open(), open()];
      await migrate(first);
      await sql`pragma busy_timeout = 0`.execute(second.query);
      await first.query.transaction().execute(async (trx) => {
        await trx.selectFrom('posts').select('id').execute();
        await expect(insertPost(second.query, { id: 'b' })).rejects.toThrow(/locked/);
        await trx.deleteFrom('posts').execute();
      });
      await insertPost(second.query, { id: 'b' });
    });

  if (engine === 'sqlite')
    it('sync a write to the disk before it resolves', async () => {
      const { query } = await makeDatabase();
      // In a transaction: single reads have a connection of their own.
      const { rows } = await query.transaction().execute((trx) =>
        sql`select
      (select synchronous from pragma_synchronous) as synchronous,
      (select journal_mode from pragma_journal_mode) as journal_mode,
      (select foreign_keys from pragma_foreign_keys) as foreign_keys`.execute(trx),
      );
      expect(rows).toEqual([{ synchronous: 2, journal_mode: 'wal', foreign_keys: 1 }]);
    });
});

it('the database of a configuration is a file in the data folder, which is made for its owner alone, and not ready once it is closed', async () => {
  const dataDir = join(makeFolder(), 'not', 'yet');
  const database = connect({ dataDir, databaseUrl: undefined });
  expect(await database.isReady()).toBe(true);
  await database.close();
  expect(await database.isReady()).toBe(false);
  expect(existsSync(join(dataDir, 'ligara.sqlite'))).toBe(true);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
});

it('lists read no body: in a row of SQLite, what is behind the bodies is read through them', async () => {
  const database = connectSqlite(':memory:');
  onTestFinished(() => database.close());
  await migrate(database);
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info('post_versions') order by cid`.execute(database.query);
  // No list reads the last one.
  const last = ['content', 'content_html', 'text', 'statements'];
  expect(rows.slice(-4).map(({ name }) => name)).toEqual(last);
});
