import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { measureWeights, type Weight } from '../../scripts/bench/weights.ts';
import { hydratedPaths, MISSING_PATH, POST_PATH, staticPaths } from '../public-pages.ts';
import { test } from './page-test.ts';
import { openLive } from './public-page.ts';
import { SIGNED_IN } from './sites.ts';

const KB = 1024;

/** What a page may weigh as a browser receives it, in bytes. */
const LIMITS = {
  css: 15 * KB,
  fonts: 90 * KB,
  /** The same with the font of formulas. */
  fontsWithFormulas: 97 * KB,
  /** HTML, style and scripts of a page to be read. */
  readingWords: 25 * KB,
  /** The formulas of a post, and their style. */
  drawings: 5 * KB,
  /** The scripts of a page with interaction: the framework, the page, what it shares with others. */
  scripts: 106 * KB,
  /** The same of Home with its HTML and style, before the scene in three dimensions. */
  home: 140 * KB,
};

const words = ({ html, css, js }: Weight) => html + css + js;

test('weights: the first visit of each page stays within its limits', async ({ baseURL }) => {
  test.setTimeout(180_000);
  const weights = await measureWeights(baseURL ?? '', [...hydratedPaths, ...staticPaths]);
  const weightOf = (path: string) => weights.find(({ page }) => page === path) as Weight;
  await test.step('a page that is read sends no script file, and all of its words in 25 KB', () => {
    for (const path of staticPaths) {
      expect.soft(weightOf(path).js, path).toBe(0);
      const allowed = LIMITS.readingWords + (path === POST_PATH ? LIMITS.drawings : 0);
      expect.soft(words(weightOf(path)), path).toBeLessThanOrEqual(allowed);
    }
  });
  await test.step('a page with interaction loads 106 KB of scripts at most, and Home is there in 140 KB', () => {
    for (const path of hydratedPaths) {
      expect.soft(weightOf(path).js, path).toBeGreaterThan(0);
      expect.soft(weightOf(path).js, path).toBeLessThanOrEqual(LIMITS.scripts);
    }
    expect(words(weightOf('/'))).toBeLessThanOrEqual(LIMITS.home);
  });
  await test.step('style and fonts stay within 15 and 90 KB on every page, 97 with formulas', () => {
    for (const { page, css, fonts } of weights) {
      expect.soft(css, page).toBeLessThanOrEqual(LIMITS.css);
      const hasFormulas = page === POST_PATH || page === '/glossary';
      const allowed = hasFormulas ? LIMITS.fontsWithFormulas : LIMITS.fonts;
      expect.soft(fonts, page).toBeLessThanOrEqual(allowed);
    }
  });
});

test('scripts: 2.5 KB on a page that is read, none twice, none of the admin area, and static parts work after a link', async ({
  request,
  page,
}) => {
  await test.step('what a page that is read runs by itself is 2.5 KB of script', async () => {
    for (const path of ['/blog', POST_PATH, '/privacy-policy', '/terms-of-service', MISSING_PATH]) {
      const html = await (await request.get(path)).text();
      const scripts = [...html.matchAll(/<script(?![^>]*type=)[^>]*>([\s\S]*?)<\/script>/g)];
      const code = scripts.map(([, inner = '']) => inner).join('');
      expect.soft(code, path).not.toContain('__react');
      // Where there are formulas, what copies them as TeX is added.
      const most = html.includes('<math') ? 3.25 : 2.5;
      expect.soft(Buffer.byteLength(code), path).toBeLessThanOrEqual(most * KB);
    }
  });
  await test.step('no script is loaded twice, and none of the admin area', async () => {
    const all = new Set<string>();
    for (const path of ['/', '/platform', '/glossary', '/contact']) {
      const loaded: string[] = [];
      const note = (made: Request) => {
        if (made.resourceType() === 'script') loaded.push(made.url());
      };
      page.on('request', note);
      await openLive(page, path);
      page.off('request', note);
      expect.soft(new Set(loaded).size, path).toBe(loaded.length);
      for (const url of loaded) all.add(url);
    }
    // The list of routes names the pages of the admin area, as it names all.
    for (const url of [...all].filter((url) => !url.includes('/manifest-'))) {
      expect.soft(await (await request.get(url)).text(), url).not.toContain('/admin/');
    }
  });
  await test.step('a part that no script carries is there for a reader whom a link led to its page', async () => {
    await openLive(page, '/contact');
    await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Platform' }).click();
    // The details of tools are folded on phones only.
    const question = page
      .getByRole('group')
      .filter({ has: page.locator('summary:visible') })
      .first();
    await expect(page.locator('h1')).toBeVisible();
    await question.locator('summary').click();
    await expect(question).toHaveAttribute('open', '');
    // Its links lead on without a new document, and back to all of it.
    await page
      .getByRole('main')
      .getByRole('link', { name: /pipeline/i })
      .last()
      .click();
    await expect(page).toHaveURL('/pipeline');
    await page.goBack();
    await expect(page.getByRole('group').first()).toBeAttached();
    expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true);
  });
});

