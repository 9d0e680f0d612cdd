import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { input, makePosts, readPages, titles } from '../../test/make-posts.ts';
import { START } from '../../test/make-site.ts';
import { renderBody } from '../rendering/body.ts';
import type { Database } from '../server/db/connect.ts';
import type { PostDraft } from './post-input.ts';
import { excerptOf, searchPosts as searchPostsOf } from './post-search.ts';
import { searchedText, wordsOf } from './search-words.ts';

function makeBlog(db: Database) {
  const { site, now, ...posts } = makePosts(db, renderBody);
  const { searchPosts } = boundTo(site, { searchPosts: searchPostsOf });

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

/** Many have one instant or one second, and the others are ever further apart. */
function numberedPost(number: number) {
  const age = number < 20 ? (number % 3) * 400 : 1.5 ** number * 60_000;
  return {
    title: `Post ${number}`,
    publishDate: new Date(Math.max(Date.parse(START) - age, 0)).toISOString(),
    tags: number % 5 === 0 ? ['Fifth'] : [],
    words: ['alpha', 'beta', 'gamma'].filter((_, bit) => (number >> bit) % 2 === 0),
  };
}

const SIGNS =
  '" \' * ( ) : ^ + - { } & | ! < > <-> \\ % _ $$ ; -- /* · ·· ··published ·kinase AND OR NOT NEAR NEAR( words: kinase kin* kin:* é ß İ ₅₀ 한글 ا'
    .split(' ')
    .concat('x'.repeat(90), 'e\u0301', '\u{1f9ea}', '\u200d', '\u{e000}');

/** What people and attackers type. */
const TYPED = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SIGNS),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.replaceAll('\0', '')),
    ),
    { maxLength: 30 },
  )
  .chain((parts) => fc.constantFrom(parts.join(' '), parts.join('')))
  .map((text) => text.slice(0, 200).toWellFormed());

