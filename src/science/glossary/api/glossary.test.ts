import { expect, it } from 'vitest';
import { makeApp } from '../../../../test/make-app.ts';
import type { Term } from '../term.ts';

const IC50 = {
  term: ' IC50 ',
  category: 'Pharmacology',
  definition: 'Half of\n it.',
  synonyms: ['IC₅₀', 'half-maximal concentration', 'ic50'],
};

it('an administrator adds, edits and removes a term', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  const added = await app.postJson('/api/admin/glossary', IC50, token);
  expect(added.status).toBe(201);
  const term = (await added.json()) as Term;
  // One line each, and no spelling twice.
  expect(term).toMatchObject({
    term: 'IC50',
    definition: 'Half of it.',
    synonyms: ['half-maximal concentration'],
    relatedTerms: [],
    version: 1,
  });
  const url = `/api/admin/glossary/${term.id}`;
  const edited = await app.putJson(`${url}?version=1`, { ...IC50, category: 'AI/ML' }, token);
  expect(await edited.json()).toMatchObject({ category: 'AI/ML', version: 2 });
  const stale = await app.putJson(`${url}?version=1`, IC50, token);
  expect([stale.status, await stale.json()]).toMatchObject([409, { current: { version: 2 } }]);
  const list = (await (await app.get('/api/admin/glossary', token)).json()) as { terms: Term[] };
  expect(list.terms).toMatchObject([{ term: 'IC50', version: 2 }]);
  expect((await app.send('DELETE', `${url}?version=1`, { token })).status).toBe(409);
  expect((await app.send('DELETE', `${url}?version=2`, { token })).status).toBe(204);
  expect((await app.send('DELETE', `${url}?version=2`, { token })).status).toBe(404);
});

it('a term is refused by the field that is wrong', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  for (const [field, part] of [
    ['term', { term: ' ' }],
    ['term', { term: '(x)' }],
    ['term', { term: 'x'.repeat(81) }],
    ['category', { category: 'Physics' }],
    ['definition', { definition: '' }],
    ['definition', { definition: 'x'.repeat(2_001) }],
    ['definition', { definition: 'a\0b' }],
    ['synonyms', { synonyms: Array.from({ length: 11 }, (_, i) => `s${i}`) }],
    ['relatedTerms', { relatedTerms: ['Ki'] }],
  ] as const) {
    const answer = await app.postJson('/api/admin/glossary', { ...IC50, ...part }, token);
    const { detail } = (await answer.json()) as { detail: { loc: string[] }[] };
    expect([answer.status, detail[0]?.loc[1]]).toEqual([422, field]);
  }
});

it('a reader of the API gets the definitions with a post', async () => {
  const app = await makeApp();
  const token = await app.signIn();
  await app.postJson('/api/admin/glossary', IC50, token);
  const post = { title: 'A', slug: 'a', content: 'The IC50.' };
  await app.postJson('/api/admin/blog/posts', post, token);
  expect(await (await app.get('/api/blog/posts/a')).json()).toMatchObject({
    contentHtml: '<p>The IC50.</p>',
    terms: [{ term: 'IC50', definition: 'Half of it.', start: 7, end: 11 }],
  });
  expect(await (await app.get('/feed.xml')).text()).not.toContain('Half of it');
  expect(await (await app.get('/blog/a.md')).text()).not.toContain('Half of it');
});
