import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { insertRows } from '../../test/insert-rows.ts';
import { makeApp } from '../../test/make-app.ts';
import { postRules, renderPlainly } from '../../test/make-posts.ts';
import { makeMemoryDatabase } from '../../test/make-site.ts';
import { failureOf, unwrap } from '../../test/unwrap.ts';
import { readAuditTrail } from '../accounts/audit.ts';
import { ensureAdministrator } from '../accounts/people.ts';
import { erasePerson, personalData } from '../inquiries/privacy/person.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import { removeMedia } from '../media/library.ts';
import type { Database } from '../server/db/connect.ts';
import type { Result } from '../server/failure.ts';
import type { Post } from './post.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';
import { anyPost } from './reading.ts';
import { ENDS_ON_DELETION, removePost, restorePost, trashedPosts } from './trash.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';
const PICTURE = '1'.repeat(32);

/** Tables whose rows wait for their post. */
const STAYS_ON_DELETION =
  'former_slugs post_versions post_records post_pictures post_molecules drafts redirects newsletter_issues';
const REFERRING = [...ENDS_ON_DELETION, ...STAYS_ON_DELETION.split(' ')];

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', ...fields });

async function makeDesk(db = makeMemoryDatabase()) {
  const app = await makeApp({ db, render: renderPlainly });
  const { site } = app;
  const trash = async (q?: string) => (await trashedPosts(site, { limit: 50, q })).posts;
  /** Deletes a post. @returns its id */
  const remove = async (slug = 'a') => {
    const id = (await anyPost(site, slug))?.id ?? '';
    unwrap(await removePost(site, slug, { by: ANNA }));
    return id;
  };
  const restore = (id: string, slug?: string) => restorePost(site, id, { by: BEN, slug });
  const removePicture = () => removeMedia(site, PICTURE);
  const privacy = boundTo(site, { erasePerson, personalData, purgeExpiredData });
  return { ...app, ...privacy, ...postRules(site), removePicture, trash, remove, restore };
}

/** The rows of every table that holds or refers to posts. */
async function everything({ query }: Database) {
  const rows = await Promise.all(
    ['posts', ...REFERRING].map((table) => sql`select * from ${sql.table(table)}`.execute(query)),
  );
  return rows.flatMap((read) => read.rows);
}

describeEachEngine('the trash', (makeDatabase) => {
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
    expect(await postStats()).toEqual({ total: 0, published: 0, drafts: 0, scheduled: 0 });
    expect(await revisionsOf('a')).toBeNull();
    expect((await desk.removePost('a')).ok).toBe(false);
    for (const slug of ['a', 'old']) {
      expect(await desk.anyPost(slug)).toBeNull();
      expect((await createPost(input({ slug }))).ok).toBe(true);
    }
  });

  it('lets one of two delete, one of two restore, and gives an address to one of two who want it', async () => {
    const desk = await makeDesk(await makeDatabase());
    const { createPost, removePost, restore, trash, anyPost, remove } = desk;
    await createPost(input());
    const removals = await Promise.all([removePost('a'), removePost('a'), removePost('a')]);
    expect(removals.filter(({ ok }) => ok)).toHaveLength(1);
    const [{ id = '' } = {}, ...others] = await trash();
    expect(others).toEqual([]);
    const restorations = await Promise.all([restore(id), restore(id), restore(id, 'b')]);
    expect(restorations.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of restorations.filter(({ ok }) => !ok)) {
      expect(failureOf(refused).kind).toBe('not-found');
    }
    expect(await trash()).toEqual([]);

    await remove(unwrap(restorations.find(({ ok }) => ok) as Result<Post>).slug);
    const [restored, created] = await Promise.all([restore(id, 'a'), createPost(input())]);
    expect(restored).toMatchObject({ value: { id, slug: created.ok ? 'a-2' : 'a' } });
    if (created.ok) expect(await anyPost('a')).toMatchObject({ id: created.value.id });
  });
});

