import { expect, it } from 'vitest';
import { boundTo } from '../../test/bound-to.ts';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { postRules } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { glossaryTerms } from '../content/glossary.ts';
import { storedTerms } from '../science/glossary/glossary.ts';
import type { Site } from '../site.ts';
import { discardDrafts, saveDraft } from './drafts.ts';
import { postInputSchema } from './post-input.ts';
import { typedPost } from './preview.ts';

const ANNA = ADMINISTRATOR.email;
const BEN = 'ben@site.test';

function makeDesk(site: Site) {
  const rules = { typedPost, keep: saveDraft, drop: discardDrafts };
  return { ...postRules(site), ...boundTo(site, rules) };
}

it('a post as it is typed is shown to the writer who typed it, with what can be saved of it, and to nobody else', async () => {
  const { site, signIn } = await makeApp();
  await signIn();
  const { createPost, anyPost, typedPost, keep, drop } = makeDesk(site);
  const input = postInputSchema.parse({ title: 'A', slug: 'a', content: 'Saved', tags: ['t'] });
  const saved = unwrap(await createPost(input, { by: ANNA }));
  expect(unwrap(await typedPost('a', ANNA))).toBeNull();
  expect(unwrap(await typedPost('b', ANNA))).toBeNull();
  const values = {
    title: 'B',
    slug: 'elsewhere',
    content: 'Typed *here* [@doe]<script>x</script>',
    tags: 'not a list',
    coverImage: 'javascript:x',
    publishDate: '2040-01-01T09:00',
    references: [{ title: 'T', url: 'https://a.example/', key: 'doe' }],
  };
  await keep(ANNA, saved.id, { tab: 't', values, base: saved.etag });
  const typed = unwrap(await typedPost('a', ANNA));
  expect(typed).toMatchObject({ title: 'B', slug: 'a', tags: ['t'], coverImage: '' });
  expect(typed?.contentHtml).toContain('Typed <em>here</em>');
  expect(typed?.contentHtml).not.toContain('<script');
  expect(typed?.contentHtml).toContain('ref-doe');
  expect(unwrap(await typedPost('a', BEN))).toBeNull();
  expect(await anyPost('a')).toMatchObject({ title: 'A', content: 'Saved' });
  await drop(ANNA, saved.id, 't');
  expect(unwrap(await typedPost('a', ANNA))).toBeNull();
});

it('a post as it is typed has no marks of terms and authors that only the saved text has', async () => {
  const { site, signIn } = await makeApp();
  await signIn();
  const { createPost, anyPost, typedPost, keep } = makeDesk(site);
  await storedTerms.seed(site, glossaryTerms);
  const text = { title: 'A', slug: 'a', content: 'An IC50.', author: 'Ligara AI' };
  const { id } = unwrap(await createPost(postInputSchema.parse(text), { by: ANNA }));
  expect(await anyPost('a')).toMatchObject({ terms: [{}], authors: [{}] });
  const values = { content: 'Else', author: 'Ben' };
  await keep(ANNA, id, { tab: 't', values, base: null });
  const typed = unwrap(await typedPost('a', ANNA));
  expect([typed?.terms, typed?.authors]).toEqual([undefined, undefined]);
});
