import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input, renderPlainly } from '../../../test/make-posts.ts';
import { createPost, editPost, publishChanges, saveChanges } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { authorInputSchema } from '../../posts/authors/author-input.ts';
import { addAuthor } from '../../posts/authors/authors.ts';
import { renderOutdated } from '../../posts/outdated-renders.ts';
import { anyPost } from '../../posts/reading.ts';
import { addNotice } from '../../posts/record/notices.ts';
import { freezeVersion } from '../../posts/record/records.ts';
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
    const { query } = app.db;
    const posts = boundTo(app.site, {
      createPost,
      removePost,
      editPost,
      renderOutdated,
      anyPost,
      restorePost,
      saveChanges,
      changesOf,
      discardChanges,
      publishChanges,
      publishDueChanges,
      addNotice,
      freezeVersion,
      addAuthor,
      addTerm,
    });

    async function read(): Promise<number> {
      const counter = query.selectFrom('post_changes').select('changes');
      return (await counter.executeTakeFirstOrThrow()).changes;
    }

    /** Does everything in order, and says by how much the counter rises each time. */
    async function risesOf(acts: Record<string, () => Promise<unknown>>) {
      const rises: [name: string, rise: number][] = [];
      for (const [name, act] of Object.entries(acts)) {
        const before = await read();
        await act();
        rises.push([name, (await read()) - before]);
      }
      return rises;
    }

    return {
      ...app,
      posts,
      risesOf,
      write: async (title: string, status: 'published' | 'draft' = 'published') =>
        unwrap(await posts.createPost(input({ title, status }))).id,
      edit: async (title: string, status: 'published' | 'draft') =>
        unwrap(await posts.editPost(title, input({ title, status, content: 'Edited' }))),
      save: async (publishAt: string | null = null) => {
        const changed = input({ title: 'post', content: 'Changed' });
        unwrap(await posts.saveChanges('post', changed, { by: BY, publishAt }));
      },
      publish: async () => unwrap(await posts.publishChanges('post', { by: BY })),
      remove: async (slug: string) => unwrap(await posts.removePost(slug)),
      restore: async (id: string, slug?: string) =>
        unwrap(await posts.restorePost(id, { by: BY, slug })),
      renderOutdated: () => posts.renderOutdated(new AbortController().signal),
      setHtml: (next: string) => {
        html = next;
      },
    };
  }

  const scheduled = '2026-03-02T00:00:00.000Z';

  it('rises with everything that readers may see', async () => {
    const { db, posts, clock, ...act } = await counting();
    const rises = await act.risesOf({
      created: () => act.write('post'),
      edited: () => act.edit('post', 'published'),
      'published changes': () => act.save().then(act.publish),
      'published changes, rendered otherwise since they were saved': async () => {
        await act.save();
        act.setHtml('Meanwhile');
        await act.publish();
      },
      'published changes at their time': async () => {
        await act.save(scheduled);
        clock.set(scheduled);
        await posts.publishDueChanges();
      },
      'rendered by a newer renderer': async () => {
        act.setHtml('Newer');
        const versions = db.query.updateTable('post_versions').where('renderer', 'is not', null);
        await versions.set({ renderer: 0 }).execute();
        await act.renderOutdated();
      },
      'made a draft': () => act.edit('post', 'draft'),
      'published a draft': () => act.edit('post', 'published'),
      'a notice was added': async () => unwrap(await posts.addNotice('post', NOTICE, { by: BY })),
      'a version was frozen': async () => {
        const etag = (await posts.anyPost('post'))?.etag ?? '';
        unwrap(await posts.freezeVersion('post', { etag, note: '', by: BY }));
      },
      deleted: () => act.remove('post'),
      'an author was added': async () => unwrap(await posts.addAuthor(AUTHOR, { by: BY })),
      'a term was added': async () => unwrap(await posts.addTerm(TERM, { by: BY })),
      'what somebody had scheduled was held': async () => {
        const later = input({ title: 'later', publishDate: '2030-01-01T00:00:00Z' });
        unwrap(await posts.createPost(later, { by: BY }));
        await inTransaction(db.query, (trx) =>
          holdScheduled(trx, db.engine, { by: BY, instant: clock.now().toISOString() }),
        );
      },
    });
    expect(rises.filter(([, rise]) => rise === 0)).toEqual([]);
  });

  it('stays with everything that readers do not see', async () => {
    const { db, posts, ...act } = await counting();
    await act.write('post');
    let id = '';
    const rises = await act.risesOf({
      'created a draft': async () => {
        id = await act.write('draft', 'draft');
      },
      'saved a draft': () => act.edit('draft', 'draft'),
      'saved changes': () => act.save(),
      'replaced changes': () => act.save(scheduled),
      'discarded changes': async () => unwrap(await posts.discardChanges('post', { by: BY })),
      'deleted a draft': () => act.remove('draft'),
      'restored a draft': () => act.restore(id),
      'saved changes again': () => act.save(),
      'drafts and changes rendered otherwise': async () => {
        act.setHtml('Other');
        await sql`update post_versions set renderer = 0 where renderer is not null and not exists
          (select 1 from posts where id = post_id and public_version = version)`.execute(db.query);
        await act.renderOutdated();
      },
    });
    expect(rises.filter(([, rise]) => rise !== 0)).toEqual([]);
    expect((await posts.changesOf('post'))?.post.contentHtml).toBe('Other');
  });
});
