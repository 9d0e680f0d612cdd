import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changedCopy, exportSite, resealedCopy, textOf } from '../../../test/export-site.ts';
import { AWKWARD, EDITOR, fillSite } from '../../../test/full-site.ts';
import { importPath, readItems } from '../../../test/import-folder.ts';
import { makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';

const makeSite = () =>
  makeApp({ renderPage: async () => new Response('Not found', { status: 404 }) });

const BY = { by: EDITOR };

/** A site with a post, a term and a file, and its export. */
async function makeSmallExport() {
  const site = await makeSite();
  const { posts, glossary, media } = site.services;
  unwrap(await posts.createPost(input({ title: 'Good', slug: 'good' }), BY));
  const kd = { term: 'Kd', definition: 'A constant.', synonyms: [], relatedTerms: [] };
  unwrap(await glossary.addTerm({ ...kd, category: 'Pharmacology' }, BY));
  async function* data() {
    yield Buffer.from('a,b\n1,2\n');
  }
  unwrap(await media.uploadAttachment(data(), { name: 'a.csv', ...BY }));
  return { ...site, exported: await exportSite(site.services) };
}

/** Another, empty site, at the same time. */
async function makeOther({ clock }: TestApp): Promise<TestApp> {
  const other = await makeSite();
  other.clock.set(clock.now().toISOString());
  return other;
}

/** What readers and administrators see of a site. */
async function everythingOf({ services: { posts, media, glossary }, get }: TestApp) {
  const slugs = ['markdown', 'html', 'draft', 'scheduled'];
  return {
    posts: await Promise.all(slugs.map((slug) => posts.anyPost(slug))),
    glossary: await glossary.glossary(),
    authors: await posts.authors(),
    pictures: await media.pictures({ limit: 50 }),
    attachments: await media.attachments({ limit: 50 }),
    former: (await get('/2012/05/old%2541 é, "x"')).headers.get('Location'),
    picture: (await get('/wp-content/a.png')).headers.get('Location'),
    found: await posts.searchPosts('ethanol', { limit: 10, offset: 0 }),
  };
}

it('an export holds texts byte for byte, originals and nothing about people, and comes into an empty site as it was, once', async () => {
  const site = await makeSite();
  await fillSite(site);
  await site.signIn();
  const exported = await exportSite(site.services);
  const { content } = exported;
  expect(textOf(content, 'posts/markdown.md').endsWith(`${AWKWARD}\u2028More\n`)).toBe(true);
  expect(textOf(content, 'posts/markdown.md').split('\n').slice(0, 3)).toEqual([
    '---',
    'title: "Markdown: \\"quotes\\" & signs #1"',
    'slug: "markdown"',
  ]);
  expect(JSON.parse(textOf(content, 'references/markdown.json'))).toMatchObject([
    { id: 'reference-1', type: 'webpage', URL: 'https://example.org/a' },
    { id: 'smith2020', type: 'book', author: [{ family: 'Smith', given: 'Ann' }] },
  ]);
  for (const { address } of (await site.services.media.pictures({ limit: 10 })).items) {
    const stored = Buffer.from(await (await site.get(address)).arrayBuffer());
    expect(content[address.slice(1)]?.equals(stored)).toBe(true);
  }
  const all = Buffer.concat(Object.values(content)).toString('latin1');
  expect(all).not.toContain('site.test');
  expect(all).not.toContain('In the trash');
  const hidden = Object.keys(content).filter((path) =>
    /\ndraft: true\npublished: false\n/.test(textOf(content, path)),
  );
  expect(hidden).toEqual(['changes/html.md', 'posts/draft.md']);

  const other = await makeOther(site);
  const items = await importPath(other.services, exported.file);
  expect(items.filter(({ outcome, notes }) => outcome !== 'imported' || notes[0])).toEqual([]);
  expect(await everythingOf(other)).toEqual(await everythingOf(site));
  for (const isDryRun of [true, false]) {
    const again = await importPath(other.services, exported.file, { isDryRun });
    expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
  }
}, 120_000);

it('an import publishes no changes whose time has passed on the way, and says so', async () => {
  const app = await makeSite();
  const fields = input({ title: 'First', slug: 'post' });
  const { etag } = unwrap(await app.services.posts.createPost(fields, {}));
  const changes = input({ title: 'Later', slug: 'post' });
  const publishAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
  unwrap(await app.services.posts.saveChanges('post', changes, { by: EDITOR, etag, publishAt }));
  const exported = await exportSite(app.services);
  app.clock.advance(61_000);
  const { services } = await makeOther(app);
  const items = await importPath(services, exported.file);
  expect(items.flatMap(({ notes }) => notes.map(({ message }) => message))).toContain(
    'The time to publish its changes has passed, so they were not published.',
  );
  await services.posts.publishDueChanges();
  expect((await services.posts.anyPost('post'))?.title).toBe('First');
});

it('an export that is damaged, or not whole, is refused before anything is written', async () => {
  const { exported, ...site } = await makeSmallExport();
  const { services, db } = await makeOther(site);
  const refused: [Record<string, string | null>, string][] = [
    [{ 'posts/good.md': 'other' }, 'posts/good.md has changed since'],
    [{ 'posts/good.md': null }, 'posts/good.md is missing'],
    [{ 'posts/more.md': 'x' }, 'holds posts/more.md, which is not in its manifest'],
    [{ 'manifest-sha256.txt': null }, 'lacks its manifest'],
    [{ 'manifest-sha256.txt': 'x' }, 'manifest of this export is damaged'],
    [{ 'export.json': null }, 'lacks export.json'],
    [{ 'export.json': '{"program":"ligara-site","format":99}' }, 'newer version'],
  ];
  for (const [changes, reason] of refused) {
    expect(await services.transfer.startImport(changedCopy(exported, changes))).toMatchObject({
      failure: { kind: 'malformed', detail: expect.stringContaining(reason) },
    });
  }
  const zip = readFileSync(exported.file);
  const at = zip.indexOf('posts/good.md') + 40;
  zip.writeUInt8(zip.readUInt8(at) ^ 0xff, at);
  writeFileSync(exported.file, zip);
  expect(await services.transfer.startImport(exported.file)).toMatchObject({ ok: false });
  for (const table of ['imports', 'posts', 'pictures', 'redirects', 'glossary_terms'] as const) {
    expect(await db.query.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

const NUL = 'a\0b';
const HALF = 'a\ud800b';
const LONG = 'x'.repeat(2_500_000);

const wrong = (field: string, ...values: unknown[]) => values.map((value) => ({ [field]: value }));

/** What is wrong with lines of `posts.jsonl`, terms, attachments and redirects. */
const LINES = [
  wrong('slug', NUL, HALF, LONG, 1, null, '', 'A', '../a', 'a/b', 'good'),
  wrong('title', NUL, HALF, LONG, 1, null),
  wrong('path', 'export.json', '../good.md', 'posts/good.md', 'posts/a/../x.md'),
  [{ id: '1' }, { status: 'other' }, { date: '2020-02-30T00:00:00.000Z' }, { version: 0 }],
  [{ changes: 'changes/good.md' }, { versions: 'posts.jsonl' }],
].flat();
const MANY = Array.from({ length: 60_000 }, (_, at) => `s${at}`);
const TERMS = [
  wrong('definition', NUL, HALF, LONG, 1, null),
  [
    { id: NUL },
    { category: 'other' },
    { synonyms: [NUL] },
    { related: MANY },
    { version: 2 ** 53 },
  ],
].flat();
const ATTACHMENTS = [
  wrong('file', '../a.csv', 'a.pdf', 'a.csv?', 'x'.repeat(200), NUL),
  [{ id: '../a' }, { bytes: -1 }, { type: 'other' }, { sha256: '0'.repeat(64) }],
].flat();
const EVIL = [
  '//evil.example',
  '/\\evil',
  'javascript:alert(1)',
  'https://evil.example/',
  '/a\r\nb',
];
const REDIRECTS = [
  EVIL.map((to) => ['/a', to, '', '']),
  ['', '/', `/${NUL}`, `/${'x'.repeat(200_000)}`, '/%00'].map((from) => [from, '/blog', '', '']),
  [NUL, '1'].map((post) => ['/a', '/blog', post, '']),
].flat();

/** Fields of the front matter of a post, as YAML. */
const FIELDS: [field: string, value: string, reason: RegExp][] = [
  ['title', JSON.stringify(LONG), /title/],
  ['title', '"a\\0b"', /title/],
  ['coverImage', '"javascript:alert(1)"', /coverImage/],
  ['status', 'other', /status/],
  ['references', '[{url: "javascript:alert(1)"}]', /references/],
  ['references', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, /YAML|references/],
  ['references', '*a', /YAML|alias/i],
  ['id', `"${randomUUID()}"`, /posts\.jsonl/],
  ['slug', '"other"', /posts\.jsonl/],
  ['records', '[{number: 0}]', /records/],
];

it('a hostile export is refused where it is hostile, in words, and the rest of it comes', async () => {
  const { services, db, exported } = await makeSmallExport();
  const line = JSON.parse(textOf(exported.content, 'posts.jsonl'));
  const [term] = JSON.parse(textOf(exported.content, 'glossary.json')).slice(-1);
  const file = JSON.parse(textOf(exported.content, 'media/attachments.jsonl'));
  const other = (slug: string) => ({ ...line, id: randomUUID(), slug, path: `posts/${slug}.md` });
  const texts = FIELDS.map(([field, value, reason], at) => {
    const row = other(`text-${at}`);
    const text = textOf(exported.content, 'posts/good.md')
      .replace(/^slug: .*$/m, `slug: "${row.slug}"`)
      .replace(/^id: .*$/m, `id: "${row.id}"`)
      .replace(new RegExp(`^${field}: .*$`, 'm'), () => `${field}: ${value}`);
    return { row, text, reason };
  });
  const jsonl = (rows: readonly unknown[]) =>
    rows.map((each) => `${JSON.stringify(each)}\n`).join('');
  const csv = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  const folder = resealedCopy(exported, {
    ...Object.fromEntries(texts.map(({ row, text }) => [row.path, text])),
    'posts.jsonl': jsonl([
      line,
      ...LINES.map((wrong, at) => ({ ...other(`bad-${at}`), ...wrong })),
      ...texts.map(({ row }) => row),
    ]),
    'glossary.json': JSON.stringify([
      term,
      ...TERMS.map((wrong, at) => ({ ...term, id: `bad-${at}`, term: `bad ${at}`, ...wrong })),
    ]),
    'media/attachments.jsonl': jsonl([file, ...ATTACHMENTS.map((each) => ({ ...file, ...each }))]),
    'redirects.csv': `${['from,to,post,created', ...REDIRECTS.map(csv), '/old,/blog,,'].join('\n')}\n`,
  });
  for (const table of ['posts', 'attachments', 'glossary_terms'] as const) {
    await db.query.deleteFrom(table).execute();
  }
  const plan = unwrap(await services.transfer.startImport(folder));
  const items = await readItems(plan);
  const reasons = new Map(texts.map(({ row, reason }) => [row.path, reason]));
  for (const { label, outcome, reason } of items) {
    const expected = reasons.get(label);
    if (expected === undefined) continue;
    expect([label, outcome, reason.slice(0, 1_000)]).toEqual([
      label,
      'failed',
      expect.stringMatching(expected),
    ]);
  }
  const rest = items.filter(({ label }) => !reasons.has(label));
  expect(items).toHaveLength(rest.length + texts.length);
  expect(rest.map(({ label, outcome }) => [label, outcome])).toEqual([
    ['glossary.json', 'imported'],
    ['authors.json', 'skipped'],
    [expect.stringMatching(/^media\/.*\/a\.csv$/), 'imported'],
    ['posts/good.md', 'imported'],
    ['redirects.csv', 'imported'],
  ]);
  // The first line of a file is good; of the others, 20 are named.
  for (const [path, { length }] of [
    ['posts.jsonl', LINES],
    ['glossary.json', TERMS],
  ] as const) {
    const note = plan.notes.find(({ message }) => message.includes(`from ${path}:`))?.message ?? '';
    const named = [...note.matchAll(/[:,] (\d+) \(/g)].map(([, line]) => Number(line));
    expect(named).toEqual(Array.from({ length: Math.min(length, 20) }, (_, at) => at + 2));
    expect(Number(/ and (\d+) more/.exec(note)?.[1] ?? 0)).toBe(length - named.length);
  }
  const redirects = await db.query.selectFrom('redirects').select('path').execute();
  expect(redirects).toEqual([{ path: '/old' }]);
  expect(JSON.stringify(plan.notes).length).toBeLessThan(50_000);
  expect(await services.transfer.redirectTarget('/old')).toBe('/blog');
});
