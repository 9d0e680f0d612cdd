import { expect, it } from 'vitest';
import { boundTo } from '../../../test/bound-to.ts';
import { makeApp } from '../../../test/make-app.ts';
import { input, postRules } from '../../../test/make-posts.ts';
import { unwrap } from '../../../test/unwrap.ts';
import type { AuthorFields } from './author.ts';
import { authorInputSchema, readOrcid } from './author-input.ts';
import { addAuthor, authorPage, editAuthor, listAuthors, removeAuthor } from './authors.ts';

const BY = { by: 'editor@site.test' };
const ORCID = 'https://orcid.org/0000-0002-1825-0097';

const author = (fields: Partial<AuthorFields>) => authorInputSchema.parse(fields);

async function makeSite() {
  const app = await makeApp();
  const rules = boundTo(app.site, { listAuthors, authorPage, addAuthor, editAuthor, removeAuthor });
  const posts = { ...postRules(app.site), ...rules };
  const publish = (slug: string, author: string) =>
    posts.createPost(input({ title: slug, slug, author }));
  const namesOf = async (slug: string) =>
    (await posts.publishedPost(slug))?.authors?.map(({ slug: of, name }) => `${of}: ${name}`);
  const countsOf = async () =>
    Object.fromEntries((await posts.listAuthors()).map(({ slug, postCount }) => [slug, postCount]));
  return { ...app, ...posts, publish, namesOf, countsOf };
}

it('authors are found in every byline that has their name, also of posts that were there before them', async () => {
  const site = await makeSite();
  await site.publish('one', 'Ada Berg, Ben Cole and Ligara AI');
  await site.publish('two', 'ada  BERG');
  await site.publish('three', 'Nobody & Ada Berg');
  await site.publish('four', 'Berg and Sons');
  expect(await site.namesOf('one')).toEqual(['ligara-ai: Ligara AI']);
  unwrap(await site.addAuthor(author({ name: 'Ada Berg' }), BY));
  unwrap(await site.addAuthor(author({ name: 'Berg and Sons', kind: 'group' }), BY));
  expect(await Promise.all(['one', 'two', 'three', 'four'].map(site.namesOf))).toEqual([
    ['ada-berg: Ada Berg', 'ligara-ai: Ligara AI'],
    ...[['ada-berg: ada BERG'], ['ada-berg: Ada Berg'], ['berg-and-sons: Berg and Sons']],
  ]);
  expect(await site.countsOf()).toEqual({ 'ada-berg': 3, 'berg-and-sons': 1, 'ligara-ai': 1 });
  const { posts = [] } = (await site.authorPage('Ada-Berg')) ?? {};
  expect(posts.map(({ slug }) => slug).sort()).toEqual(['one', 'three', 'two']);
});

it('authors are shown to those who write as to readers, and have no draft and no scheduled post on their page', async () => {
  const site = await makeSite();
  const text = { title: 'T', content: 'Text', author: 'Ligara AI' };
  const drafts = [
    { ...text, slug: 'draft', status: 'draft' },
    { ...text, slug: 'ahead', publishDate: '2099-01-01T00:00:00Z' },
  ] as const;
  for (const draft of drafts) unwrap(await site.createPost(input(draft)));
  expect(await site.authorPage('ligara-ai')).toMatchObject({ postCount: 0, posts: [] });
  expect(await site.authorPage('nobody')).toBeNull();
  await site.publish('one', 'Ligara AI');
  const changed = input({ ...text, slug: 'one' });
  unwrap(await site.saveChanges('one', changed, { ...BY, publishAt: null }));
  const changes = (await site.changesOf('one'))?.post;
  for (const post of [await site.anyPost('one'), await site.anyPost('draft'), changes]) {
    expect(post?.authors?.map(({ slug }) => slug)).toEqual(['ligara-ai']);
  }
});