/** Opens a page, waits for what comes late, goes through it, and sums up what moved by itself. */
async function layoutShift(
  browser: Browser,
  path: string,
  width: number,
  prepare?: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  try {
    await prepare?.(page);
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          (window as unknown as { shift: number }).shift += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let at = 0; at < height; at += 2000) {
      await page.mouse.wheel(0, 2000);
      await page.waitForTimeout(100);
    }
    return await page.evaluate(() => (window as unknown as { shift: number }).shift);
  } finally {
    await page.close();
  }
}

test('layout shift: nothing moves while a page loads', async ({ browser, baseURL }) => {
  for (const path of ['/', '/platform', '/blog', POST_PATH, '/privacy-policy']) {
    for (const width of [390, 1440]) {
      const shift = await layoutShift(browser, `${baseURL}${path}`, width);
      // A late font may move the end of a line.
      expect.soft(shift, `${path}, ${width} px`).toBeLessThan(0.01);
    }
  }
});

test.describe('in the admin area', () => {
  test.use(SIGNED_IN);

  test('layout shift: nothing moves while data is loaded', async ({ browser, baseURL }) => {
    for (const path of ['/admin/media', '/admin/media/files', '/admin/inbox']) {
      for (const width of [390, 1440]) {
        const shift = await layoutShift(browser, `${baseURL}${path}`, width, async (opened) => {
          await opened.route('**/api/**', async (route) => {
            await new Promise((resolve) => setTimeout(resolve, 100));
            await route.continue();
          });
        });
        expect.soft(shift, `${path}, ${width} px`).toBeLessThan(0.001);
      }
    }
  });
});

test.describe('from a page that is read', () => {
  /** What the browser fetches ahead of a click, by its path. */
  async function watchPrefetches(page: Page): Promise<string[]> {
    const fetched: string[] = [];
    const session = await page.context().newCDPSession(page);
    await session.send('Preload.enable');
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname);
    });
    return fetched;
  }

  test('prefetch: a page is there before the click, and no secret or admin page is fetched', async ({
    browser,
  }) => {
    await test.step('the page behind a link is there before the click, and comes by a view transition', async () => {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.addInitScript(() => {
        addEventListener('pagereveal', (event) => {
          Object.assign(window, { moves: event.viewTransition !== null });
        });
      });
      const fetched = await watchPrefetches(page);
      await page.goto(POST_PATH);
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' });
      await link.hover();
      await expect.poll(() => fetched).toEqual(['/privacy-policy']);
      await link.click();
      await expect(page).toHaveURL('/privacy-policy');
      await expect.poll(() => page.evaluate('window.moves')).toBe(true);
      // The content policy allows the rules.
      expect(complaints).toEqual([]);
      await page.close();
    });
    await test.step('no secret, file or admin page is fetched before somebody wants it', async () => {
      const page = await browser.newPage();
      const fetched = await watchPrefetches(page);
      await page.goto('/privacy-policy');
      const addresses = [
        '/admin/login',
        '/preview/abc',
        '/newsletter/confirm?t=1',
        '/feed.xml',
        '/teams',
      ];
      await page.evaluate((hrefs) => {
        const list = document.createElement('div');
        for (const href of hrefs) {
          const line = document.createElement('p');
          line.append(Object.assign(document.createElement('a'), { href, textContent: href }));
          list.append(line);
        }
        document.querySelector('main')?.prepend(list);
      }, addresses);
      for (const address of addresses) {
        await page.getByRole('link', { name: address, exact: true }).hover({ force: true });
        await page.waitForTimeout(400);
      }
      await expect.poll(() => fetched).toEqual(['/teams']);
      await page.close();
    });
  });
});

test.describe('the button beside a block of code', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('copy code: the button copies and says so, after a link too', async ({ page }) => {
    await test.step('copies the code and says so', async () => {
      await page.goto('/blog/closing-the-loop-with-the-wet-lab');
      const code = page.locator('.prose pre').first();
      const button = page.getByRole('button', { name: 'Copy code' }).first();
      await button.click();
      await expect(page.getByRole('button', { name: 'Copied' })).toHaveText('Copied');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        await code.textContent(),
      );
      await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(0);
    });
    await test.step('is there too for a reader whom a link led to the post', async () => {
      await openLive(page, '/contact');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
      await page.getByRole('link', { name: 'Closing the loop with the wet lab' }).click();
      await expect(page.getByRole('button', { name: 'Copy code' }).first()).toBeVisible();
      const blocks = await page.locator('.prose pre').count();
      await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(blocks);
    });
  });
});
