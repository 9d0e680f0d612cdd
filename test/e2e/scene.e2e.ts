import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { complaintsOf, openLive } from './public-page.ts';

const canvas = (page: Page) => page.locator('canvas');
const poster = (page: Page) => page.locator('svg:has(> use[href$="#plate"])');

/** Whether the picture is another one half a second later. */
async function moves(page: Page): Promise<boolean> {
  const before = await canvas(page).screenshot();
  await page.waitForTimeout(500);
  return !before.equals(await canvas(page).screenshot());
}

/** Draws in three dimensions, by the processor. */
const WITH_WEBGL = [
  '--no-sandbox',
  '--disable-blink-features=AutomationControlled',
  '--disable-quic',
  '--use-angle=swiftshader',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

test('scene: turns with WebGL, rests unseen, costs 60 KB, and gives way to the poster', async ({
  playwright,
  request,
}) => {
  // By options of the test, each process of the runner would begin anew.
  const browser = await playwright.chromium.launch({ args: WITH_WEBGL });
  // A small picture: it is drawn in software here.
  const page = await browser.newPage({ viewport: { width: 360, height: 1100 } });
  const orders: string[] = [];
  await page.exposeFunction('heard', (kind: string) => orders.push(kind));
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: { kind: string }, ...rest: unknown[]) {
      (window as unknown as { heard: (kind: string) => void }).heard(message.kind);
      return post.call(this, message, ...(rest as [StructuredSerializeOptions]));
    };
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLive(page, '/');
  await untilIdle(page);
  const first = await scripts(page);
  await test.step('who asks for stillness gets the poster, at once and later', async () => {
    await expect(poster(page)).toBeVisible();
    await expect(canvas(page)).toBeHidden();
  });
  await test.step('the molecule takes its poster’s place and turns, and rests when it is not seen', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.reload();
    await expect(canvas(page)).toBeVisible();
    await expect(poster(page)).toBeHidden();
    await expect.poll(() => moves(page)).toBe(true);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => orders.at(-1)).toBe('pause');
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => orders.at(-1)).toBe('play');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(canvas(page)).toBeHidden();
    await expect(poster(page)).toBeVisible();
  });
  await test.step('the scene costs a reader at most 60 KB', async () => {
    const late = (await scripts(page)).filter((url) => !first.includes(url));
    // Read again: the browser may never hand out the body of a script that it preloaded.
    const bodies = await Promise.all(late.map(async (url) => (await request.get(url)).body()));
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(60_000);
  });
  await test.step('without WebGL the poster stays, and nobody hears of it', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const complaints = complaintsOf(page);
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
    await untilIdle(page);
    await expect(poster(page)).toBeVisible();
    await expect(canvas(page)).toBeHidden();
    expect(complaints).toEqual([]);
    await page.unrouteAll();
  });
  await test.step('who saves data loads none of the scene', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) });
    });
    await openLive(page, '/');
    await untilIdle(page);
    expect((await scripts(page)).filter((url) => !first.includes(url))).toEqual([]);
    await expect(poster(page)).toBeVisible();
  });
  await browser.close();
});

/** Waits past the idle time in which the scene is asked for. */
function untilIdle(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestIdleCallback(() => requestIdleCallback(() => setTimeout(resolve, 100)));
      }),
  );
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
