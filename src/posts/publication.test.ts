import { describe, expect, it } from 'vitest';
import { input, makePosts, titles } from '../../test/make-posts.ts';
import { START } from '../../test/make-site.ts';
import { unwrap } from '../../test/unwrap.ts';

describe('posts', () => {
  it('take the publish date as their date, and fall back to the first publication without one', async () => {
    const { clock, write, editPost } = makePosts();
    await write({ title: 'A' });
    clock.advanceDays(1);
    const dated = input({ title: 'A', publishDate: '2020-01-01T00:00:00Z' });
    expect(unwrap(await editPost('a', dated)).date).toBe('2020-01-01T00:00:00.000Z');
    expect(unwrap(await editPost('a', input({ title: 'A' }))).date).toBe(START);
  });

  it('that were drafts are new to readers when they are published, wherever posts are listed', async () => {
    const { clock, write, editPost, ...posts } = makePosts();
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
    const entries = await posts.sitemapEntries();
    expect(entries.at(-1)).toEqual({ slug: 'draft', lastModified: instant });
  });

  it('keep the date of their first publication when they are taken down and published again', async () => {
    const { clock, write, editPost } = makePosts();
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
});