it('the trash covers every table that refers to posts, so that no new one is forgotten', async () => {
  const { query } = makeMemoryDatabase();
  const tables = await query.introspection.getTables();
  const named = tables.filter(({ columns }) => columns.some((c) => c.name === 'post_id'));
  expect(named.map(({ name }) => name).sort()).toEqual(REFERRING.toSorted());
  const { rows } = await sql<{ name: string }>`select m.name from sqlite_master m,
    pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" = 'posts'`.execute(
    query,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.map(({ name }) => name).filter((name) => !REFERRING.includes(name))).toEqual([]);
});

it('the trash tells whose post it was, who deleted it and until when it stays, and finds it by its title', async () => {
  const { site, createPost, remove, trash, clock, restore } = await makeDesk();
  await createPost(input({ title: 'On Kinases', slug: 'first' }));
  await createPost(input({ title: 'B', slug: 'second', status: 'draft' }));
  const id = await remove('first');
  clock.advance(1_000);
  await remove('second');
  const deletedAt = '2026-03-01T09:00:00.000Z';
  const first = { id, slug: 'first', title: 'On Kinases', status: 'published', deletedBy: ANNA };
  expect(await trash()).toMatchObject([
    { slug: 'second', status: 'draft' },
    { ...first, deletedAt, expiresAt: '2026-03-31T09:00:00.000Z' },
  ]);
  expect(await trash('KINAS')).toMatchObject([{ id }]);
  expect(await trash('seco')).toMatchObject([{ slug: 'second' }]);
  expect(await trash('nothing')).toEqual([]);
  clock.advance(1_000);
  unwrap(await restore(id));
  expect((await readAuditTrail(site, { limit: 1 })).events).toMatchObject([
    { action: 'post-restored', subject: 'first', actor: BEN, title: 'On Kinases' },
  ]);
});

it('the trash restores a post as a draft of its latest text, with its slug or a number, its former slugs and its history', async () => {
  const desk = await makeDesk();
  const { createPost, editPost, remove, restore, anyPost, publishedPost, revisionsOf } = desk;
  await createPost(input({ title: 'Old', slug: 'former' }));
  await editPost('former', input({ title: 'Old' }));
  unwrap(await desk.saveChanges('a', input({ title: 'Changed' }), { by: ANNA }));
  const id = await remove();
  const other = unwrap(await createPost(input()));
  unwrap(await createPost(input({ slug: 'a-2' })));
  desk.clock.advance(1_000);
  const post = unwrap(await restore(id));
  const draft = { id, slug: 'a-3', title: 'Changed', status: 'draft', version: 3 };
  expect(post).toMatchObject({ ...draft, date: '2026-03-01T09:00:00.000Z' });
  expect(await publishedPost('a')).toMatchObject({ id: other.id });
  for (const slug of ['a-3', 'former']) expect(await anyPost(slug)).toEqual(post);
  expect(await publishedPost('former')).toBeNull();
  expect(await revisionsOf('a-3')).toMatchObject([
    { version: 3, savedBy: ANNA, isLatest: true },
    { version: 2, status: 'published' },
    { version: 1 },
  ]);
  expect((await desk.allPosts({ limit: 9, q: 'changed' })).total).toBe(1);
  const { etag } = post;
  const published = unwrap(await editPost('a-3', input({ title: 'Back', slug: 'a-3' }), { etag }));
  expect(published).toMatchObject({ version: 4, date: post.date });
});

it('the trash ends preview links, and publishes nothing whose time came meanwhile', async () => {
  const desk = await makeDesk();
  const { createPost, remove, restore, createPreviewLink, openPreviewLink, clock } = desk;
  await ensureAdministrator(desk.site, { email: ANNA, password: 'a password for tests' });
  await createPost(input());
  const publishAt = '2026-03-01T10:00:00.000Z';
  unwrap(await desk.saveChanges('a', input({ title: 'Changed' }), { by: BEN, publishAt }));
  const { token } = unwrap(await createPreviewLink('a', { by: ANNA }));
  const id = await remove();
  clock.set('2026-03-01T11:00:00.000Z');
  await desk.publishDueChanges();
  unwrap(await restore(id));
  await desk.publishDueChanges();
  expect(await openPreviewLink(token)).toBeNull();
  expect(await desk.publishedPost('a')).toBeNull();
});

