import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock, makeMedia, SITE_OPTIONS, START } from '../../test/make-app.ts';
import { renderPlainly } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { createServices } from '../app/services.ts';
import type { Database } from '../server/db/connect.ts';
import { etagOf } from './post.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';

function makeServices(db: Database) {
  const clock = makeClock();
  const { accounts, posts, privacy } = createServices({
    db,
    now: clock.now,
    ...makeMedia(),
    render: renderPlainly,
    defaultAuthor: 'Site AI',
    ...SITE_OPTIONS,
  });
  return { clock, ...accounts, ...privacy, ...posts };
}

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', ...fields });

describeEachEngine('revisions', (makeDatabase) => {
  it('hold every save with its text to the byte, and who made it', async () => {
    const { clock, createPost, editPost, revisionsOf, revision } = makeServices(
      await makeDatabase(),
    );
    const first = input({
      content: 'One\r\n\ttwo  \n\u{1F9EA} é é ',
      tags: ['x', 'y'],
      references: [{ title: 'R', url: 'https://a.test/', description: '', type: 'book' }],
      publishDate: '2026-01-01T00:00:00Z',
    });
    const { etag } = unwrap(await createPost(first, { by: ANNA }));
    clock.advance(60_000);
    await editPost('a', input({ title: 'B', status: 'draft' }), { by: BEN, etag });
    expect(await revisionsOf('a')).toEqual([
      {
        version: 2,
        savedAt: '2026-03-01T09:01:00.000Z',
        savedBy: BEN,
        title: 'B',
        status: 'draft',
        isLatest: true,
      },
      {
        version: 1,
        savedAt: START,
        savedBy: ANNA,
        title: 'A',
        status: 'published',
        isLatest: false,
      },
    ]);
    expect(await revision('a', 1)).toEqual({
      ...first,
      author: 'Site AI',
      version: 1,
      savedAt: START,
      savedBy: ANNA,
    });
  });

  it('follow the post to a new slug, are found by the former one from a page that was open, and end with it', async () => {
    const db = await makeDatabase();
    const services = makeServices(db);
    const { createPost, editPost, removePost, revisionsOf, revision } = services;
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

  it('are not made by a save that was refused', async () => {
    const { createPost, editPost, revisionsOf } = makeServices(await makeDatabase());
    const { id } = unwrap(await createPost(input()));
    await createPost(input({ slug: 'b' }));
    const stale = etagOf({ id, version: 7 });
    await editPost('a', input({ title: 'Stale' }), { etag: stale });
    await editPost('a', input({ title: 'Taken', slug: 'b' }));
    expect(await revisionsOf('a')).toHaveLength(1);
  });

  it('that were never public are thinned after 30 days: the last of each day stays, and whatever is or was public', async () => {
    const services = makeServices(await makeDatabase());
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
    await change('6');
    await change('7');
    unwrap(await discardChanges('a', { by: BEN }));
    await change('8: became public');
    unwrap(await publishChanges('a', { by: ANNA }));
    await change('9');
    await change('10: the last of a day');
    clock.set('2026-03-03T00:00:00.000Z');
    await change('11');
    await change('12: the latest');
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
});

describeEachEngine('a form for a new post that is sent twice', (makeDatabase) => {
  it('makes one post, and tells the second time of the first', async () => {
    const { createPost, postStats } = makeServices(await makeDatabase());
    const key = randomUUID();
    const first = await createPost(input(), { by: ANNA, key });
    const again = await createPost(input(), { by: ANNA, key });
    expect(first.ok).toBe(true);
    expect(again).toEqual(first);
    expect(await postStats()).toMatchObject({ total: 1 });
  });

  it('makes one post also when both are under way at once', async () => {
    const { createPost, postStats } = makeServices(await makeDatabase());
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => createPost(input(), { key })));
    expect(answers.map((answer) => answer.ok)).toEqual([true, true, true]);
    expect(await postStats()).toMatchObject({ total: 1 });
  });

  it('with more text the second time is a conflict with what was saved, not a second post', async () => {
    const { createPost, postStats } = makeServices(await makeDatabase());
    const key = randomUUID();
    await createPost(input(), { key });
    expect(await createPost(input({ slug: 'other', content: 'More text' }), { key })).toMatchObject(
      { ok: false, failure: { kind: 'conflict', current: { slug: 'a', version: 1 } } },
    );
    expect(await postStats()).toMatchObject({ total: 1 });
  });

  it('can be sent again after it was refused', async () => {
    const { createPost } = makeServices(await makeDatabase());
    const key = randomUUID();
    await createPost(input());
    expect(await createPost(input(), { key })).toMatchObject({
      ok: false,
      failure: { kind: 'conflict' },
    });
    expect(await createPost(input({ slug: 'free' }), { key })).toMatchObject({ ok: true });
  });

  it('makes no second post when the first was deleted meanwhile, and finds it once it is restored', async () => {
    const { createPost, removePost, restorePost, postStats, trashedPosts } = makeServices(
      await makeDatabase(),
    );
    const key = randomUUID();
    const { id } = unwrap(await createPost(input(), { by: ANNA, key }));
    unwrap(await removePost('a', { by: BEN }));
    for (const again of [input(), input({ slug: 'other', content: 'More text' })]) {
      expect(await createPost(again, { by: ANNA, key })).toEqual({
        ok: false,
        failure: {
          kind: 'conflict',
          detail: 'This post was saved and has since been deleted. Restore it from the trash.',
        },
      });
    }
    expect(await postStats()).toMatchObject({ total: 0 });
    expect((await trashedPosts({ limit: 9 })).posts).toMatchObject([{ id }]);
    unwrap(await restorePost(id, { by: ANNA }));
    expect(await createPost(input(), { by: ANNA, key })).toMatchObject({ ok: true, value: { id } });
    expect(await postStats()).toMatchObject({ total: 1 });
  });
});

describeEachEngine('unsaved input', (makeDatabase) => {
  async function twoWriters() {
    const db = await makeDatabase();
    const services = makeServices(db);
    for (const email of [ANNA, BEN]) {
      await services.ensureAdministrator({ email, password: 'a password for tests' });
    }
    return { db, ...services };
  }

  it('is stored per writer, the latest state of each form', async () => {
    const { clock, saveAutosave, autosaves, autosave } = await twoWriters();
    const [form, other] = [randomUUID(), randomUUID()];
    await saveAutosave(ANNA, { document: form, values: { title: 'T' }, version: null });
    clock.advance(1000);
    await saveAutosave(ANNA, { document: other, values: { title: 'O' }, version: 3 });
    clock.advance(1000);
    await saveAutosave(ANNA, { document: form, values: { title: 'Ti\0' }, version: null });
    const kept = {
      document: form,
      version: null,
      sequence: 2,
      savedAt: '2026-03-01T09:00:02.000Z',
    };
    expect(await autosave(ANNA, form)).toEqual({ ...kept, values: { title: 'Ti\0' } });
    expect(await autosaves(ANNA)).toEqual([
      { ...kept, title: 'Ti', slug: null },
      expect.objectContaining({ version: 3, title: 'O' }),
    ]);
    expect([await autosave(BEN, form), await autosaves(BEN)]).toEqual([null, []]);
  });

  it('never touches the post that the public reads', async () => {
    const { createPost, saveAutosave, publishedPost, revisionsOf } = await twoWriters();
    await createPost(input());
    const before = await publishedPost('a');
    await saveAutosave(ANNA, {
      document: before?.id ?? '',
      values: { content: 'Unfinished' },
      version: 1,
    });
    expect(await publishedPost('a')).toEqual(before);
    expect(await revisionsOf('a')).toHaveLength(1);
  });

  it('is gone when it is dropped, and dropping nothing is no error', async () => {
    const { saveAutosave, discardAutosave, autosave } = await twoWriters();
    const document = randomUUID();
    await saveAutosave(ANNA, { document, values: {}, version: null });
    await discardAutosave(BEN, document);
    expect(await autosave(ANNA, document)).not.toBeNull();
    await discardAutosave(ANNA, document);
    await discardAutosave(ANNA, document);
    expect(await autosave(ANNA, document)).toBeNull();
  });

  it('is never overwritten by what was typed before it, in whatever order requests arrive', async () => {
    const { saveAutosave, autosave } = await twoWriters();
    const document = randomUUID();
    const type = (sequence: number) =>
      saveAutosave(ANNA, { document, values: { at: sequence }, version: null, sequence });
    const arrived = [3, 1, 5, 2, 4, 5];
    const kept = await Promise.all(arrived.map(type));
    expect(await autosave(ANNA, document)).toMatchObject({ values: { at: 5 }, sequence: 5 });
    expect([kept[2], kept[5]].filter((answer) => answer?.ok)).toHaveLength(1);
    expect(await type(4)).toMatchObject({
      ok: false,
      failure: { kind: 'conflict', current: { sequence: 5 } },
    });
    // A client without sequences replaces the stored autosave.
    await saveAutosave(ANNA, { document, values: {}, version: null });
    expect(await autosave(ANNA, document)).toMatchObject({ values: {}, sequence: 6 });
  });

  it('does not come back when it arrives after the save that dropped it', async () => {
    const { saveAutosave, discardAutosave, autosave, autosaves } = await twoWriters();
    const document = randomUUID();
    const type = (sequence: number) =>
      saveAutosave(ANNA, { document, values: { title: 'T' }, version: null, sequence });
    await discardAutosave(ANNA, document, 3);
    expect(await type(2)).toMatchObject({ ok: false });
    expect([await autosave(ANNA, document), await autosaves(ANNA)]).toEqual([null, []]);
    // What another form has typed since is not what was saved.
    await type(7);
    await discardAutosave(ANNA, document, 5);
    expect(await autosave(ANNA, document)).toMatchObject({ sequence: 7 });
    await discardAutosave(ANNA, document, 8);
    expect(await autosave(ANNA, document)).toBeNull();
  });

  it('shows others that one is writing, for ten minutes, and never the text', async () => {
    const { clock, createPost, editPost, saveChanges, removePost, ...services } =
      await twoWriters();
    const { saveAutosave, discardAutosave, othersActivity } = services;
    const { id: document, etag } = unwrap(await createPost(input(), { by: ANNA }));
    const at = clock.now().toISOString();
    const first = { version: 1, changes: null, savedAt: at, savedBy: ANNA };
    const type = (owner: string) => saveAutosave(owner, { document, values: {}, version: 1 });
    await type(ANNA);
    expect(await othersActivity(BEN, document)).toEqual({
      writers: [{ email: ANNA, savedAt: at }],
      saved: first,
    });
    expect(await othersActivity(ANNA, document)).toEqual({ writers: [], saved: first });
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
    const stale = await editPost('a', input(), { by: ANNA, etag });
    expect(stale).toMatchObject({ ok: false, failure: { current: { savedBy: BEN } } });
    unwrap(await removePost('a', { by: BEN }));
    expect(await othersActivity(ANNA, document)).toEqual({ writers: [], saved: null });
    expect(await othersActivity(ANNA, randomUUID())).toEqual({ writers: [], saved: null });
  });

  it('is listed with the post that it changes, and deleted 30 days after its last change', async () => {
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
});
