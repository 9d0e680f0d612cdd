import { expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp } from '../../test/make-app.ts';
import { postRules } from '../../test/make-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { glossaryTerms } from '../content/glossary.ts';
import { storedTerms } from '../science/glossary/glossary.ts';
import { discardDrafts, saveDraft } from './drafts.ts';
import { postInputSchema } from './post-input.ts';
import { typedPost } from './preview.ts';

const ANNA = ADMINISTRATOR.email;

it('a post as it is typed is shown to the writer who typed it, with what can be saved of it and no marks of terms and authors that only the saved text has, and to nobody else', async () => {
  const { site, signIn } = await makeApp();
  await signIn();
  await storedTerms.seed(site, glossaryTerms);
  const { createPost, anyPost } = postRules(site);
  const text = { title: 'A', slug: 'a', content: 'An IC50.', tags: ['t'], author: 'Ligara AI' };
  const saved = unwrap(await createPost(postInputSchema.parse(text), { by: ANNA }));
  const typedBy = async (by: string, slug = 'a') => unwrap(await typedPost(site, slug, by));
  expect([await typedBy(ANNA), await typedBy(ANNA, 'b')]).toEqual([null, null]);
  const values = {
    ...{ title: 'B', slug: 'elsewhere', author: 'Ben', publishDate: '2040-01-01T09:00' },
    content: 'Typed *here* [@doe]<script>x</script>',
    ...{ tags: 'not a list', coverImage: 'javascript:x' },
    references: [{ title: 'T', url: 'https://a.example/', key: 'doe' }],
  };
  await saveDraft(site, ANNA, saved.id, { tab: 't', values, base: saved.etag });
  const typed = await typedBy(ANNA);
  expect(typed).toMatchObject({ title: 'B', slug: 'a', tags: ['t'], coverImage: '' });
  expect(typed?.contentHtml).toMatch(/Typed <em>here<\/em>.*ref-doe/);
  expect(typed?.contentHtml).not.toContain('<script');
  expect([typed?.terms, typed?.authors]).toEqual([undefined, undefined]);
  expect(await typedBy('ben@site.test')).toBeNull();
  expect(await anyPost('a')).toMatchObject({ content: 'An IC50.', terms: [{}], authors: [{}] });
  await discardDrafts(site, ANNA, saved.id, 't');
  expect(await typedBy(ANNA)).toBeNull();
});
