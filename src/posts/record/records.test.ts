import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input, postRules } from '../../../test/make-posts.ts';
import { START } from '../../../test/make-site.ts';
import { unwrap } from '../../../test/unwrap.ts';

import { renderOutdated } from '../outdated-renders.ts';
import { etagOf } from '../post.ts';
import { hashRecord, recordDocument } from './record-document.ts';
import { addNotice, publishedRecord, recordOf } from './records.ts';

const BY = 'editor@site.test';

async function makeSite() {
  const app = await makeApp();
  const rules = boundTo(app.site, { renderOutdated, recordOf, addNotice, publishedRecord });
  const posts = { ...postRules(app.site), ...rules };
  const token = await app.signIn();
  const { id } = unwrap(
    await posts.createPost(input({ title: 'On binding', slug: 'binding', content: 'One' })),
  );
  const edit = async (slug: string, fields: Partial<Parameters<typeof input>[0]>) =>
    unwrap(await posts.editPost(slug, input({ slug, title: 'On binding', ...fields })));
  const path = '/api/admin/blog/posts/binding/record/versions';
  const freeze = (version: number, note = '') =>
    app.postJson(path, { etag: etagOf({ id, version }), note }, token);
  return { ...app, id, posts, token, edit, freeze };
}

it('versions of record keep the text and the hash that were cited, whatever becomes of the post', async () => {
  const { get, id, posts, freeze, edit, clock, site } = await makeSite();
  const frozen = await freeze(1);
  expect(frozen.status).toBe(201);
  const { sha256 } = (await frozen.json()) as { sha256: string };
  const file = async (slug = 'binding') => (await get(`/blog/${slug}/v1.json`)).text();
  const before = await file();
  expect(createHash('sha256').update(before).digest('hex')).toBe(sha256);

  await edit('binding', { title: 'Other', slug: 'renamed', content: 'Two' });
  unwrap(await posts.addNotice('renamed', NOTICE, { by: BY }));
  clock.advanceDays(400);
  await posts.thinVersions(clock.now().toISOString());
  await renderOutdated(site, new AbortController().signal);
  expect(await file('renamed')).toBe(before);
  for (const path of ['v1.json', 'v1/cite.bib']) {
    const moved = await get(`/blog/binding/${path}`);
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, `/blog/renamed/${path}`]);
  }
  const record = await posts.publishedRecord('renamed', 1);
  expect(record).toMatchObject({ sha256, authored: { title: 'On binding', content: 'One' } });
  // Gone with a deleted post, back once it is published again.
  unwrap(await posts.removePost('renamed'));
  expect((await get('/blog/renamed/v1.json')).status).toBe(404);
  unwrap(await posts.restorePost(id, { by: BY }));
  expect((await get('/blog/renamed/v1.json')).status).toBe(404);
  await edit('renamed', { content: 'Again' });
  expect(await file('renamed')).toBe(before);
});

it('versions of record are each a version that readers saw, under one number', async () => {
  const { freeze, edit, posts, clock } = await makeSite();
  const answers = await Promise.all([1, 2, 3].map(() => freeze(1)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  await edit('binding', { content: 'Two' });
  expect((await freeze(1)).status).toBe(409);
  expect((await freeze(2, 'The second word')).status).toBe(201);
  await edit('binding', { content: 'Three', status: 'draft' });
  expect((await freeze(3)).status).toBe(409);
  expect(await posts.publishedRecord('binding', 1)).toBeNull();
  const later = new Date(clock.now().getTime() + 86_400_000).toISOString();
  await edit('binding', { content: 'Four', publishDate: later });
  expect((await freeze(4)).status).toBe(409);
  clock.advanceDays(2);
  expect(await posts.recordOf('binding')).toMatchObject({
    records: [
      { number: 1, version: 1 },
      { number: 2, version: 2, note: 'The second word' },
    ],
  });
});

it('versions of record keep their pictures, which the post no longer shows', async () => {
  const { freeze, edit, db } = await makeSite();
  const id = '0c6f5d0e5ff04c4e9c8e0f6f0f6f3c55';
  const size = { width: 640, height: 480, bytes: 3, moving: 0 as const };
  const named = { id, name: 'a.png', alt: '', format: 'png' as const, placeholder: '#010203' };
  const picture = { ...named, ...size, created_at: START };
  await db.query.insertInto('pictures').values(picture).execute();
  await edit('binding', { content: `![A curve](/media/${id}/640x480.png)` });
  expect((await freeze(2)).status).toBe(201);
  await edit('binding', { content: 'Without it' });
  await edit('binding', { content: 'Long without it' });
  const kept = await db.query.selectFrom('post_pictures').select('picture_id').execute();
  expect(kept).toEqual([{ picture_id: id }]);
});

it('versions of record are named in a citation', async () => {
  const { freeze, edit, get } = await makeSite();
  await freeze(1);
  await edit('binding', { content: 'A second text', author: 'Anna Berg' });
  await freeze(2);
  await edit('binding', { title: 'Not frozen', content: 'Three' });
  const newest = await (await get('/blog/binding/cite.bib')).text();
  expect(newest).toContain('{binding-v2,');
  expect(newest).toContain('title = {On binding}');
  expect(newest).toContain('author = {{Anna Berg}}');
  expect(newest).toContain('url = {https://site.test/blog/binding/v2}');
  const older = await (await get('/blog/binding/v1/cite.ris')).text();
  expect(older).toContain('UR  - https://site.test/blog/binding/v1');
  expect((await get('/blog/binding/v3/cite.ris')).status).toBe(404);
  expect((await get('/blog/binding/v01.json')).status).toBe(404);
});

const NOTICE = {
  kind: 'retraction',
  date: '2026-03-01',
  issuedBy: 'The authors',
  reason: 'Wrong units.',
} as const;

it('a record of format 1 has the hash that was published, in every later program', () => {
  const authored = {
    ...input({ title: 'Ünïts', slug: 'any', content: 'Text\r\n', tags: ['b', 'a'] }),
    references: [],
  };
  const { status: _, ...fields } = authored;
  const record = { id: 'a', number: 1, date: '2026-01-01T00:00:00.000Z', note: 'N' };
  const document = recordDocument({ ...record, authored: { ...fields, publishDate: null } }, 1);
  expect(document).toBe(
    '{"date":"2026-01-01T00:00:00.000Z","format":1,"id":"a","note":"N","number":1,"post":{"aiUse":"","author":"","citationStyle":"numbered","codeAvailability":"","competingInterests":"","content":"Text\\r\\n","coverImage":"","coverImageCaption":"","dataAvailability":"","description":"","funding":"","isResearch":false,"license":"","publishDate":null,"references":[],"reviewedBy":"","reviewedOn":"","tags":["b","a"],"title":"Ünïts"}}',
  );
  expect(hashRecord(document)).toBe(createHash('sha256').update(document, 'utf8').digest('hex'));
});
