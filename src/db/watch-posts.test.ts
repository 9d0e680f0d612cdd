import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { createDatabase } from '../../test/postgres-server.ts';
import { startStallingProxy } from '../../test/stalling-proxy.ts';
import { connect, type Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { watchPosts } from './watch-posts.ts';

const POST = {
  id: 'p',
  slug: 'p',
  title: 'P',
  description: '',
  author: 'A',
  cover_image: '',
  cover_image_caption: '',
  publish_date: null,
  date: '2026-01-01',
  status: 'published' as const,
  reading_time: 1,
  references: '[]',
  version: 1,
  created_at: '2026-01-01',
  updated_at: '2026-01-01',
  content: 'x',
  content_html: 'x',
};

/** Tries again until it holds, for at most five seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 250 && !holds(); tries += 1) await sleep(20);
  expect(holds()).toBe(true);
}

/** Longer than it takes to find a change where nobody tells. */
const aWhile = () => sleep(1_200);

describeEachEngine('a process that shows posts', (_makeDatabase, { engine, makeMigrated }) => {
  async function watched() {
    const open = await makeMigrated();
    const [own, other] = [open(), open()];
    return { own, other, ...(await watching(own)) };
  }

  async function watching(own: Database) {
    const heard: (string | null)[] = [];
    const errors: unknown[] = [];
    const watch = watchPosts(
      own,
      { onChange: (id) => heard.push(id), reportError: (error) => errors.push(error) },
      // Often, so that a second report of a known change shows.
      { listeningInterval: 50, deadline: 500 },
    );
    onTestFinished(() => watch.end());
    await aWhile();
    heard.length = 0;
    return { heard, errors, watch };
  }

  const insert = ({ query }: Database, fields: Partial<typeof POST> = {}) =>
    query
      .insertInto('posts')
      .values({ ...POST, ...fields })
      .execute();

  it('is notified when another one publishes, changes or deletes a post, and misses nothing', async () => {
    const { other, heard } = await watched();
    const posts = other.query;
    for (const write of [
      () => insert(other),
      () => posts.updateTable('posts').set({ title: 'Q' }).where('id', '=', 'p').execute(),
      () => posts.deleteFrom('posts').where('id', '=', 'p').execute(),
    ]) {
      heard.length = 0;
      await write();
      await until(() => heard.length > 0);
      expect(heard[0]).toBe(engine === 'postgres' ? 'p' : null);
    }
  });

  it('is left in peace by drafts, which nobody sees', async () => {
    const { other, heard } = await watched();
    await insert(other, { status: 'draft' as never });
    await other.query.updateTable('posts').set({ title: 'Q' }).execute();
    await aWhile();
    expect(heard).toEqual([]);
  });

  it('renews nothing twice for what it changed itself and has shown already', async () => {
    const { own, heard, errors, watch } = await watched();
    await insert(own);
    watch.noteOwnChange();
    await aWhile();
    // PostgreSQL tells everyone, also the one who did it, which post it was.
    expect(heard).toEqual(engine === 'postgres' ? ['p'] : []);
    expect(errors).toEqual([]);
  });

  if (engine === 'postgres') {
    it('that hears no more renews everything as soon as it hears again, and says so', async () => {
      const { other, heard } = await watched();
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'ligara-site-listener' and datname = current_database()`.execute(
        other.query,
      );
      await insert(other);
      await until(() => heard.includes(null));
      heard.length = 0;
      await other.query.updateTable('posts').set({ title: 'Q' }).execute();
      await until(() => heard.includes('p'));
    });

    it.each([
      ['its listening connection', false],
      ['all of its connections', true],
    ])('shows what it missed while a firewall swallowed %s, and listens again', async (_, all) => {
      const url = await createDatabase(inject('postgresUrl') as string);
      const proxy = await startStallingProxy(url);
      const [direct, proxied] = [url, proxy.url].map((databaseUrl) => {
        const db = connect({ databaseUrl, dataDir: '' });
        onTestFinished(() => db.close());
        return db;
      }) as [Database, Database];
      // Before the databases are closed: a pool waits for its connections.
      onTestFinished(proxy.resume);
      await migrate(direct);
      const own = all ? proxied : { ...direct, listen: proxied.listen };
      const { heard, errors } = await watching(own);
      proxy.stallPresent();
      await insert(direct);
      await until(() => heard.includes(null));
      expect(errors).toHaveLength(1);
      // It listens again a moment later.
      for (let tries = 0; tries < 50 && !heard.includes('p'); tries += 1) {
        await direct.query
          .updateTable('posts')
          .set({ title: `${tries}` })
          .execute();
        await sleep(100);
      }
      expect(heard).toContain('p');
    });
  }
});
