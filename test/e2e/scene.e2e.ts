import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { openLive } from './public-page.ts';

const canvas = (page: Page) => page.locator('canvas');
const poster = (page: Page) => page.locator('svg:has(> use[href$="#plate"])');

/** How often the page draws in half a second. */
function frames(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const drawn = (window as unknown as { drawn: { count: number } }).drawn;
        const before = drawn.count;
        setTimeout(() => resolve(drawn.count - before), 500);
      }),
  );
}

/** Counts the draw calls of WebGL. */
async function countDraws(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn = { count: 0 };
    Object.assign(window, { drawn });
    const draw = WebGL2RenderingContext.prototype.drawArraysInstanced;
    WebGL2RenderingContext.prototype.drawArraysInstanced = function (...args) {
      drawn.count += 1;
      return draw.apply(this, args);
    };
  });
}

test.use({
  // A small picture: it is drawn in software here.
  viewport: { width: 360, height: 1100 },
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH ?? '',
    args: [
      ...['--no-sandbox', '--disable-blink-features=AutomationControlled', '--disable-quic'],
      ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  },
});

test.describe('with WebGL', () => {
  test('the molecule takes its poster’s place and turns, and rests when it is not seen', async ({
    page,
  }) => {
    await countDraws(page);
    await page.goto('/');
    await expect(canvas(page)).toBeVisible();
    await expect(poster(page)).toBeHidden();
    await expect.poll(() => frames(page)).toBeGreaterThan(2);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => frames(page)).toBe(0);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => frames(page)).toBeGreaterThan(2);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => frames(page)).toBe(0);
  });

  test('the scene costs a reader at most 60 KB', async ({ page, request }) => {
    await page.goto('/');
    const before = await scripts(page);
    await expect(canvas(page)).toBeVisible();
    const added = (await scripts(page)).filter((url) => !before.includes(url));
    expect(added.length).toBeGreaterThan(0);
    const bodies = await Promise.all(added.map(async (url) => (await request.get(url)).body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeLessThan(60_000);
  });

  test('who asks for stillness gets the poster, at once and later', async ({ page }) => {
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
  });

  test('who saves data loads none of the scene', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) });
    });
    await openLive(page, '/');
    const before = await scripts(page);
    await page.waitForTimeout(1500);
    expect(await scripts(page)).toEqual(before);
    await expect(poster(page)).toBeVisible();
  });

  test('a lost drawing gives its place back to the poster', async ({ page }) => {
    await page.goto('/');
    await expect(canvas(page)).toBeVisible();
    await canvas(page).evaluate((element) =>
      (element as HTMLCanvasElement)
        .getContext('webgl2')
        ?.getExtension('WEBGL_lose_context')
        ?.loseContext(),
    );
    await expect(poster(page)).toBeVisible();
    await expect(canvas(page)).toBeHidden();
  });
});

/** The addresses of all scripts that the page has loaded. */
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
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openLive(page, '/');
  await page.waitForTimeout(1500);
  await expect(poster(page)).toBeVisible();
  await expect(canvas(page)).toBeHidden();
  expect(heard).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the molecule is drawn, named, and said to be an approved medicine', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('img', { name: /Osimertinib/ })).toBeVisible();
    await expect(poster(page)).toBeVisible();
    await expect(page.getByRole('figure').first()).toContainText('An approved medicine, not ours');
  });
});
