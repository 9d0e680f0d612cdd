import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { profile } from '../../src/content/profile.ts';
import { test } from './page-test.ts';
import { elementsOf, type ServerPage, serverPage, textIn } from './server-page.ts';

/** The titles of the pages, by path. */
const TITLES: Record<string, string> = {
  '/': 'Ligara | AI drug discovery for oncology and neurodegeneration',
  '/purpose': 'Our Mission | Ligara',
  '/platform': 'AI Drug Discovery Tools | Ligara',
  '/pipeline': 'AI assisted preclinical pipeline',
  '/teams': 'Meet Our Scientists | Ligara',
  '/investors': 'Investment Opportunity | Ligara',
  '/investor-opportunity': 'Invest in AI drug discovery | Ligara',
  '/newsletter': 'Newsletter | Ligara',
  '/contact': 'Contact | Ligara',
  '/blog': 'Blog | Ligara',
  '/molecules': 'Molecules | Ligara',
  '/glossary': 'Terms & Definitions | Ligara',
  '/privacy-policy': 'Privacy Policy | Ligara',
  '/terms-of-service': 'Terms of Service | Ligara',
  '/compliance': 'Compliance status | Ligara',
};

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

test.describe('a reader who finds a page elsewhere learns what it is', () => {
  test('heads: title, description, canonical, robots, share picture and structured data of each page', async ({
    request,
    baseURL,
  }) => {
    await test.step('a search engine: its own title, description, keywords, address and leave to index', async () => {
      expect(profile.pages.map(({ canonical }) => canonical)).toEqual(Object.keys(TITLES));
      for (const { canonical, description, keywords } of profile.pages) {
        const page = await serverPage(request, canonical);
        expect.soft(page.status, canonical).toBe(200);
        expect.soft(titleOf(page), canonical).toBe(TITLES[canonical]);
        const address = page.attribute('href', 'link', { rel: 'canonical' });
        expect.soft(address, canonical).toBe(`${baseURL}${canonical}`);
        expect
          .soft(
            ['description', 'keywords', 'robots'].map((name) => metaOf(page, name)),
            canonical,
          )
          .toEqual([description, keywords.join(', '), INDEXED]);
        expect.soft(metaOf(page, 'ai-content'), canonical).toMatch(/open to AI analysis tools/);
      }
    });
    await test.step('a reader of a shared link: its title, its words and its own picture of 1200 by 630', async () => {
      const pictures = new Set<string>();
      for (const { canonical, description } of profile.pages) {
        const page = await serverPage(request, canonical);
        const said = (names: string[]) => names.map((name) => metaOf(page, name));
        expect
          .soft(
            said(['og:type', 'twitter:card', 'og:title', 'og:description', 'og:url']),
            canonical,
          )
          .toEqual([
            'website',
            'summary_large_image',
            TITLES[canonical],
            description,
            `${baseURL}${canonical}`,
          ]);
        expect
          .soft(said(['og:image:width', 'og:image:height']), canonical)
          .toEqual(['1200', '630']);
        const picture = metaOf(page, 'og:image') ?? '';
        expect.soft(metaOf(page, 'twitter:image'), canonical).toBe(picture);
        const { headers, status } = await request.head(picture).then((response) => ({
          headers: response.headers(),
          status: response.status(),
        }));
        expect.soft([status, headers['content-type']], picture).toEqual([200, 'image/png']);
        pictures.add(picture);
      }
      expect(pictures.size).toBe(profile.pages.length);
    });
    await test.step('a machine: the company on every page, and what is on this one', async () => {
      const holds: Record<string, string> = {
        '/': 'FAQPage',
        '/platform': 'SoftwareApplication',
        '/pipeline': 'ItemList',
        '/investors': 'FAQPage',
        '/glossary': 'DefinedTermSet',
      };
      for (const { canonical } of profile.pages) {
        const data = (await serverPage(request, canonical)).structuredData();
        const types = data['@graph'].map((node: { '@type': string }) => node['@type']);
        expect.soft(types, canonical).toContain('Organization');
        expect.soft(types, canonical).toContain('WebSite');
        if (canonical in holds) expect.soft(types, canonical).toContain(holds[canonical]);
      }
    });
    await test.step('nobody: an admin page or one that is not there', async () => {
      for (const path of [
        '/admin/login',
        '/admin/dashboard',
        '/no/such/page',
        '/blog/no-such-post',
      ]) {
        const page = await serverPage(request, path);
        expect.soft(metaOf(page, 'robots'), path).toBe('noindex, nofollow');
        expect.soft(page.attribute('href', 'link', { rel: 'canonical' }), path).toBeUndefined();
      }
    });
  });
});

test.describe('an address', () => {
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
      for (const path of [
        '/nothing',
        '/blog/a/b',
        '/platform/nothing',
        '/admin/nothing',
        '/a/b/c',
        '/blog?page=999999',
        '/preview/no-such-token',
      ]) {
        const page = await serverPage(request, path);
        expect.soft([path, page.status]).toEqual([path, 404]);
        const main = page.elements('main').flatMap((element) => elementsOf(element, 'h1'));
        expect.soft(main.map(textIn), path).toEqual(['Page not found']);
        expect.soft(page.elements('header').length + page.elements('footer').length).toBe(2);
      }
    });
    await test.step('no link of the site is dead', async () => {
      const seen = new Set(['/']);
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
});

/** Paths on this site that a page links to. */
function linksWithin(html: string, page: URL): string[] {
  return (
    [...html.matchAll(/<a [^>]*?href="([^"#]+)/g)]
      .map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), page))
      .filter((target) => target.origin === page.origin)
      // Other tests write and delete posts meanwhile; the sample posts stay.
      .filter(({ pathname }) => !pathname.startsWith('/blog/') || SAMPLES.includes(pathname))
      .map((target) => target.pathname + target.search)
  );
}
