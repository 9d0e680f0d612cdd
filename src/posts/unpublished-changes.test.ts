import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { postRules, renderPlainly } from '../../test/make-posts.ts';
import { createPost, saveChanges } from '../../test/save-posts.ts';
import { failureOf, unwrap } from '../../test/unwrap.ts';
import { readAuditTrail } from '../accounts/audit.ts';
import type { RenderBody } from '../rendering/body.ts';
import type { Database } from '../server/db/connect.ts';

import { type PostDraft, postInputSchema } from './post-input.ts';
import { changesOf } from './unpublished-changes.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';
const HAS_CHANGES = 'This post has unpublished changes.';
const CHANGED_BY_OTHERS = 'This post was changed by someone else in the meantime.';
const LATER = '2026-03-01T12:00:00.000Z';

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Public text', ...fields });

/** The public post "a", and a counter of what the public was told. */
async function makeDesk(db?: Database, options: Parameters<typeof makeApp>[0] = {}) {
  const app = await makeApp({ ...(db && { db }), ...options });
  const { site } = app;
  const live = unwrap(await createPost(site, input({ tags: ['t'] }), { by: ANNA }));
  type Options = Parameters<typeof saveChanges>[3];
  const save = (fields: Partial<PostDraft> = {}, options: Options = {}, slug = 'a') =>
    saveChanges(site, slug, input({ content: 'Changed text', ...fields }), { by: BEN, ...options });
  const changes = async () => (await changesOf(site, 'a')) ?? null;
  return { ...app, ...postRules(site), live, save, changes };
}

