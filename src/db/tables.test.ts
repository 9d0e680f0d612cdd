import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Insertable, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { declaredColumns } from '../../test/table-types.ts';
import { connect, connectPostgres, type Database, isUniqueViolation } from './connect.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

const INSTANT = '2026-01-01T00:00:00.000Z';

async function insertPost(
  { query }: Database,
  id: string,
  row: Partial<Insertable<Tables['posts']>> = {},
): Promise<void> {
  await query
    .insertInto('posts')
    .values({
      id,
      slug: id,
      title: id,
      description: '',
      author: '',
      cover_image: '',
      cover_image_caption: '',
      status: 'published',
      publish_date: null,
      date: INSTANT,
      reading_time: 1,
      references: '[]',
      version: 1,
      created_at: INSTANT,
      updated_at: INSTANT,
      content: '',
      content_html: '',
      ...row,
    })
    .execute();
}

async function insertSession({ query }: Database, administrator: string): Promise<void> {
  await query
    .insertInto('administrators')
    .values({ id: administrator, email: administrator, password_hash: '', created_at: INSTANT })
    .execute();
  await query
    .insertInto('sessions')
    .values({
      token_hash: administrator,
      administrator_id: administrator,
      created_at: INSTANT,
      expires_at: INSTANT,
    })
    .execute();
}

/** The counts of the triggers, and the true ones. */
async function counts({ query }: Database) {
  const counted = await query.selectFrom('post_counts').selectAll().orderBy('status').execute();
  const real = await query
    .selectFrom('post_counts')
    .select((eb) => [
      'status',
      eb
        .selectFrom('posts')
        .select((posts) => posts.fn.countAll<number>().as('posts'))
        .whereRef('posts.status', '=', 'post_counts.status')
        .as('posts'),
    ])
    .orderBy('status')
    .execute();
  return { counted, real };
}

const STATUS = fc.constantFrom('published' as const, 'draft' as const);
const DATE = fc.constantFrom(INSTANT, '2026-01-01T00:00:59.999Z', '2026-01-02T10:00:00.000Z');
const ID = fc.integer({ min: 0, max: 7 }).map((number) => `post-${number}`);
const OPERATION = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), id: ID, status: STATUS, date: DATE }),
  fc.record({ kind: fc.constant('date' as const), id: ID, date: DATE }),
  fc.record({ kind: fc.constant('delete' as const), id: ID }),
  fc.record({ kind: fc.constant('delete all' as const) }),
  fc.record({ kind: fc.constant('status' as const), id: ID, status: STATUS }),
  fc.record({ kind: fc.constant('status of all' as const), status: STATUS }),
  fc.record({ kind: fc.constant('title' as const), id: ID }),
  fc.record({ kind: fc.constant('taken back' as const), id: ID, status: STATUS }),
);
type Operation = typeof OPERATION extends fc.Arbitrary<infer T> ? T : never;

async function perform(database: Database, operation: Operation): Promise<void> {
  const { query } = database;
  switch (operation.kind) {
    case 'insert':
      await insertPost(database, operation.id, {
        status: operation.status,
        date: operation.date,
      }).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
      });
      return;
    case 'date':
      await query
        .updateTable('posts')
        .set({ date: operation.date })
        .where('id', '=', operation.id)
        .execute();
      return;
    case 'delete':
      await query.deleteFrom('posts').where('id', '=', operation.id).execute();
      return;
    case 'delete all':
      await query.deleteFrom('posts').execute();
      return;
    case 'status':
      await query
        .updateTable('posts')
        .set({ status: operation.status })
        .where('id', '=', operation.id)
        .execute();
      return;
    case 'status of all':
      await query.updateTable('posts').set({ status: operation.status }).execute();
      return;
    case 'title':
      await query
        .updateTable('posts')
        .set({ title: 'Another' })
        .where('id', '=', operation.id)
        .execute();
      return;
    case 'taken back':
      await query
        .transaction()
        .execute(async (trx) => {
          await trx.updateTable('posts').set({ status: operation.status }).execute();
          await trx.deleteFrom('posts').where('id', '=', operation.id).execute();
          throw new Error('taken back');
        })
        .catch((error: Error) => expect(error.message).toBe('taken back'));
      return;
  }
}

