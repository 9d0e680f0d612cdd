import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { START } from '../../test/make-app.ts';
import { everything, input, makePosts, renderPlainly } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { etagOf } from './post.ts';
import { postInputSchema } from './post-input.ts';
import { NO_STATEMENTS } from './statements.ts';

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
      coverImage: 'https://other.test/cover.svg',
      coverImageCaption: 'A curve',
      status: 'published' as const,
      publishDate: '2026-02-01T10:00:00+10:00',
      references: [{ title: 'A', url: 'https://a.test', description: 'd', type: 'book' as const }],
      citationStyle: 'author-date' as const,
      isResearch: true,
      ...NO_STATEMENTS,
      funding: 'Somebody',
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
      etag: etagOf(created),
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

  it('cannot take the slug of another, and then nothing is written', async () => {
    const db = await makeDatabase();
    const { write, createPost } = makePosts(db);
    await write({ title: 'A', tags: ['one'] });
    const before = await everything(db);
    const second = await createPost(input({ title: 'A', tags: ['two', 'three'] }));
    expect(second).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(await everything(db)).toEqual(before);
  });

  it('are written once when several take the same slug at once', async () => {
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

  it('are all written when many are created at once', async () => {
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
      coverImage: 'https://other.test/a.png',
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
      etag: etagOf(edited),
      updated_at: '2026-03-01T09:00:01.000Z',
    });
    expect(await anyPost('a')).toEqual(edited);
  });

  it('are safe from a stale edit, which fails with the current post', async () => {
    const db = await makeDatabase();
    const { write, editPost } = makePosts(db);
    const { etag } = await write({ title: 'A' });
    const theirs = unwrap(await editPost('a', input({ title: 'Theirs', slug: 'a' }), { etag }));
    const before = await everything(db);
    const mine = await editPost('a', input({ title: 'Mine', slug: 'mine', tags: ['x'] }), {
      etag,
    });
    expect(mine).toMatchObject({ ok: false, failure: { kind: 'conflict', current: theirs } });
    expect(await everything(db)).toEqual(before);
    const current = { etag: theirs.etag };
    expect(await editPost('a', input({ title: 'Mine', slug: 'a' }), current)).toMatchObject({
      ok: true,
    });
  });

  it('take one of several edits that are made at once from the same version', async () => {
    const { write, editPost, anyPost } = makePosts(await makeDatabase());
    const { etag } = await write({ title: 'A' });
    const results = await Promise.all(
      ['b', 'c', 'd'].map((slug) =>
        editPost('a', input({ title: slug, slug, tags: [slug] }), { etag }),
      ),
    );
    const [won, ...others] = results.filter((result) => result.ok).map(unwrap);
    expect(others).toEqual([]);
    expect(await anyPost('a')).toEqual(won);
    expect(results.filter((result) => !result.ok)).toEqual(
      Array(2).fill({
        ok: false,
        failure: expect.objectContaining({
          kind: 'conflict',
          current: { ...won, savedBy: null, savedAt: won?.updated_at },
        }),
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

  it('are removed with their tags, and leave their slug and the former ones free', async () => {
    const db = await makeDatabase();
    const { write, editPost, removePost, anyPost } = makePosts(db);
    await write({ title: 'Kept', tags: ['one'] });
    await write({ title: 'A', tags: ['one', 'two'] });
    await editPost('a', input({ title: 'B', tags: ['one'] }));
    expect(await removePost('B')).toEqual({ ok: true, value: undefined });
    expect([await anyPost('a'), await anyPost('b')]).toEqual([null, null]);
    expect((await everything(db)).tags).toMatchObject([{ tag: 'one', position: 0 }]);
    for (const title of ['A', 'B']) expect(await write({ title })).toMatchObject({ version: 1 });
  });

  it('are not removed by a former slug, nor twice', async () => {
    const { write, editPost, removePost, anyPost } = makePosts(await makeDatabase());
    await write({ title: 'A' });
    await editPost('a', input({ title: 'B' }));
    expect(await removePost('a')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    expect(await anyPost('b')).not.toBeNull();
    await removePost('b');
    expect(await removePost('b')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  });

  it('that do not exist cannot be edited', async () => {
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
});
