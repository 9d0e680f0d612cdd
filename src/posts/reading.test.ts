import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { START } from '../../test/make-app.ts';
import { input, makePosts, readPages, titles } from '../../test/make-posts.ts';
import type { Post } from './post.ts';
import type { PostQuery } from './post-page.ts';

describeEachEngine('posts', (makeDatabase) => {
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
        const pages = await readPages(list, limit);
        expect(pages.flatMap(titles)).toEqual(titles(whole));
        expect(pages.every((page) => page.total === 17)).toBe(true);
        expect(pages).toHaveLength(Math.ceil(17 / limit));
      }
    }
  });

  it('are named to pages that link to them, only while the public may see them', async () => {
    const { write, publishedTitles } = makePosts(await makeDatabase());
    await write({ title: 'Explained' });
    await write({ title: 'Draft', status: 'draft' });
    await write({ title: 'Later', publishDate: '2030-01-01T00:00:00Z' });
    await write({ title: 'Another' });
    expect(await publishedTitles(['another', 'draft', 'later', 'nothing', 'explained'])).toEqual([
      { slug: 'another', title: 'Another' },
      { slug: 'explained', title: 'Explained' },
    ]);
  });

  it('continue after the end of a page although newer ones came in between', async () => {
    const { clock, write, removePost, publishedPosts, newestTitles } = makePosts(
      await makeDatabase(),
    );
    for (const title of ['1', '2', '3', '4']) {
      clock.advance(1000);
      await write({ title });
    }
    const first = await publishedPosts({ limit: 2 });
    clock.advance(1000);
    await write({ title: '5' });
    expect((await newestTitles(2)).map(({ title }) => title)).toEqual(['5', '4']);
    await removePost('3');
    const second = await publishedPosts({ limit: 2, after: first.next ?? undefined });
    expect([titles(first), titles(second)]).toEqual([
      ['4', '3'],
      ['2', '1'],
    ]);
  });

  it('are the same by numbered pages as in one list, whatever is moved and removed', async () => {
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

  it('are read with their bodies for feeds, newest first, as far as the public may see them', async () => {
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

  it('are each listed once for the sitemap, oldest first, from an offset or a cursor on', async () => {
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

  it('are filtered by tag, in its exact spelling', async () => {
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
    const pages = await readPages((query) => allPosts({ ...query, tag: 'low' }), 3);
    expect(pages.flatMap(titles).sort()).toEqual(['Post 0', 'Post 1', 'Post 2', 'Post 3']);
    expect(pages.map((page) => page.total)).toEqual([4, 4]);
  });

  it('are scheduled until they are due, whatever else they are filtered by, page by page', async () => {
    const { write, allPosts, clock } = makePosts(await makeDatabase());
    await write({ title: 'Public kinase' });
    await write({ title: 'Draft kinase', status: 'draft', publishDate: '2027-01-01T00:00:00Z' });
    for (let hour = 10; hour < 15; hour++) {
      await write({
        title: `Kinase at ${hour}`,
        tags: hour < 12 ? ['early'] : [],
        publishDate: `2026-03-01T${hour}:00:00Z`,
      });
    }
    const scheduled = async (query: Partial<Parameters<typeof allPosts>[0]> = {}) => {
      const list = (page: PostQuery) => allPosts({ ...page, ...query, isScheduled: true });
      const pages = await readPages(list, 2);
      const found = pages.flatMap(titles);
      for (const { total } of pages) expect([query, total]).toEqual([query, found.length]);
      return found.map((title) => title.replace('Kinase at ', ''));
    };
    for (const query of [
      {},
      { q: 'kinase' },
      { q: 'inase at' },
      { status: 'published' },
    ] as const) {
      expect([query, await scheduled(query)]).toEqual([query, ['14', '13', '12', '11', '10']]);
    }
    expect(await scheduled({ tag: 'early' })).toEqual(['11', '10']);
    expect(await scheduled({ tag: 'early', q: 'kinase' })).toEqual(['11', '10']);
    expect(await scheduled({ status: 'draft' })).toEqual([]);
    clock.set('2026-03-01T12:00:00.000Z');
    expect(await scheduled()).toEqual(['14', '13']);
    expect(await scheduled({ q: 'kinase' })).toEqual(['14', '13']);
  });
});
