import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { type ExportedSite, exportSite, resealedCopy, textOf } from '../../../test/export-site.ts';
import { importPath, readItems } from '../../../test/import-folder.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { Database } from '../../server/db/connect.ts';

const BY = { by: 'editor@site.test' };
const makeSite = (db: Database) =>
  makeApp({ db, renderPage: async () => new Response('Not found', { status: 404 }) });

async function* bytesOf(content: string) {
  yield Buffer.from(content);
}

/** A post with a version, unpublished changes, a term, a file and a redirect. */
async function makeExport(db: Database): Promise<ExportedSite> {
  const { services, clock } = await makeSite(db);
  unwrap(await services.posts.createPost(input({ title: 'First', slug: 'good' }), BY));
  clock.advance(1_000);
  const good = input({ title: 'Good', slug: 'good', publishDate: '2020-01-01T00:00:00.000Z' });
  unwrap(await services.posts.editPost('good', good, BY));
  const later = input({ title: 'Later', slug: 'good' });
  unwrap(await services.posts.saveChanges('good', later, { ...BY, publishAt: null }));
  const term = { term: 'Kd', definition: 'A constant.', synonyms: [], relatedTerms: [] };
  unwrap(await services.glossary.addTerm({ ...term, category: 'Pharmacology' }, BY));
  unwrap(await services.media.uploadAttachment(bytesOf('a,b\n1,2\n'), { name: 'a.csv', ...BY }));
  return exportSite(services);
}

type Records = Readonly<Record<string, unknown>>;

const NUL = 'a\0b';
const HALF = 'a\ud800b';
const LONG = 'x'.repeat(5_000_000);
const LARGE = 2 ** 31;
const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

/** Values that no field of text takes. */
const texts = (field: string) => [NUL, HALF, LONG, 1, null].map((value) => ({ [field]: value }));
const counts = (field: string) =>
  [LARGE, 2 ** 53, 0, -1, 1.5, '1', null].map((value) => ({ [field]: value }));
const instants = (field: string) =>
  ['2020', '2020-02-30T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', NUL, 1, ''].map((value) => ({
    [field]: value,
  }));
const choices = (field: string) => ['other', NUL, null, 1].map((value) => ({ [field]: value }));

/** What of a line of `posts.jsonl` is wrong. */
const LINES: Records[] = [
  ...texts('path'),
  ...['export.json', '../good.md', 'posts/good.md', 'posts/a/../x.md'].map((path) => ({ path })),
  ...['1', NUL, '00000000-0000-0000-0000-00000000000'].map((id) => ({ id })),
  ...texts('slug'),
  ...['', 'A', 'a b', '../a', 'a/b', 'good'].map((slug) => ({ slug })),
  ...texts('title'),
  ...choices('status'),
  ...instants('date'),
  ...counts('version'),
  ...instants('updated'),
  ...[NUL, 'changes/good.md', 1].map((changes) => ({ changes })),
  ...[NUL, 'versions/good.jsonl', 'posts.jsonl', 1].map((versions) => ({ versions })),
];

const TERMS: Records[] = [
  ...texts('id'),
  ...texts('term'),
  ...choices('category'),
  ...texts('definition'),
  { synonyms: Array.from({ length: 60_000 }, (_, at) => `s${at}`) },
  { synonyms: [NUL] },
  { synonyms: ['kd'] },
  { synonyms: 'a' },
  { related: Array.from({ length: 60_000 }, (_, at) => `s${at}`) },
  { related: [HALF] },
  ...[LARGE, -1, 1.5, null].map((position) => ({ position })),
  ...counts('version'),
  ...instants('updated'),
];

const FILES: Records[] = [
  ...['', '../a', NUL, 'a'.repeat(64)].map((id) => ({ id })),
  ...texts('name'),
  ...counts('bytes'),
  ...instants('created'),
];
const ATTACHMENTS: Records[] = [
  ...FILES,
  ...texts('file'),
  ...['../a.csv', 'a.pdf', 'a.csv?', 'x'.repeat(200)].map((file) => ({ file })),
  ...choices('type'),
  ...['', 'x'.repeat(64), '0'.repeat(64)].map((sha256) => ({ sha256 })),
];
const PICTURES: Records[] = [
  ...FILES,
  ...texts('alt'),
  ...counts('width'),
  ...counts('height'),
  ...choices('format'),
  ...[1, null].map((moving) => ({ moving })),
  ...['red', '#fffffff', NUL].map((placeholder) => ({ placeholder })),
];

const EVIL = '//evil.example';
/** The columns are from, to, post and time of redirects. */
const REDIRECTS: string[][] = [
  ...[EVIL, '/\\evil', 'javascript:alert(1)', 'https://evil.example/', '/.//evil', 'x', ''].map(
    (to) => ['/a', to, '', ''],
  ),
  ...['/a\r\nb', NUL, `/${'x'.repeat(200_000)}`, `/${'é'.repeat(1_500)}`].map((to) => ['/a', to]),
  ...['', '/', 'a', `/${NUL}`, `/${'x'.repeat(200_000)}`, '/%00'].map((from) => [from, '/blog']),
  ...['1', NUL, LONG.slice(0, 10_000)].map((post) => ['/a', '/blog', post]),
  ...['yesterday', NUL].map((created) => ['/a', '/blog', '', created]),
];

