import { expect } from '@playwright/test';
import { demo as home } from '../../src/content/home.ts';
import { headerNavigation, mobileNavigationExtra } from '../../src/content/navigation.ts';
import { POST_PATH } from '../public-pages.ts';
import { holdBack } from './admin-area.ts';
import { test } from './page-test.ts';
import { complaintsOf, linksIn, openLive, waitUntilLive } from './public-page.ts';
import { serverPage, textIn } from './server-page.ts';
import { SIGNED_IN } from './sites.ts';

test('site: skip link, header, footer, active link, the menu breakpoint, the theme, what is loaded on demand, and a path that does not exist', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openLive(page, '/platform');
  await test.step('the first Tab offers a way past the header', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('a reader finds the way by header and footer, and sees where they are', async () => {
    const header = page.getByRole('banner');
    const footer = page.getByRole('contentinfo');
    await expect(header).toMatchAriaSnapshot({ name: 'header.aria.yml' });
    await expect(footer).toMatchAriaSnapshot({ name: 'footer.aria.yml' });
    await expect(header.locator('[aria-current=page]').first()).toHaveText('Platform');
    const colourAt = (name: string) =>
      header.getByRole('link', { name, exact: true }).evaluate((it) => getComputedStyle(it).color);
    expect(await colourAt('Team')).not.toBe(await colourAt('Platform'));
    await footer.scrollIntoViewIfNeeded();
    expect(await header.boundingBox()).toMatchObject({ y: 0, height: 80 });
    const social = footer.getByRole('link', { name: 'LinkedIn (opens in a new tab)' });
    await expect(social).toHaveAttribute('target', '_blank');
    const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Australia/Brisbane' });
    await expect(footer).toContainText(`© ${year.format(new Date())} Ligara`);
  });
  await test.step('the menu takes the place of the links up to 768 pixels', async () => {
    const menu = page.getByRole('button', { name: 'Menu' });
    const link = page.getByRole('banner').getByRole('link', { name: 'Platform', exact: true });
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(menu).toBeVisible();
    await expect(link).toBeHidden();
    await page.setViewportSize({ width: 769, height: 900 });
    await expect(menu).toBeHidden();
    await expect(link).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('a reader who changes the theme keeps it, also on pages without the framework', async () => {
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.goto('/privacy-policy');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });
  await test.step('readers of other pages do not load Home until they go there', async () => {
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
  await test.step('a path that does not exist says so within the site, with links', async () => {
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.locator('h1')).toHaveText('Page not found');
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!' }),
    ).toBeVisible();
    await expect(page.getByText('404 Not Found')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await page.getByRole('searchbox', { name: 'Search the blog' }).fill('IC50');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/blog?q=IC50');
  });
  await test.step('blog in the browser: loading, empty states, a post through the API and one that is gone', async () => {
    const posts = '**/api/blog/posts';
    const footer = page.getByRole('contentinfo');
    /** By links: no new document is loaded. */
    async function goToBlog() {
      await footer.getByRole('link', { name: 'Contact' }).click();
      await expect(page).toHaveURL('/contact');
      await footer.getByRole('link', { name: 'Blog' }).click();
      await expect(page).toHaveURL('/blog');
    }
    await openLive(page, '/newsletter');
    await test.step('sees the shape of the list while it loads, then the posts', async () => {
      const letGo = await holdBack(page, posts);
      await goToBlog();
      await expect(page.getByText('Loading posts')).toBeAttached();
      letGo();
      await expect(page.getByRole('article').first()).toBeVisible();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.unrouteAll();
    });
    await test.step('sees the empty state when nothing is published, the answer is a bare list, or the call fails', async () => {
      for (const answer of [
        { json: { posts: [], total: 0, nextCursor: null } },
        { json: [] },
        { status: 500, json: { detail: 'Internal server error.' } },
      ]) {
        await page.route(posts, (route) => route.fulfill(answer));
        await goToBlog();
        await expect(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
        await page.unrouteAll();
      }
    });
    await test.step('opens a post through the API, sees that it loads, and reads it under its own title', async () => {
      const letGo = await holdBack(page, '**/api/blog/posts/how-to-read-an-ic50');
      await goToBlog();
      await page.getByRole('link', { name: 'How to read an IC50' }).click();
      await expect(page.getByText('Loading post', { exact: true })).toBeAttached();
      letGo();
      await expect(page.locator('h1')).toHaveText('How to read an IC50');
      await expect(page).toHaveTitle(/^How to read an IC₅₀/);
      await page.unrouteAll();
    });
    await test.step('is told of a post that is gone by its address', async () => {
      await page.route('**/api/blog/posts/*', (route) =>
        route.fulfill({ status: 404, json: { detail: 'There is no post.' } }),
      );
      await goToBlog();
      await page.getByRole('link', { name: 'How to read an IC50' }).click();
      await expect(page.locator('h1')).toHaveText('Post Not Found');
      await expect(page.getByRole('main')).toContainText('how-to-read-an-ic50');
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('mobile menu: opens and closes with and without scripts, also before hydration', async ({
    page,
    browser,
  }) => {
    await test.step('a menu that is opened before the page has hydrated stays open', async () => {
      const goOn = await holdBack(page, '**/static/js/*');
      await page.goto('/platform', { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.locator('#mobile-menu')).toBeVisible();
      goOn();
      await waitUntilLive(page);
      await expect(page.locator('#mobile-menu')).toBeVisible();
    });
    await test.step('the menu opens, is walked through, closes with Escape or a choice', async () => {
      const opener = page.getByRole('button', { name: 'Menu' });
      const menu = page.locator('#mobile-menu');
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(menu).toBeVisible();
      for (const { name } of [...headerNavigation, ...mobileNavigationExtra]) {
        await page.keyboard.press('Tab');
        await expect(menu.getByRole('link', { name })).toBeFocused();
      }
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/glossary');
      await expect(menu).toBeHidden();
    });
    for (const javaScriptEnabled of [true, false]) {
      await test.step('the menu opens, and choosing a link closes it', async () => {
        const reader = javaScriptEnabled ? page : await browser.newPage({ javaScriptEnabled });
        await reader.goto('/teams');
        const menu = reader.locator('#mobile-menu');
        for (const isOpen of [true, false, true]) {
          await reader.getByRole('button', { name: 'Menu' }).click();
          await expect(menu).toBeVisible({ visible: isOpen });
        }
        expect(await linksIn(menu)).toEqual(
          [...headerNavigation, ...mobileNavigationExtra].map(({ href }) => href),
        );
        await menu.getByRole('link', { name: /Glossary/ }).click();
        await expect(reader).toHaveURL('/glossary');
        await expect(reader.locator('#mobile-menu')).toBeHidden();
        if (!javaScriptEnabled) await reader.close();
      });
    }
  });
});

/** Of every kind: with and without the framework, a post, and where there is none. */
const KINDS = ['/', '/newsletter', '/privacy-policy', POST_PATH, '/blog/no-such-post', '/contact'];

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
  const heard = complaintsOf(page);
  const html = page.locator('html');
  const button = page.getByRole('button', { name: 'Switch between light and dark' });
  for (const [index, path] of KINDS.entries()) {
    const response = await page.goto(path, { waitUntil: 'domcontentloaded' });
    if ((await response?.text())?.includes('__reactRouterContext')) await waitUntilLive(page);
    await button.click();
    await expect(html, path).toHaveAttribute('data-theme', index % 2 === 0 ? 'dark' : 'light');
  }
  // One of the pages is that of an address that leads nowhere; a busy machine uses a style sheet late.
  const expected = /status of 404|was preloaded using link preload but not used/;
  expect(heard.filter((text) => !expected.test(text))).toEqual([]);
});

test.describe('a post', () => {
  test.use(SIGNED_IN);

  test('that is a draft is shown to its administrator and to nobody else', async ({
    page,
    request,
    api,
  }) => {
    const { slug } = await api.writePost({ title: 'A draft', status: 'draft' });
    await page.goto(`/blog/${slug}`);
    await expect(page.locator('h1')).toHaveText('A draft');
    await expect(page.getByRole('status')).toHaveText('Draft');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    // Without the token that the page finds in its storage.
    const { status, elements } = await serverPage(request, `/blog/${slug}`);
    expect([status, elements('h1').map(textIn)]).toEqual([404, ['Post Not Found']]);
  });
});
