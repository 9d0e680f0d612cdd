import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { footerCompany, footerLegal, headerNavigation } from '../../src/content/navigation.ts';
import { profile } from '../../src/content/profile.ts';
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
  for (const path of PAGES) {
    test(`${path} has one heading, a title and an address of its own`, async ({
      page,
      baseURL,
    }) => {
      const heard = complaints(page);
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page).toHaveTitle(/\S/);
      const canonical = page.locator('link[rel=canonical]');
      await expect(canonical).toHaveAttribute('href', `${baseURL}${path}`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^index, follow/);
      expect(heard).toEqual([]);
    });
  }

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
  await page.goto('/platform');
  const header = page.getByRole('banner');
  for (const { name, href } of headerNavigation) {
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expect(header.locator('[aria-current=page]').first()).toHaveText('Platform');
  expect((await header.boundingBox())?.height).toBe(80);
  for (const list of [footerCompany, footerLegal]) {
    const links = page.getByRole('contentinfo').getByRole('navigation', { name: list.title });
    for (const { name, href } of list.links) {
      if (href === null) await expect(links.getByText(name)).not.toHaveAttribute('href');
      else await expect(links.getByRole('link', { name })).toHaveAttribute('href', href);
    }
  }
  await header.getByRole('link', { name: 'Pipeline' }).click();
  await expect(page).toHaveURL('/pipeline');
  await expect(header.locator('[aria-current=page]').first()).toHaveText('Pipeline');
  expect(await page.evaluate(() => scrollY)).toBe(0);
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
      await menu.getByRole('link', { name: /Glossary/ }).click();
      await expect(page).toHaveURL('/glossary');
      await expect(page.locator('#mobile-menu')).toBeHidden();
    });
  });
}

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

test('an address that does not exist says so within the site, with ways on', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.locator('h1')).toHaveText('Unexpected Application Error!');
  await expect(page.getByText('404 Not Found')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
});

test.describe('a reader who comes to the blog from another page', () => {
  const posts = '**/api/blog/posts';

  async function goToBlog(page: Page) {
    await page.goto('/platform');
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

  test('opens a post through the API, under its own title', async ({ page }) => {
    await goToBlog(page);
    const call = page.waitForRequest('**/api/blog/posts/how-to-read-an-ic50');
    await page.getByRole('link', { name: 'How to read an IC50' }).click();
    await call;
    await expect(page.locator('h1')).toHaveText('How to read an IC50');
    await expect(page).toHaveTitle(/^How to read an IC50/);
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
    expect(html).not.toContain('/assets/entry.client');
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

  test('is the same page in any letter case, under one canonical address', async ({
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
