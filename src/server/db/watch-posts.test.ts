import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input, renderPlainly } from '../../../test/make-posts.ts';
import { createPost, editPost, publishChanges, saveChanges } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { authorInputSchema } from '../../posts/authors/author-input.ts';
import { addAuthor } from '../../posts/authors/authors.ts';
import { renderOutdated } from '../../posts/outdated-renders.ts';
import { anyPost } from '../../posts/reading.ts';
import { addNotice, freezeVersion } from '../../posts/record/records.ts';
import { removePost, restorePost } from '../../posts/trash.ts';
import {
  changesOf,
  discardChanges,
  holdScheduled,
  publishDueChanges,
} from '../../posts/unpublished-changes.ts';
import { addTerm } from '../../science/glossary/glossary.ts';
import { termInputSchema } from '../../science/glossary/term-input.ts';
import { changed } from './public-views.ts';
import { inTransaction } from './transaction.ts';
import { watchPosts } from './watch-posts.ts';

const BY = 'editor@site.test';
const NOTICE = { kind: 'correction', date: '2026-03-01', issuedBy: 'A', reason: 'R' } as const;
const AUTHOR = authorInputSchema.parse({ name: 'Ada Berg' });
const TERM = termInputSchema.parse({ term: 'Zymogen', category: 'AI/ML', definition: 'D' });

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
    const { site } = app;
    const { query } = app.db;
    const counter = query.selectFrom('post_changes').select('changes');
    const read = async () => (await counter.executeTakeFirstOrThrow()).changes;
    return {
      ...app,
      query,
      /** Does everything in order, and says by how much the counter rises each time. */
      async risesOf(acts: Record<string, () => Promise<unknown>>) {
        const rises: [name: string, rise: number][] = [];
        for (const [name, act] of Object.entries(acts)) {
          const before = await read();
          await act();
          rises.push([name, (await read()) - before]);
        }
        return rises;
      },
      write: async (title: string, status: 'published' | 'draft' = 'published') =>
        unwrap(await createPost(site, input({ title, status }))).id,
      edit: async (title: string, status: 'published' | 'draft') =>
        unwrap(await editPost(site, title, input({ title, status, content: 'Edited' }))),
      save: async (publishAt: string | null = null) => {
        const changes = input({ title: 'post', content: 'Changed' });
        unwrap(await saveChanges(site, 'post', changes, { by: BY, publishAt }));
      },
      publish: async () => unwrap(await publishChanges(site, 'post', { by: BY })),
      remove: async (slug: string) => unwrap(await removePost(site, slug)),
      renderAgain: async (next: string, versions: RawBuilder<unknown>) => {
        html = next;
        await versions.execute(query);
        await renderOutdated(site, new AbortController().signal);
      },
    };
  }

  const scheduled = '2026-03-02T00:00:00.000Z';

  it('rises with everything that readers may see', async () => {
    const { db, site, clock, query, ...act } = await counting();
    const rises = await act.risesOf({
      created: () => act.write('post'),
      edited: () => act.edit('post', 'published'),
      'published changes': () => act.save().then(act.publish),
      'published changes at their time': async () => {
        await act.save(scheduled);
        clock.set(scheduled);
        await publishDueChanges(site);
      },
      'rendered by a newer renderer': () =>
        act.renderAgain(
          'Newer',
          sql`update post_versions set renderer = 0 where renderer is not null`,
        ),
      'made a draft': () => act.edit('post', 'draft'),
      'published a draft': () => act.edit('post', 'published'),
      'a notice was added': async () => unwrap(await addNotice(site, 'post', NOTICE, { by: BY })),
      'a version was frozen': async () => {
        const etag = (await anyPost(site, 'post'))?.etag ?? '';
        unwrap(await freezeVersion(site, 'post', { etag, note: '', by: BY }));
      },
      deleted: () => act.remove('post'),
      'an author was added': async () => unwrap(await addAuthor(site, AUTHOR, { by: BY })),
      'a term was added': async () => unwrap(await addTerm(site, TERM, { by: BY })),
      'what somebody had scheduled was held': async () => {
        const later = input({ title: 'later', publishDate: '2030-01-01T00:00:00Z' });
        unwrap(await createPost(site, later, { by: BY }));
        await inTransaction(query, (trx) =>
          holdScheduled(trx, db.engine, { by: BY, instant: clock.now().toISOString() }),
        );
      },
    });
    expect(rises.filter(([, rise]) => rise === 0)).toEqual([]);
  });

  it('stays with everything that readers do not see', async () => {
    const { site, ...act } = await counting();
    await act.write('post');
    let id = '';
    const rises = await act.risesOf({
      'created a draft': async () => {
        id = await act.write('draft', 'draft');
      },
      'saved a draft': () => act.edit('draft', 'draft'),
      'saved changes': () => act.save(),
      'replaced changes': () => act.save(scheduled),
      'discarded changes': async () => unwrap(await discardChanges(site, 'post', { by: BY })),
      'deleted a draft': () => act.remove('draft'),
      'restored a draft': async () => unwrap(await restorePost(site, id, { by: BY })),
      'saved changes again': () => act.save(),
      'drafts and changes rendered otherwise': () =>
        act.renderAgain(
          'Other',
          sql`update post_versions set renderer = 0 where renderer is not null and not exists
            (select 1 from posts where id = post_id and public_version = version)`,
        ),
    });
    expect(rises.filter(([, rise]) => rise !== 0)).toEqual([]);
    expect((await changesOf(site, 'post'))?.post.contentHtml).toBe('Other');
  });
});
