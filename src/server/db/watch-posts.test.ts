import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { insertPost } from '../../../test/insert-post.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input, renderPlainly } from '../../../test/make-posts.ts';
import { createDatabase } from '../../../test/postgres-server.ts';
import { startStallingProxy } from '../../../test/stalling-proxy.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { connect, type Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { watchPosts } from './watch-posts.ts';

/** Tries again until it holds, for at most five seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 250 && !holds(); tries += 1) await sleep(20);
  expect(holds()).toBe(true);
}

/** Longer than it takes to find a change where nobody tells. */
const aWhile = () => sleep(1_200);

describeEachEngine('a process that shows posts', (_makeDatabase, { engine, makeMigrated }) => {
  async function watched(timing?: Timing) {
    const open = await makeMigrated();
    const [own, other] = [open(), open()];
    return { own, other, ...(await watching(own, timing)) };
  }

  type Timing = Parameters<typeof watchPosts>[2];

  /** @param timing by default it reads the counter often, so that a second report of a known change shows */
  async function watching(own: Database, timing: Timing = { listeningInterval: 50 }) {
    const heard: number[] = [];
    const errors: unknown[] = [];
    const end = watchPosts(
      own,
      {
        onChange: () => heard.push(performance.now()),
        reportError: (error) => errors.push(error),
      },
      { changeInterval: 500, deadline: 500, ...timing },
    );
    onTestFinished(end);
    await aWhile();
    heard.length = 0;
    return { heard, errors };
  }

  const insert = ({ query }: Database, status: 'published' | 'draft' = 'published') =>
    insertPost(query, { id: 'p', status });

  const rerender = ({ query }: Database, html: string) =>
    query.updateTable('post_versions').set({ content_html: html }).execute();

  it('notices when another one publishes, changes or deletes a post, and misses nothing', async () => {
    const { other, heard, errors } = await watched();
    for (const write of [
      () => insert(other),
      () => rerender(other, 'Another'),
      () => other.query.deleteFrom('posts').where('id', '=', 'p').execute(),
    ]) {
      heard.length = 0;
      await write();
      await until(() => heard.length > 0);
    }
    expect(errors).toEqual([]);
  });

  it('is left in peace by drafts, which nobody sees', async () => {
    const { other, heard } = await watched();
    await insert(other, 'draft');
    await rerender(other, 'Another');
    await aWhile();
    expect(heard).toEqual([]);
  });

  it('forgets its pages once for a change, also of its own', async () => {
    const { own, heard, errors } = await watched();
    await insert(own);
    await aWhile();
    expect(heard).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('keeps its pages for a while during an import, and shows the last post of it', async () => {
    const { other, heard } = await watched();
    await insert(other);
    let changedAt = 0;
    for (let change = 0; change < 30; change += 1) {
      await rerender(other, `${change}`);
      changedAt = performance.now();
      await sleep(50);
    }
    await until(() => (heard.at(-1) ?? 0) > changedAt);
    const pauses = heard.slice(1).map((at, index) => at - (heard[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThan(450);
  });

  if (engine === 'postgres') {
    it('is notified of a change at once, without reading the counter all the time', async () => {
      const { other, heard } = await watched({ listeningInterval: 60_000 });
      await insert(other);
      await until(() => heard.length > 0);
    });

    it('that hears no more shows what it missed as soon as it hears again', async () => {
      const { other, heard } = await watched({ listeningInterval: 60_000 });
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'ligara-site-listener' and datname = current_database()`.execute(
        other.query,
      );
      await insert(other);
      await until(() => heard.length > 0);
      await aWhile();
      heard.length = 0;
      await rerender(other, 'Another');
      await until(() => heard.length > 0);
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
      let listened = 0;
      const listen: Database['listen'] = (...given) => {
        listened += 1;
        return (proxied.listen as NonNullable<Database['listen']>)(...given);
      };
      const { heard, errors } = await watching({ ...(all ? proxied : direct), listen });
      proxy.stallPresent();
      await insert(direct);
      await until(() => heard.length > 0);
      await until(() => listened === 2);
      expect(errors).toHaveLength(1);
    });
  }
});

describeEachEngine('the counter by which other processes notice changes', (makeDatabase) => {
  async function counting() {
    let html = 'Rendered';
    const app = await makeApp({
      db: await makeDatabase(),
      render: async (content) => {
        const body = await renderPlainly(content);
        return body && { ...body, html };
      },
    });
    const { db, services } = app;
    const read = async () =>
      (await db.query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow())
        .changes;

    /** By how much it rises. */
    async function riseOf(act: () => Promise<unknown>): Promise<number> {
      const before = await read();
      await act();
      return (await read()) - before;
    }

    const write = async (title: string, status: 'published' | 'draft') =>
      unwrap(await services.posts.createPost(input({ title, status })));
    const edit = async (title: string, status: 'published' | 'draft', content = 'Edited') =>
      unwrap(await services.posts.editPost(title, input({ title, status, content })));
    const save = async (title: string, publishAt: string | null = null) =>
      unwrap(
        await services.posts.saveChanges(title, input({ title, content: 'Changed' }), {
          by: BY,
          publishAt,
        }),
      );

    const setHtml = (next: string) => {
      html = next;
    };

    /** By how much it rises when versions of an older renderer are rendered. */
    async function riseOfRendering(isPublic: boolean): Promise<number> {
      await db.query
        .updateTable('post_versions')
        .set({ renderer: 0 })
        .where('renderer', 'is not', null)
        .where(({ exists, selectFrom, not }) => {
          const whose = exists(
            selectFrom('posts')
              .select('id')
              .whereRef('id', '=', 'post_id')
              .whereRef('public_version', '=', 'version'),
          );
          return isPublic ? whose : not(whose);
        })
        .execute();
      return riseOf(() => services.posts.renderOutdated(new AbortController().signal));
    }

    return { ...app, riseOf, write, edit, save, setHtml, riseOfRendering };
  }

  it('rises with everything that readers may see', async () => {
    const { services, clock, riseOf, write, edit, save, setHtml, riseOfRendering } =
      await counting();
    const created = () => write('post', 'published');
    let id = '';
    const scheduled = '2026-03-02T00:00:00.000Z';
    const rises = {
      created: await riseOf(async () => {
        id = (await created()).id;
      }),
      edited: await riseOf(() => edit('post', 'published')),
      'tagged in bulk': await riseOf(async () => {
        const version = (await services.posts.anyPost('post'))?.version ?? 0;
        const tags = { kind: 'add-tag', tag: 'Assays' } as const;
        await services.posts.changePosts([{ id, version }], tags, { by: BY });
      }),
      'published changes': await riseOf(async () => {
        await save('post');
        unwrap(await services.posts.publishChanges('post', { by: BY }));
      }),
      'published changes, rendered otherwise since they were saved': await riseOf(async () => {
        await save('post');
        setHtml('Meanwhile');
        unwrap(await services.posts.publishChanges('post', { by: BY }));
      }),
      'published changes at their time': await riseOf(async () => {
        await save('post', scheduled);
        clock.set(scheduled);
        await services.posts.publishDueChanges();
      }),
      'rendered by a newer renderer': await riseOfRendering(true),
      'made a draft': await riseOf(() => edit('post', 'draft')),
      'published a draft': await riseOf(() => edit('post', 'published')),
      deleted: await riseOf(async () => unwrap(await services.posts.removePost('post'))),
      restored: await riseOf(async () => unwrap(await services.posts.restorePost(id, { by: BY }))),
      'deleted again': await riseOf(async () => unwrap(await services.posts.removePost('post'))),
      'restored at another slug': await riseOf(async () =>
        unwrap(await services.posts.restorePost(id, { by: BY, slug: 'another' })),
      ),
    };
    expect(Object.entries(rises).filter(([, rise]) => rise === 0)).toEqual([]);
  });

  it('stays with everything that readers do not see', async () => {
    const { services, riseOf, write, edit, save } = await counting();
    await write('post', 'published');
    let id = '';
    const rises = {
      'created a draft': await riseOf(async () => {
        id = (await write('draft', 'draft')).id;
      }),
      'saved a draft': await riseOf(() => edit('draft', 'draft')),
      'saved changes': await riseOf(() => save('post')),
      'replaced changes': await riseOf(() => save('post', '2026-03-02T00:00:00.000Z')),
      'discarded changes': await riseOf(async () =>
        unwrap(await services.posts.discardChanges('post', { by: BY })),
      ),
      'deleted a draft': await riseOf(async () => unwrap(await services.posts.removePost('draft'))),
      'restored a draft': await riseOf(async () =>
        unwrap(await services.posts.restorePost(id, { by: BY })),
      ),
    };
    expect(rises).toEqual(Object.fromEntries(Object.keys(rises).map((name) => [name, 0])));
  });

  it('stays when only drafts and unpublished changes are rendered otherwise', async () => {
    const { services, write, save, setHtml, riseOfRendering } = await counting();
    await write('post', 'published');
    await write('draft', 'draft');
    await save('post');
    setHtml('Other');
    expect(await riseOfRendering(false)).toBe(0);
    expect((await services.posts.changesOf('post'))?.post.contentHtml).toBe('Other');
  });

  it('stays when a deleted post is erased: readers saw it go', async () => {
    const { services, riseOf, write } = await counting();
    const { id } = await write('post', 'published');
    unwrap(await services.posts.removePost('post'));
    const erase = async () => unwrap(await services.posts.eraseTrashedPost(id, { by: BY }));
    expect(await riseOf(erase)).toBe(0);
  });
});

const BY = 'editor@site.test';