it('the trash keeps the pictures of a deleted post from being removed, until it is gone for ever', async () => {
  const { db, createPost, remove, removePicture, eraseTrashedPost } = await makeDesk();
  const size = { width: 1, height: 1, bytes: 1, format: 'png', moving: 0 };
  const named = { id: PICTURE, name: 'a', alt: '', placeholder: '#000000', created_at: '2026' };
  await insertRows(db, 'pictures', { ...size, ...named });
  await createPost(input({ content: `![](/media/${PICTURE}/a.png)` }));
  const id = await remove();
  expect(failureOf(await removePicture())).toMatchObject({
    detail:
      'This picture is used in “A” (in the trash). Permanently delete that post first, or restore it.',
  });
  unwrap(await eraseTrashedPost(id, { by: ANNA }));
  expect((await removePicture()).ok).toBe(true);
});

it('the trash is emptied of a post after 30 days and not before, with all that belonged to it', async () => {
  const desk = await makeDesk();
  const { db, createPost, editPost, saveChanges, remove, clock, purgeExpiredData, restore } = desk;
  const content = `![](/media/${PICTURE}/a.png)`;
  await createPost(input({ slug: 'former', content, tags: ['t'] }));
  await editPost('former', input({ content }));
  unwrap(await saveChanges('a', input({ title: 'B' }), { by: ANNA, publishAt: null }));
  const id = await remove();
  clock.advanceDays(30);
  expect(await purgeExpiredData()).toMatchObject({ trashedPosts: 0 });
  clock.advance(1);
  expect(await purgeExpiredData()).toMatchObject({ trashedPosts: 1 });
  expect(failureOf(await restore(id)).kind).toBe('not-found');
  expect(await everything(db)).toEqual([]);
});

it('the trash names no erased person', async () => {
  const { db, createPost, saveChanges, remove, personalData, erasePerson } = await makeDesk();
  await createPost(input(), { by: ANNA });
  unwrap(await saveChanges('a', input(), { by: ANNA, publishAt: null }));
  await remove();
  expect(await personalData(ANNA)).toMatchObject({
    posts: [{ slug: 'a' }],
    post_versions: [{ version: 1 }, { version: 2 }],
  });
  unwrap(await erasePerson(ANNA));
  expect(JSON.stringify(await everything(db))).not.toContain(ANNA);
  expect(await db.query.selectFrom('posts').select('deleted_by').execute()).toEqual([
    { deleted_by: 'former administrator' },
  ]);
  const versions = db.query.selectFrom('post_versions').select('saved_by');
  expect(await versions.execute()).toEqual(Array(2).fill({ saved_by: 'former administrator' }));
});

it('the trash is read page by page; a post comes back as a draft, another one is gone for ever', async () => {
  const { createPost, remove, signIn, get, send, postJson, clock } = await makeDesk();
  const token = await signIn();
  for (const slug of ['one', 'two', 'three']) {
    unwrap(
      await createPost(input({ slug, tags: ['x'], references: [{ url: 'https://a.test/' }] })),
    );
    await remove(slug);
    clock.advance(1_000);
  }
  type Row = { id: string; slug: string };
  const list = async (query = '') => (await get(`/api/admin/trash${query}`, token)).json();
  const restore = (id: string, body: object = {}) =>
    postJson(`/api/admin/trash/${id}/restore`, body, token);
  const first = await list('?limit=2');
  expect(first).toMatchObject({ total: 3, posts: [{ slug: 'three' }, { slug: 'two' }] });
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  expect([second.posts.map(({ slug }: Row) => slug), second.nextCursor]).toEqual([['one'], null]);
  const [three = '', two = ''] = first.posts.map(({ id }: Row) => id);
  expect((await restore(three, { slug: 'No slug' })).status).toBe(422);
  const restored = await restore(three);
  const post = { slug: 'three', status: 'draft', tags: ['x'], references: [{}] };
  expect([restored.status, await restored.json()]).toMatchObject([200, { post, lostSlugs: [] }]);
  expect(await (await get('/api/blog/posts/three', token)).json()).toMatchObject(post);
  expect((await restore(three)).status).toBe(404);

  const erase = async (id: string) =>
    (await send('DELETE', `/api/admin/trash/${id}`, { token })).status;
  expect([await erase(two), await erase(two), await erase('no-uuid')]).toEqual([204, 404, 422]);
  expect((await list()).total).toBe(1);
});
