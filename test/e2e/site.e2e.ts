import { readdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { demo as home } from '../../src/content/home.ts';
import {
  footerCompany,
  footerLegal,
  headerNavigation,
  mobileNavigationExtra,
} from '../../src/content/navigation.ts';
import { profile } from '../../src/content/profile.ts';
import { POST_PATH } from '../public-pages.ts';
import { test } from './page-test.ts';
import { linksIn, openLive, waitUntilLive } from './public-page.ts';
import { signIn } from './sign-in.ts';

const PAGES = profile.pages.map((page) => page.canonical);

const SAMPLES = readdirSync('src/content/posts')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `/blog/${name.replace('.md', '')}`);

/** What the browser complains of while a page is used. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

test.describe('a reader finds every page of the site', () => {
  test('no two pages share a title', async ({ request }) => {
    const titles = await Promise.all(
      PAGES.map(async (path) =>
        /<title>(.*?)<\/title>/.exec(await (await request.get(path)).text()),
      ),
    );
    expect(new Set(titles.map((match) => match?.[1])).size).toBe(PAGES.length);
  });

  test('no link of the site is dead', async ({ request, baseURL }) => {
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

test('a reader finds the way by header and footer, and sees where they are', async ({ page }) => {
  await openLive(page, '/platform');
  const header = page.getByRole('banner');
  for (const { name, href } of headerNavigation) {
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expect(header.locator('[aria-current=page]').first()).toHaveText('Platform');
  await expect(header.getByRole('link', { name: 'Ligara' })).toHaveAttribute('href', '/');
  const here = await header.getByRole('link', { name: 'Platform', exact: true }).evaluate(colourOf);
  expect(await header.getByRole('link', { name: 'Team', exact: true }).evaluate(colourOf)).not.toBe(
    here,
  );
  for (const list of [footerCompany, footerLegal]) {
    const links = page.getByRole('contentinfo').getByRole('navigation', { name: list.title });
    for (const { name, href } of list.links) {
      if (href === null) await expect(links.getByText(name)).not.toHaveAttribute('href');
      else await expect(links.getByRole('link', { name })).toHaveAttribute('href', href);
    }
  }
  const footer = page.getByRole('contentinfo');
  await footer.scrollIntoViewIfNeeded();
  expect(await header.boundingBox()).toMatchObject({ y: 0, height: 80 });
  await expect(footer.getByRole('link', { name: 'LinkedIn (opens in a new tab)' })).toHaveAttribute(
    'target',
    '_blank',
  );
  await expect(footer.getByRole('link', { name: 'info@ligara.example' })).toHaveAttribute(
    'href',
    'mailto:info@ligara.example',
  );
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Australia/Brisbane' });
  for (const text of [
    'Gold Coast, QLD, 4215',
    'Transforming Molecules into Medicines.',
    'Outputs are for research use only and are not validated for clinical diagnosis',
    `© ${year.format(new Date())} Ligara`,
  ]) {
    await expect(footer).toContainText(text);
  }
});

/** Runs in the page. */
function colourOf(element: Element): string {
  return getComputedStyle(element).color;
}

test('every page is read from its top, wherever the link to it was', async ({ page }) => {
  await openLive(page, '/platform');
  for (const [landmark, name, href] of [
    ['contentinfo', 'Team', '/teams'],
    ['contentinfo', 'Privacy Policy', '/privacy-policy'],
    ['banner', 'Pipeline', '/pipeline'],
  ] as const) {
    await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.getByRole(landmark).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(href);
    await expect.poll(() => page.evaluate(() => scrollY), href).toBe(0);
  }
  const header = page.getByRole('banner');
  await expect(header.locator('[aria-current=page]').first()).toHaveText('Pipeline');
});