describeEachEngine('a search', (makeDatabase) => {
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
    const words = ['curve', 'EFFECT', 'dose', 'assay', 'r&d', 'hill', 'controls', 'ic50', 'plain'];
    const phrases =
      'background;hill curve;curve contro;effe;quality half hill;f(x);“hill” slope!;slope, Hill';
    for (const q of [...words, ...phrases.split(';')]) {
      expect([q, await found(q)]).toEqual([q, ['Reading a curve']]);
      expect([q, await listed(q)]).toEqual([q, ['Reading a curve']]);
    }
    for (const q of ['class', 'href', 'strong', 'hidden', 'amp', 'code', 'curve another', 'zzz']) {
      expect([q, await found(q)]).toEqual([q, []]);
    }
  });

  it('finds words that look like numbers, and takes any text that a post may hold', async () => {
    const { write, found } = makeBlog(await makeDatabase());
    await write({ title: 'Entries', content: 'PDB 6E9Z of 7e4bba, at 1e5 and 3.5e-2.' });
    for (const q of ['6e9z', '7e4bba', '1e5', '5e'])
      expect([q, await found(q)]).toEqual([q, ['Entries']]);
    expect(await found('z')).toEqual([]);
    // Each letter folds to several, and all words differ.
    const letters = Array.from({ length: 99_000 }, (_, at) => 0x3300 + ((at * at + 31 * at) % 88));
    await write({ title: 'Squared', content: String.fromCodePoint(...letters) });
    expect(await found('squared')).toEqual(['Squared']);
  });

  it('shows those first that hold the words in the title, then in tags, description and text', async () => {
    const { clock, write, found, searchPosts } = makeBlog(await makeDatabase());
    const places: Partial<PostDraft>[] = [
      { title: 'Kinase one' },
      { title: 'Two', tags: ['Kinase'] },
      { title: 'Three', description: 'About a kinase' },
      { title: 'Four', content: 'A kinase.' },
    ];
    for (const fields of places) {
      clock.advance(1000);
      await write(fields as PostDraft & { title: string });
    }
    expect(await found('kinase')).toEqual(['Kinase one', 'Two', 'Three', 'Four']);
    const { results, total } = await searchPosts('kinase', { limit: 2, offset: 2 });
    expect(results.map(({ post }) => post.title)).toEqual(['Three', 'Four']);
    expect(total).toBe(4);
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
    expect(whole).toMatch(/^… .*The kinases & <script> stand here\. After\. .*After\. …$/);
    expect(whole.length).toBeLessThan(260);
  });

  it('shows the public nothing of drafts, of what is not due and of what is withdrawn', async () => {
    const blog = makeBlog(await makeDatabase());
    const { clock, write, found, listed, editPost, publishedPosts } = blog;
    await write({ title: 'Draft kinase', status: 'draft' });
    await write({ title: 'Later kinase', publishDate: '2026-03-02T00:00:00Z' });
    await write({ title: 'Now kinase' });
    const expectPublic = async (...expected: string[]) => {
      const page = await publishedPosts({ limit: 9, q: 'kinase' });
      expect([await found('kinase'), titles(page)]).toEqual([expected, expected]);
      expect(page.total).toBe(expected.length);
    };
    await expectPublic('Now kinase');
    expect(await listed('kinase', { status: 'draft' })).toEqual(['Draft kinase']);
    clock.advanceDays(1);
    await expectPublic('Later kinase', 'Now kinase');
    await editPost('now-kinase', input({ title: 'Now kinase', status: 'draft' }));
    await expectPublic('Later kinase');
    expect(await found('draft')).toEqual([]);
    expect(await listed('kinase')).toHaveLength(3);
  });

  it('follows what is edited, moved in time and removed, also by hand', async () => {
    const db = await makeDatabase();
    const { write, found, listed, editPost, removePost } = makeBlog(db);
    await write({ title: 'One', tags: ['old'], content: 'First words.' });
    await write({ title: 'Two', content: 'First words.' });
    await editPost('one', input({ title: 'One', tags: ['new'], content: 'Second words.' }));
    expect([await found('first'), await found('second')]).toEqual([['Two'], ['One']]);
    expect([await found('old'), await found('new')]).toEqual([[], ['One']]);
    expect(await listed('words', { tag: 'new' })).toEqual(['One']);
    for (const [title, year, order] of [
      ['Two', 2020, ['One', 'Two']],
      ['One', 2019, ['Two', 'One']],
    ] as const) {
      const publishDate = `${year}-01-01T00:00:00Z`;
      await editPost(title.toLowerCase(), input({ title, publishDate, content: 'Words.' }));
      expect(await listed('words')).toEqual(order);
    }
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
      { numRuns: 80 },
    );
  });

  it('finds the newest of many page by page, also of a tag and of one instant', async () => {
    const { write, publishedPosts } = makeBlog(await makeDatabase());
    const all = Array.from({ length: 40 }, (_, number) => numberedPost(number));
    for (const { words, ...post } of all) {
      await write({ ...post, content: `It has ${words.join(' ')}.` });
    }
    const queries = ['alpha', 'beta gamma', 'alpha beta gamma'].flatMap((q) =>
      [undefined, 'Fifth'].flatMap((tag) => [1, 7].map((limit) => ({ q, tag, limit }))),
    );
    for (const { q, tag, limit } of queries) {
      const expected = all
        .filter(({ words }) => q.split(' ').every((word) => words.includes(word)))
        .filter(({ tags }) => tag === undefined || tags.includes(tag));
      const pages = await readPages((query) => publishedPosts({ ...query, q, tag }), limit);
      // Each engine has an order of its own for posts of one instant.
      expect(pages.flatMap(titles).sort()).toEqual(expected.map(({ title }) => title).sort());
      const dates = pages.flatMap(({ posts }) => posts.map(({ date }) => date));
      expect(dates).toEqual(dates.toSorted().reverse());
      for (const { total } of pages) expect(total).toBe(expected.length);
    }
  });
});

it('the words of a text are found whatever their case, accents and signs', () => {
  expect(wordsOf('Über-Kinase ÉTUDE, IC₅₀ in µM')).toEqual([
    'uber',
    'kinase',
    'etude',
    'ic50',
    'in',
    'μm',
  ]);
  expect(wordsOf(' \n%"\'()*:^{}&|!<>\\·\u{e000}\u{1f9ea} ')).toEqual([]);
});

it('the searched part of a text has an end, and no half of a character', () => {
  const text = searchedText(`${'x'.repeat(99_999)}\u{1f9ea}`);
  expect([text.length, text.isWellFormed()]).toEqual([100_000, true]);
});

const FILLER = 'The plate was read twice, by two people who did not know one another.';

it('a reader of search results sees both words of a query, also where a paragraph ends between them', () => {
  const text = `An assay. ${'Some more words. '.repeat(6)}Altogether.\nIts inhibitor. ${FILLER.repeat(3)}`;
  expect(excerptOf(text, (word) => ['assay', 'inhibitor'].includes(word))).toContain('inhibitor');
});
