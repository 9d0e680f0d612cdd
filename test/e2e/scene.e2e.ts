import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { openLive } from './public-page.ts';

const canvas = (page: Page) => page.locator('canvas');
const poster = (page: Page) => page.locator('svg:has(> use[href$="#plate"])');

/** Whether the picture is another one half a second later. */
async function moves(page: Page): Promise<boolean> {
  const before = await canvas(page).screenshot();
  await page.waitForTimeout(500);
  return !before.equals(await canvas(page).screenshot());
}

test.use({
  // A small picture: it is drawn in software here.
  viewport: { width: 360, height: 1100 },
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: [
      '--no-sandbox',
      '--disable-blink-features=AutomationControlled',
      '--disable-quic',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  },
});

test.describe('with WebGL', () => {
  test('scene: turns with WebGL, rests unseen, costs 60 KB, and gives way to the poster', async ({
    browser,
    request,
  }) => {
    await test.step('the molecule takes its poster’s place and turns, and rests when it is not seen', async () => {
      const page = await browser.newPage();
      const orders: string[] = [];
      await page.exposeFunction('heard', (kind: string) => orders.push(kind));
      await page.addInitScript(() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message: { kind: string }, ...rest: unknown[]) {
          (window as unknown as { heard: (kind: string) => void }).heard(message.kind);
          return post.call(this, message, ...(rest as [StructuredSerializeOptions]));
        };
      });
      await page.goto('/');
      await expect(canvas(page)).toBeVisible();
      await expect(poster(page)).toBeHidden();
      await expect.poll(() => moves(page)).toBe(true);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect.poll(() => orders.at(-1)).toBe('pause');
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => orders.at(-1)).toBe('play');
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await expect.poll(() => orders.at(-1)).toBe('pause');
      await expect.poll(() => moves(page)).toBe(false);
      await page.close();
    });
    await test.step('the scene costs a reader at most 60 KB', async () => {
      const page = await browser.newPage();
      const first = await firstScripts(page);
      const late = new Set<string>();
      page.on('request', (sent) => {
        if (sent.url().endsWith('.js') && !first.includes(sent.url())) late.add(sent.url());
      });
      await page.reload();
      await expect(canvas(page)).toBeVisible();
      // Read again: the browser may never hand out the body of a script that it preloaded.
      const bodies = await Promise.all(
        [...late].map(async (url) => (await request.get(url)).body()),
      );
      expect(bodies.length).toBeGreaterThan(0);
      const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
      expect(bytes).toBeGreaterThan(5_000);
      expect(bytes).toBeLessThan(60_000);
      await page.close();
    });
    await test.step('who asks for stillness gets the poster, at once and later', async () => {
      const page = await browser.newPage();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openLive(page, '/');
      await page.waitForTimeout(1500);
      await expect(poster(page)).toBeVisible();
      await expect(canvas(page)).toBeHidden();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.reload();
      await expect(canvas(page)).toBeVisible();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect(canvas(page)).toBeHidden();
      await expect(poster(page)).toBeVisible();
      await page.close();
    });
    await test.step('who saves data loads none of the scene', async () => {
      const page = await browser.newPage();
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) });
      });
      await openLive(page, '/');
      const before = await scripts(page);
      await page.waitForTimeout(1500);
      expect(await scripts(page)).toEqual(before);
      await expect(poster(page)).toBeVisible();
      await page.close();
    });
    await test.step('a scene that does not come leaves the poster where it is', async () => {
      const page = await browser.newPage();
      const scriptsOfPage = await firstScripts(page);
      await page.route('**/static/js/*.js', (route) =>
        scriptsOfPage.includes(route.request().url()) ? route.continue() : route.abort(),
      );
      await openLive(page, '/');
      await page.waitForTimeout(1500);
      await expect(poster(page)).toBeVisible();
      await expect(canvas(page)).toBeHidden();
      await page.close();
    });
  });
});

/** The scripts of the page without those of the scene. */
async function firstScripts(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLive(page, '/');
  const first = await scripts(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  return first;
}

/** The URLs of all scripts that the page has loaded. */
function scripts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
}

test('without WebGL the poster stays, and nobody hears of it', async ({ page }) => {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.message));
  let asked = 0;
  await page.route('**/static/js/*.js', async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    if (!code.includes('#version 300 es')) return route.fulfill({ response, body: code });
    asked += 1;
    const without = 'OffscreenCanvas.prototype.getContext = () => null;';
    return route.fulfill({ response, body: without + code });
  });
  await openLive(page, '/');
  await expect.poll(() => asked).toBe(1);
  await page.waitForTimeout(1000);
  await expect(poster(page)).toBeVisible();
  await expect(canvas(page)).toBeHidden();
  expect(heard).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the molecule is drawn, named, and said to be an approved medicine', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('img', { name: /osimertinib/i })).toBeVisible();
    await expect(poster(page)).toBeVisible();
    await expect(page.getByRole('figure').first()).toContainText('An approved medicine, not ours');
  });
});
