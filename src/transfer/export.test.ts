import { expect, it } from 'vitest';
import { exportSite } from '../../test/export-site.ts';
import { AWKWARD, EDITOR, fillSite } from '../../test/full-site.ts';
import { importPath, makeEmptyApp } from '../../test/import-folder.ts';
import { makeFolder } from '../../test/make-folder.ts';
import { input } from '../../test/make-posts.ts';
import { createPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { listMedia } from '../media/library.ts';
import { yamlValue } from '../posts/front-matter.ts';
import { anyPost } from '../posts/reading.ts';
import { addNotice } from '../posts/record/records.ts';
import { addTerm, listTerms } from '../science/glossary/glossary.ts';
import { startImport } from './import.ts';
import { redirectTarget } from './redirects.ts';

const asText = (content: string | undefined) => Buffer.from(content ?? '', 'latin1').toString();

it('an export holds texts byte for byte, originals and nothing about people, and an import of it into an empty site is exported as equal files', async () => {
  const site = await makeEmptyApp();
  await fillSite(site);
  await site.signIn();

  const notice = {
    kind: 'correction',
    date: '2026-02-28',
    issuedBy: 'Us',
    reason: 'A “typo”',
  } as const;
  unwrap(await addNotice(site.site, 'markdown', notice, { by: EDITOR }));
  const { file, content, summary } = await exportSite(site.site);
  expect(asText(content['posts/markdown.md']).endsWith(`${AWKWARD}\u2028More\n`)).toBe(true);
  expect(JSON.parse(content['references/markdown.json'] ?? '')).toMatchObject([
    { id: 'reference-1', type: 'webpage', URL: 'https://example.org/a' },
    { id: 'smith2020', type: 'book', author: [{ family: 'Smith', given: 'Ann' }] },
  ]);
  expect(summary.changed).toEqual(['html']);
  for (const { address } of (await listMedia(site.site, { kind: 'picture', limit: 10 })).items) {
    const stored = Buffer.from(await (await site.get(address)).arrayBuffer());
    expect(content[address.slice(1)] === stored.toString('latin1')).toBe(true);
  }
  const all = Object.values(content).join('');
  expect(all).not.toContain('site.test');
  expect(all).not.toContain('In the trash');
  const hidden = Object.keys(content).filter((path) =>
    /\ndraft: true\npublished: false\n/.test(content[path] ?? ''),
  );
  expect(hidden).toEqual(['posts/draft.md']);

  const other = await makeEmptyApp();
  other.clock.set(site.clock.now().toISOString());
  const items = await importPath(other.site, file);
  expect(items.filter(({ outcome, notes }) => outcome !== 'imported' || notes[0])).toEqual([]);
  const again = await exportSite(other.site);
  expect(Object.keys(again.content)).toEqual(Object.keys(content));
  for (const path of Object.keys(content)) {
    expect([path, asText(again.content[path])]).toEqual([path, asText(content[path])]);
  }
  expect(yamlValue({ type: 'book', author: [{ b: 1, a: 2 }] })).toBe(
    '{"author":[{"a":2,"b":1}],"type":"book"}',
  );
  const former = await other.get('/2012/05/old%2541 é, "x"');
  expect(former.headers.get('Location')).toBe('/blog/html');
  expect((await other.get('/wp-content/a.png')).headers.get('Location')).toMatch(/^\/media\//);
  for (const isDryRun of [true, false]) {
    const second = await importPath(other.site, file, { isDryRun });
    const added = second.filter(({ outcome }) => outcome !== 'skipped');
    expect(added).toMatchObject([{ label: '_redirects' }]);
  }
}, 120_000);

it('an import of an export leaves what is here as it is, and says so', async () => {
  const site = await makeEmptyApp();
  const category = 'Pharmacology' as const;
  const known = { term: 'Kd', category, synonyms: [], relatedTerms: [] };
  const add = (definition: string) => ({ ...known, definition });
  unwrap(await createPost(site.site, input({ title: 'There', slug: 'same' })));
  unwrap(await addTerm(site.site, add('There.'), { by: EDITOR }));
  const { file } = await exportSite(site.site);
  const other = await makeEmptyApp();
  other.clock.advance(60_000);
  unwrap(await createPost(other.site, input({ title: 'Here', slug: 'same' })));
  unwrap(await addTerm(other.site, add('Here.'), { by: EDITOR }));
  const items = await importPath(other.site, file);
  expect(items.map(({ label, outcome, slug }) => [label, outcome, slug])).toEqual([
    ['glossary.json', 'skipped', ''],
    ['authors.json', 'skipped', ''],
    ['posts/same.md', 'imported', 'same-2'],
  ]);
  expect((await anyPost(other.site, 'same'))?.title).toBe('Here');
  expect(await listTerms(other.site)).toMatchObject([{ definition: 'Here.' }]);
});

it('a hostile export is refused where it is hostile, in words, and the rest of it comes', async () => {
  const { site } = await makeEmptyApp();
  const empty = {
    'export.json': '{"program":"ligara-site","format":3}',
    'media/library.json': '{}',
  };
  const post = (line: string) => `---\ntitle: T\n${line}\n---\nText`;
  const folder = makeFolder({
    ...empty,
    'glossary.json': JSON.stringify([{ id: 'a', term: 'T', definition: 'a\0' }]),
    'authors.json': '[{"name":1}]',
    'media/library.json': JSON.stringify({
      'media/../../etc/passwd': { name: 'a', createdAt: '2026-01-01T00:00:00.000Z' },
      [`media/${'0'.repeat(32)}/1x1.png`]: { name: 'a', createdAt: '2026-01-01T00:00:00.000Z' },
    }),
    'posts/good.md': post('slug: good'),
    'posts/slug.md': post('slug: ../x'),
    'posts/cover.md': post('coverImage: "javascript:alert(1)"'),
    'posts/cited.md': post('references: [{url: "javascript:alert(1)"}]'),
    'posts/noticed.md': post('notices: [{kind: other}]'),
    'posts/alias.md': post('title: *a'),
    _redirects:
      '/a //evil.example\n/b /\\evil\n/c https://evil.example/\n/d javascript:alert(1)\n/old /blog\n/was /blog/good',
  });
  const items = await importPath(site, folder);
  expect(items.filter(({ outcome }) => outcome !== 'failed').map(({ label }) => label)).toEqual([
    'posts/good.md',
    'posts/slug.md',
    '_redirects',
  ]);
  for (const { outcome, reason } of items) expect(reason === '').toBe(outcome !== 'failed');
  const paths = ['/a', '/b', '/c', '/d', '/old', '/was'];
  const targets = await Promise.all(paths.map((path) => redirectTarget(site, path)));
  expect(targets).toEqual([null, null, null, null, '/blog', '/blog/good']);
  const newer = makeFolder({ 'export.json': '{"program":"ligara-site","format":99}' });
  await expect(startImport(site, newer)).rejects.toThrow('another version');
  const cut = makeFolder({ ...empty, 'media/library.json': '{' });
  await expect(startImport(site, cut)).rejects.toThrow('media/library.json');
});