describeEachEngine('unpublished changes', (makeDatabase) => {
  it('leave the public post, its list, search and version as they were, and are a revision of it', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { save, publishedPost, publishedPosts, revisionsOf, live, changes, clock } = desk;
    clock.advance(60_000);
    const fields = { title: 'B', slug: 'b', tags: ['u'], content: 'Entirely *other*' };
    const post = unwrap(await save(fields));
    expect(post).toMatchObject({ id: live.id, title: 'B', slug: 'b', tags: ['u'], version: 2 });
    expect(post.contentHtml).toContain('<em>other</em>');
    const savedAt = '2026-03-01T09:01:00.000Z';
    const about = { savedBy: BEN, savedAt, publishAt: null, problem: null };
    expect(await changes()).toEqual({ ...about, etag: post.etag, post });
    expect(await publishedPost('a')).toEqual(live);
    expect(await publishedPost('b')).toBeNull();
    expect((await publishedPosts({ limit: 9, q: 'entirely' })).total).toBe(0);
    expect((await publishedPosts({ limit: 9, q: 'public' })).total).toBe(1);
    expect(await revisionsOf('a')).toMatchObject([
      { version: 2, title: 'B', savedBy: BEN, status: 'draft', isLatest: true },
      { version: 1, title: 'A', savedBy: ANNA, status: 'published', isLatest: false },
    ]);
  });

  it('are never overwritten by somebody who has not seen them, also when two save at once, by whichever way', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { save, changes, discardChanges, editPost, publishedPost, live } = desk;
    const { etag } = unwrap(await save({ title: 'By Ben' }, { etag: live.etag }));
    const results = await Promise.all(['One', 'Two'].map((title) => save({ title }, { etag })));
    const [second, ...others] = results.filter((result) => result.ok).map(unwrap);
    expect(others).toEqual([]);
    const kept = await changes();
    expect(kept).toMatchObject({ etag: second?.etag, post: { title: second?.title } });
    for (const seen of [live.etag, etag]) {
      for (const late of [
        await save({ title: 'Late' }, { etag: seen }),
        await editPost('a', input({ title: 'Late' }), { etag: seen }),
        await editPost('a', input({ title: 'Late', status: 'draft' }), { etag: seen }),
        await discardChanges('a', { by: ANNA, etag: seen }),
      ]) {
        expect(failureOf(late)).toMatchObject({
          kind: 'conflict',
          detail: seen === live.etag ? HAS_CHANGES : CHANGED_BY_OTHERS,
          current: { title: second?.title, etag: second?.etag, savedBy: kept?.savedBy },
        });
      }
    }
    expect(await changes()).toEqual(kept);
    expect(await publishedPost('a')).toEqual(live);
    unwrap(await discardChanges('a', { by: ANNA, etag: second?.etag }));
    expect(await changes()).toBeNull();
    // The etag of discarded changes never fits later ones.
    unwrap(await save());
    expect(failureOf(await save({}, { etag: second?.etag })).kind).toBe('conflict');
  });

  it('are listed with their posts, and by themselves', async () => {
    const { save, createPost, allPosts } = await makeDesk(await makeDatabase());
    await createPost(input({ slug: 'other', tags: ['t'] }));
    unwrap(await save({}, { publishAt: LATER }));
    const summary = { savedBy: BEN, publishAt: LATER, problem: null };
    const { posts } = await allPosts({ limit: 10 });
    const changed = posts.filter(({ changes }) => changes !== null);
    expect(changed).toMatchObject([{ slug: 'a', changes: summary }]);
    const count = async (query: object) =>
      (await allPosts({ limit: 10, status: 'changes', ...query })).total;
    const filters = [{}, { tag: 't' }, { q: 'public' }, { q: 'a' }];
    for (const filter of filters) expect([filter, await count(filter)]).toEqual([filter, 1]);
    expect(await count({ tag: 'u' })).toBe(0);
  });

  it('that are scheduled are published at their time and not before, once, in the name of the person who saved them, however many processes find them due', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { save, clock, publishDueChanges, publishedPost, revisionsOf, changes, live } = desk;
    unwrap(await save({ title: 'On time' }, { publishAt: LATER }));
    clock.set('2026-03-01T11:59:59.999Z');
    await publishDueChanges();
    expect(await publishedPost('a')).toEqual(live);
    clock.set(LATER);
    const other = await makeApp({ db: desk.db });
    other.clock.set(LATER);
    const publishThere = postRules(other.site).publishDueChanges;
    await Promise.all([publishDueChanges(), publishThere(), publishDueChanges(), publishThere()]);
    expect(await publishedPost('a')).toMatchObject({ title: 'On time', version: 3 });
    expect(await revisionsOf('a')).toMatchObject([{ savedBy: BEN }, { savedBy: BEN }, {}]);
    expect(await changes()).toBeNull();
    const { events } = await readAuditTrail(desk.site, { limit: 9 });
    expect(events.filter(({ action }) => action === 'changes-published')).toHaveLength(1);
  });

  it('that cannot be published stay with the reason, are not tried again, and hold up nothing', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { save, clock, createPost, publishDueChanges, publishedPost, changes, live } = desk;
    unwrap(await save({ slug: 'wanted' }, { publishAt: LATER }));
    unwrap(await createPost(input({ slug: 'b' })));
    unwrap(await save({ slug: 'b', title: 'Next' }, { publishAt: LATER }, 'b'));
    unwrap(await createPost(input({ slug: 'wanted' })));
    clock.set(LATER);
    await publishDueChanges();
    expect(await publishedPost('a')).toEqual(live);
    expect(await publishedPost('b')).toMatchObject({ title: 'Next' });
    const kept = await changes();
    const problem = 'The slug "wanted" is already used by another post.';
    expect(kept).toMatchObject({ problem, post: { slug: 'wanted', content: 'Changed text' } });
    await publishDueChanges();
    expect(await changes()).toEqual(kept);
    // Another save takes the reason away.
    unwrap(await save({ slug: 'a' }, { etag: kept?.etag }));
    expect(await changes()).toMatchObject({ problem: null });
  });
});

it('unpublished changes are all revisions, and none comes back under the number of a discarded one', async () => {
  const desk = await makeDesk();
  const { save, discardChanges, editPost, publishedPost, changes } = desk;
  const { live, revisionsOf, readRevision } = desk;
  const history = async () =>
    (await revisionsOf('a'))?.map((revision) => {
      const { version, title, status, isLatest } = revision;
      return `${version} ${title} ${status}${isLatest ? '!' : ''}`;
    });
  for (const title of ['One', 'Two']) unwrap(await save({ title }));
  expect(await history()).toEqual(['3 Two draft!', '2 One draft', '1 A published']);
  expect(await readRevision('a', 2)).toMatchObject({ title: 'One', content: 'Changed text' });
  unwrap(await discardChanges('a', { by: ANNA }));
  expect([await changes(), await publishedPost('a')]).toEqual([null, live]);
  expect(await history()).toEqual(['3 Two draft', '2 One draft', '1 A published!']);

  expect(unwrap(await save({ title: 'Three' })).etag).toMatch(/\.4$/);
  unwrap(await discardChanges('a', { by: ANNA }));
  const edited = unwrap(await editPost('a', input({ title: 'Edited' }), { etag: live.etag }));
  expect(edited.version).toBe(5);
  const drafts = ['4 Three draft', '3 Two draft', '2 One draft'];
  expect(await history()).toEqual(['5 Edited published!', ...drafts, '1 A published']);
  // An edit that knows no version replaces them.
  unwrap(await save({ title: 'Six' }));
  unwrap(await editPost('a', input({ title: 'Seven' })));
  expect(await changes()).toBeNull();
  expect((await history())?.slice(0, 2)).toEqual(['7 Seven published!', '6 Six draft']);
});

