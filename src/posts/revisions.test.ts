import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeApp } from '../../test/make-app.ts';
import { postRules, renderPlainly } from '../../test/make-posts.ts';
import { START } from '../../test/make-site.ts';
import { unwrap } from '../../test/unwrap.ts';
import { purgeExpiredData } from '../inquiries/privacy/retention.ts';
import type { Database } from '../server/db/connect.ts';
import { type PostDraft, postInputSchema } from './post-input.ts';

const ANNA = 'anna@site.test';
const BEN = 'ben@site.test';

async function makeDesk(db?: Database) {
  const { site, clock } = await makeApp({ ...(db && { db }), render: renderPlainly });
  return { clock, purge: () => purgeExpiredData(site), ...postRules(site) };
}

const input = (fields: Partial<PostDraft> = {}) =>
  postInputSchema.parse({ title: 'A', slug: 'a', content: 'Text', ...fields });

it('revisions hold every save with its text to the byte, and who made it', async () => {
  const { clock, createPost, editPost, revisionsOf, readRevision } = await makeDesk();
  const first = input({
    content: 'One\r\n\ttwo  \n\u{1F9EA} é é ',
    tags: ['x', 'y'],
    references: [{ title: 'R', url: 'https://a.test/', description: '', type: 'book' }],
    publishDate: '2026-01-01T00:00:00Z',
  });
  const { etag } = unwrap(await createPost(first, { by: ANNA }));
  clock.advance(60_000);
  await editPost('a', input({ title: 'B', status: 'draft' }), { by: BEN, etag });
  const second = { version: 2, savedAt: '2026-03-01T09:01:00.000Z', savedBy: BEN, title: 'B' };
  const before = { version: 1, savedAt: START, savedBy: ANNA, title: 'A' };
  expect(await revisionsOf('a')).toEqual([
    { ...second, status: 'draft', isLatest: true },
    { ...before, status: 'published', isLatest: false },
  ]);
  const made = { version: 1, savedAt: START, savedBy: ANNA };
  expect(await readRevision('a', 1)).toEqual({ ...first, author: 'Site AI', ...made });
});

describeEachEngine('the versions of posts', (makeDatabase) => {
  it('that were never public are thinned after 30 days: the last of each day stays, and whatever is or was public', async () => {
    const services = await makeDesk(await makeDatabase());
    const { clock, createPost, editPost, saveChanges, discardChanges } = services;
    const { publishChanges, purge, revisionsOf, changesOf } = services;
    const versions = async () => (await revisionsOf('a'))?.map(({ version }) => version);
    const edit = async (title: string, status: 'draft' | 'published') =>
      unwrap(await editPost('a', input({ title, status }), { by: ANNA }));
    const change = async (title: string) =>
      unwrap(await saveChanges('a', input({ title }), { by: BEN, publishAt: null }));

    clock.set('2026-03-01T22:00:00.000Z');
    unwrap(await createPost(input({ title: '1', status: 'draft' }), { by: ANNA }));
    await edit('2', 'draft');
    clock.set('2026-03-01T23:59:59.999Z');
    await edit('3: the last of a day', 'draft');
    clock.set('2026-03-02T00:00:00.000Z');
    await edit('4', 'draft');
    await edit('5: was public', 'published');
    for (const title of ['6', '7']) await change(title);
    unwrap(await discardChanges('a', { by: BEN }));
    await change('8: publishing makes another one');
    unwrap(await publishChanges('a', { by: ANNA }));
    for (const title of ['10', '11: the last of a day']) await change(title);
    clock.set('2026-03-03T00:00:00.000Z');
    for (const title of ['12', '13']) await change(title);
    await edit('14: is public', 'published');
    await change('15: the latest');

    const all = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    clock.set('2026-03-31T22:00:00.000Z');
    expect(await purge()).toMatchObject({ versions: 0 });
    expect(await versions()).toEqual(all);
    clock.set('2026-03-31T22:00:00.001Z');
    expect(await purge()).toMatchObject({ versions: 2 });
    expect(await versions()).toEqual(all.filter((version) => version > 2));
    clock.advanceDays(9);
    expect(await purge()).toMatchObject({ versions: 7 });
    expect(await versions()).toEqual([15, 14, 11, 9, 5, 3]);
    expect(await purge()).toMatchObject({ versions: 0 });
    expect(await changesOf('a')).toMatchObject({ post: { title: '15: the latest', version: 15 } });
    expect(await services.publishedPost('a')).toMatchObject({ title: '14: is public' });
    expect(await edit('16', 'published')).toMatchObject({ version: 16 });
  });

  it('are one post for an id that is sent twice, also at once, with what was saved as the answer to the second', async () => {
    const { createPost, postStats, removePost } = await makeDesk(await makeDatabase());
    const id = randomUUID();
    const create = (title: string) => createPost(input({ title }), { id });
    const answers = await Promise.all(['1', '2', '3'].map(create));
    const [made, ...others] = answers.filter(({ ok }) => ok).map((answer) => unwrap(answer));
    expect(others).toEqual([]);
    expect(made).toMatchObject({ id });
    for (const answer of [...answers.filter(({ ok }) => !ok), await create('4')]) {
      expect(answer).toMatchObject({
        failure: { kind: 'conflict', current: { id, title: made?.title, etag: made?.etag } },
      });
    }
    expect(await postStats()).toMatchObject({ total: 1 });
    unwrap(await removePost('a'));
    expect(await create('5')).toMatchObject({
      failure: { detail: expect.stringContaining('Restore it from the trash') },
    });
  });
});
