import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { renderPlainly } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import type { Database } from '../server/db/connect.ts';
import type { Failure, Result } from '../server/failure.ts';
import { ON_DELETION } from './deleting.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';
const PICTURE = '1'.repeat(32);

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', ...fields });

async function makeDesk(db: Database) {
  const app = await makeApp({ db, render: renderPlainly });
  const { services } = app;
  const trash = async (q?: string) => (await services.posts.trashedPosts({ limit: 50, q })).posts;
  /** Deletes a post. @returns its id */
  const remove = async (slug = 'a') => {
    const id = (await services.posts.anyPost(slug))?.id ?? '';
    unwrap(await services.posts.removePost(slug, { by: ANNA }));
    return id;
  };
  const restore = (id: string, slug?: string) => services.posts.restorePost(id, { by: BEN, slug });
  const { accounts, media, posts, privacy } = services;
  return { ...app, ...accounts, ...media, ...privacy, ...posts, trash, remove, restore };
}

function failureOf(result: Result<unknown>): Failure {
  if (result.ok) throw new Error('It was not refused');
  return result.failure;
}

/** The rows of every table that holds or refers to posts. */
async function everything({ query }: Database) {
  const contents: Record<string, string[]> = {};
  for (const table of ['posts', ...Object.keys(ON_DELETION)]) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      query,
    );
    contents[table] = rows
      // The keys and vectors of the index follow from the rest.
      .map(({ key, vector, ...row }) =>
        JSON.stringify(table === 'post_search' ? row : { key, ...row }),
      )
      .sort();
  }
  return contents;
}

const SAVE = fc.record({
  title: fc.string({ minLength: 1, maxLength: 20 }).map((text) => `T${text.replaceAll('\0', '')}`),
  slug: fc.constantFrom('a', 'b', 'c', 'd'),
  content: fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .map((text) => `Text ${text.replaceAll('\0', '')} /media/${PICTURE}/a.png`),
  status: fc.constantFrom('draft' as const, 'published' as const),
  publishDate: fc.constantFrom(null, '2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'),
  tags: fc.subarray(['x', 'y', 'ü']),
});

