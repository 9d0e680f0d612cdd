import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { ADMINISTRATOR, makeApp } from '../../../test/make-app.ts';
import { renderPlainly } from '../../../test/make-posts.ts';
import { readTable } from '../../../test/read-table.ts';
import { renderOutdated } from '../../posts/outdated-renders.ts';
import { changesOf, holdScheduled, publishDueChanges } from '../../posts/unpublished-changes.ts';
import { changed } from './public-views.ts';
import { inTransaction } from './transaction.ts';
import { watchPosts } from './watch-posts.ts';

/** Tries again until it holds, for at most five seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 250 && !holds(); tries += 1) await sleep(20);
  expect(holds()).toBe(true);
}

describeEachEngine('a process that shows posts', (_makeDatabase, { makeMigrated }) => {
  it('notices that it or another one changed what the public sees, and tells once that it cannot know', async () => {
    const open = await makeMigrated();
    const [own, { query: other }] = [open(), open()];
    let heard = 0;
    const errors: unknown[] = [];
    const onChange = () => {
      heard += 1;
    };
    const reportError = (error: unknown) => errors.push(error);
    const end = watchPosts(own, { onChange, reportError, interval: 50 });
    onTestFinished(end);
    // What was cached before may be older.
    await until(() => heard === 1);
    for (const write of [() => changed(own.query), () => changed(other)]) {
      const before = heard;
      await write();
      await until(() => heard > before);
    }
    expect(errors).toEqual([]);
    await own.close();
    await until(() => errors.length > 0);
    await sleep(200);
    // Once, however long it lasts.
    expect(errors).toHaveLength(1);
  });
});

/** Whether the counter rises, a call or a job, and the body of the call. */
const CALLS = readTable(new URL('counted-calls.tsv', import.meta.url));

describeEachEngine('the counter by which other processes notice changes', (makeDatabase) => {
  it('rises with everything that readers may see, and stays with all else', async () => {
    let html = 'Rendered';
    const app = await makeApp({
      db: await makeDatabase(),
      render: async (content) => {
        const body = await renderPlainly(content);
        return body && { ...body, html };
      },
    });
    const { site, clock, db } = app;
    const { query } = db;
    const token = await app.signIn();
    const counter = query.selectFrom('post_changes').select('changes');
    const read = async () => (await counter.executeTakeFirstOrThrow()).changes;
    const renderAgain = async (next: string, which: RawBuilder<unknown>) => {
      html = next;
      await sql`update post_versions set renderer = 0 where renderer is not null and ${which}`.execute(
        query,
      );
      await renderOutdated(site, new AbortController().signal);
    };
    const jobs: Record<string, () => Promise<unknown>> = {
      'publish what is due': () => {
        clock.advance(10 * 60_000);
        return publishDueChanges(site);
      },
      'render all again': () => renderAgain('Newer', sql`true`),
      'render what is not public again': () =>
        renderAgain(
          'Other',
          sql`not exists (select 1 from posts where id = post_id and public_version = version)`,
        ),
      'hold what is scheduled': () =>
        inTransaction(query, (trx) =>
          holdScheduled(trx, db.engine, {
            by: ADMINISTRATOR.email,
            instant: clock.now().toISOString(),
          }),
        ),
    };
    const known: Record<string, unknown> = {};
    const filled = (text: string) => text.replace(/\$(\w+)/g, (_, name) => String(known[name]));

    async function send(call: string, body: string): Promise<void> {
      const [method = '', path = ''] = call.split(' ');
      const headers = { 'Content-Type': 'application/json' };
      const sent = { token, headers, ...(body !== '' && { body: filled(body) }) };
      const response = await app.send(method, `/api${filled(path)}`, sent);
      expect([call, body, response.ok]).toEqual([call, body, true]);
      Object.assign(known, JSON.parse((await response.text()) || '{}'));
    }

    const wrong: string[] = [];
    for (const [expected, call = '', body = ''] of CALLS) {
      const before = await read();
      await (jobs[call]?.() ?? send(call, body));
      const outcome = (await read()) > before ? 'rises' : 'stays';
      if (outcome !== expected) wrong.push(`${call} ${body}: it ${outcome}`);
    }
    expect(wrong).toEqual([]);
    expect((await changesOf(site, 'other'))?.post.contentHtml).toBe('Other');
  });
});
