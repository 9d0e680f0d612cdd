import { expect, test } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { createPost, editPost } from '../../../test/save-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import { SHARED } from '../../server/http/cache/cache-control.ts';

import type { Post } from '../post.ts';
import type { PostDraft } from '../post-input.ts';
import { createPreviewLink, revokePreviewLink } from '../preview-link.ts';
import { removePost, restorePost } from '../trash.ts';

const CSV = '\u{FEFF}Compound,"IC50, nM"\r\n"1 ""a""",12\r\nβ,340\r\n';
const CONTENT = `Text\r\n\r\n\`\`\`csv {#tbl-ic50 name="Potency"}\r\n${CSV}\`\`\`\r\n\r\n\`\`\`csv\na,b\n1,2\n\`\`\`\n`;
const FILE = '/blog/potency/data/tbl-ic50.csv';

async function write({ site }: TestApp, fields: Partial<PostDraft> = {}): Promise<Post> {
  const draft = input({ title: 'Potency', content: CONTENT, ...fields });
  return unwrap(await createPost(site, draft, { wasPublic: true }));
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

test('it is led to by its id, and found by former slugs when the post is renamed, while the post is not deleted', async () => {
  const app = await makeApp();
  const { id, contentHtml } = await write(app);
  const file = `/blog/${id}/data/tbl-ic50.csv`;
  expect(contentHtml).toContain(`href="${file}"`);
  for (const path of ['/feed.json', '/feed.xml', '/api/blog/posts/potency']) {
    expect(await (await app.get(path)).text(), path).toContain(file);
  }
  for (const path of [file, `/blog/${id.toUpperCase()}/data/tbl-ic50.csv`, FILE]) {
    expect(Buffer.from(await (await app.get(path)).arrayBuffer()), path).toEqual(Buffer.from(CSV));
  }
  for (const slug of ['newer', 'newest']) {
    const moved = input({ title: 'New', slug, content: '```csv {#tbl-ic50}\na\n9\n```' });
    const saved = await editPost(app.site, 'potency', moved);
    expect(unwrap(saved).contentHtml).toContain(`href="${file}"`);
  }
  const paths = [file, FILE, '/blog/newer/data/tbl-ic50.csv', '/blog/newest/data/tbl-ic50.csv'];
  for (const path of paths) expect(await (await app.get(path)).text(), path).toBe('a\n9\n');
  unwrap(await removePost(app.site, 'newest'));
  for (const path of paths) expect((await app.get(path)).status, path).toBe(404);
  unwrap(await restorePost(app.site, id, { by: ADMINISTRATOR.email }));
  for (const path of paths) expect((await app.get(path)).status, path).toBe(404);
});

test('nothing is sent of what is not there, not public yet, or not a table', async () => {
  const app = await makeApp();
  await write(app);
  const draft = await write(app, { slug: 'draft', status: 'draft' });
  const later = await write(app, { slug: 'later', publishDate: '2099-01-01T00:00:00.000Z' });
  await write(app, { slug: 'broken', content: '```csv {#tbl-a}\na,b\n1\n```' });
  for (const path of [
    ...['tbl-other', '3', '1', '..%2f', '%00', 'a%22%0d%0ab'].map((name) => `potency/data/${name}`),
    'other/data/2',
    '00000000-0000-0000-0000-000000000000/data/tbl-ic50',
    ...[draft, later].flatMap(({ slug, id }) => [`${slug}/data/tbl-ic50`, `${id}/data/tbl-ic50`]),
    'broken/data/tbl-a',
  ]) {
    expect((await app.get(`/blog/${path}.csv`)).status, path).toBe(404);
  }
});

test('reviewers of a draft download its data, and nobody after their link has ended', async () => {
  const app = await makeApp();
  await app.signIn();
  await write(app, { status: 'draft' });
  const by = ADMINISTRATOR.email;
  const shared = unwrap(await createPreviewLink(app.site, 'potency', { by }));
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
  unwrap(await revokePreviewLink(app.site, 'potency', { by }));
  expect((await app.get(path)).status).toBe(404);
});