describeEachEngine('the trash', (makeDatabase, { engine }) => {
  it('gives back a post with all that belonged to it, whatever its history', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { db, clock, createPost, editPost, saveChanges, anyPost, remove, restore, trash } = desk;
    unwrap(await createPost(input({ slug: 'other', content: 'Other' })));
    const history = fc.array(SAVE, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(history, fc.boolean(), async (saves, hasChanges) => {
        let slug = `first-${randomUUID()}`;
        unwrap(await createPost(input({ slug }), { by: ANNA, key: randomUUID() }));
        for (const save of saves) {
          clock.advance(1_000);
          slug = unwrap(await editPost(slug, input(save), { by: BEN })).slug;
        }
        if (hasChanges) await saveChanges(slug, input(), { by: ANNA, publishAt: null });
        const before = await everything(db);
        const post = await anyPost(slug);
        clock.advance(1_000);
        const id = await remove(slug);
        expect(await anyPost(slug)).toBeNull();
        expect(unwrap(await restore(id))).toEqual({ post, lostSlugs: [] });
        expect(await everything(db)).toEqual(before);
        expect(await trash()).toEqual([]);
        unwrap(await desk.eraseTrashedPost(await remove(slug), { by: ANNA }));
      }),
      { numRuns: engine === 'sqlite' ? 25 : 8 },
    );
  });

  it('covers every table that refers to posts, so that no new one is forgotten', async () => {
    const { query } = await makeDatabase();
    const tables = await query.introspection.getTables();
    const referring = tables
      .filter(
        ({ name, columns }) => name !== 'autosaves' && columns.some((c) => c.name === 'post_id'),
      )
      .map(({ name }) => name);
    expect(Object.keys(ON_DELETION).sort()).toEqual(referring.sort());
  });

  it('covers every table whose rows end with their post, by whatever name they know it', async () => {
    const { query } = await makeDatabase();
    const { rows } = await (engine === 'sqlite'
      ? sql<{ name: string }>`select m.name from sqlite_master m, pragma_foreign_key_list(m.name) f
          where m.type = 'table' and f."table" = 'posts'`
      : sql<{ name: string }>`select conrelid::regclass::text as name from pg_constraint
          where contype = 'f' and confrelid = 'posts'::regclass`
    ).execute(query);
    const covered: string[] = Object.keys(ON_DELETION);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ name }) => name).filter((name) => !covered.includes(name))).toEqual([]);
  });

  it('restored at the moment in which another post takes its former slug keeps that one from no new slug', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { createPost, editPost, db, publishedPost } = desk;
    const restored = unwrap(await createPost(input({ slug: 'restored', status: 'published' })));
    unwrap(await createPost(input({ slug: 'taken', title: 'B', status: 'published' })));
    // Neither transaction sees what the other writes.
    const race = { slug: 'taken', post_id: restored.id };
    await db.query.insertInto('former_slugs').values(race).execute();
    unwrap(await editPost('taken', input({ slug: 'renamed', title: 'B', status: 'published' })));
    expect(await publishedPost('taken')).toMatchObject({ title: 'B' });
  });

  it('hides a post everywhere at once, and frees its addresses', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { createPost, editPost, remove, publishedPosts, allPosts, postStats, revisionsOf } = desk;
    await createPost(input({ slug: 'old', content: 'Findable', tags: ['t'] }));
    await editPost('old', input({ content: 'Findable', tags: ['t'] }));
    await remove();
    for (const filter of [{}, { q: 'findable' }, { tag: 't' }, { q: 'a' }]) {
      expect((await publishedPosts({ limit: 9, ...filter })).total).toBe(0);
      expect((await allPosts({ limit: 9, ...filter })).total).toBe(0);
    }
    expect(await postStats()).toEqual({ total: 0, published: 0, drafts: 0 });
    expect(await revisionsOf('a')).toBeNull();
    expect((await desk.removePost('a')).ok).toBe(false);
    for (const slug of ['a', 'old']) {
      expect(await desk.anyPost(slug)).toBeNull();
      expect((await createPost(input({ slug }))).ok).toBe(true);
    }
  });

  it('tells whose post it was, who deleted it and until when it stays, and finds it by its title', async () => {
    const { createPost, remove, trash, clock, restore, auditTrail } = await makeDesk(
      await makeDatabase(),
    );
    await createPost(input({ title: 'On Kinases', slug: 'first' }));
    await createPost(input({ title: 'B', slug: 'second', status: 'draft' }));
    const id = await remove('first');
    clock.advance(1_000);
    await remove('second');
    expect(await trash()).toMatchObject([
      { slug: 'second', status: 'draft' },
      {
        id,
        slug: 'first',
        title: 'On Kinases',
        status: 'published',
        deletedBy: ANNA,
        deletedAt: '2026-03-01T09:00:00.000Z',
        expiresAt: '2026-03-31T09:00:00.000Z',
      },
    ]);
    expect(await trash('KINAS')).toMatchObject([{ id }]);
    expect(await trash('seco')).toMatchObject([{ slug: 'second' }]);
    expect(await trash('nothing')).toEqual([]);
    clock.advance(1_000);
    unwrap(await restore(id));
    const { events } = await auditTrail({ limit: 1 });
    expect(events).toMatchObject([
      { action: 'post-restored', subject: 'first', actor: BEN, title: 'On Kinases' },
    ]);
  });

  it('gives a post another address when its own was taken, and says so', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { createPost, remove, restore, trash, anyPost, revisionsOf, saveChanges } = desk;
    await createPost(input({ title: 'Old' }));
    unwrap(await saveChanges('a', input({ title: 'Changed' }), { by: ANNA, publishAt: null }));
    const id = await remove();
    const other = unwrap(await createPost(input({ title: 'New' })));
    expect(failureOf(await restore(id))).toMatchObject({
      kind: 'conflict',
      detail: 'The slug "a" is already used by another post.',
    });
    expect(await trash()).toMatchObject([{ id }]);
    desk.clock.advance(1_000);
    const { post, lostSlugs } = unwrap(await restore(id, 'a-2'));
    expect(post).toMatchObject({ id, slug: 'a-2', title: 'Old', version: 3 });
    expect(lostSlugs).toEqual(['a']);
    expect(await anyPost('a')).toEqual(other);
    expect(await revisionsOf('a-2')).toMatchObject([
      { version: 3, savedBy: BEN, isLatest: false },
      { version: 2, savedBy: ANNA, title: 'Changed', isLatest: true },
      { version: 1 },
    ]);
    // The changes fit the renamed post.
    expect(unwrap(await desk.publishChanges('a-2', { by: ANNA }))).toMatchObject({
      slug: 'a-2',
      title: 'Changed',
    });
  });

  it('leaves former addresses to who has taken them, and tells which', async () => {
    const { createPost, editPost, remove, restore, anyPost } = await makeDesk(await makeDatabase());
    for (const slug of ['living', 'former', 'free']) {
      if (slug === 'living') await createPost(input({ slug }));
      else await editPost(slug === 'former' ? 'living' : 'former', input({ slug }));
    }
    await editPost('free', input({ slug: 'a', title: 'Deleted' }));
    const id = await remove();
    await createPost(input({ slug: 'living', title: 'B' }));
    await createPost(input({ slug: 'former', title: 'C' }));
    await editPost('former', input({ slug: 'c', title: 'C' }));
    expect(unwrap(await restore(id)).lostSlugs.toSorted()).toEqual(['former', 'living']);
    const titles = [];
    for (const slug of ['a', 'free', 'living', 'former']) titles.push((await anyPost(slug))?.title);
    expect(titles).toEqual(['Deleted', 'Deleted', 'B', 'C']);
  });

  it('gives a former address that several deleted posts had to the first one that is restored', async () => {
    const { createPost, editPost, remove, restore, anyPost } = await makeDesk(await makeDatabase());
    const ids: string[] = [];
    for (const slug of ['one', 'two']) {
      await createPost(input({ slug: 'shared', title: slug }));
      await editPost('shared', input({ slug, title: slug }));
      ids.push(await remove(slug));
      expect(await anyPost('shared')).toBeNull();
    }
    const [one = '', two = ''] = ids;
    expect(unwrap(await restore(two)).lostSlugs).toEqual([]);
    expect(await anyPost('shared')).toMatchObject({ title: 'two' });
    expect(unwrap(await restore(one)).lostSlugs).toEqual(['shared']);
    expect(await anyPost('shared')).toMatchObject({ title: 'two' });
    // Lost for good: it does not come back when the other is deleted.
    await remove('two');
    expect(await anyPost('shared')).toBeNull();
  });

  it('lets one of two delete, and one of two restore', async () => {
    const { createPost, removePost, restore, trash, anyPost, remove } = await makeDesk(
      await makeDatabase(),
    );
    await createPost(input());
    const removals = await Promise.all([removePost('a'), removePost('a'), removePost('a')]);
    expect(removals.filter(({ ok }) => ok)).toHaveLength(1);
    const [{ id = '' } = {}, ...others] = await trash();
    expect(others).toEqual([]);
    const restorations = await Promise.all([restore(id), restore(id), restore(id, 'b')]);
    expect(restorations.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of restorations.filter(({ ok }) => !ok)) {
      expect(['not-found', 'conflict']).toContain(failureOf(refused).kind);
    }
    expect(await trash()).toEqual([]);
    const slug = (await anyPost('a'))?.slug;
    await remove(slug);
    expect(await trash()).toHaveLength(1);
  });

  it('gives an address to one of two who want it: a restored post or a new one', async () => {
    const { createPost, remove, restore, anyPost, trash } = await makeDesk(await makeDatabase());
    await createPost(input({ title: 'Old' }));
    for (let round = 0; round < 5; round++) {
      const id = await remove();
      const [restored, created] = await Promise.all([
        restore(id),
        createPost(input({ title: 'New' })),
      ]);
      expect([restored.ok, created.ok].sort()).toEqual([false, true]);
      const winner = created.ok ? created.value.id : id;
      expect(await anyPost('a')).toMatchObject({ id: winner });
      expect((await trash()).map((post) => post.id).includes(id)).toBe(!restored.ok);
    }
  });

  it('ends preview links, and does not publish changes whose time came meanwhile', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { createPost, remove, restore, createPreviewLink, openPreviewLink, clock } = desk;
    await desk.services.accounts.ensureAdministrator({
      email: ANNA,
      password: 'a password for tests',
    });
    await createPost(input());
    const publishAt = '2026-03-01T10:00:00.000Z';
    unwrap(await desk.saveChanges('a', input({ title: 'Changed' }), { by: BEN, publishAt }));
    const { token } = unwrap(await createPreviewLink('a', { by: ANNA, days: 7 }));
    const id = await remove();
    clock.set('2026-03-01T11:00:00.000Z');
    await desk.publishDueChanges();
    unwrap(await restore(id));
    await desk.publishDueChanges();
    expect(await openPreviewLink(token)).toBeNull();
    expect(await desk.publishedPost('a')).toMatchObject({ title: 'A' });
    expect(await desk.changesOf('a')).toMatchObject({
      problem: 'Their publication time passed while the post was in the trash.',
    });
  });

  it('keeps the pictures of a deleted post from being removed, until it is gone for ever', async () => {
    const { db, createPost, remove, removePicture, eraseTrashedPost } = await makeDesk(
      await makeDatabase(),
    );
    const picture = { name: 'a', alt: '', width: 1, height: 1, format: 'png', moving: 0 } as const;
    await db.query
      .insertInto('pictures')
      .values({ ...picture, id: PICTURE, bytes: 1, placeholder: '#000000', created_at: '2026' })
      .execute();
    await createPost(input({ content: `![](/media/${PICTURE}/a.png)` }));
    const id = await remove();
    expect(failureOf(await removePicture(PICTURE))).toMatchObject({
      detail:
        'This picture is used in “A” (in the trash). Permanently delete that post first, or restore it.',
    });
    unwrap(await eraseTrashedPost(id, { by: ANNA }));
    expect((await removePicture(PICTURE)).ok).toBe(true);
  });

  it('is emptied of a post after 30 days and not before, with all that belonged to it', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { db, createPost, editPost, saveChanges, remove, clock, purgeExpiredData, restore } =
      desk;
    const content = `![](/media/${PICTURE}/a.png)`;
    await createPost(input({ slug: 'former', content, tags: ['t'] }), { key: randomUUID() });
    await editPost('former', input({ content }));
    unwrap(await saveChanges('a', input({ title: 'B' }), { by: ANNA, publishAt: null }));
    const id = await remove();
    clock.advanceDays(30);
    expect(await purgeExpiredData()).toMatchObject({ trashedPosts: 0 });
    clock.advance(1);
    expect(await purgeExpiredData()).toMatchObject({ trashedPosts: 1 });
    expect(failureOf(await restore(id)).kind).toBe('not-found');
    const left = Object.entries(await everything(db)).filter(([, rows]) => rows.length > 0);
    expect(left).toEqual([]);
  });

  it('names no erased person', async () => {
    const { db, createPost, saveChanges, remove, personalData, erasePerson } = await makeDesk(
      await makeDatabase(),
    );
    await createPost(input(), { by: ANNA });
    unwrap(await saveChanges('a', input(), { by: ANNA, publishAt: null }));
    await remove();
    expect(await personalData(ANNA)).toMatchObject({
      deletedPosts: [{ slug: 'a' }],
      versions: [{ version: 1 }, { version: 2 }],
    });
    unwrap(await erasePerson(ANNA));
    expect(JSON.stringify(await everything(db))).not.toContain(ANNA);
    expect(await db.query.selectFrom('posts').select('deleted_by').execute()).toEqual([
      { deleted_by: 'former administrator' },
    ]);
    const versions = db.query.selectFrom('post_versions').select('saved_by');
    expect(await versions.execute()).toEqual(Array(2).fill({ saved_by: 'former administrator' }));
  });

  it('takes a post of 100 KB with a hundred revisions, and gives it back', async () => {
    const { db, createPost, remove, restore, revision } = await makeDesk(await makeDatabase());
    const content = 'x'.repeat(100_000);
    const { id } = unwrap(await createPost(input({ content })));
    const first = await db.query.selectFrom('post_versions').selectAll().executeTakeFirstOrThrow();
    for (let version = 2; version <= 100; version++) {
      await db.query
        .insertInto('post_versions')
        .values({ ...first, version })
        .execute();
    }
    await remove();
    expect(unwrap(await restore(id)).post.content).toBe(content);
    expect((await revision('a', 100))?.content).toBe(content);
  });
});
