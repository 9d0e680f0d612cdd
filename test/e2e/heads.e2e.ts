import { readdirSync } from 'node:fs';
import { type APIRequestContext, expect } from '@playwright/test';
import { profile } from '../../src/content/profile.ts';
import { readTable } from '../read-table.ts';
import { test } from './page-test.ts';
import { elementsOf, type ServerPage, serverPage, textIn } from './server-page.ts';

const TITLES: Record<string, string> = Object.fromEntries(
  readTable(new URL('titles.tsv', import.meta.url)),
);

const SAMPLES = readdirSync('src/content/posts')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/blog/${name.replace('.md', '')}`);

const PAGES = profile.pages.map((page) => page.canonical);

const INDEXED = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';

/** The title of the document; drawings have titles too. */
function titleOf(page: ServerPage): string {
  return textIn(page.elements('title')[0]);
}

function metaOf(page: ServerPage, name: string): string | undefined {
  const key = /^og:/.test(name) ? 'property' : 'name';
  return page.attribute('content', 'meta', { [key]: name });
}

async function isPicture(request: APIRequestContext, url: string): Promise<void> {
  const answer = await request.head(url);
  const type = answer.headers()['content-type'];
  expect.soft([answer.status(), type], url).toEqual([200, 'image/png']);
}

// biome-ignore lint/suspicious/noExplicitAny: read as a search engine reads it, without a schema
type Data = any;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const HOLDS: Record<string, string[]> = {
  '/': ['FAQPage'],
  '/platform': ['SoftwareApplication'],
  '/pipeline': ['ItemList'],
  '/investors': ['FAQPage'],
  '/glossary': ['DefinedTermSet'],
};

test('heads: title, description, canonical, robots, share picture and structured data of each page', async ({
  request,
  baseURL,
}) => {
  expect(profile.pages.map(({ canonical }) => canonical)).toEqual(Object.keys(TITLES));
  const pages = await Promise.all(
    profile.pages.map(async (about) => {
      const page = await serverPage(request, about.canonical);
      const said = (...names: string[]) => names.map((name) => metaOf(page, name));
      return { ...about, path: about.canonical, page, said };
    }),
  );
  await test.step('a search engine: its own title, description, keywords, address and leave to index', () => {
    for (const { path, description, keywords, page, said } of pages) {
      const address = page.attribute('href', 'link', { rel: 'canonical' });
      const told = [page.status, titleOf(page), address];
      const own = [200, TITLES[path], `${baseURL}${path}`, description, keywords];
      const named = said('description', 'keywords', 'robots', 'ai-content');
      const open = expect.stringMatching(/open to AI analysis tools/);
      expect.soft([...told, ...named], path).toEqual([...own, INDEXED, open]);
      const feeds = ['application/atom+xml', 'application/feed+json'];
      const led = feeds.map((type) => page.attribute('href', 'link', { rel: 'alternate', type }));
      expect.soft(led, path).toEqual(['/feed.xml', '/feed.json']);
    }
  });
  await test.step('a reader of a shared link: its title, its words and its own picture of 1200 by 630', async () => {
    const pictures = new Set<string>();
    for (const { path, description, said } of pages) {
      const [picture = ''] = said('og:image');
      const names = ['og:type', 'twitter:card', 'og:title', 'og:description', 'og:url'];
      const named = said(...names, 'twitter:image', 'og:image:width', 'og:image:height');
      const own = [TITLES[path], description, `${baseURL}${path}`, picture, '1200', '630'];
      expect.soft(named, path).toEqual(['website', 'summary_large_image', ...own]);
      await isPicture(request, picture);
      pictures.add(picture);
    }
    expect(pictures.size).toBe(pages.length);
  });
  await test.step('a machine: the company on every page, and what is on this one', () => {
    for (const { path, page } of pages) {
      const types = page.structuredData()['@graph'].map((node: Data) => node['@type']);
      const held = ['Organization', 'WebSite', ...(HOLDS[path] ?? [])];
      expect.soft(types, path).toEqual(expect.arrayContaining(held));
    }
  });
  await test.step('a machine: a post has a picture, a time and an author who can be looked up', async () => {
    for (const path of SAMPLES) {
      const page = await serverPage(request, path);
      const graph: Data[] = page.structuredData()['@graph'];
      const post = graph.find((node) => node['@type'] === 'BlogPosting');
      expect.soft(post, path).toMatchObject({
        datePublished: expect.stringMatching(INSTANT),
        dateModified: expect.stringMatching(INSTANT),
        author: { name: expect.stringMatching(/\S/) },
        image: metaOf(page, 'og:image'),
      });
      expect.soft(post.dateModified >= post.datePublished, path).toBe(true);
      const markdown = { rel: 'alternate', type: 'text/markdown' };
      expect.soft(page.attribute('href', 'link', markdown), path).toBe(`${path}.md`);
      await isPicture(request, post.image);
    }
  });
  await test.step('nobody: an admin page or one that is not there', async () => {
    const paths = '/admin/login /admin/dashboard /no/such/page /blog/no-such-post';
    for (const path of paths.split(' ')) {
      const page = await serverPage(request, path);
      expect.soft(metaOf(page, 'robots'), path).toBe('noindex, nofollow');
      expect.soft(page.attribute('href', 'link', { rel: 'canonical' }), path).toBeUndefined();
    }
  });
});

test('addresses: any letter case leads to one canonical, unknown ones answer 404, and no link is dead', async ({
  request,
  baseURL,
}) => {
  await test.step('leads to its page in any letter case and with a slash at the end, under one canonical', async () => {
    for (const [typed, canonical] of [
      ['/PURPOSE', '/purpose'],
      ['/Privacy-Policy/', '/privacy-policy'],
      ['/platform/', '/platform'],
      ['/BLOG/', '/blog'],
      ['/Blog/How-To-Read-An-IC50/', '/blog/how-to-read-an-ic50'],
    ] as const) {
      const page = await serverPage(request, typed);
      const address = page.attribute('href', 'link', { rel: 'canonical' });
      expect.soft([typed, page.status, address]).toEqual([typed, 200, `${baseURL}${canonical}`]);
    }
    const login = await serverPage(request, '/Admin/Login');
    expect([login.status, titleOf(login)]).toEqual([200, 'Admin sign-in | Ligara']);
  });
  await test.step('that no page has is answered with 404, however deep', async () => {
    const paths = '/nothing /blog/a/b /platform/nothing /admin/nothing /a/b/c /blog?page=999999';
    for (const path of [...paths.split(' '), '/preview/no-such-token']) {
      const page = await serverPage(request, path);
      expect.soft([path, page.status]).toEqual([path, 404]);
      const main = page.elements('main').flatMap((element) => elementsOf(element, 'h1'));
      expect.soft(main.map(textIn), path).toEqual(['Page not found']);
      expect.soft(page.elements('header').length + page.elements('footer').length).toBe(2);
    }
  });
  await test.step('no link of the site is dead, and none of its sitemap', async () => {
    const sitemap = await (await request.get('/sitemap.xml')).text();
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
    expect(listed.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([]);
    const paths = listed.map((url) => new URL(url).pathname).filter(stays);
    expect(paths).toEqual(expect.arrayContaining([...PAGES, ...SAMPLES]));
    const seen = new Set(['/', ...paths]);
    const dead: string[] = [];
    // A set grows while it is walked.
    for (const path of seen) {
      const response = await request.get(path);
      if (response.status() !== 200) dead.push(`${path} ${response.status()}`);
      const html = await response.text();
      for (const link of linksWithin(html, new URL(path, baseURL))) seen.add(link);
      expect(seen.size).toBeLessThan(300);
    }
    expect(dead).toEqual([]);
    expect(seen.size).toBeGreaterThan(PAGES.length);
  });
});

/** Other tests write and delete posts, authors and molecules meanwhile; the sample posts stay. */
const stays = (path: string) =>
  !/^\/(?:blog|authors|molecules)\//.test(path) || SAMPLES.includes(path);

/** Paths on this site that a page links to. */
function linksWithin(html: string, page: URL): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"#]+)/g)]
    .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), page))
    .filter((target) => target.origin === page.origin && stays(target.pathname))
    .map((target) => target.pathname + target.search);
}
