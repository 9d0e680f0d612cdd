import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { renderPlainly } from '../../test/make-posts.ts';
import { START } from '../../test/make-site.ts';
import { unwrap } from '../../test/unwrap.ts';
import { ensureAdministrator } from '../accounts/people.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import type { Database } from '../server/db/connect.ts';
import {
  discardAutosave,
  listAutosaves,
  othersActivity,
  readAutosave,
  saveAutosave,
} from './autosaves.ts';
import { createPost } from './creating.ts';
import { editPost } from './editing.ts';
import { etagOf } from './post.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';
import { publishedPost } from './public-posts.ts';
import { postStats } from './reading.ts';
import { readRevision, revisionsOf } from './revisions.ts';
import { eraseTrashedPost, removePost } from './trash.ts';
import { changesOf, discardChanges, publishChanges, saveChanges } from './unpublished-changes.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';

async function makeDesk(db?: Database) {
  const { site, ...app } = await makeApp({ ...(db && { db }), render: renderPlainly });
  const accounts = boundTo(site, { ensureAdministrator });
  const posts = boundTo(site, {
    saveAutosave,
    autosaves: listAutosaves,
    autosave: readAutosave,
    othersActivity,
    discardAutosave,
    createPost,
    removePost,
    editPost,
    publishedPost,
    postStats,
    revisionsOf,
    revision: readRevision,
    eraseTrashedPost,
    saveChanges,
    changesOf,
    discardChanges,
    publishChanges,
  });
  const privacy = boundTo(site, { purgeExpiredData });
  return { ...app, ...accounts, ...privacy, ...posts };
}

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', ...fields });

it('revisions hold every save with its text to the byte, and who made it', async () => {
  const { clock, createPost, editPost, revisionsOf, revision } = await makeDesk();
  const first = input({
    content: 'One\r\n\ttwo  \n\u{1F9EA} é é ',
    tags: ['x', 'y'],
    references: [{ title: 'R', url: 'https://a.test/', description: '', type: 'book' }],
    publishDate: '2026-01-01T00:00:00Z',
  });
  const { etag } = unwrap(await createPost(first, { by: ANNA }));
  clock.advance(60_000);
  await editPost('a', input({ title: 'B', status: 'draft' }), { by: BEN, etag });
  const second = { version: 2, savedAt: '2026-03-01T09:01:00.000Z', savedBy: BEN, title: 'B' };
  const before = { version: 1, savedAt: START, savedBy: ANNA, title: 'A' };
  expect(await revisionsOf('a')).toEqual([
    { ...second, status: 'draft', isLatest: true },
    { ...before, status: 'published', isLatest: false },
  ]);
  expect(await revision('a', 1)).toEqual({
    ...first,
    author: 'Site AI',
    version: 1,
    savedAt: START,
    savedBy: ANNA,
  });
});

it('revisions follow the post to a new slug, are found by the former one from a page that was open, and end with it', async () => {
  const { db, createPost, editPost, removePost, ...services } = await makeDesk();
  const { revisionsOf, revision } = services;
  const { id } = unwrap(await createPost(input()));
  await editPost('a', input({ slug: 'b' }));
  expect(await revisionsOf('a')).toEqual(await revisionsOf('b'));
  expect(await revisionsOf('B')).toMatchObject([
    { version: 2, savedBy: null },
    { version: 1, savedBy: null },
  ]);
  expect(await revision('b', 3)).toBeNull();
  await removePost('b');
  expect([await revisionsOf('b'), await revision('b', 1)]).toEqual([null, null]);
  unwrap(await services.eraseTrashedPost(id, { by: ANNA }));
  expect(await db.query.selectFrom('post_versions').selectAll().execute()).toEqual([]);
});

describeEachEngine('the versions of posts', (makeDatabase) => {
  it('that were never public are thinned after 30 days: the last of each day stays, and whatever is or was public', async () => {
    const services = await makeDesk(await makeDatabase());
    const { clock, createPost, editPost, saveChanges, discardChanges } = services;
    const { publishChanges, purgeExpiredData, revisionsOf, changesOf } = services;
    const versions = async () => (await revisionsOf('a'))?.map(({ version }) => version);
    const edit = async (title: string, status: 'draft' | 'published') =>
      unwrap(await editPost('a', input({ title, status }), { by: ANNA }));
    const change = async (title: string) =>
      unwrap(await saveChanges('a', input({ title }), { by: BEN, publishAt: null }));

    clock.set('2026-03-01T22:00:00.000Z');
    unwrap(await createPost(input({ title: '1', status: 'draft' }), { by: ANNA }));
    await edit('2', 'draft');
    clock.set('2026-03-01T23:59:59.999Z');
    await edit('3: the last of a day', 'draft');
    clock.set('2026-03-02T00:00:00.000Z');
    await edit('4', 'draft');
    await edit('5: was public', 'published');
    for (const title of ['6', '7']) await change(title);
    unwrap(await discardChanges('a', { by: BEN }));
    await change('8: became public');
    unwrap(await publishChanges('a', { by: ANNA }));
    for (const title of ['9', '10: the last of a day']) await change(title);
    clock.set('2026-03-03T00:00:00.000Z');
    for (const title of ['11', '12: the latest']) await change(title);
    await edit('13: is public', 'published');

    const all = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    clock.set('2026-03-31T22:00:00.000Z');
    expect(await purgeExpiredData()).toMatchObject({ versions: 0 });
    expect(await versions()).toEqual(all);
    clock.set('2026-03-31T22:00:00.001Z');
    expect(await purgeExpiredData()).toMatchObject({ versions: 2 });
    expect(await versions()).toEqual(all.filter((version) => version > 2));
    clock.advanceDays(9);
    expect(await purgeExpiredData()).toMatchObject({ versions: 5 });
    expect(await versions()).toEqual([13, 12, 10, 8, 5, 3]);
    expect(await purgeExpiredData()).toMatchObject({ versions: 0 });
    expect(await changesOf('a')).toMatchObject({
      etag: expect.stringMatching(/\.12$/),
      post: { title: '12: the latest' },
    });
    expect(await services.publishedPost('a')).toMatchObject({ title: '13: is public' });
    expect(await edit('14', 'published')).toMatchObject({ version: 14 });
  });

  it('make one of a form for a new post that is sent twice, also at once', async () => {
    const { createPost, postStats } = await makeDesk(await makeDatabase());
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => createPost(input(), { key })));
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
    expect(await postStats()).toMatchObject({ total: 1 });
  });
});

