import { expect, it } from 'vitest';
import { makeApp } from '../../../../test/make-app.ts';
import { createThreads } from '../../../app/threads/threads.ts';

const PATH = '/api/admin/references/read';

it('POST /api/admin/references/read gives references that a post can be saved with', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  const text =
    '@article{smith2020, author={Smith, Ann}, title={{T}}, journal={J}, year=2020, doi={10.1000/1}}\n@book{x, title={X}}\n@book{y, year=2020}';
  const answer = await app.postJson(PATH, { text }, token);
  expect(answer.status).toBe(200);
  const { references, refusals } = (await answer.json()) as {
    references: object[];
    refusals: object[];
  };
  expect(refusals).toEqual([{ line: 3, message: expect.stringContaining('y has neither') }]);
  // An old book has no address.
  expect(references).toContainEqual(expect.objectContaining({ title: 'X', url: '' }));
  const draft = { title: 'A', slug: 'a', content: 'By @smith2020 and @x.', references };
  const post = await app.postJson('/api/admin/blog/posts', draft, token);
  expect(post.status).toBe(201);
  expect(await post.json()).toMatchObject({
    references,
    contentHtml: expect.stringContaining('By <span class="citation">Smith ['),
  });
});

it('refuses what is no text, too long, or from nobody', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  expect((await app.postJson(PATH, { text: 'x' })).status).toBe(401);
  expect((await app.postJson(PATH, { text: 5 }, token)).status).toBe(422);
  expect((await app.postJson(PATH, { text: 'x'.repeat(200_001) }, token)).status).toBe(422);
  expect((await app.postJson(PATH, { text: 'x'.repeat(3_000_000) }, token)).status).toBe(413);
});

it('reads in a render thread', async () => {
  const { readPasted, close } = createThreads();
  expect((await readPasted('10.1000/1'))?.works).toMatchObject([{ line: 1, doi: '10.1000/1' }]);
  await close();
});