it('unpublished changes are for public posts alone: a draft, a scheduled post and none at all refuse them', async () => {
  const { save, createPost, changesOf } = await makeDesk();
  await createPost(input({ slug: 'draft', status: 'draft' }));
  await createPost(input({ slug: 'scheduled', publishDate: LATER }));
  for (const slug of ['draft', 'scheduled']) {
    const detail = 'This post is not public. Save the post itself.';
    const refused = { kind: 'conflict', detail, current: { slug } };
    expect(failureOf(await save({}, {}, slug))).toMatchObject(refused);
    expect(await changesOf(slug)).toBeNull();
  }
  expect(failureOf(await save({}, {}, 'nothing')).kind).toBe('not-found');
  expect(await changesOf('nothing')).toBeUndefined();
});

it('unpublished changes may be unfinished or have a taken slug until they are to be public, and refuse a time that is over', async () => {
  const { save, publishChanges, changes, createPost, clock } = await makeDesk();
  const content = 'One\n<<<<<<< mine\nTwo';
  const saved = unwrap(await save({ content }));
  const unfinished = { issues: [{ loc: ['body', 'content'], type: 'unfinished' }] };
  expect(failureOf(await publishChanges('a', { by: BEN }))).toMatchObject(unfinished);
  expect(failureOf(await save({ content }, { publishAt: LATER }))).toMatchObject(unfinished);
  expect(await changes()).toMatchObject({ etag: saved.etag });
  await createPost(input({ slug: 'b' }));
  expect(failureOf(await save({ slug: 'b' }, { publishAt: LATER }))).toMatchObject({
    detail: 'The slug "b" is already used by another post.',
  });
  expect((await save({ slug: 'b' })).ok).toBe(true);
  const past = failureOf(await save({}, { publishAt: clock.now().toISOString() }));
  expect(past).toMatchObject({ issues: [{ loc: ['body', 'publishAt'] }] });
  // It would take the post off the site.
  const ahead = failureOf(await save({ publishDate: LATER }));
  expect(ahead).toMatchObject({ issues: [{ loc: ['body', 'publishDate'] }] });
});

it('unpublished changes keep the pictures that only they use', async () => {
  const { save, db, discardChanges } = await makeDesk();
  const [own, both] = ['1', '2'].map((digit) => digit.repeat(32));
  const used = async () => {
    const rows = await db.query.selectFrom('post_pictures').select('picture_id').execute();
    return rows.map((row) => row.picture_id).sort();
  };
  unwrap(await save({ content: `![](/media/${own}/a.png)`, coverImage: `/media/${both}/a.png` }));
  expect(await used()).toEqual([own, both]);
  unwrap(await discardChanges('a', { by: BEN }));
  expect(await used()).toEqual([]);
});

it('unpublished changes are tried again when publishing broke off, and others go out meanwhile', async () => {
  let isBroken = false;
  const render: RenderBody = async (content) => {
    if (isBroken && content === 'Changed text') throw new Error('No room for a thread');
    return renderPlainly(content);
  };
  const desk = await makeDesk(undefined, { render });
  const { save, clock, createPost, publishDueChanges, publishedPost, changes } = desk;
  unwrap(await save({ title: 'Late' }, { publishAt: LATER }));
  unwrap(await createPost(input({ slug: 'b' })));
  unwrap(await save({ slug: 'b', content: 'Other text' }, { publishAt: LATER }, 'b'));
  clock.set(LATER);
  isBroken = true;
  await expect(publishDueChanges()).rejects.toThrow('Changes could not be published');
  expect(await publishedPost('b')).toMatchObject({ content: 'Other text' });
  expect(await changes()).toMatchObject({ problem: null });
  isBroken = false;
  await publishDueChanges();
  expect(await publishedPost('a')).toMatchObject({ title: 'Late' });
});