test('readers of other pages do not load Home until they go there', async ({ page, request }) => {
  const scripts = new Set<string>();
  page.on('request', (sent) => {
    if (sent.url().endsWith('.js')) scripts.add(sent.url());
  });
  // Read again: the browser may never hand out the body of a script that it preloaded.
  const loadsHome = async () =>
    (await Promise.all([...scripts].map(async (url) => (await request.get(url)).text()))).some(
      (code) => code.includes(home.note),
    );
  await openLive(page, '/newsletter');
  expect(scripts.size).toBeGreaterThan(1);
  expect(await loadsHome()).toBe(false);
  await page.getByRole('banner').getByRole('link', { name: 'Ligara' }).click();
  await expect(page.locator('h1')).toHaveText('Transforming Molecules into Medicines.');
  expect(await loadsHome()).toBe(true);
});

test('the menu takes the place of the links up to 768 pixels', async ({ page }) => {
  await page.goto('/contact');
  const menu = page.getByRole('button', { name: 'Menu' });
  const link = page.getByRole('banner').getByRole('link', { name: 'Platform', exact: true });
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(menu).toBeVisible();
  await expect(link).toBeHidden();
  await page.setViewportSize({ width: 769, height: 900 });
  await expect(menu).toBeHidden();
  await expect(link).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`on a phone, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled });

    test('the menu opens, and choosing a link closes it', async ({ page }) => {
      await page.goto('/platform');
      const menu = page.locator('#mobile-menu');
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu).toBeVisible();
      expect(await linksIn(menu)).toEqual(
        [...headerNavigation, ...mobileNavigationExtra].map(({ href }) => href),
      );
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.getByRole('link', { name: /Glossary/ }).click();
      await expect(page).toHaveURL('/glossary');
      await expect(page.locator('#mobile-menu')).toBeHidden();
    });
  });
}

test('a menu that is opened before the page has hydrated stays open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { promise: opened, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/static/js/*', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/platform', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('#mobile-menu')).toBeVisible();
  goOn();
  await waitUntilLive(page);
  await expect(page.locator('#mobile-menu')).toBeVisible();
});

test('a reader who changes the theme keeps it, also on pages without the framework', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/platform');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/privacy-policy');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

/** Of every kind: with and without the framework, a post, and where there is none. */
const KINDS = ['/', '/contact', '/newsletter', '/privacy-policy', POST_PATH, '/blog/no-such-post'];

test('a reader whose browser blocks storage reads pages of every kind, and switches the theme for the visit', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.emulateMedia({ colorScheme: 'light' });
  const heard = complaints(page);
  const html = page.locator('html');
  const button = page.getByRole('button', { name: 'Switch between light and dark' });
  for (const [index, path] of KINDS.entries()) {
    const response = await page.goto(path, { waitUntil: 'domcontentloaded' });
    if ((await response?.text())?.includes('__reactRouterContext')) await waitUntilLive(page);
    await button.click();
    await expect(html, path).toHaveAttribute('data-theme', index % 2 === 0 ? 'dark' : 'light');
  }
  await openLive(page, '/contact');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await page.getByRole('link', { name: 'How to read an IC50' }).click();
  await expect(page.locator('h1')).toHaveText('How to read an IC50');
  // One of the pages is that of an address that leads nowhere.
  expect(heard.filter((text) => !text.includes('status of 404'))).toEqual([]);
});

test('a path that does not exist says so within the site, with links', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.locator('h1')).toHaveText('Page not found');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText('404 Not Found')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  for (const link of await page.getByRole('main').getByRole('link').all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('searchbox', { name: 'Search the blog' }).fill('IC50');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/blog?q=IC50');
});

test.describe('a reader who comes to the blog from another page', () => {
  const posts = '**/api/blog/posts';

  async function goToBlog(page: Page) {
    await openLive(page, '/platform');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL('/blog');
  }

  test('sees the shape of the list while it loads, then the posts', async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(posts, async (route) => {
      await promise;
      await route.continue();
    });
    await goToBlog(page);
    await expect(page.getByText('Loading posts')).toBeAttached();
    resolve();
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  for (const [when, answer] of [
    ['nothing is published', { json: { posts: [], total: 0, nextCursor: null } }],
    ['the answer is a bare list', { json: [] }],
    ['the call fails', { status: 500, json: { detail: 'Internal server error.' } }],
  ] as const) {
    test(`sees the empty state when ${when}`, async ({ page }) => {
      await page.route(posts, (route) => route.fulfill(answer));
      await goToBlog(page);
      await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
    });
  }

  test('opens a post through the API, sees that it loads, and reads it under its own title', async ({
    page,
  }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/blog/posts/how-to-read-an-ic50', async (route) => {
      await promise;
      await route.continue();
    });
    await goToBlog(page);
    await page.getByRole('link', { name: 'How to read an IC50' }).click();
    await expect(page.getByText('Loading post', { exact: true })).toBeAttached();
    resolve();
    await expect(page.locator('h1')).toHaveText('How to read an IC50');
    await expect(page).toHaveTitle(/^How to read an IC₅₀/);
  });

  test('is told of a post that is gone by its address', async ({ page }) => {
    await page.route('**/api/blog/posts/*', (route) =>
      route.fulfill({ status: 404, json: { detail: 'There is no post.' } }),
    );
    await goToBlog(page);
    await page.getByRole('link', { name: 'How to read an IC50' }).click();
    await expect(page.locator('h1')).toHaveText('Post Not Found');
    await expect(page.getByRole('main')).toContainText('how-to-read-an-ic50');
  });
});

test.describe('a post at its own address', () => {
  test('is whole without scripts, and sends no framework', async ({ browser, request }) => {
    const html = await (await request.get('/blog/how-to-read-an-ic50')).text();
    expect(html).not.toContain('/static/js/');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/blog/how-to-read-an-ic50');
    await expect(page.locator('h1')).toHaveText('How to read an IC50');
    await expect(page.getByText('March 11, 2026')).toBeVisible();
    await expect(page.getByText(/\d min read/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'References' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Blog' }).first()).toBeVisible();
    await context.close();
  });

  test('is the same page in any letter case, under one canonical URL', async ({
    page,
    baseURL,
  }) => {
    const response = await page.goto('/Blog/How-To-Read-An-IC50');
    expect(response?.status()).toBe(200);
    const canonical = page.locator('link[rel=canonical]');
    await expect(canonical).toHaveAttribute('href', `${baseURL}/blog/how-to-read-an-ic50`);
  });

  test('shows the fallback where the cover does not load', async ({ page }) => {
    await page.route('**/images/covers/*', (route) => route.abort());
    await page.goto('/blog/how-to-read-an-ic50');
    await expect(page.locator('article img').first()).toHaveAttribute(
      'src',
      '/images/blog-fallback.jpg',
    );
  });

  test('that is missing answers 404 and names the address', async ({ page }) => {
    const response = await page.goto('/blog/no-such-post');
    expect(response?.status()).toBe(404);
    await expect(page.locator('h1')).toHaveText('Post Not Found');
    await expect(page.getByRole('main')).toContainText('no-such-post');
  });

  test('that is a draft is shown to its administrator and to nobody else', async ({
    page,
    browser,
    request,
  }) => {
    const { token, store } = await signIn(page, request);
    const slug = `a-draft-${Date.now()}`;
    const created = await request.post('/api/admin/blog/posts', {
      headers: { Authorization: `Bearer ${token}` },
      data: { title: 'A draft', slug, content: 'Not *yet* ready.', status: 'draft' },
    });
    expect(created.status()).toBe(201);

    await store();
    await page.goto(`/blog/${slug}`);
    await expect(page.locator('h1')).toHaveText('A draft');
    await expect(page.getByRole('status')).toHaveText('Draft');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);

    const stranger = await browser.newPage();
    const response = await stranger.goto(`/blog/${slug}`);
    expect(response?.status()).toBe(404);
    await expect(stranger.locator('h1')).toHaveText('Post Not Found');
    await stranger.close();
  });
});
