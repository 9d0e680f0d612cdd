import { expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { input } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { Database } from '../server/db/connect.ts';
import { type BulkAction, changePosts } from './bulk-editing.ts';
import { createPost } from './creating.ts';
import { editPost } from './editing.ts';
import { etagOf, type Post } from './post.ts';
import type { PostDraft } from './post-input.ts';
import { publishedPosts } from './public-posts.ts';
import { anyPost } from './reading.ts';
import { revisionsOf } from './revisions.ts';
import { eraseTrashedPost, removePost } from './trash.ts';
import { saveChanges } from './unpublished-changes.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';

async function makeDesk(db?: Database) {
  const app = await makeApp({ ...(db && { db }) });
  const { site } = app;
  const write = async (title: string, fields: Partial<PostDraft> = {}) =>
    unwrap(await createPost(site, input({ title, ...fields }), { by: ANNA }));
  const change = (posts: readonly Post[], action: BulkAction, by = BEN) =>
    changePosts(site, posts, action, { by });
  const read = async ({ slug }: Post) => anyPost(site, slug);
  return {
    ...app,
    ...boundTo(site, {
      changePosts,
      createPost,
      removePost,
      editPost,
      publishedPosts,
      anyPost,
      revisionsOf,
      eraseTrashedPost,
      saveChanges,
    }),
    write,
    change,
    read,
  };
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
      etag: etagOf({ id: a.id, version: 2 }),
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
});

it('changing several posts refuses one by one, in words, what an edit would refuse, and does the rest', async () => {
  const { write, change, saveChanges, removePost, eraseTrashedPost } = await makeDesk();
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

  // One spelling of a tag is added, every one is removed.
  const tagged = await write('F', { tags: ['Assays', 'assays', 'Other'] });
  expect(await change([tagged], { kind: 'add-tag', tag: 'ASSAYS ' })).toMatchObject([
    { outcome: 'unchanged' },
  ]);
  expect(await change([tagged], { kind: 'remove-tag', tag: 'aSSays' })).toMatchObject([
    { post: { tags: ['Other'] } },
  ]);
});