async function twoWriters() {
  const desk = await makeDesk();
  for (const email of [ANNA, BEN]) {
    await desk.ensureAdministrator({ email, password: 'a password for tests' });
  }
  return desk;
}

it('unsaved input never touches the post that the public reads, and is gone when it is dropped', async () => {
  const { saveAutosave, discardAutosave, autosave, ...desk } = await twoWriters();
  const { id: document } = unwrap(await desk.createPost(input()));
  const before = await desk.publishedPost('a');
  await saveAutosave(ANNA, { document, values: { content: 'Unfinished' }, version: 1 });
  expect(await desk.publishedPost('a')).toEqual(before);
  expect(await desk.revisionsOf('a')).toHaveLength(1);
  await discardAutosave(BEN, document);
  expect(await autosave(ANNA, document)).not.toBeNull();
  for (let twice = 0; twice < 2; twice++) await discardAutosave(ANNA, document);
  expect(await autosave(ANNA, document)).toBeNull();
});

it('unsaved input shows others that one is writing, for ten minutes, and never the text', async () => {
  const { clock, createPost, editPost, saveChanges, removePost, ...desk } = await twoWriters();
  const { saveAutosave, discardAutosave, othersActivity } = desk;
  const { id: document } = unwrap(await createPost(input(), { by: ANNA }));
  const savedAt = clock.now().toISOString();
  const saved = { version: 1, changes: null, savedAt, savedBy: ANNA };
  const type = (owner: string) => saveAutosave(owner, { document, values: {}, version: 1 });
  await type(ANNA);
  const writers = [{ email: ANNA, savedAt }];
  expect(await othersActivity(BEN, document)).toEqual({ writers, saved });
  expect(await othersActivity(ANNA, document)).toEqual({ writers: [], saved });
  clock.advance(10 * 60_000);
  expect(await othersActivity(BEN, document)).toMatchObject({ writers: [] });
  await type(ANNA);
  await discardAutosave(ANNA, document);
  expect(await othersActivity(BEN, document)).toMatchObject({ writers: [] });

  unwrap(await editPost('a', input({ title: 'Edited' }), { by: BEN }));
  unwrap(await saveChanges('a', input({ title: 'Later' }), { by: ANNA, publishAt: null }));
  expect(await othersActivity(BEN, document)).toMatchObject({
    saved: { version: 2, changes: etagOf({ id: document, version: 3 }), savedBy: ANNA },
  });
  unwrap(await removePost('a', { by: BEN }));
  for (const post of [document, randomUUID()]) {
    expect(await othersActivity(ANNA, post)).toEqual({ writers: [], saved: null });
  }
});

it('unsaved input is listed with the post that it changes, and deleted 30 days after its last change', async () => {
  const { db, clock, createPost, editPost, removePost, ...services } = await twoWriters();
  const { saveAutosave, autosaves, purgeExpiredData } = services;
  const created = await createPost(input());
  const id = created.ok ? created.value.id : '';
  await saveAutosave(ANNA, { document: id, values: { title: 'New' }, version: 1 });
  await editPost('a', input({ slug: 'moved' }));
  expect(await autosaves(ANNA)).toMatchObject([{ document: id, title: 'New', slug: 'moved' }]);
  await removePost('moved');
  expect(await autosaves(ANNA)).toMatchObject([{ document: id, slug: null }]);
  clock.advanceDays(29);
  const later = randomUUID();
  await saveAutosave(ANNA, { document: later, values: {}, version: null });
  clock.advanceDays(1);
  clock.advance(1);
  expect(await purgeExpiredData()).toMatchObject({ autosaves: 1 });
  expect(await autosaves(ANNA)).toMatchObject([{ document: later }]);
  clock.advanceDays(30);
  await purgeExpiredData();
  expect(await db.query.selectFrom('autosaves').select('document').execute()).toEqual([]);
});
