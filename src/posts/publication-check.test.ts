import { expect, it } from 'vitest';
import { makeApp } from '../../test/make-app.ts';
import { input, postRules } from '../../test/make-posts.ts';
import { readTable } from '../../test/read-table.ts';
import { createPost } from '../../test/save-posts.ts';
import { unwrap } from '../../test/unwrap.ts';
import { readAuditTrail } from '../accounts/audit.ts';
import { authorInputSchema } from './authors/author-input.ts';
import { addAuthor } from './authors/authors.ts';
import type { PostDraft } from './post-input.ts';
import { previewBody } from './preview.ts';
import { checkPosts } from './publication-check.ts';

const ANNA = 'anna@site.test';

async function makeDesk() {
  const { site, clock } = await makeApp();
  const create = (fields: Partial<PostDraft> & { title: string }) =>
    createPost(site, input(fields), { by: ANNA });
  const check = async (content: string, references: PostDraft['references'] = []) => {
    const checked = await previewBody(site, input({ title: 'T', content, references }));
    if (!checked.ok) throw new Error('It was not checked');
    return checked.value.findings.map(({ line, reference, code }) =>
      reference === undefined ? `${line} ${code}` : `reference ${reference} ${code}`,
    );
  };
  return { ...postRules(site), site, clock, create, check };
}

const DEAD = 'Text\n\nSee [this](/blog/no-such-post).';

it('the check before publishing refuses a new publication with a dead link, saves it as a draft, and names the line', async () => {
  const { create, publishedPost, editPost } = await makeDesk();
  const msg = 'Line 3: The link to “/blog/no-such-post” does not lead to a page on this site.';
  const issues = [{ loc: ['body', 'content'], msg, type: 'dead-link' }];
  const refused = await create({ title: 'A', content: DEAD });
  expect(refused).toMatchObject({ failure: { kind: 'invalid', issues } });
  const saved = await create({ title: 'A', content: DEAD, status: 'draft' });
  expect(saved).toMatchObject({ value: { findings: [{ code: 'dead-link', line: 3 }] } });
  expect((await editPost('a', input({ title: 'A', content: DEAD }))).ok).toBe(false);
  expect(await publishedPost('a')).toBeNull();
});

it('the check before publishing keeps a public post editable whose link has died since, while its text stays', async () => {
  const { create, editPost, removePost } = await makeDesk();
  unwrap(await create({ title: 'Target' }));
  const content = 'See [this](/blog/target).';
  const post = { slug: 'a', content, coverImage: '/icon-512.png' };
  unwrap(await create({ ...post, title: 'A' }));
  unwrap(await removePost('target', { by: ANNA }));
  const renamed = await editPost('a', input({ ...post, title: 'B' }));
  expect(renamed).toMatchObject({ ok: true, value: { findings: [{ code: 'dead-link' }] } });
  const changed = await editPost('a', input({ ...post, title: 'B', content: `${content} More.` }));
  expect(changed).toMatchObject({ ok: false, failure: { issues: [{ type: 'dead-link' }] } });
});

it('the check before publishing knows pages, files, former slugs and drafts', async () => {
  const { create, editPost, check } = await makeDesk();
  unwrap(await create({ title: 'Old' }));
  unwrap(await editPost('old', input({ title: 'New' })));
  unwrap(await create({ title: 'Secret', status: 'draft' }));
  expect(await check('[a](/blog/old)\n\n[b](/Platform/)\n\n[c](/blog/new?x=1#y)')).toEqual([]);
  const text = '[a](/blog/secret)\n\n[b](/nowhere)\n\n[c](#none)\n\n## Some\n\n[d](#some)';
  expect(await check(text)).toEqual(['1 link-to-draft', '3 dead-link', '5 dead-link']);
});

it('the check before publishing tells relative targets, and what this site does not have', async () => {
  const { create, check, site } = await makeDesk();
  unwrap(await create({ title: 'There' }));
  unwrap(await addAuthor(site, authorInputSchema.parse({ name: 'Ada Berg' }), { by: ANNA }));
  const dead = readTable(new URL('dead-links.tsv', import.meta.url));
  for (const [line = ''] of dead)
    expect(await check(`One.\n\n${line}`), line).toEqual(['3 dead-link']);
  const alive = readTable(new URL('living-links.tsv', import.meta.url));
  for (const [href = ''] of alive) {
    for (const url of [href, `https://site.test${/^\/(?!\/)/.test(href) ? href : ''}`])
      expect(await check(`[a](${url})`), url).toEqual([]);
  }
  expect(await check('`[A](t)`, \\[A](t), $[A](t)$ and\n\n```\n![x](y)\n```')).toEqual([]);
});

