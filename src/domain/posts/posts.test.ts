import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeClock, START } from '../../../test/make-app.ts';
import type { Database } from '../../db/connect.ts';
import type { Result } from '../../failure.ts';
import { createPostEditing } from './editing.ts';
import { type Post, slugify } from './post.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';
import { createPostReading, type PostPage, type PostQuery } from './reading.ts';
import type { RenderBody } from './render-pool.ts';

const renderPlainly: RenderBody = async (content) => ({
  html: `<p>${content}</p>`,
  text: content,
  words: content.split(' ').length,
  format: 'markdown',
  blockLines: [],
});

function makePosts(db: Database, render = renderPlainly) {
  const clock = makeClock();
  const now = () => clock.now().toISOString();
  const reading = createPostReading({ db, now });
  const { anyPost } = reading;
  const postChanged = async () => undefined;
  const editing = createPostEditing({
    db,
    now,
    render,
    defaultAuthor: 'Site AI',
    anyPost,
    postChanged,
  });
  const posts = { ...reading, ...editing };

  /** Writes a post that has what is given and something in the rest. */
  async function write(fields: Partial<PostDraft> & { title: string }): Promise<Post> {
    return unwrap(await posts.createPost(input(fields)));
  }

  return { clock, write, ...posts };
}

function input(fields: Partial<PostDraft> & { title: string }) {
  return postInputSchema.parse({ slug: slugify(fields.title), content: 'Text', ...fields });
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

function titles(page: PostPage): string[] {
  return page.posts.map((post) => post.title);
}

/** What is in every table, to see that nothing changed. */
async function everything({ query }: Database) {
  return {
    posts: await query.selectFrom('posts').selectAll().orderBy('id').execute(),
    tags: await query
      .selectFrom('post_tags')
      .selectAll()
      .orderBy('post_id')
      .orderBy('position')
      .execute(),
    addresses: await query.selectFrom('post_addresses').selectAll().orderBy('slug').execute(),
    counts: await query.selectFrom('post_counts').selectAll().orderBy('status').execute(),
  };
}

async function allPages(list: (query: PostQuery) => Promise<PostPage>, limit: number) {
  const pages: PostPage[] = [];
  let after: PostQuery['after'];
  do {
    const page = await list({ limit, after });
    pages.push(page);
    after = page.next ?? undefined;
  } while (after !== undefined && pages.length < 100);
  return pages;
}

describeEachEngine('posts', (makeDatabase) => {
  it('come back as they were written, and rendered', async () => {
    const { createPost, anyPost, publishedPost } = makePosts(await makeDatabase());
    const draft = {
      title: 'Reading an IC50 – “50 %” \u{1F9EA}',
      slug: 'reading-an-ic50',
      content: '# Title\r\n\r\n\ttext \\ % _ \' " \u00a0\u{1F9EA}\n\n',
      description: "It's 50 % of one",
      author: 'Somebody',
      tags: ['zeta', 'alpha', 'Mixed Case'],
      coverImage: '/images/cover.svg',
      coverImageCaption: 'A curve',
      status: 'published' as const,
      publishDate: '2026-02-01T10:00:00+10:00',
      references: [{ title: 'A', url: 'https://a.test', description: 'd', type: 'book' as const }],
    };
    const created = unwrap(await createPost(postInputSchema.parse(draft)));
    expect(created).toEqual({
      ...draft,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      publishDate: '2026-02-01T00:00:00.000Z',
      date: '2026-02-01T00:00:00.000Z',
      updated_at: START,
      readingTime: 1,
      contentHtml: `<p>${draft.content}</p>`,
      version: 1,
    });
    expect(await anyPost(draft.slug)).toEqual(created);
    expect(await publishedPost(draft.slug)).toEqual(created);
  });

  it('have the default author, and the date of their creation, when they name none', async () => {
    const { write } = makePosts(await makeDatabase());
    const post = await write({ title: 'A', author: '  ' });
    expect(post).toMatchObject({ author: 'Site AI', date: START, publishDate: null });
  });

  it('may be as long as the limits allow', async () => {
    const { write, anyPost } = makePosts(await makeDatabase());
    const content = 'Längst \u{1F9EA}\r\n'.repeat(150_000).slice(0, 1_999_998);
    await write({ title: 'Long', content });
    expect((await anyPost('long'))?.content === content).toBe(true);
  });

  it('cannot take the address of another, and then nothing is written', async () => {
    const db = await makeDatabase();
    const { write, createPost } = makePosts(db);
    await write({ title: 'A', tags: ['one'] });
    const before = await everything(db);
    const second = await createPost(input({ title: 'A', tags: ['two', 'three'] }));
    expect(second).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(await everything(db)).toEqual(before);
  });

  it('are written once when two take the same address at once', async () => {
    const db = await makeDatabase();
    const { createPost } = makePosts(db);
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, number) =>
        createPost(input({ title: 'A', tags: [`${number}`] })),
      ),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    const { posts, tags } = await everything(db);
    expect([posts.length, tags.length]).toEqual([1, 1]);
  });

  it('are all written when many are at once', async () => {
    const { createPost, allPosts } = makePosts(await makeDatabase());
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, number) => createPost(input({ title: `Post ${number}` }))),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(await allPosts({ limit: 100 })).toMatchObject({ total: 20 });
  });

  it('are replaced whole by an edit, and keep id and creation date', async () => {
    const { clock, write, editPost, anyPost } = makePosts(await makeDatabase());
    const before = await write({
      title: 'A',
      description: 'first',
      tags: ['one', 'two'],
      coverImage: '/a.png',
      references: [{ url: 'https://a.test' }],
    });
    clock.advance(1000);
    const edited = unwrap(await editPost('a', input({ title: 'A', tags: ['two', 'three'] })));
    expect(edited).toEqual({
      ...before,
      description: '',
      tags: ['two', 'three'],
      coverImage: '',
      references: [],
      version: 2,
      updated_at: '2026-03-01T09:00:01.000Z',
    });
    expect(await anyPost('a')).toEqual(edited);
  });

  it('take the publish date as their date, and fall back to the first publication without one', async () => {
    const { clock, write, editPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    clock.advanceDays(1);
    const dated = input({ title: 'A', publishDate: '2020-01-01T00:00:00Z' });
    expect(unwrap(await editPost('a', dated)).date).toBe('2020-01-01T00:00:00.000Z');
    expect(unwrap(await editPost('a', input({ title: 'A' }))).date).toBe(START);
  });

  it('that were drafts are new to readers when they are published, wherever posts are listed', async () => {
    const { clock, write, editPost, ...posts } = makePosts(await makeDatabase());
    const draft = { title: 'Draft', status: 'draft' as const, tags: ['t'] };
    await write(draft);
    clock.advanceDays(1);
    await write({ title: 'Other', tags: ['t'] });
    expect(unwrap(await editPost('draft', input(draft))).date).toBe(START);
    clock.advanceDays(1);
    const published = unwrap(await editPost('draft', input({ ...draft, status: 'published' })));
    const instant = clock.now().toISOString();
    expect([published.date, published.updated_at]).toEqual([instant, instant]);
    for (const filter of [{}, { tag: 't' }, { q: 'text' }]) {
      const first = await posts.publishedPosts({ limit: 1, ...filter });
      expect(titles(first)).toEqual(['Draft']);
      const after = first.next ?? undefined;
      expect(titles(await posts.publishedPosts({ limit: 1, after, ...filter }))).toEqual(['Other']);
    }
    expect((await posts.newestPosts(1))[0]?.title).toBe('Draft');
    const { entries } = await posts.sitemapEntries({ limit: 2 });
    expect(entries.at(-1)).toEqual({ slug: 'draft', lastModified: instant });
  });

  it('keep the date of their first publication when they are taken down and published again', async () => {
    const { clock, write, editPost } = makePosts(await makeDatabase());
    const later = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const states = [
      // A schedule that is changed before it is due has published nothing.
      [{ status: 'draft' }, START],
      [{ publishDate: '2030-01-01T00:00:00Z' }, '2030-01-01T00:00:00.000Z'],
      [{ status: 'draft' }, START],
      // One that has become due has, without a save.
      [{ publishDate: later }, later],
    ] as const;
    await write({ title: 'A', status: 'draft' });
    for (const [fields, date] of states) {
      expect(unwrap(await editPost('a', input({ title: 'A', ...fields }))).date).toBe(date);
    }
    clock.advanceDays(5);
    for (const fields of [{ status: 'draft' }, { status: 'published' }, {}] as const) {
      expect(unwrap(await editPost('a', input({ title: 'A', ...fields }))).date).toBe(later);
    }
    const moved = input({ title: 'A', publishDate: '2031-01-01T00:00:00Z' });
    expect(unwrap(await editPost('a', moved)).date).toBe('2031-01-01T00:00:00.000Z');
    expect(unwrap(await editPost('a', input({ title: 'A' }))).date).toBe(later);
  });

  it('are safe from a stale edit, which is answered with the post as it stands', async () => {
    const db = await makeDatabase();
    const { write, editPost } = makePosts(db);
    await write({ title: 'A' });
    const theirs = unwrap(
      await editPost('a', input({ title: 'Theirs', slug: 'a' }), { version: 1 }),
    );
    const before = await everything(db);
    const mine = await editPost('a', input({ title: 'Mine', slug: 'mine', tags: ['x'] }), {
      version: 1,
    });
    expect(mine).toMatchObject({ ok: false, failure: { kind: 'conflict', current: theirs } });
    expect(await everything(db)).toEqual(before);
    expect(await editPost('a', input({ title: 'Mine', slug: 'a' }), { version: 2 })).toMatchObject({
      ok: true,
    });
  });

  it('take one of two edits that are made at once from the same version', async () => {
    const { write, editPost, anyPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    const results = await Promise.all(
      ['b', 'c', 'd'].map((slug) =>
        editPost('a', input({ title: slug, slug, tags: [slug] }), { version: 1 }),
      ),
    );
    const [won, ...others] = results.filter((result) => result.ok);
    expect(others).toEqual([]);
    expect(await anyPost('a')).toEqual(won?.value);
    expect(results.filter((result) => !result.ok)).toEqual(
      Array(2).fill({
        ok: false,
        failure: expect.objectContaining({ kind: 'conflict', current: won?.value }),
      }),
    );
  });

  it('take every edit that names no version', async () => {
    const { write, editPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    const edits = [1, 2, 3].map((number) =>
      editPost('a', input({ title: `${number}`, slug: 'a' })),
    );
    const versions = (await Promise.all(edits)).map((result) => unwrap(result).version);
    expect(versions.sort()).toEqual([2, 3, 4]);
  });

  it('are found at every address that they ever had', async () => {
    const { write, editPost, anyPost, publishedPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    const last = unwrap(await editPost('b', input({ title: 'C' })));
    for (const slug of ['a', 'b', 'c', 'A', 'C']) {
      expect(await anyPost(slug)).toEqual(last);
      expect(await publishedPost(slug)).toEqual(last);
    }
    expect(await anyPost('d')).toBeNull();
  });

  it('may go back to an address of their own', async () => {
    const db = await makeDatabase();
    const { write, editPost, anyPost } = makePosts(db);
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    const back = unwrap(await editPost('b', input({ title: 'A' })));
    expect([await anyPost('a'), await anyPost('b')]).toEqual([back, back]);
    expect((await everything(db)).addresses).toEqual([{ slug: 'b', post_id: back.id }]);
  });

  it('can be edited by an address that they had, as a form that was open keeps it', async () => {
    const { write, editPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    expect(await editPost('a', input({ title: 'Again', slug: 'b' }))).toMatchObject({
      ok: true,
      value: { title: 'Again', slug: 'b', version: 3 },
    });
  });

  it('cannot be moved to the address of another, and then nothing changes', async () => {
    const db = await makeDatabase();
    const { write, editPost } = makePosts(db);
    await write({ title: 'A', tags: ['one'] });
    await write({ title: 'B', tags: ['two'] });
    const before = await everything(db);
    const moved = await editPost('b', input({ title: 'New', slug: 'a', tags: ['three'] }), {
      version: 1,
    });
    expect(moved).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(await everything(db)).toEqual(before);
  });

  it('take an old address of another, which ends its redirect for good', async () => {
    const { write, editPost, removePost, anyPost } = makePosts(await makeDatabase());
    await write({ title: 'First' });
    await editPost('first', input({ title: 'Moved' }));
    const taker = await write({ title: 'Taker', slug: 'first' });
    expect(await anyPost('first')).toEqual(taker);
    await removePost('first');
    expect(await anyPost('first')).toBeNull();

    await write({ title: 'Second' });
    await editPost('moved', input({ title: 'Moved again' }));
    const moved = unwrap(await editPost('second', input({ title: 'Second', slug: 'moved' })));
    expect(await anyPost('moved')).toEqual(moved);
    expect((await anyPost('second'))?.slug).toBe('moved');
    expect((await anyPost('moved-again'))?.slug).toBe('moved-again');
  });

  it('are hidden by a draft that takes their old address, as a living post does', async () => {
    const { write, editPost, publishedPost, anyPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    await write({ title: 'Draft', slug: 'a', status: 'draft' });
    expect(await publishedPost('a')).toBeNull();
    expect((await anyPost('a'))?.title).toBe('Draft');
  });

  it('are removed with their tags and old addresses, and leave the address free', async () => {
    const db = await makeDatabase();
    const { write, editPost, removePost, anyPost } = makePosts(db);
    await write({ title: 'Kept', tags: ['one'] });
    await write({ title: 'A', tags: ['one', 'two'] });
    await editPost('a', input({ title: 'B', tags: ['one'] }));
    expect(await removePost('B')).toEqual({ ok: true, value: undefined });
    expect([await anyPost('a'), await anyPost('b')]).toEqual([null, null]);
    const { posts, tags, addresses } = await everything(db);
    expect([posts.length, tags.length, addresses.length]).toEqual([1, 1, 0]);
    expect(await write({ title: 'B' })).toMatchObject({ version: 1 });
  });

  it('are not removed by an old address, nor twice', async () => {
    const { write, editPost, removePost, anyPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    expect(await removePost('a')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    expect(await anyPost('b')).not.toBeNull();
    await removePost('b');
    expect(await removePost('b')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  });

  it('that are not there cannot be edited', async () => {
    const { editPost } = makePosts(await makeDatabase());
    expect(await editPost('nowhere', input({ title: 'A' }))).toMatchObject({
      ok: false,
      failure: { kind: 'not-found' },
    });
  });

  it('are not written or changed when their body cannot be rendered', async () => {
    const db = await makeDatabase();
    const { createPost, editPost, write } = makePosts(db, async (content) =>
      content === 'endless' ? null : renderPlainly(content),
    );
    await write({ title: 'A' });
    const before = await everything(db);
    for (const result of [
      await createPost(input({ title: 'B', content: 'endless' })),
      await editPost('a', input({ title: 'A', content: 'endless' })),
    ]) {
      expect(result).toMatchObject({
        ok: false,
        failure: { kind: 'invalid', issues: [{ loc: ['body', 'content'] }] },
      });
    }
    expect(await everything(db)).toEqual(before);
  });

  it('are seen by the public when published and due, and by themselves from then on', async () => {
    const { clock, write, publishedPosts, publishedPost, anyPost } = makePosts(
      await makeDatabase(),
    );
    await write({ title: 'Now' });
    await write({ title: 'Draft', status: 'draft' });
    await write({ title: 'Past draft', status: 'draft', publishDate: '2020-01-01T00:00:00Z' });
    await write({ title: 'Soon', publishDate: '2026-03-01T10:00:00Z' });
    const seen = async () => titles(await publishedPosts({ limit: 100 }));

    expect(await seen()).toEqual(['Now']);
    for (const slug of ['draft', 'past-draft', 'soon']) {
      expect(await publishedPost(slug)).toBeNull();
      expect((await anyPost(slug))?.slug).toBe(slug);
    }
    clock.set('2026-03-01T09:59:59.999Z');
    expect(await seen()).toEqual(['Now']);
    clock.set('2026-03-01T10:00:00.000Z');
    expect(await seen()).toEqual(['Soon', 'Now']);
    expect((await publishedPost('soon'))?.title).toBe('Soon');
  });

  it('do not show a draft or a scheduled post at an old address either', async () => {
    const { clock, write, editPost, publishedPost } = makePosts(await makeDatabase());
    await write({ title: 'A', publishDate: '2026-03-02T00:00:00Z' });
    await editPost('a', input({ title: 'B', publishDate: '2026-03-02T00:00:00Z' }));
    expect(await publishedPost('a')).toBeNull();
    clock.advanceDays(1);
    expect((await publishedPost('a'))?.slug).toBe('b');
    await editPost('b', input({ title: 'B', status: 'draft' }));
    expect(await publishedPost('a')).toBeNull();
  });

  it('are counted for the dashboard: scheduled ones as published', async () => {
    const { write, editPost, removePost, postStats } = makePosts(await makeDatabase());
    expect(await postStats()).toEqual({ total: 0, published: 0, drafts: 0 });
    await write({ title: 'A' });
    await write({ title: 'B', publishDate: '2030-01-01T00:00:00Z' });
    await write({ title: 'C', status: 'draft' });
    expect(await postStats()).toEqual({ total: 3, published: 2, drafts: 1 });
    await editPost('a', input({ title: 'A', status: 'draft' }));
    expect(await postStats()).toEqual({ total: 3, published: 1, drafts: 2 });
    await removePost('c');
    expect(await postStats()).toEqual({ total: 2, published: 1, drafts: 1 });
  });

  it('are listed newest first, without bodies', async () => {
    const { write, publishedPosts } = makePosts(await makeDatabase());
    await write({ title: 'Middle', publishDate: '2025-06-01T00:00:00Z', tags: ['b', 'a'] });
    await write({ title: 'Old', publishDate: '2009-12-31T23:59:59Z' });
    await write({ title: 'New' });
    const page = await publishedPosts({ limit: 100 });
    expect(titles(page)).toEqual(['New', 'Middle', 'Old']);
    expect(page).toMatchObject({ total: 3, next: null });
    expect(page.posts[1]?.tags).toEqual(['b', 'a']);
    for (const post of page.posts) {
      expect(Object.keys(post)).not.toContain('content');
      expect(Object.keys(post)).not.toContain('contentHtml');
    }
  });

  it('are each listed exactly once, page by page, also when many have the same date', async () => {
    const { write, publishedPosts, allPosts } = makePosts(await makeDatabase());
    const dates = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', null];
    for (let number = 0; number < 17; number++) {
      await write({ title: `Post ${number}`, publishDate: dates[number % 3] ?? null });
    }
    for (const list of [publishedPosts, allPosts]) {
      const whole = await list({ limit: 100 });
      expect(whole.posts.map((post) => post.date)).toEqual(
        whole.posts
          .map((post) => post.date)
          .toSorted()
          .reverse(),
      );
      for (const limit of [1, 2, 5, 16, 17, 18]) {
        const pages = await allPages(list, limit);
        expect(pages.flatMap(titles)).toEqual(titles(whole));
        expect(pages.every((page) => page.total === 17)).toBe(true);
        expect(pages).toHaveLength(Math.ceil(17 / limit));
      }
    }
  });

  it('go on where a page ended although newer ones came in between', async () => {
    const { clock, write, removePost, publishedPosts } = makePosts(await makeDatabase());
    for (const title of ['1', '2', '3', '4']) {
      clock.advance(1000);
      await write({ title });
    }
    const first = await publishedPosts({ limit: 2 });
    clock.advance(1000);
    await write({ title: '5' });
    await removePost('3');
    const second = await publishedPosts({ limit: 2, after: first.next ?? undefined });
    expect([titles(first), titles(second)]).toEqual([
      ['4', '3'],
      ['2', '1'],
    ]);
  });

  it('are read by numbered pages as they are one after another, whatever is moved and removed', async () => {
    const db = await makeDatabase();
    const { write, editPost, removePost, publishedPosts } = makePosts(db);
    const instants = ['2019-12-31T23:59:59Z', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00.001Z'];
    for (let number = 0; number < 40; number++) {
      const minutes = 7 ** (number % 8);
      const spread = new Date(Date.parse(START) - minutes * 60_000).toISOString();
      const publishDate = instants[number % 5] ?? spread;
      await write({ title: `${number}`, publishDate, status: number % 7 ? 'published' : 'draft' });
    }
    await write({ title: 'Scheduled', publishDate: '2027-01-01T00:00:00Z' });
    await editPost('3', input({ title: '3', publishDate: '2018-01-01T00:00:00Z' }));
    await editPost('4', input({ title: '4', publishDate: START, status: 'draft' }));
    await editPost('7', input({ title: '7', publishDate: START }));
    await removePost('5');
    const all = titles(await publishedPosts({ limit: 100 }));
    expect(all).toHaveLength(33);
    for (const limit of [1, 4, 33, 50]) {
      const pages = Math.ceil(all.length / limit);
      const numbers = Array.from({ length: pages }, (_, number) => number + 1);
      const read = await Promise.all(numbers.map((page) => publishedPosts({ limit, page })));
      expect(read.flatMap(titles)).toEqual(all);
      expect(new Set(read.map(({ total }) => total))).toEqual(new Set([33]));
      const past = await publishedPosts({ limit, page: pages + 1 });
      expect([past.posts, past.total]).toEqual([[], 33]);
    }
  });

  it('are read whole, newest first, as far as a feed wants and the public may see', async () => {
    const { clock, write, newestPosts } = makePosts(await makeDatabase());
    await write({ title: 'Draft', status: 'draft' });
    await write({ title: 'Scheduled', publishDate: '2027-01-01T00:00:00Z' });
    const written: Post[] = [];
    for (const title of ['1', '2', '3']) {
      clock.advance(1000);
      written.unshift(await write({ title, tags: ['b', title], content: `Body ${title}` }));
    }
    expect(await newestPosts(2)).toEqual(written.slice(0, 2));
    expect(await newestPosts(20)).toEqual(written);
  });

  it('have their addresses listed exactly once, oldest first, from a number or a place on', async () => {
    const { clock, write, sitemapEntries, publishedPostCount } = makePosts(await makeDatabase());
    const dates = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', '2026-03-02T00:00:00Z'];
    for (let number = 0; number < 9; number++) {
      await write({ title: `Post ${number}`, publishDate: dates[number % 3] ?? null });
    }
    await write({ title: 'Draft', status: 'draft' });
    expect([
      await publishedPostCount(),
      (await sitemapEntries({ limit: 99 })).entries.length,
    ]).toEqual([6, 6]);
    clock.advanceDays(1);
    expect(await publishedPostCount()).toBe(9);
    const { entries: all } = await sitemapEntries({ limit: 99 });
    expect(all.map(({ slug }) => Number(slug.slice(5)) % 3)).toEqual([1, 1, 1, 0, 0, 0, 2, 2, 2]);
    expect(all.map(({ lastModified }) => lastModified)).toEqual([
      ...Array.from({ length: 6 }, () => START),
      ...Array.from({ length: 3 }, () => '2026-03-02T00:00:00.000Z'),
    ]);
    for (const limit of [1, 2, 4, 9]) {
      for (const offset of [0, 3]) {
        let page = await sitemapEntries({ limit, offset });
        const found = [...page.entries];
        while (page.next !== null) {
          page = await sitemapEntries({ limit, after: page.next });
          found.push(...page.entries);
        }
        expect(found).toEqual(all.slice(offset));
      }
    }
  });

  it('are filtered by tag, to the letter', async () => {
    const { write, publishedPosts } = makePosts(await makeDatabase());
    await write({ title: 'A', tags: ['kinase', 'assay'] });
    await write({ title: 'B', tags: ['Kinase'] });
    await write({ title: 'C', tags: ['kinases', '%'] });
    await write({ title: 'D', tags: ['kinase'], status: 'draft' });
    const tagged = async (tag: string) => {
      const page = await publishedPosts({ limit: 100, tag });
      expect(page.total).toBe(page.posts.length);
      return titles(page);
    };
    expect(await tagged('kinase')).toEqual(['A']);
    expect(await tagged('%')).toEqual(['C']);
    expect(await tagged('none')).toEqual([]);
    const [post] = (await publishedPosts({ limit: 1, tag: 'assay' })).posts;
    expect(post?.tags).toEqual(['kinase', 'assay']);
  });

  it('are found by words of title, description, slug and tags, whatever the case', async () => {
    const { write, allPosts } = makePosts(await makeDatabase());
    await write({ title: 'Reading an IC50', slug: 'dose', description: 'Half the EFFECT' });
    await write({ title: 'Selectivity', tags: ['Über-Kinase', 'β-catenin'] });
    await write({ title: '100 % sure_of it\\', slug: 'sure' });
    const found = async (q: string) => {
      const page = await allPosts({ limit: 100, q });
      expect(page.total).toBe(page.posts.length);
      return titles(page).sort();
    };
    expect(await found('ic50')).toEqual(['Reading an IC50']);
    expect(await found('  effect   READING ')).toEqual(['Reading an IC50']);
    expect(await found('effect selectivity')).toEqual([]);
    expect(await found('DOSE')).toEqual(['Reading an IC50']);
    expect(await found('kinase')).toEqual(['Selectivity']);
    expect(await found('Über')).toEqual(['Selectivity']);
    expect(await found('über')).toEqual(['Selectivity']);
    expect(await found('ÜBER Β-CATENIN')).toEqual(['Selectivity']);
    expect(await found('%')).toEqual(['100 % sure_of it\\']);
    expect(await found('e_o')).toEqual(['100 % sure_of it\\']);
    expect(await found('it\\')).toEqual(['100 % sure_of it\\']);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await found('')).toHaveLength(3);
    expect(await found(' \t')).toHaveLength(3);
  });

  it('are filtered by status, tag and words together, page by page', async () => {
    const { write, allPosts } = makePosts(await makeDatabase());
    for (let number = 0; number < 6; number++) {
      await write({
        title: `Post ${number}`,
        status: number % 2 === 0 ? 'draft' : 'published',
        tags: number < 4 ? ['low'] : [],
        publishDate: '2026-01-01T00:00:00Z',
      });
    }
    const listed = async (query: Partial<Parameters<typeof allPosts>[0]>) => {
      const { total, posts } = await allPosts({ limit: 100, ...query });
      expect(posts).toHaveLength(total);
      return posts.map((post) => post.title).sort();
    };
    expect(await listed({})).toHaveLength(6);
    expect(await listed({ status: 'draft' })).toEqual(['Post 0', 'Post 2', 'Post 4']);
    expect(await listed({ status: 'published', tag: 'low' })).toEqual(['Post 1', 'Post 3']);
    expect(await listed({ status: 'draft', tag: 'low', q: 'post 2' })).toEqual(['Post 2']);
    const pages = await allPages((query) => allPosts({ ...query, tag: 'low' }), 3);
    expect(pages.flatMap(titles).sort()).toEqual(['Post 0', 'Post 1', 'Post 2', 'Post 3']);
    expect(pages.map((page) => page.total)).toEqual([4, 4]);
  });

  it('count only what the public may see in a public list', async () => {
    const { clock, write, publishedPosts } = makePosts(await makeDatabase());
    await write({ title: 'A', tags: ['t'] });
    await write({ title: 'B', tags: ['t'], status: 'draft' });
    await write({ title: 'C', tags: ['t'], publishDate: '2026-03-02T00:00:00Z' });
    const totals = async () => [
      (await publishedPosts({ limit: 1 })).total,
      (await publishedPosts({ limit: 1, tag: 't' })).total,
      (await publishedPosts({ limit: 1, q: 't' })).total,
    ];
    expect(await totals()).toEqual([1, 1, 1]);
    clock.advanceDays(1);
    expect(await totals()).toEqual([2, 2, 2]);
  });

  it('stay reachable as a simple model says, whatever is written, moved and removed', async () => {
    const db = await makeDatabase();
    const posts = makePosts(db);
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 20 }), async (steps) => {
        await db.query.deleteFrom('posts').execute();
        const model = makeModel();
        for (const step of steps) {
          const { ok, id } = await perform(step, posts);
          expect(ok).toBe(model[step.kind](step, id));
        }
        const found = await Promise.all(SLUGS.map(async (slug) => (await posts.anyPost(slug))?.id));
        expect(found).toEqual(SLUGS.map(model.at));
      }),
      { numRuns: 25 },
    );
  });
});

const SLUGS = ['a', 'b', 'c', 'd'];
const STEP = fc.record({
  kind: fc.constantFrom('create' as const, 'move' as const, 'remove' as const),
  from: fc.constantFrom(...SLUGS),
  to: fc.constantFrom(...SLUGS),
});
type Step = { kind: 'create' | 'move' | 'remove'; from: string; to: string };

async function perform(
  { kind, from, to }: Step,
  { createPost, editPost, removePost }: ReturnType<typeof makePosts>,
): Promise<{ ok: boolean; id: string }> {
  const draft = input({ title: 'T', slug: kind === 'create' ? from : to });
  const result = await {
    create: () => createPost(draft),
    move: () => editPost(from, draft),
    remove: () => removePost(from),
  }[kind]();
  return { ok: result.ok, id: result.ok ? (result.value?.id ?? '') : '' };
}

/** Who lives where and who once did; each step says whether it can be done. */
function makeModel() {
  const living = new Map<string, string>();
  const former = new Map<string, string>();
  const at = (slug: string) => living.get(slug) ?? former.get(slug);
  const settle = (slug: string, id: string) => {
    living.set(slug, id);
    former.delete(slug);
  };
  const slugsOf = (id: string, map: Map<string, string>) =>
    [...map].filter(([, owner]) => owner === id).map(([slug]) => slug);

  return {
    at,
    create({ from }: Step, id: string): boolean {
      if (living.has(from)) return false;
      settle(from, id);
      return true;
    },
    move({ from, to }: Step): boolean {
      const id = at(from);
      if (id === undefined || (living.get(to) ?? id) !== id) return false;
      for (const slug of slugsOf(id, living)) {
        living.delete(slug);
        former.set(slug, id);
      }
      settle(to, id);
      return true;
    },
    remove({ from }: Step): boolean {
      const id = living.get(from);
      if (id === undefined) return false;
      living.delete(from);
      for (const slug of slugsOf(id, former)) former.delete(slug);
      return true;
    },
  };
}
