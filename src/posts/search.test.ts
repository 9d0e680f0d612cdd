import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp, START } from '../../test/make-app.ts';
import { input, makePosts, readPages, titles } from '../../test/make-posts.ts';
import { renderBody } from '../rendering/body.ts';
import { type Database, forPublic } from '../server/db/connect.ts';
import { migrate } from '../server/db/migrate.ts';
import type { PostDraft } from './post-input.ts';
import { createPostSearch } from './post-search.ts';
import { indexOutdatedPosts } from './reindex.ts';
import { wordsOf } from './search-words.ts';

function makeBlog(db: Database) {
  const { now, ...posts } = makePosts(db, renderBody);
  const { searchPosts } = createPostSearch({ db: forPublic(db), now });

  /** The titles of a reader's results, best first. */
  async function found(q: string): Promise<string[]> {
    const { results } = await searchPosts(q, { limit: 100, offset: 0 });
    return results.map(({ post }) => post.title);
  }

  /** The titles of the list for administrators, newest first. */
  async function listed(q: string, filter: { tag?: string; status?: 'draft' } = {}) {
    const page = await posts.allPosts({ limit: 100, q, ...filter });
    expect(page.total).toBe(page.posts.length);
    return titles(page);
  }

  return { ...posts, found, listed, searchPosts };
}

type ModelPost = {
  id: string;
  title: string;
  publishDate: string;
  tags: string[];
  words: string[];
};

/** Many have one instant or one second, and the others are ever further apart. */
function modelPost(number: number): ModelPost {
  const age = number < 30 ? (number % 3) * 400 : 1.25 ** number * 60_000;
  return {
    id: '',
    title: `Post ${number}`,
    publishDate: new Date(Math.max(Date.parse(START) - age, 0)).toISOString(),
    tags: number % 5 === 0 ? ['Fifth'] : [],
    words: ['alpha', 'beta', 'gamma'].filter((_, bit) => (number >> bit) % 2 === 0),
  };
}

/** What people and attackers type. */
const TYPED = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => text.replaceAll('\0', '')),
  fc
    .array(
      fc.constantFrom(
        '"',
        "'",
        '*',
        '(',
        ')',
        ':',
        '^',
        '+',
        '-',
        '{',
        '}',
        '&',
        '|',
        '!',
        '<',
        '>',
        '<->',
        '\\',
        '%',
        '_',
        '$$',
        ';',
        '--',
        '/*',
        '·',
        '··published',
        '·kinase',
        '\u{e000}',
        'AND',
        'OR',
        'NOT',
        'NEAR',
        'NEAR(',
        'words:',
        'kinase',
        'kin*',
        'kin:*',
        'x'.repeat(90),
        'é',
        'e\u0301',
        'ß',
        'İ',
        '₅₀',
        '\u{1f9ea}',
        '\u200d',
        '한글',
        'ا',
      ),
      { maxLength: 30 },
    )
    .chain((parts) => fc.constantFrom(parts.join(' '), parts.join(''))),
);