describeEachEngine('tables', (makeDatabase, { engine, makeEmptyDatabase }) => {
  it('have the columns that src/db/tables says, and no other', async () => {
    const { query } = await makeDatabase();
    const tables = await query.introspection.getTables();
    const inDatabase = tables
      // SQLite keeps the index of words in tables of its own.
      .filter(({ name }) => !/^post_words(?:_|$)/.test(name))
      .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      // The keys of the index, which no query names.
      .filter((name) => !/^post_search\.(?:key|vector)$/.test(name));
    expect(
      inDatabase.sort(),
      'a migration and the types of src/db/tables differ: make both say the same',
    ).toEqual(declaredColumns().sort());
  });

  it('sort text by its bytes, so that instants, ids and slugs page the same on both engines', async () => {
    const database = await makeDatabase();
    const slugs = ['b', 'a-b', 'ab', 'B', 'a', 'é', 'Z', '~', 'a b', '10', '9', '\u{1F9EA}'];
    for (const slug of slugs) await insertPost(database, slug);
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

  it('give tags the status and date of their post, and update both with it', async () => {
    const database = await makeDatabase();
    const { query } = database;
    await insertPost(database, 'a', { status: 'draft' });
    await query.insertInto('post_tags').values({ post_id: 'a', position: 0, tag: 't' }).execute();
    const tags = () => query.selectFrom('post_tags').select(['status', 'date']).execute();
    expect(await tags()).toEqual([{ status: 'draft', date: INSTANT }]);
    const moved = { status: 'published' as const, date: '2027-01-01T00:00:00.000Z' };
    await query.updateTable('posts').set(moved).where('id', '=', 'a').execute();
    expect(await tags()).toEqual([moved]);
  });

  it('delete tags and former slugs with their post, and nothing of other posts', async () => {
    const database = await makeDatabase();
    const { query } = database;
    for (const id of ['kept', 'gone']) {
      await insertPost(database, id);
      await query.insertInto('post_tags').values({ post_id: id, position: 0, tag: 't' }).execute();
      await query
        .insertInto('post_addresses')
        .values({ slug: `old-${id}`, post_id: id })
        .execute();
    }
    await query.deleteFrom('posts').where('id', '=', 'gone').execute();
    const tags = await query.selectFrom('post_tags').select('post_id').execute();
    const addresses = await query.selectFrom('post_addresses').select('post_id').execute();
    expect([tags, addresses]).toEqual([[{ post_id: 'kept' }], [{ post_id: 'kept' }]]);
  });

  it('end the sessions of an administrator who is removed', async () => {
    const database = await makeDatabase();
    await insertSession(database, 'kept');
    await insertSession(database, 'gone');
    await database.query.deleteFrom('administrators').where('id', '=', 'gone').execute();
    const sessions = await database.query
      .selectFrom('sessions')
      .select('administrator_id')
      .execute();
    expect(sessions).toEqual([{ administrator_id: 'kept' }]);
  });

  it('refuse tags of a post that is not there, and a status that is none', async () => {
    const database = await makeDatabase();
    const stray = database.query
      .insertInto('post_tags')
      .values({ post_id: 'nobody', position: 0, tag: 't' })
      .execute();
    await expect(stray).rejects.toThrow(/foreign key/i);
    await expect(insertPost(database, 'a', { status: 'hidden' as 'draft' })).rejects.toThrow(
      /check/i,
    );
  });

  it('count posts by status as count(*) does, whatever was done to them', async () => {
    const database = await makeDatabase();
    await fc.assert(
      fc.asyncProperty(fc.array(OPERATION, { maxLength: 25 }), async (operations) => {
        for (const operation of operations) await perform(database, operation);
        const { counted, real } = await counts(database);
        expect(counted).toEqual(real);
      }),
      { numRuns: 30 },
    );
  });

  it('count right when many change posts at once', async () => {
    const database = await makeDatabase();
    const ids = Array.from({ length: 24 }, (_, number) => `post-${number}`);
    await Promise.all(
      ids.map((id, number) =>
        insertPost(database, id, { status: number % 2 === 0 ? 'published' : 'draft' }),
      ),
    );
    await Promise.all(
      ids.map((id, number) =>
        number % 3 === 0
          ? database.query.deleteFrom('posts').where('id', '=', id).execute()
          : database.query
              .updateTable('posts')
              .set({ status: number % 2 === 0 ? 'draft' : 'published' })
              .where('id', '=', id)
              .execute(),
      ),
    );
    const { counted, real } = await counts(database);
    expect(counted).toEqual(real);
    expect(counted).toEqual([
      { status: 'draft', posts: 8 },
      { status: 'published', posts: 8 },
    ]);
  });

  it('name a broken uniqueness apart from every other mistake', async () => {
    const database = await makeDatabase();
    await insertPost(database, 'a');
    const sameId = await insertPost(database, 'a', { slug: 'b' }).catch((error: unknown) => error);
    const sameSlug = await insertPost(database, 'b', { slug: 'a' }).catch(
      (error: unknown) => error,
    );
    const other = await sql`select * from nowhere`
      .execute(database.query)
      .catch((error: unknown) => error);
    expect([sameId, sameSlug, other, undefined].map(isUniqueViolation)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('return counts as numbers', async () => {
    const { query } = await makeDatabase();
    const row = await query
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll().as('total'))
      .executeTakeFirst();
    expect(row).toEqual({ total: 0 });
  });

  it('keep what one connection wrote for the next', async () => {
    const open = await makeEmptyDatabase();
    const first = open();
    await sql`create table notes (note text)`.execute(first.query);
    await sql`insert into notes values ('kept')`.execute(first.query);
    const { rows } = await sql`select note from notes`.execute(open().query);
    expect(rows).toEqual([{ note: 'kept' }]);
  });

  if (engine === 'sqlite')
    it('let a transaction that has read write, and another process wait for it', async () => {
      const open = await makeEmptyDatabase();
      const [first, second] = [open(), open()];
      await migrate(first);
      await sql`pragma busy_timeout = 0`.execute(second.query);
      await first.query.transaction().execute(async (trx) => {
        await trx.selectFrom('posts').select('id').execute();
        await expect(insertPost(second, 'b')).rejects.toThrow(/locked/);
        await trx.deleteFrom('posts').execute();
      });
      await insertPost(second, 'b');
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

describe('the database of a configuration', () => {
  it('is a file in the data folder, which is made for its owner alone', async () => {
    const parent = makeFolder();
    const dataDir = join(parent, 'not', 'yet');
    const database = connect({ dataDir, databaseUrl: undefined });
    expect(await database.isReady()).toBe(true);
    await database.close();
    expect(existsSync(join(dataDir, 'ligara.sqlite'))).toBe(true);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
  });

  it('says that it is not ready, instead of failing, once it is closed or out of reach', async () => {
    const parent = makeFolder();
    const closed = connect({ dataDir: parent, databaseUrl: undefined });
    expect(await closed.isReady()).toBe(true);
    await closed.close();
    expect(await closed.isReady()).toBe(false);

    // The discard port: nobody listens there.
    const unreachable = connectPostgres('postgres://nobody@127.0.0.1:9/nothing');
    onTestFinished(() => unreachable.close());
    expect(await unreachable.isReady()).toBe(false);
  });
});
