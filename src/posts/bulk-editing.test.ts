import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { Database } from '../server/db/connect.ts';
import { type BulkAction, createBulkEditing } from './bulk-editing.ts';
import { createPostEditing } from './editing.ts';
import type { Post } from './post.ts';
import type { PostDraft } from './post-input.ts';
import { createPublicationCheck } from './publication-check.ts';
import { createPostSaving } from './saving.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';

async function makeDesk(db: Database) {
  const app = await makeApp({ db });
  const { services } = app;
  const write = async (title: string, fields: Partial<PostDraft> = {}) =>
    unwrap(await services.posts.createPost(input({ title, ...fields }), { by: ANNA }));
  const change = (posts: readonly Post[], action: BulkAction, by = BEN) =>
    services.posts.changePosts(posts, action, { by });
  const outcomes = async (posts: readonly Post[], action: BulkAction, by = BEN) =>
    (await change(posts, action, by)).map(({ outcome }) => outcome);
  const read = async ({ slug }: Post) => services.posts.anyPost(slug);
  return { ...app, ...services.posts, write, change, outcomes, read };
}

describeEachEngine('changing several posts', (makeDatabase) => {
  it('keeps their texts, rendered as they are, and records revision and author of each', async () => {
    const { db, write, change, read, revisionsOf, clock, publishedPosts } = await makeDesk(
      await makeDatabase(),
    );
    const posts = [await write('A', { content: 'Some *words*' }), await write('B')];
    // Another rendering would replace it.
    await db.query
      .updateTable('post_versions')
      .set({ content_html: '<p>As rendered</p>' })
      .execute();
    clock.advance(60_000);
    const results = await change(posts, { kind: 'add-tag', tag: ' Assays ' });
    expect(results).toMatchObject([
      { outcome: 'changed', detail: null, post: { slug: 'a', version: 2, tags: ['Assays'] } },
      { outcome: 'changed', detail: null, post: { slug: 'b', version: 2, tags: ['Assays'] } },
    ]);
    const a = posts[0] as Post;
    expect(await read(a)).toEqual({
      ...a,
      tags: ['Assays'],
      version: 2,
      contentHtml: '<p>As rendered</p>',
      updated_at: '2026-03-01T09:01:00.000Z',
    });
    expect(await revisionsOf('a')).toMatchObject([{ savedBy: BEN }, { savedBy: ANNA }]);
    expect((await publishedPosts({ limit: 9, q: 'words' })).total).toBe(1);
    expect((await publishedPosts({ limit: 9, q: 'assays' })).total).toBe(2);
    expect((await publishedPosts({ limit: 9, tag: 'Assays' })).total).toBe(2);
    const edits = db.query.selectFrom('audit_events').where('action', '=', 'post-edited');
    expect(await edits.select(['actor', 'subject']).orderBy('subject').execute()).toEqual([
      { actor: BEN, subject: 'a' },
      { actor: BEN, subject: 'b' },
    ]);
  });

  it('leaves a post alone that was changed by someone else, and changes the others', async () => {
    const { write, change, editPost, read } = await makeDesk(await makeDatabase());
    const [a, b, c] = [await write('A'), await write('B'), await write('C')];
    await editPost('b', input({ title: 'Changed', slug: 'b' }), { by: ANNA });
    const results = await change([a, b, c], { kind: 'make-draft' });
    expect(results).toMatchObject([
      { outcome: 'changed', post: { status: 'draft' } },
      {
        outcome: 'conflict',
        detail: 'This post was changed by someone else in the meantime.',
        post: { title: 'Changed', status: 'published', version: 2 },
      },
      { outcome: 'changed', post: { status: 'draft' } },
    ]);
    expect(await read(b)).toMatchObject({ title: 'Changed', status: 'published' });
  });

  it('finds a post that is restored at that moment: nobody is told that it is deleted', async () => {
    const { write, change, restorePost } = await makeDesk(await makeDatabase());
    const posts = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F'].map((title) => write(title)));
    for (let round = 0; round < 10; round++) {
      await change(posts, { kind: 'move-to-trash' });
      const [results] = await Promise.all([
        Promise.all([...posts, ...posts].map((post) => change([post], { kind: 'move-to-trash' }))),
        ...posts.map(({ id }) => restorePost(id, { by: ANNA })),
      ]);
      expect(results.flat().map(({ outcome }) => outcome)).not.toContain('missing');
    }
  });

  it('does nothing twice when a request is repeated whose answer was lost', async () => {
    const { write, outcomes, revisionsOf, trashedPosts } = await makeDesk(await makeDatabase());
    const posts = [await write('A', { tags: ['Old'] }), await write('B', { tags: ['Old'] })];
    const actions: BulkAction[] = [
      { kind: 'add-tag', tag: 'New' },
      { kind: 'remove-tag', tag: 'old' },
      { kind: 'make-draft' },
      { kind: 'publish' },
      { kind: 'move-to-trash' },
    ];
    for (const [index, action] of actions.entries()) {
      const current = posts.map((post) => ({ ...post, version: post.version + index }));
      const twice = [await outcomes(current, action), await outcomes(current, action)];
      expect([action, twice]).toEqual([
        action,
        [
          ['changed', 'changed'],
          ['unchanged', 'unchanged'],
        ],
      ]);
      const isThere = action.kind !== 'move-to-trash';
      expect((await revisionsOf('a'))?.length).toBe(isThere ? index + 2 : undefined);
    }
    expect((await trashedPosts({ limit: 9 })).total).toBe(2);
  });

  it('refuses one by one, in words, what an edit would refuse, and does the rest', async () => {
    const { write, change, saveChanges, removePost, eraseTrashedPost } = await makeDesk(
      await makeDatabase(),
    );
    const unfinished = await write('A', { status: 'draft', content: 'x\n\n<<<<<<< mine\n' });
    const fine = await write('B', { status: 'draft' });
    const gone = await write('C', { status: 'draft' });
    await removePost('c');
    await eraseTrashedPost(gone.id, { by: ANNA });
    expect(await change([unfinished, fine, gone], { kind: 'publish' })).toMatchObject([
      { outcome: 'refused', detail: expect.stringContaining('Line 3'), post: { status: 'draft' } },
      { outcome: 'changed', post: { status: 'published' } },
      { outcome: 'missing', detail: 'There is no such post.', post: null },
    ]);

    const full = await write('D', { tags: Array.from({ length: 50 }, (_, n) => `Tag ${n}`) });
    const changed = await write('E');
    const changes = { ...input({ title: 'E', content: 'Later' }) };
    unwrap(await saveChanges('e', changes, { by: ANNA, publishAt: null }));
    expect(await change([full, changed], { kind: 'add-tag', tag: 'More' })).toMatchObject([
      { outcome: 'refused', detail: 'It already has 50 tags.' },
      {
        outcome: 'refused',
        detail: 'It has unpublished changes. Publish or discard them first.',
        post: { version: 1, changes: { savedBy: ANNA } },
      },
    ]);
  });

  it('adds no second spelling of a tag, and removes every spelling', async () => {
    const { write, change, outcomes } = await makeDesk(await makeDatabase());
    const post = await write('A', { tags: ['Assays', 'assays', 'Other'] });
    expect(await outcomes([post], { kind: 'add-tag', tag: 'ASSAYS ' })).toEqual(['unchanged']);
    expect(await change([post], { kind: 'remove-tag', tag: 'aSSays' })).toMatchObject([
      { post: { tags: ['Other'] } },
    ]);
  });

  it('gives fifty posts to one of two administrators each, who change them at once', async () => {
    const { write, outcomes, allPosts } = await makeDesk(await makeDatabase());
    const posts: Post[] = [];
    for (let n = 0; n < 50; n += 1) posts.push(await write(`Post ${n}`));
    const reversed = posts.toReversed();
    const [anna, ben] = await Promise.all([
      outcomes(posts, { kind: 'add-tag', tag: 'Anna' }, ANNA),
      outcomes(reversed, { kind: 'add-tag', tag: 'Ben' }, BEN),
    ]);
    const bens = ben.toReversed();
    for (const [index, outcome] of anna.entries()) {
      expect([outcome, bens[index]].sort()).toEqual(['changed', 'conflict']);
    }
    const { posts: stored } = await allPosts({ limit: 100 });
    expect(stored.map(({ tags, version }) => [tags.length, version])).toEqual(
      stored.map(() => [1, 2]),
    );
  });

  it('tells of each public post that was changed, also when the database fails on the way', async () => {
    const { db, write, clock } = await makeDesk(await makeDatabase());
    const posts = [await write('A'), await write('B', { status: 'draft' }), await write('C')];
    let told = 0;
    const now = () => clock.now().toISOString();
    const check = createPublicationCheck({
      db,
      now,
      pages: [],
      site: { url: 'https://site.test' },
      readSiteMolecules: async () => [],
      render: () => Promise.reject(new Error('Nothing is rendered')),
    });
    const { editFields } = createPostEditing({
      ...createPostSaving({ db, now, check, defaultAuthor: '' }),
      db,
      now,
      postChanged: () => undefined,
    });
    const bulk = createBulkEditing({
      db,
      check,
      async editFields(id, edit, options) {
        if (id === posts[2]?.id) throw new Error('The database is gone');
        return editFields(id, edit, options);
      },
      removeVersion: () => Promise.reject(new Error('Nothing is removed')),
      postChanged: () => {
        told += 1;
      },
    });
    const change = (some: Post[]) =>
      bulk.changePosts(some, { kind: 'add-tag', tag: 'New' }, { by: BEN });
    await expect(change(posts)).rejects.toThrow('The database failed after 2 posts');
    expect(told).toBe(1);
    await expect(change(posts.slice(2))).rejects.toThrow('The database is gone');
    expect(await change(posts.slice(0, 2))).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'unchanged' },
    ]);
  });
});