/** A value that is no row of its own, so that it may hold anything. */
const csv = (cells: readonly string[]) =>
  ['from', 'to', 'post', 'created']
    .map((_, at) => `"${(cells[at] ?? '').replaceAll('"', '""')}"`)
    .join(',');

const RECORD = `{"number":1,"version":1,"date":"2020-01-01T00:00:00.000Z","note":"","format":1,"sha256":"${'0'.repeat(64)}"}`;

/** Fields of the front matter of a post, as YAML. */
const FIELDS: [field: string, value: string, reason: RegExp][] = [
  ['title', JSON.stringify(LONG), /title/],
  ['title', '"a\\0b"', /title/],
  ['title', '"a\\ud800b"', /title|YAML/],
  ['description', JSON.stringify(LONG), /description/],
  ['author', JSON.stringify(LONG), /author/],
  ['coverImage', '"//evil.example/a.png"', /coverImage/],
  ['coverImage', '"javascript:alert(1)"', /coverImage/],
  ['status', 'other', /status/],
  ['citationStyle', 'other', /citationStyle/],
  ['isResearch', '1', /isResearch/],
  ['tags', `[${'a,'.repeat(60)}]`, /tags/],
  ['tags', `["${'x'.repeat(200)}"]`, /tags/],
  ['references', '[{title: a}]', /references/],
  ['references', '[{url: "javascript:alert(1)"}]', /references/],
  [
    'references',
    `[{url: "https://a.test/", csl: {a: ${'['.repeat(200)}${']'.repeat(200)}}}]`,
    /nested/,
  ],
  ['references', DEEP, /YAML|references/],
  ['references', `[${'&a '.repeat(20_000)}]`, /YAML/],
  ['references', '*a', /YAML|alias/i],
  ['publishDate', '"2020-02-30T00:00:00Z"', /publishDate/],
  ['date', '"1999"', /date/],
  ['created', '"1999"', /created/],
  ['updated', 'null', /updated/],
  ['firstPublished', '"never"', /firstPublished/],
  ['version', String(LARGE), /version/],
  ['version', '7', /posts\.jsonl/],
  ['id', '"1"', /id/],
  ['id', `"${randomUUID()}"`, /posts\.jsonl/],
  ['slug', '"other"', /posts\.jsonl/],
  ['notices', '[{kind: other}]', /notices/],
  ['records', '[{number: 0}]', /records/],
  ['records', `[${RECORD}, ${RECORD}]`, /records/],
];

const version = (fields: Records) =>
  `${JSON.stringify({ version: 1, savedAt: SAVED, ...fields })}\n`;
const SAVED = '2020-01-01T00:00:00.000Z';

/** Versions of a post whose latest is the second, and what is wrong with them. */
const VERSIONS: [lines: string, reason: RegExp][] = [
  [version({}) + version({}), /order/],
  [version({ version: 2 }), /order/],
  [version({ version: LARGE }), /version/],
  [version({ version: 0 }), /version/],
  [version({ savedAt: 'never' }), /savedAt/],
  [version({ title: NUL }), /cannot be stored/],
  [version({ slug: '../a' }), /slug/],
  [version({ title: LONG }), /title/],
  [version({ tags: ['a', null] }), /tags/],
  [version({ tags: Array.from({ length: 60_000 }, String) }), /tags/],
  [version({ references: [null] }), /references/],
  [version({ references: 'a' }), /references/],
  [
    version({}).replace(
      '}\n',
      `,"references":[{"title":"","url":"","description":"","type":"book","csl":{"a":${DEEP}}}]}\n`,
    ),
    /nested/,
  ],
  [version({ status: 'other' }), /status/],
  [version({ content: 'x'.repeat(2_000_001) }), /content/],
  [version({ content: 'x'.repeat(16_000_001) }), /line/],
  ['{', /JSON/],
  ['[]\n', /versions/],
  ['null\n', /versions/],
];

