import { expect, type Page } from '@playwright/test';
import { MISSING_PATH, POST_PATH } from '../public-pages.ts';
import { test } from './page-test.ts';
import { shiftOf, sumShifts } from './public-page.ts';
import { SIGNED_IN } from './sites.ts';

const KB = 1024;

test('scripts: what a page that is read runs by itself is 2.5 KB', async ({ request, api }) => {
  const { slug } = await api.writePost({ content: '```csv\na,b\n1,2\n```\n\n```\ncode\n```' });
  for (const path of [
    '/blog',
    `/blog/${slug}`,
    POST_PATH,
    '/privacy-policy',
    '/terms-of-service',
    MISSING_PATH,
  ]) {
    const html = await (await request.get(path)).text();
    const scripts = [...html.matchAll(/<script(?![^>]*type=)[^>]*>([\s\S]*?)<\/script>/g)];
    const code = scripts.map(([, inner = '']) => inner).join('');
    expect.soft(code, path).not.toContain('__react');
    // Where there are formulas, what copies them as TeX is added.
    const most = html.includes('<math') ? 3.25 : 2.5;
    expect.soft(Buffer.byteLength(code), path).toBeLessThanOrEqual(most * KB);
  }
});

test.describe('in the admin area', () => {
  test.use(SIGNED_IN);

  test('layout shift: nothing moves while data is loaded', async ({ page }) => {
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await route.continue();
    });
    await page.addInitScript(sumShifts);
    for (const [path, width] of [
      ['/admin/media', 390],
      ['/admin/media/files', 390],
      ['/admin/inbox', 390],
      ['/admin/media', 1440],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
      );
      expect.soft(await shiftOf(page), `${path}, ${width} px`).toBeLessThan(0.001);
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
    page,
  }) => {
    const fetched = await watchPrefetches(page);
    await test.step('the page behind a link is there before the click, and comes by a view transition', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.addInitScript(() => {
        addEventListener('pagereveal', (event) => {
          Object.assign(window, { moves: event.viewTransition !== null });
        });
      });
      await page.goto(POST_PATH);
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' });
      await link.hover();
      await expect.poll(() => fetched).toEqual(['/privacy-policy']);
      await link.click();
      await expect(page).toHaveURL('/privacy-policy');
      await expect.poll(() => page.evaluate('window.moves')).toBe(true);
      // The content policy allows the rules.
      expect(complaints).toEqual([]);
    });
    await test.step('no secret, file or admin page is fetched before somebody wants it', async () => {
      fetched.length = 0;
      await page.goto('/terms-of-service');
      const paths = '/admin/login /preview/abc /newsletter/confirm?t=1 /feed.xml /teams';
      const addresses = paths.split(' ');
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
        // A pointer that rests for 200 ms asks for a page.
        await page.waitForTimeout(300);
      }
      await expect.poll(() => fetched).toEqual(['/teams']);
    });
  });
});