it('authors share no name, and the edit that came first, their address and the published name stay', async () => {
  const site = await makeSite();
  await site.publish('one', 'Ada Berg');
  const { id } = unwrap(await site.addAuthor(author({ name: 'Ada Berg' }), BY));
  expect((await site.addAuthor(author({ name: 'ADA BERG' }), BY)).ok).toBe(false);
  const slugs = {
    ...{ 'ada-berg': 'ada-berg-2', 'Zoë Çelik': 'zoe-celik', 李: 'author', Þór: 'thor' },
    ...{ 'Łukasz Çağ': 'lukasz-cag', 'SØREN Ægir': 'soren-aegir', 'İpek Işık': 'ipek-isik' },
  };
  for (const [name, slug] of Object.entries(slugs)) {
    expect(unwrap(await site.addAuthor(author({ name }), BY)).slug).toBe(slug);
  }
  const renamed = author({ name: 'Ada Holm' });
  const stale = { ...BY, version: 1 };
  unwrap(await site.editAuthor(id, renamed, stale));
  const conflict = { failure: { kind: 'conflict', current: { name: 'Ada Holm' } } };
  expect(await site.editAuthor(id, author({ name: 'Lost' }), stale)).toMatchObject(conflict);
  expect(await site.removeAuthor(id, stale)).toMatchObject(conflict);
  expect(await site.namesOf('one')).toBeUndefined();
  const back = author({ name: 'Ada Berg' });
  expect(unwrap(await site.editAuthor(id, back, { ...BY, version: 2 })).slug).toBe('ada-berg');
  expect(await site.namesOf('one')).toEqual(['ada-berg: Ada Berg']);
  unwrap(await site.removeAuthor(id, { ...BY, version: 3 }));
  expect(await site.namesOf('one')).toBeUndefined();
  expect((await site.publishedPost('one'))?.author).toBe('Ada Berg');
});

it('authors reach the page, the head, the citations, both feeds, the sitemap and the links for machines', async () => {
  const site = await makeSite();
  await site.publish('one', 'Ada Berg, Ligara AI');
  const ada = { name: 'Ada Berg', familyName: 'Berg', orcid: ORCID, affiliation: 'A Lab' };
  unwrap(await site.addAuthor(author(ada), BY));
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

it('an identifier that cannot be right is refused with an example, and a group has no ORCID iD', () => {
  const issue = (fields: object) => {
    const { path, message } = authorInputSchema.safeParse({ name: 'A', ...fields }).error
      ?.issues[0] ?? { path: [], message: '' };
    return `${path.join('.')}: ${message}`;
  };
  expect(issue({ orcid: '0000-0002-1825-0098' })).toBe(
    'orcid: Must be an ORCID iD, such as 0000-0002-1825-0097',
  );
  expect(issue({ link: 'javascript:alert(1)' })).toBe('link: Must be an http or https address');
  expect(issue({ kind: 'group', orcid: ORCID })).toBe('orcid: Only a person has an ORCID iD');
  expect(issue({ picture: 'javascript:alert(1)' })).toMatch(/^picture: /);
});

/** Those of ORCID's documentation. */
const ORCIDS = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'];

it('takes an identifier as people copy it, and stores its URL', () => {
  for (const id of ORCIDS) {
    const url = `https://orcid.org/${id}`;
    for (const written of [id, url, ` ${id.toLowerCase()} `, id.replaceAll('-', ''), url.slice(8)])
      expect(readOrcid(written)).toBe(url);
  }
});

it('refuses each identifier with one wrong character: it would be another person', () => {
  for (const id of ORCIDS) {
    for (let at = 0; at < id.length; at++) {
      if (id[at] === '-' || id[at] === 'X') continue;
      const wrong = id.slice(0, at) + ((Number(id[at]) + 1) % 10) + id.slice(at + 1);
      expect(readOrcid(wrong), wrong).toBeNull();
    }
  }
  const others = ['', 'x', 'https://orcid.org/', '0000-0002-1825-00977'];
  for (const written of [...others, 'https://evil.test/0000-0002-1825-0097'])
    expect(readOrcid(written)).toBeNull();
});
