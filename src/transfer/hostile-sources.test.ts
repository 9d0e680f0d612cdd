import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { importFiles, makeEmptyApp } from '../../test/import-folder.ts';
import { makeApp } from '../../test/make-app.ts';

const HUGE = 'x'.repeat(2_500_000);
const GOOD = { id: 'good', title: 'Good', slug: 'good', html: '<p>Text</p>', status: 'published' };

/** Posts of a JSON export of Ghost, and why each does not come; null for one that comes. */
const POSTS: [post: Readonly<Record<string, unknown>>, reason: RegExp | null][] = [
  [{ id: 'a\0b', title: 'A' }, null],
  [{ id: 'a\ud800', title: 'B' }, null],
  [{ id: `long${HUGE}`, title: 'C' }, null],
  [{ id: '分'.repeat(900), title: 'D' }, null],
  [{ title: `E${HUGE}` }, null],
  [{ title: 'F\0' }, /title/],
  [{ title: 'G\ud800' }, /title/],
  [{ slug: 'h\0', title: 'H' }, null],
  [{ slug: '分'.repeat(5_000), title: 'I' }, null],
  [{ html: '<p>a\0b</p>', title: 'J' }, /content/],
  [{ html: `<p>${HUGE}</p>`, title: 'K' }, /content/],
  [{ html: `${'<div>'.repeat(100_000)}x`, title: 'L' }, /nested/],
  [{ published_at: `2020-01-01 (${HUGE})`, title: 'M' }, null],
  [{ published_at: 1e300, title: 'N' }, null],
  [{ custom_excerpt: HUGE, title: 'O' }, null],
  [{ custom_excerpt: 'a\0', title: 'P' }, null],
  [{ feature_image: `https://a.test/${HUGE}`, title: 'Q' }, null],
  [{ canonical_url: HUGE, title: 'R' }, null],
];

// PostgreSQL takes neither a NUL nor half a surrogate pair.
describeEachEngine('a hostile source', (makeDatabase) => {
  it('costs the posts that are hostile, in words, and no other', async () => {
    const app = await makeApp({ db: await makeDatabase() });
    const posts = POSTS.map(([post], at) => ({
      ...{ ...GOOD, id: `id-${at}`, slug: `slug-${at}`, title: '' },
      ...post,
    }));
    const files = { 'a.json': JSON.stringify({ data: { posts: [...posts, GOOD] } }) };
    const { items } = await importFiles(files, {}, app);
    expect(items).toHaveLength(POSTS.length + 1);
    for (const [at, { outcome, reason }] of items.entries()) {
      const expected = POSTS[at]?.[1] ?? null;
      expect([at, outcome, reason.slice(0, 200)]).toEqual([
        at,
        expected === null ? 'imported' : 'failed',
        expected === null ? '' : expect.stringMatching(expected),
      ]);
    }
  });
});

it('a file that is too large, too deep or too long is refused in words, and costs no other', async () => {
  const app = await makeEmptyApp();
  const lines = (count: number, value: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `k${at}: ${value(at)}\n`).join('');
  const tags = Array.from({ length: 5_000 }, (_, at) => `t${at}`);
  const titles = ':title'.repeat(5_000);
  const deep = `{a: ${'['.repeat(150)}${']'.repeat(150)}}`;
  const files: [name: string, content: string, reason: string][] = [
    ['anchors.md', `---\n${lines(20_000, (at) => `&a${at} x`)}---\nText`, '64 KB'],
    ['cited.md', `---\nreferences: [{url: "https://a.test/", csl: ${deep}}]\n---\nText`, ''],
    ['deep.md', '<div>'.repeat(100_000), 'its text is nested too deeply'],
    ['few.md', `---\n${lines(5_000, String)}---\nText`, ''],
    ['keys.md', `---\n${lines(200_000, String)}---\nText`, '64 KB'],
    ['large.md', 'x'.repeat(9_000_000), 'the file is larger than 8 MiB'],
    ['long.md', 'x'.repeat(2_000_001), '2000000 characters'],
    ['nested-keys.md', `---\n${'? '.repeat(30_000)}a\n---\nText`, 'YAML'],
    ['recursive.md', '---\ntitle: &a [*a]\n---\nText', 'nested too deeply'],
    ['tags.md', `---\ntags: [${tags}]\n---\nText`, ''],
    ['titles.md', `---\ntitle: ${'x'.repeat(30_000)}\nurl: "${titles}"\n---\nText`, ''],
  ];
  const content = files.map(([name, text]) => [name, text]);
  const { items } = await importFiles(Object.fromEntries(content), {}, app);
  for (const [at, [name, , reason]] of files.entries()) {
    const { label, outcome, reason: told } = items[at] ?? {};
    const expected = reason === '' ? '' : expect.stringContaining(reason);
    expect([label, outcome, told]).toEqual([name, reason === '' ? 'imported' : 'failed', expected]);
  }
  expect(items[1]?.notes.join()).toContain('nested');
  const head = '<rss><channel><wp:wxr_version>1.2</wp:wxr_version>';
  const many = '<item></item>'.repeat(600_001);
  for (const [xml, reason] of [
    [head + '<a>'.repeat(1_000), 'nested too deeply'],
    [head + many, 'export it in parts'],
  ] as const) {
    await expect(importFiles({ 'a.xml': xml }, {}, app)).rejects.toThrow(reason);
  }
}, 120_000);
