import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect } from '@playwright/test';
import { profile } from '../../src/content/profile.ts';
import { test } from './page-test.ts';
import { serverPage } from './server-page.ts';

// biome-ignore lint/suspicious/noExplicitAny: read as a search engine reads it, without a schema
type Data = any;

/** What search engines require or recommend of each type, as far as it can be said truly. */
const EXPECTED: Record<string, readonly string[]> = {
  Organization: ['name', 'url'],
  PostalAddress: ['addressCountry'],
  WebSite: ['name', 'url', 'publisher'],
  WebPage: ['url'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['name', 'itemListOrder', 'numberOfItems', 'itemListElement'],
  ListItem: ['position', 'name'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  SoftwareApplication: ['name', 'description', 'applicationCategory', 'operatingSystem', 'offers'],
  Offer: ['name', 'price', 'priceCurrency', 'description', 'url'],
  DefinedTermSet: ['name', 'url', 'hasDefinedTerm'],
  DefinedTerm: ['name', 'description', 'inDefinedTermSet'],
  BlogPosting: [
    'headline',
    'image',
    'datePublished',
    'dateModified',
    'author',
    'publisher',
    'url',
    'mainEntityOfPage',
    'inLanguage',
    'keywords',
  ],
};

/** The same of the one that publishes the site. */
const EXPECTED_OF_PUBLISHER = [
  'name',
  'url',
  'logo',
  'description',
  'email',
  'foundingDate',
  'address',
  'sameAs',
  'subjectOf',
];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A value and every object and list within it. */
function* within(value: Data): Generator<Data> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const part of Object.values(value)) yield* within(part);
}

/** Their values are absolute. */
const ADDRESSES = ['@id', 'url', 'logo', 'image', 'item', 'mainEntityOfPage'];

const POSTS = globSync('src/content/posts/*.md').map((file) => `/blog/${basename(file, '.md')}`);

function missingIn(part: Data): string[] {
  const type: string = part['@type'];
  const isPublisher = String(part['@id']).endsWith('#organization') && 'name' in part;
  return ((isPublisher ? EXPECTED_OF_PUBLISHER : EXPECTED[type]) ?? [])
    .filter((property) => [undefined, ''].includes(part[property]) || part[property].length === 0)
    .map((property) => `${type} lacks ${property}`);
}

function strayAddressesIn(part: Data): string[] {
  return ADDRESSES.filter((name) => name in part && !/^https?:\/\//.test(part[name])).map(
    (name) => `${part['@type']} has a stray ${name}`,
  );
}

/** References to nodes that the page does not have. */
function danglingIn(data: Data): string[] {
  const parts = [...within(data)].filter((part) => '@id' in part);
  const isReference = (part: Data) => Object.keys(part).length === 1;
  const known = new Set(parts.filter((part) => !isReference(part)).map((part) => part['@id']));
  return parts
    .filter((part) => isReference(part) && !known.has(part['@id']))
    .map((part) => `nothing is ${part['@id']}`);
}

test.describe('a search engine that reads what a page is', () => {
  test('structured data: what search engines ask for is on every page and post', async ({
    request,
  }) => {
    await test.step('finds all that it asks for on every page', async () => {
      for (const path of [...profile.pages.map(({ canonical }) => canonical), ...POSTS]) {
        const data = (await serverPage(request, path)).structuredData();
        const parts = [...within(data['@graph'])];
        expect(parts.length).toBeGreaterThan(2);
        expect
          .soft(
            [...parts.flatMap(missingIn), ...parts.flatMap(strayAddressesIn), ...danglingIn(data)],
            path,
          )
          .toEqual([]);
      }
    });
    await test.step('finds that a post has a picture, a time and an author who can be looked up', async () => {
      for (const path of POSTS) {
        const page = await serverPage(request, path);
        const nodes: Data[] = page.structuredData()['@graph'];
        const post = nodes.find((node) => node['@type'] === 'BlogPosting');
        expect
          .soft([post.datePublished, post.dateModified].join(), path)
          .not.toContain('undefined');
        expect.soft(post.datePublished, path).toMatch(INSTANT);
        expect.soft(post.dateModified >= post.datePublished, path).toBe(true);
        expect.soft(post.author, path).toMatchObject({ name: expect.stringMatching(/\S/) });
        const picture = page.attribute('content', 'meta', { property: 'og:image' });
        expect.soft(post.image, path).toBe(picture);
        const answer = await request.get(post.image);
        expect
          .soft([answer.status(), answer.headers()['content-type']], path)
          .toEqual([200, 'image/png']);
      }
    });
  });

  test('feeds: a post leads to its Markdown, and every page to the feeds', async ({ request }) => {
    for (const path of [...POSTS, '/blog', '/']) {
      const page = await serverPage(request, path);
      const alternate = (type: string) =>
        page.attribute('href', 'link', { rel: 'alternate', type });
      const markdown = POSTS.includes(path) ? `${path}.md` : undefined;
      expect.soft(alternate('text/markdown'), path).toBe(markdown);
      for (const type of ['text/markdown', 'application/atom+xml', 'application/feed+json']) {
        const address = alternate(type);
        if (address === undefined) continue;
        const answer = await request.get(address);
        expect.soft(answer.headers()['content-type'], address).toContain(type);
      }
      expect.soft(alternate('application/atom+xml'), path).toBe('/feed.xml');
      expect.soft(alternate('application/feed+json'), path).toBe('/feed.json');
    }
  });
});