it('the check before publishing refuses a cover that is not there, at its field', async () => {
  const { create, editPost } = await makeDesk();
  const coverImage = '/images/none.png';
  const issues = [{ loc: ['body', 'coverImage'], type: 'dead-link' }];
  const refused = { failure: { kind: 'invalid', issues } };
  expect(await create({ title: 'A', coverImage })).toMatchObject(refused);
  unwrap(await create({ title: 'A', coverImage, status: 'draft' }));
  expect(await editPost('a', input({ title: 'A', coverImage }))).toMatchObject(refused);
  unwrap(await editPost('a', input({ title: 'A', coverImage: '/icon-512.png' })));
  expect(await editPost('a', input({ title: 'A', coverImage }))).toMatchObject(refused);
});

it('the check before publishing tells a name that public posts give to another molecule, and none that they give to this one', async () => {
  const { create, check } = await makeDesk();
  const smiles = (...lines: string[]) => `\`\`\`smiles\n${lines.join('\n')}\n\`\`\``;
  const content = smiles('CC(=O)Oc1ccccc1C(=O)O Aspirin', 'CCO Ethanol');
  unwrap(await create({ title: 'A', content }));
  unwrap(await create({ title: 'B', status: 'draft', content: smiles('CO Methanol') }));
  expect(await check(smiles('Oc1ccccc1C(=O)O Aspirin', 'OCC Ethanol', 'CCCO Methanol'))).toEqual([
    '2 name-of-another',
  ]);
  expect(await check(smiles('Oc1ccccc1C(=O)O aspirin'))).toEqual(['2 name-of-another']);
  expect(await check(smiles('Oc1ccccc1C(=O)O'))).toEqual([]);
});

it('the check before publishing tells a DOI that is none at its reference', async () => {
  const { create, check } = await makeDesk();
  const references = [
    { key: 'a', title: 'A', url: 'https://doi.org/10.1000/182' },
    { key: 'b', title: 'B', url: 'https://doi.org/11.1/x' },
  ];
  expect(await check('Text.', references)).toEqual(['reference 2 malformed-doi']);
  const input = { title: 'A', references: references as PostDraft['references'] };
  const issue = { loc: ['body', 'references', 1], msg: expect.stringMatching(/is not a DOI/) };
  expect(await create(input)).toMatchObject({ failure: { issues: [issue] } });
});

it('the check before publishing records in the audit log which warnings the writer saw, of changes when they are scheduled', async () => {
  const { createPost, saveChanges, publishDueChanges, site, clock } = await makeDesk();
  const acknowledgements = async () =>
    (await readAuditTrail(site, { limit: 20 })).events
      .flatMap(({ action, subject, actor, detail }) =>
        action === 'warnings-acknowledged' ? [`${actor} ${subject} ${detail}`] : [],
      )
      .sort();
  const acknowledged = ['picture-without-alt', 'heading-level-skipped'];
  unwrap(await createPost(input({ title: 'A' }), { by: ANNA, acknowledged }));
  const first = `${ANNA} a picture-without-alt, heading-level-skipped`;
  expect(await acknowledgements()).toEqual([first]);
  const changed = input({ title: 'A', content: 'Changed' });
  const save = (publishAt: string | null) =>
    saveChanges('a', changed, { by: ANNA, publishAt, acknowledged: ['dead-link'] });
  unwrap(await save(null));
  expect(await acknowledgements()).toEqual([first]);
  unwrap(await save('2026-03-01T12:00:00.000Z'));
  expect(await acknowledgements()).toEqual([`${ANNA} a dead-link`, first]);
  clock.advance(4 * 3_600_000);
  await publishDueChanges();
  expect(await acknowledgements()).toHaveLength(2);
});

it('checkPosts: all posts, drafts too, in the order of slugs', async () => {
  const { site } = await makeApp();
  const slugs = Array.from({ length: 21 }, (_, at) => `post-${String(at).padStart(2, '0')}`);
  for (const slug of slugs) {
    const content = slug === 'post-20' ? 'Text.\n\n[Nowhere](/no-such-page)' : 'Text.';
    unwrap(await createPost(site, input({ title: slug, slug, content, status: 'draft' })));
  }
  const checked = await checkPosts(site);
  expect(checked.map(({ slug }) => slug)).toEqual(slugs);
  expect(checked.at(-1)).toMatchObject({ findings: [{ code: 'dead-link', line: 3 }] });
});
