import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { insertPost } from '../../../test/insert-post.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { connect, connectSqlite, type Database } from './connect.ts';
import { migrate } from './migrate.ts';

const INSTANT = '2026-01-01T00:00:00.000Z';

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

  it('delete what belongs to a post with it and nothing of other posts, and take nothing of a post that is not there', async () => {
    const { query } = await makeDatabase();
    for (const id of ['kept', 'gone']) {
      await insertPost(query, { id });
      await query.insertInto('post_tags').values({ post_id: id, position: 0, tag: 't' }).execute();
      const formerSlug = { slug: `old-${id}`, post_id: id };
      await query.insertInto('former_slugs').values(formerSlug).execute();
      await query
        .insertInto('post_search')
        .values({ post_id: id, title: 't', tags: '', description: '', words: 'w' })
        .execute();
    }
    await query.deleteFrom('posts').where('id', '=', 'gone').execute();
    const stray = query.insertInto('former_slugs').values({ slug: 'stray', post_id: 'gone' });
    await expect(stray.execute()).rejects.toThrow(/foreign key/i);
    for (const table of ['post_versions', 'post_tags', 'former_slugs', 'post_search'] as const) {
      expect(await query.selectFrom(table).select('post_id').execute()).toEqual([
        { post_id: 'kept' },
      ]);
    }
  });

  /** A draft, a public post with unpublished changes, and a deleted one. */
  async function insertPosts({ query }: Database) {
    for (const id of ['draft', 'published', 'deleted'] as const) {
      await insertPost(query, { id, status: id === 'draft' ? 'draft' : 'published' });
    }
    const set = (id: string, columns: Record<string, unknown>) =>
      query.updateTable('posts').set(columns).where('id', '=', id).execute();
    await set('deleted', { status: 'trash', deleted_at: INSTANT });
    const versions = query.selectFrom('post_versions').where('post_id', '=', 'published');
    const version = await versions.selectAll().executeTakeFirstOrThrow();
    const changes = { ...version, version: 2, title: 'Changed', published_at: null };
    await query.insertInto('post_versions').values(changes).execute();
    await set('published', { latest_version: 2 });
    return set;
  }

  it('refuse a status that is none, or that would show a draft or a deleted post', async () => {
    const database = await makeDatabase();
    const set = await insertPosts(database);
    for (const [id, columns] of [
      ['draft', { status: 'hidden' }],
      ['draft', { status: 'published' }],
      ['draft', { status: 'trash' }],
      ['draft', { public_version: 1 }],
      ['published', { status: 'draft' }],
      ['published', { public_version: null }],
      ['published', { deleted_at: INSTANT }],
      ['deleted', { status: 'published' }],
      ['deleted', { deleted_at: null }],
    ] as const) {
      await expect(set(id, columns), JSON.stringify([id, columns])).rejects.toThrow(/check/i);
    }
    await set('draft', { status: 'published', public_version: 1 });
    await set('deleted', { status: 'published', deleted_at: null });
    const shown = database.query.selectFrom('public_dates').select('id').orderBy('id');
    expect((await shown.execute()).map(({ id }) => id)).toEqual(['deleted', 'draft', 'published']);
  });

  it('show the public no draft, no deleted post and no version but the public one', async () => {
    const database = await makeDatabase();
    await insertPosts(database);
    const { query } = database;
    const shown = query.selectFrom('public_posts').select(['id', 'title']);
    expect(await shown.execute()).toEqual([{ id: 'published', title: 'published' }]);
    const dates = query.selectFrom('public_dates').select('id');
    expect(await dates.execute()).toEqual([{ id: 'published' }]);
    const current = query.selectFrom('current_posts').select(['id', 'title', 'status']);
    expect(await current.orderBy('id').execute()).toEqual([
      { id: 'draft', title: 'draft', status: 'draft' },
      { id: 'published', title: 'published', status: 'published' },
    ]);
  });

  it('let deleted posts share a slug and no others, and former slugs be one post’s', async () => {
    const { query } = await makeDatabase();
    const deletion = { status: 'trash' as const, deleted_at: INSTANT };
    for (const id of ['first', 'second', 'third']) {
      await insertPost(query, { id, slug: 'same' });
      if (id === 'third') continue;
      await query.updateTable('posts').set(deletion).where('id', '=', id).execute();
    }
    await query.insertInto('former_slugs').values({ slug: 'old', post_id: 'first' }).execute();
    const restored = { status: 'published' as const, deleted_at: null };
    for (const broken of [
      query.updateTable('posts').set(restored).where('id', '=', 'first'),
      query.insertInto('former_slugs').values({ slug: 'old', post_id: 'third' }),
    ]) {
      await expect(broken.execute()).rejects.toThrow(/unique/i);
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