describeEachEngine('a hostile export', (makeDatabase) => {
  it('fails where it is hostile, and the rest of it comes', async () => {
    const db = await makeDatabase();
    const { services } = await makeSite(db);
    const exported = await makeExport(db);
    const line: Records = JSON.parse(textOf(exported.content, 'posts.jsonl'));
    const [term]: Records[] = JSON.parse(textOf(exported.content, 'glossary.json')).slice(-1);
    const file: Records = JSON.parse(textOf(exported.content, 'media/attachments.jsonl'));
    const picture = {
      id: '0'.repeat(32),
      name: 'a',
      alt: '',
      width: 1,
      height: 1,
      format: 'png',
      moving: false,
      bytes: 1,
      placeholder: '#ffffff',
      created: SAVED,
    };
    const other = (at: number) => ({
      ...line,
      id: randomUUID(),
      slug: `bad-${at}`,
      path: `posts/bad-${at}.md`,
      changes: null,
      versions: null,
    });
    const jsonl = (records: readonly unknown[]) =>
      records.map((each) => `${JSON.stringify(each)}\n`).join('');
    const folder = resealedCopy(exported, {
      'posts.jsonl': jsonl([
        line,
        ...LINES.map((wrong, at) => ({ ...other(at), ...wrong })),
        null,
        [],
      ]),
      'glossary.json': JSON.stringify([
        term,
        ...TERMS.map((wrong, at) => ({ ...term, id: `bad-${at}`, term: `bad ${at}`, ...wrong })),
        { ...term, term: 'Another' },
      ]),
      'media/attachments.jsonl': jsonl([
        file,
        ...ATTACHMENTS.map((wrong) => ({ ...file, ...wrong })),
        file,
      ]),
      'media/pictures.jsonl': jsonl(PICTURES.map((wrong) => ({ ...picture, ...wrong }))),
      'redirects.csv': `${['from,to,post,created', ...REDIRECTS.map(csv), '/old,/blog,,'].join('\n')}\n`,
    });
    for (const table of ['posts', 'attachments', 'glossary_terms'] as const) {
      await db.query.deleteFrom(table).execute();
    }
    await importPath(services, folder, { isDryRun: true });
    const plan = unwrap(await services.transfer.startImport(folder));
    const items = await readItems(plan);
    expect(items.map(({ label, outcome }) => [label, outcome])).toEqual([
      ['glossary.json', 'imported'],
      ['authors.json', 'skipped'],
      [expect.stringMatching(/^media\/.*\/a\.csv$/), 'imported'],
      ['posts/good.md', 'imported'],
      ['redirects.csv', 'imported'],
    ]);
    const named = (path: string) => {
      const found = plan.notes.find(({ message }) => message.includes(`from ${path}:`));
      const [, more = '0'] = / and (\d+) more/.exec(found?.message ?? '') ?? [];
      return Number(more) + 20;
    };
    expect(named('posts.jsonl')).toBe(LINES.length + 2);
    expect(named('glossary.json')).toBe(TERMS.length + 1);
    expect(named('media/attachments.jsonl')).toBe(ATTACHMENTS.length + 1);
    expect(named('media/pictures.jsonl')).toBe(PICTURES.length);
    expect(named('redirects.csv')).toBe(REDIRECTS.length);
    expect(JSON.stringify(plan.notes).length).toBeLessThan(50_000);
    expect(await services.transfer.redirectTarget('/old')).toBe('/blog');
  });

  it('fails post by post where texts and versions are hostile', async () => {
    const db = await makeDatabase();
    const { services } = await makeSite(db);
    const exported = await makeExport(db);
    const line = JSON.parse(textOf(exported.content, 'posts.jsonl'));
    const text = textOf(exported.content, 'posts/good.md');
    const files: Record<string, string> = {};
    const lines: string[] = [];
    const reasons = new Map<string, RegExp>();
    const add = (reason: RegExp, [field, value]: [string, string], versions: string | null) => {
      const [slug, id] = [`bad-${lines.length}`, randomUUID()];
      const path = `posts/${slug}.md`;
      files[path] = text
        .replace(/^slug: .*$/m, `slug: "${slug}"`)
        .replace(/^id: .*$/m, `id: "${id}"`)
        .replace(new RegExp(`^${field}: .*$`, 'm'), () => `${field}: ${value}`);
      const own = versions === null ? null : `versions/${slug}.jsonl`;
      if (own !== null && versions !== null) files[own] = versions;
      lines.push(`${JSON.stringify({ ...line, id, slug, path, changes: null, versions: own })}\n`);
      reasons.set(path, reason);
    };
    for (const [field, value, reason] of FIELDS) add(reason, [field, value], null);
    for (const [versions, reason] of VERSIONS) add(reason, ['none', ''], versions);
    const folder = resealedCopy(exported, {
      ...files,
      'posts.jsonl': [...lines, `${JSON.stringify(line)}\n`].join(''),
    });
    await db.query.deleteFrom('posts').execute();
    const items = await importPath(services, folder);
    const posts = items.filter(({ label }) => label.startsWith('posts/'));
    for (const { label, outcome, reason } of posts) {
      const expected = reasons.get(label);
      expect([label, outcome]).toEqual([label, expected === undefined ? 'imported' : 'failed']);
      if (expected !== undefined) expect(reason).toMatch(expected);
      expect(reason.length).toBeLessThan(1_000);
    }
    expect(posts).toHaveLength(FIELDS.length + VERSIONS.length + 1);
    expect((await services.posts.anyPost('good'))?.title).toBe('Good');
  });
});