describeEachEngine('a search', (makeDatabase, { makeEmptyDatabase }) => {
  it('finds posts by title, description, slug, tags and text, but not by their markup', async () => {
    const { write, found, listed } = makeBlog(await makeDatabase());
    await write({
      title: 'Reading a curve',
      slug: 'dose-response',
      description: 'Half the effect',
      tags: ['Assay quality', 'R&D'],
      content:
        '# Controls\n\nThe **Hill** slope of `f(x)` &amp; more, IC<sub>50</sub>.\n\n<p class="pull">Plain</p>\n\n[here](https://example.com/hidden)\n\n```python\nbackground = 3\n```',
    });
    await write({ title: 'Another' });
    for (const q of [
      'curve',
      'EFFECT',
      'dose',
      'assay',
      'r&d',
      'hill',
      'controls',
      'ic50',
      'IC₅₀',
      'plain',
      'hill curve',
      'quality half hill',
      'background',
      'f(x)',
      '“hill” slope!',
      'slope, Hill',
    ]) {
      expect([q, await found(q)]).toEqual([q, ['Reading a curve']]);
      expect([q, await listed(q)]).toEqual([q, ['Reading a curve']]);
    }
    for (const q of ['class', 'href', 'strong', 'hidden', 'amp', 'code', 'curve another', 'zzz']) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
  });

  it('takes accents, cases and numbers of a word for one another', async () => {
    const { write, found } = makeBlog(await makeDatabase());
    await write({ title: 'Étude of Über-Kinases', content: 'µM of β-catenin; two analyses' });
    for (const q of [
      'etude',
      'ÉTUDE',
      'uber',
      'ÜBER',
      'kinase',
      'KINASES',
      'μm',
      'Β',
      'analysis',
    ]) {
      expect([q, await found(q)]).toEqual([q, ['Étude of Über-Kinases']]);
    }
  });

  it('finds the beginning of a word, anywhere in the query', async () => {
    const { write, found } = makeBlog(await makeDatabase());
    await write({ title: 'Selectivity', content: 'Phosphorylation in a panel.' });
    await write({ title: 'Pan', content: 'Panels of kinases.' });
    expect(await found('selec')).toEqual(['Selectivity']);
    expect(await found('phosphoryl')).toEqual(['Selectivity']);
    expect(await found('kinases pane')).toEqual(['Pan']);
    expect(await found('selec phosphorylation')).toEqual([]);
    // A word that is one already stays one.
    expect(await found('pan')).toEqual(['Pan']);
  });

  it('does not complete a word on the page after the last that holds it whole', async () => {
    const { write, publishedPosts } = makeBlog(await makeDatabase());
    const { date, id } = await write({ title: 'Kin', publishDate: '2026-01-02T00:00:00Z' });
    await write({ title: 'Kinase', publishDate: '2026-01-01T00:00:00Z' });
    const list = (after?: { date: string; id: string }) =>
      publishedPosts({ limit: 5, q: 'kin', after });
    expect((await list()).posts.map(({ title }) => title)).toEqual(['Kin']);
    expect(await list({ date, id })).toEqual({ posts: [], total: 1, next: null });
  });

  it('shows those first that hold the words in the title, then in tags, description and text', async () => {
    const { clock, write, found, searchPosts } = makeBlog(await makeDatabase());
    const places: Partial<PostDraft>[] = [
      { title: 'Kinase one' },
      { title: 'Two', tags: ['Kinase'] },
      { title: 'Three', description: 'About a kinase' },
      { title: 'Four', content: 'A kinase, a kinase, a kinase.' },
      { title: 'Five', content: 'A kinase.' },
    ];
    for (const fields of places) {
      clock.advance(1000);
      await write(fields as PostDraft & { title: string });
    }
    expect(await found('kinase')).toEqual(['Kinase one', 'Two', 'Three', 'Five', 'Four']);
    const { results, total, isPartial } = await searchPosts('kinase', { limit: 2, offset: 2 });
    expect(results.map(({ post }) => post.title)).toEqual(['Three', 'Five']);
    expect([total, isPartial]).toEqual([5, false]);
  });

  it('shows the old post with the words in its title above newer ones that mention them', async () => {
    const { clock, write, searchPosts } = makeBlog(await makeDatabase());
    await write({ title: 'What a kinase is' });
    for (let number = 0; number < 201; number++) {
      clock.advance(1000);
      await write({ title: `Post ${number}`, content: 'A kinase.' });
    }
    const { results, total, isPartial } = await searchPosts('kinase', { limit: 2, offset: 0 });
    expect(results.map(({ post }) => post.title)).toEqual(['What a kinase is', 'Post 200']);
    expect([total, isPartial]).toEqual([201, true]);
  });

  it('shows a passage around what was found, as text in which the words are apart', async () => {
    const { write, searchPosts } = makeBlog(await makeDatabase());
    await write({
      title: 'A <b>kinase</b>',
      slug: 'a',
      content: `${'Before. '.repeat(100)}\n\nThe kinases & \`<script>\` stand here.\n\n${'After. '.repeat(100)}`,
    });
    const { results } = await searchPosts('kinase', { limit: 1, offset: 0 });
    const [{ title = [], excerpt = [] } = {}] = results;
    expect(title).toEqual([
      { text: 'A <b>', found: false },
      { text: 'kinase', found: true },
      { text: '</b>', found: false },
    ]);
    expect(excerpt.filter((part) => part.found)).toEqual([{ text: 'kinases', found: true }]);
    const whole = excerpt.map(({ text }) => text).join('');
    expect(whole).toMatch(/^The kinases & <script> stand here\. After\. .*After\.$/);
    expect(whole.length).toBeLessThan(260);
  });

  it('shows the public nothing of drafts and of what is not due', async () => {
    const { clock, write, found, listed, editPost, publishedPosts } = makeBlog(
      await makeDatabase(),
    );
    await write({ title: 'Draft kinase', status: 'draft' });
    await write({ title: 'Later kinase', publishDate: '2026-03-02T00:00:00Z' });
    await write({ title: 'Now kinase' });
    const publicly = async () =>
      (await publishedPosts({ limit: 9, q: 'kinase' })).posts.map(({ title }) => title);
    expect([await found('kinase'), await publicly()]).toEqual([['Now kinase'], ['Now kinase']]);
    expect(await listed('kinase', { status: 'draft' })).toEqual(['Draft kinase']);
    clock.advanceDays(1);
    expect(await found('kinase')).toEqual(['Later kinase', 'Now kinase']);
    expect((await publishedPosts({ limit: 1, q: 'kinase' })).total).toBe(2);
    await editPost('now-kinase', input({ title: 'Now kinase', status: 'draft' }));
    expect([await found('kinase'), await publicly()]).toEqual([['Later kinase'], ['Later kinase']]);
    expect(await found('draft')).toEqual([]);
    expect((await listed('kinase')).toSorted()).toEqual([
      'Draft kinase',
      'Later kinase',
      'Now kinase',
    ]);
  });

  it('follows what is edited, moved in time, withdrawn and removed, also by hand', async () => {
    const db = await makeDatabase();
    const { write, found, listed, editPost, removePost } = makeBlog(db);
    await write({ title: 'One', tags: ['old'], content: 'First words.' });
    await write({ title: 'Two', content: 'First words.' });
    await editPost('one', input({ title: 'One', tags: ['new'], content: 'Second words.' }));
    expect([await found('first'), await found('second')]).toEqual([['Two'], ['One']]);
    expect([await found('old'), await found('new')]).toEqual([[], ['One']]);
    expect(await listed('words', { tag: 'new' })).toEqual(['One']);
    await editPost(
      'two',
      input({ title: 'Two', publishDate: '2020-01-01T00:00:00Z', content: 'Words.' }),
    );
    expect(await listed('words')).toEqual(['One', 'Two']);
    await editPost(
      'one',
      input({ title: 'One', publishDate: '2019-01-01T00:00:00Z', content: 'Words.' }),
    );
    expect(await listed('words')).toEqual(['Two', 'One']);
    await editPost('two', input({ title: 'Two', status: 'draft', content: 'Words.' }));
    expect(await found('words')).toEqual(['One']);
    await sql`delete from posts where slug = 'one'`.execute(db.query);
    await removePost('two');
    expect(await listed('words')).toEqual([]);
    const { rows } = await sql`select post_id from post_search`.execute(db.query);
    expect(rows).toEqual([]);
  });

  it('is harmless whatever somebody types', async () => {
    const { write, searchPosts, publishedPosts, allPosts } = makeBlog(await makeDatabase());
    await write({ title: 'Kinase AND or NOT near', content: 'words 50 e ß' });
    await fc.assert(
      fc.asyncProperty(TYPED, async (q) => {
        const page = await searchPosts(q, { limit: 5, offset: 0 });
        const list = await publishedPosts({ limit: 5, q });
        await allPosts({ limit: 5, q, tag: q.slice(0, 100).toWellFormed(), status: 'draft' });
        if (wordsOf(q).length === 0) expect(page.total).toBe(0);
        if (q.trim() !== '') expect(list.total).toBe(page.total);
      }),
      { numRuns: 150 },
    );
  });

  it('finds the newest of many page by page, like a model that reads every post', async () => {
    const { write, publishedPosts } = makeBlog(await makeDatabase());
    const model: ModelPost[] = [];
    for (let number = 0; number < 90; number++) {
      const post = modelPost(number);
      const { words, tags, ...fields } = post;
      const { id } = await write({ ...fields, tags, content: `It has ${words.join(' ')}.` });
      model.push({ ...post, id });
    }
    for (const q of ['alpha', 'beta gamma', 'alpha beta gamma']) {
      for (const tag of [undefined, 'Fifth']) {
        const expected = model
          .filter((post) => q.split(' ').every((word) => post.words.includes(word)))
          .filter((post) => tag === undefined || post.tags.includes(tag))
          .map(({ title }) => title);
        for (const limit of [1, 7, 100]) {
          const pages = await readPages((query) => publishedPosts({ ...query, q, tag }), limit);
          const posts = pages.flatMap((page) => page.posts);
          // Each engine has an order of its own for posts of one instant.
          expect(posts.map(({ title }) => title).sort()).toEqual(expected.toSorted());
          const dates = posts.map(({ date }) => date);
          expect(dates).toEqual(dates.toSorted().reverse());
          expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
        }
      }
    }
  });

  it('finds what was written before there was a search', async () => {
    const open = await makeEmptyDatabase();
    const db = open();
    await migrate(db, '008-newsletter');
    const content = '## Controls\n\nThe *Hill* slope & IC<sub>50</sub>\n\nNext';
    await sql`insert into posts (id, slug, title, description, author, cover_image, cover_image_caption, "references",
        status, date, created_at, updated_at, reading_time, version, content, content_html)
      values ('p', 'old', 'Old post', 'Told', '', '', '', '[]', 'published', ${START}, ${START}, ${START}, 1, 1, ${content},
        '')`.execute(db.query);
    await sql`insert into post_tags (post_id, position, tag) values ('p', 0, 'Assays')`.execute(
      db.query,
    );
    await migrate(db);
    expect(await indexOutdatedPosts(db)).toBe(1);
    expect(await indexOutdatedPosts(db)).toBe(0);
    const { found, searchPosts, publishedPosts, listed } = makeBlog(db);
    expect(await found('told')).toEqual(['Old post']);
    const { services } = await makeApp({ db, render: renderBody });
    await services.posts.renderOutdated(new AbortController().signal);
    for (const q of ['old', 'told', 'hill slope', 'ic50', 'assay', 'next', 'controls']) {
      expect([q, await found(q)]).toEqual([q, ['Old post']]);
    }
    expect(await found('heading')).toEqual([]);
    expect(await listed('slope', { tag: 'Assays' })).toEqual(['Old post']);
    expect((await publishedPosts({ limit: 1, tag: 'Assays' })).total).toBe(1);
    expect((await publishedPosts({ limit: 1, page: 1 })).posts).toHaveLength(1);
    const { results } = await searchPosts('slope', { limit: 1, offset: 0 });
    expect(results[0]?.excerpt.map(({ text }) => text).join('')).toBe(
      'Controls · The Hill slope & IC₅₀ · Next',
    );
  });
});
