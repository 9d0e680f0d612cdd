import { describe, expect, test } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';
import { type Post, slugify } from '../post.ts';
import { type PostDraft, postInputSchema } from '../post-input.ts';

const CSV = '\u{FEFF}Compound,"IC50, nM"\r\n"1 ""a""",12\r\nβ,340\r\n';
const CONTENT = `Text\r\n\r\n\`\`\`csv {#tbl-ic50 name="Potency"}\r\n${CSV}\`\`\`\r\n\r\n\`\`\`csv\na,b\n1,2\n\`\`\`\n`;
const FILE = '/blog/potency/data/tbl-ic50.csv';

async function write(app: TestApp, fields: Partial<PostDraft> = {}): Promise<Post> {
  const draft = { title: 'Potency', slug: slugify('Potency'), content: CONTENT, ...fields };
  const created = await app.services.posts.createPost(postInputSchema.parse(draft), {
    wasPublic: true,
  });
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  return created.value;
}

test('the data of a post is downloaded byte for byte, as a file that no browser runs', async () => {
  const app = await makeApp();
  await write(app);
  const response = await app.get(FILE);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(CSV));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="tbl-ic50.csv"; filename*=UTF-8''tbl-ic50.csv`,
    'x-content-type-options': 'nosniff',
    'cache-control': SHARED,
    etag: expect.stringMatching(/^"[^"]+"$/),
  });
  const etag = response.headers.get('ETag') ?? '';
  const known = await app.send('GET', FILE, { headers: { 'If-None-Match': etag } });
  expect([known.status, await known.text()]).toEqual([304, '']);
  expect(await (await app.get('/blog/potency/data/2.csv')).text()).toBe('a,b\n1,2\n');
});

test('its feeds and API lead to it by its id', async () => {
  const app = await makeApp();
  const post = await write(app);
  const file = `/blog/${post.id}/data/tbl-ic50.csv`;
  expect(post.contentHtml).toContain(`href="${file}"`);
  for (const path of ['/feed.json', '/feed.xml', '/api/blog/posts/potency']) {
    expect([path, await (await app.get(path)).text()]).toEqual([
      path,
      expect.stringContaining(file),
    ]);
  }
  for (const path of [file, `/blog/${post.id.toUpperCase()}/data/tbl-ic50.csv`, FILE]) {
    const response = await app.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(CSV));
  }
});

test('it is found by the id of the post and by former slugs when the post is renamed', async () => {
  const app = await makeApp();
  const { id } = await write(app);
  const file = `/blog/${id}/data/tbl-ic50.csv`;
  for (const path of [file, FILE]) expect((await app.get(path)).status).toBe(200);
  for (const [from, to] of [
    ['potency', 'newer'],
    ['newer', 'newest'],
  ] as const) {
    const moved = { title: 'New', slug: to, content: '```csv {#tbl-ic50}\na\n9\n```' };
    const saved = await app.services.posts.editPost(from, postInputSchema.parse(moved));
    expect(unwrap(saved).contentHtml).toContain(`href="${file}"`);
  }
  for (const path of [FILE, '/blog/newer/data/tbl-ic50.csv']) {
    const response = await app.get(path);
    const { status, headers } = response;
    expect([path, status, headers.get('Location')]).toEqual([path, 301, file]);
  }
  for (const path of [file, '/blog/newest/data/tbl-ic50.csv']) {
    expect([path, await (await app.get(path)).text()]).toEqual([path, 'a\n9\n']);
  }
});

test('it is not sent while its post is deleted, and is when the post is restored', async () => {
  const app = await makeApp();
  const { id } = await write(app);
  const paths = [FILE, `/blog/${id}/data/tbl-ic50.csv`];
  const statuses = async () => Promise.all(paths.map(async (path) => (await app.get(path)).status));
  expect(await statuses()).toEqual([200, 200]);
  unwrap(await app.services.posts.removePost('potency'));
  expect(await statuses()).toEqual([404, 404]);
  unwrap(await app.services.posts.restorePost(id, { by: ADMINISTRATOR.email }));
  expect(await statuses()).toEqual([200, 200]);
});

describe('nothing is sent', () => {
  test.each([
    '/blog/potency/data/tbl-other.csv',
    '/blog/potency/data/3.csv',
    '/blog/potency/data/1.csv',
    '/blog/potency/data/..%2f.csv',
    '/blog/potency/data/%00.csv',
    '/blog/potency/data/a%22%0d%0ab.csv',
    '/blog/other/data/2.csv',
    '/blog/00000000-0000-0000-0000-000000000000/data/tbl-ic50.csv',
  ])('at %s', async (path) => {
    const app = await makeApp();
    await write(app);
    expect((await app.get(path)).status).toBe(404);
  });

  describeEachEngine('at a URL that no database can hold', (makeDatabase) => {
    test.each(['/blog/%00/data/a.csv', '/blog/a%00b/data/a.csv'])('%s', async (path) => {
      const app = await makeApp({ db: await makeDatabase() });
      expect((await app.get(path)).status).toBe(404);
      expect(app.errors).toEqual([]);
    });
  });

  test('of a draft, of a post that is not due, and of a block that is not a table', async () => {
    const app = await makeApp();
    const draft = await write(app, { status: 'draft' });
    const later = await write(app, { slug: 'later', publishDate: '2099-01-01T00:00:00.000Z' });
    for (const { slug, id } of [draft, later]) {
      for (const name of [slug, id]) {
        expect((await app.get(`/blog/${name}/data/tbl-ic50.csv`)).status).toBe(404);
      }
    }
    await write(app, { slug: 'broken', content: '```csv {#tbl-a}\na,b\n1\n```' });
    expect((await app.get('/blog/broken/data/tbl-a.csv')).status).toBe(404);
  });
});

test('reviewers of a draft download its data, and nobody after their link has ended', async () => {
  const app = await makeApp();
  await app.signIn();
  await write(app, { status: 'draft' });
  const by = ADMINISTRATOR.email;
  const shared = unwrap(await app.services.posts.createPreviewLink('potency', { by, days: 7 }));
  const path = `/preview/${shared.token}?data=tbl-ic50.csv`;
  const response = await app.get(path);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(CSV));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment/),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect((await app.get(`/preview/${shared.token}?data=other.csv`)).status).toBe(404);
  expect((await app.get(FILE)).status).toBe(404);
  unwrap(await app.services.posts.revokePreviewLink('potency', shared.id, { by }));
  expect((await app.get(path)).status).toBe(404);
});
