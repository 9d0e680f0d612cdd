import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input } from '../../../test/make-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { Database } from '../../server/db/connect.ts';
import type { AuthorFields } from './author.ts';
import { authorInputSchema } from './author-input.ts';

const BY = { by: 'editor@site.test' };
const ORCID = 'https://orcid.org/0000-0002-1825-0097';

const author = (fields: Partial<AuthorFields> & { name: string }) =>
  authorInputSchema.parse({ ...fields });

async function makeSite(db: Database) {
  const app = await makeApp({ db });
  const { posts } = app.services;
  const publish = (slug: string, byline: string) =>
    posts.createPost({
      ...input({ title: slug, slug, content: 'Text', status: 'published' }),
      author: byline,
    });
  const namesOf = async (slug: string) =>
    (await posts.publishedPost(slug))?.authors?.map(({ slug: of, name }) => `${of}: ${name}`);
  const countsOf = async () =>
    Object.fromEntries((await posts.authors()).map(({ slug, postCount }) => [slug, postCount]));
  return { ...app, ...posts, publish, namesOf, countsOf };
}

describeEachEngine('authors', (makeDatabase) => {
  it('are found in every byline that has one of their names, also of posts that were there before them', async () => {
    const site = await makeSite(await makeDatabase());
    await site.publish('one', 'Ada Berg, Ben Cole and Ligara AI');
    await site.publish('two', 'ada  BERG');
    await site.publish('three', 'A. Berg & Nobody');
    await site.publish('four', 'Berg and Sons');
    expect(await site.namesOf('one')).toEqual(['ligara-ai: Ligara AI']);
    unwrap(await site.addAuthor(author({ name: 'Ada Berg', otherNames: ['A. Berg'] }), BY));
    unwrap(await site.addAuthor(author({ name: 'Berg and Sons', kind: 'group' }), BY));
    expect(await site.namesOf('one')).toEqual(['ada-berg: Ada Berg', 'ligara-ai: Ligara AI']);
    expect(await site.namesOf('two')).toEqual(['ada-berg: ada BERG']);
    expect(await site.namesOf('three')).toEqual(['ada-berg: A. Berg']);
    expect(await site.namesOf('four')).toEqual(['berg-and-sons: Berg and Sons']);
    expect(await site.countsOf()).toEqual({ 'ada-berg': 3, 'berg-and-sons': 1, 'ligara-ai': 1 });
    expect((await site.authorPage('Ada-Berg'))?.posts.map(({ slug }) => slug).sort()).toEqual([
      'one',
      'three',
      'two',
    ]);
  });

  it('are shown to those who write as to readers, in a post and in its unpublished changes', async () => {
    const site = await makeSite(await makeDatabase());
    await site.publish('one', 'Ligara AI');
    const changed = input({ title: 'one', slug: 'one', content: 'Other', author: 'Ligara AI' });
    const options = { ...BY, publishAt: null };
    unwrap(await site.saveChanges('one', changed, options));
    const shown = [
      await site.publishedPost('one'),
      await site.anyPost('one'),
      (await site.changesOf('one'))?.post,
    ].map((post) => post?.authors?.map(({ slug }) => slug));
    expect(shown).toEqual([['ligara-ai'], ['ligara-ai'], ['ligara-ai']]);
  });

  it('have no draft and no scheduled post on their page', async () => {
    const site = await makeSite(await makeDatabase());
    const text = { title: 'T', content: 'Text' };
    const [draft, ahead] = [
      input({ ...text, slug: 'draft', status: 'draft' }),
      input({ ...text, slug: 'ahead', publishDate: '2099-01-01T00:00:00Z' }),
    ];
    for (const post of [draft, ahead]) await site.createPost({ ...post, author: 'Ligara AI' });
    expect(await site.authorPage('ligara-ai')).toMatchObject({ postCount: 0, posts: [] });
    expect(await site.authorPage('nobody')).toBeNull();
  });

  it('share no name, and the second of two who are added at once is told so', async () => {
    const site = await makeSite(await makeDatabase());
    const added = await Promise.all(
      ['Ada Berg', 'ADA BERG'].map((name) => site.addAuthor(author({ name }), BY)),
    );
    expect(added.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const other = author({ name: 'Ben', otherNames: ['ligara ai'] });
    expect(await site.addAuthor(other, BY)).toMatchObject({
      failure: { kind: 'invalid', issues: [{ loc: ['body', 'otherNames'] }] },
    });
    const same = unwrap(await site.addAuthor(author({ name: 'ada-berg' }), BY));
    expect(same.slug).toBe('ada-berg-2');
    expect(unwrap(await site.addAuthor(author({ name: 'Zoë Çelik' }), BY)).slug).toBe('zoe-celik');
    expect(unwrap(await site.addAuthor(author({ name: '李' }), BY)).slug).toBe('author');
  });

  it('keep the edit that came first, their address, and the name that was published', async () => {
    const site = await makeSite(await makeDatabase());
    await site.publish('one', 'Ada Berg');
    const { id } = unwrap(await site.addAuthor(author({ name: 'Ada Berg' }), BY));
    const renamed = author({ name: 'Ada Holm', otherNames: ['Ada Berg'] });
    const edits = await Promise.all(
      [renamed, author({ name: 'Lost' })].map((fields) =>
        site.editAuthor(id, fields, { ...BY, version: 1 }),
      ),
    );
    expect(edits.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const { version } = (await site.authors()).find((each) => each.id === id) ?? { version: 0 };
    unwrap(await site.editAuthor(id, renamed, { ...BY, version }));
    expect(await site.namesOf('one')).toEqual(['ada-berg: Ada Berg']);
    expect(await site.removeAuthor(id, { ...BY, version: 1 })).toMatchObject({
      failure: { kind: 'conflict', current: { name: 'Ada Holm' } },
    });
    unwrap(await site.removeAuthor(id, { ...BY, version: version + 1 }));
    expect(await site.namesOf('one')).toBeUndefined();
    expect((await site.publishedPost('one'))?.author).toBe('Ada Berg');
  });

  it('are told to other processes when they change: cached pages show them', async () => {
    const site = await makeSite(await makeDatabase());
    const counter = async () =>
      (await site.db.query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow())
        .changes;
    const before = await counter();
    unwrap(await site.addAuthor(author({ name: 'Ada Berg' }), BY));
    expect(await counter()).toBeGreaterThan(before);
  });

  it('reach the page, the head, the citations, both feeds, the sitemap and the links for machines', async () => {
    const site = await makeSite(await makeDatabase());
    await site.publish('one', 'Ada Berg, Ligara AI');
    const ada = { name: 'Ada Berg', orcid: ORCID, affiliation: 'A Lab', ror: '05dxps055' };
    unwrap(await site.addAuthor(authorInputSchema.parse(ada), BY));
    const read = async (path: string) => (await site.get(path)).text();
    expect(await read('/feed.xml')).toMatch(/<name>Ada Berg<\/name><uri>[^<]+\/authors\/ada-berg</);
    expect(JSON.parse(await read('/feed.json')).items[0].authors).toEqual([
      { name: 'Ada Berg', url: expect.stringMatching(/\/authors\/ada-berg$/) },
      { name: 'Ligara AI', url: expect.stringMatching(/\/authors\/ligara-ai$/) },
    ]);
    expect(await read('/sitemap.xml')).toContain('/authors/ada-berg</loc>');
    expect(JSON.parse(await read('/blog/one/cite.json'))[0].author).toEqual([
      { family: 'Berg', given: 'Ada' },
      { literal: 'Ligara AI' },
    ]);
    expect(JSON.parse(await read('/api/blog/posts/one')).authors).toHaveLength(2);
  });
});

it('an identifier that cannot be right is refused with an example, and a group has no ORCID iD', () => {
  const issues = (fields: object) =>
    authorInputSchema
      .safeParse({ name: 'A', ...fields })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(issues({ orcid: '0000-0002-1825-0098' })).toEqual([
    ['orcid', 'Must be an ORCID iD, such as 0000-0002-1825-0097'],
  ]);
  expect(issues({ ror: 'ror.org/05dxps054' })).toEqual([
    ['ror', 'Must be a ROR ID, such as https://ror.org/05dxps055'],
  ]);
  expect(issues({ kind: 'group', orcid: ORCID })).toEqual([
    ['orcid', 'Only a person has an ORCID iD'],
  ]);
  expect(issues({ picture: 'javascript:alert(1)' })?.[0]?.[0]).toBe('picture');
});
