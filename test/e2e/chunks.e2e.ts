import { readdirSync } from 'node:fs';
import { expect, type Page, type Route } from '@playwright/test';
import { test } from './page-test.ts';
import { openLive, stopClock } from './public-page.ts';

const CHUNKS = '**/static/js/*.chunk.js';
const NAME = /\/static\/js\/(\d+)\.[\w-]+\.chunk\.js$/;

/** Goes to a page whose code the browser does not have yet, and answers for that code so. */
async function goWhereChunksFail(
  page: Page,
  name: string,
  answer: (route: Route) => Promise<void>,
) {
  await page.route(CHUNKS, answer);
  await page.getByRole('banner').getByRole('link', { name }).click();
}

async function expectFailure(page: Page, reason: string): Promise<void> {
  await expect(page.locator('h1')).toHaveText('Unexpected Application Error!');
  const pattern = `Loading chunk \\d+ failed\\.\\s+\\(${reason}: /static/js/\\d+\\.[\\w-]+\\.chunk\\.js\\)`;
  await expect(page.getByRole('main')).toContainText(new RegExp(pattern));
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
}

test('ChunkLoadError: a part that is missing or broken is named and mended by a reload, also in the admin area, and every script has an id and a hash', async ({
  page,
}) => {
  await openLive(page, '/contact');
  await test.step('a broken connection is an error with a way on, not a page that loads for ever', async () => {
    await goWhereChunksFail(page, 'Team', (route) => route.abort('connectionreset'));
    await expectFailure(page, 'error');
    await page.unrouteAll();
  });
  await test.step('a part of the site that is gone is named, and the page offers to reload, which mends it', async () => {
    // Answered here for the import and for the question why it failed; a page in the place of a script counts, too.
    const signIn = { contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' };
    for (const [name, answer] of [
      ['Investors', signIn],
      ['Purpose', { status: 404, body: 'Not Found' }],
    ] as const) {
      await page.unrouteAll();
      await goWhereChunksFail(page, name, (route) => route.fulfill(answer));
      await expectFailure(page, 'missing');
    }
    await expect(page).toHaveURL('/purpose');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page).toHaveTitle(/Mission|Purpose/);
    await expect(page.locator('h1')).not.toHaveText('Unexpected Application Error!');
  });
  await test.step('every script that is loaded on demand has a numeric id and a hash in its name', async () => {
    const loaded: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') loaded.push(response.url());
    });
    await openLive(page, '/');
    await page.getByRole('banner').getByRole('link', { name: 'Pipeline' }).click();
    await expect(page).toHaveURL('/pipeline');
    const chunks = loaded.filter((url) => !/\/static\/manifest-\w+\.js$/.test(url));
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.filter((url) => !NAME.test(url))).toEqual([]);
    const built = readdirSync('build/client/static/js').filter((name) => name.endsWith('.js'));
    expect(built.filter((name) => !NAME.test(`/static/js/${name}`))).toEqual([]);
    const ids = built.map((name) => Number.parseInt(name, 10));
    expect(new Set(ids).size).toBe(ids.length);
  });
  await test.step('an admin page whose scripts do not arrive, or throw, says so and can be loaded again', async () => {
    const answers = {
      '/admin/login': (route: Route) => route.abort('connectionreset'),
      '/admin/dashboard': (route: Route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'broken()' }),
    };
    for (const [path, answer] of Object.entries(answers)) {
      const reload = page.getByRole('button', { name: 'Reload the page' });
      await page.route('**/static/js/*.js', answer);
      await page.goto(path);
      await expect(page.getByRole('alert')).toContainText('Part of this page did not load.');
      await page.unroute('**/static/js/*.js');
      await reload.click();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    }
  });
});

test('chunks: a part that does not come is given up after 120 seconds and not before', async ({
  page,
}) => {
  await stopClock(page);
  await openLive(page, '/contact');
  const asked = page.waitForRequest(CHUNKS);
  await goWhereChunksFail(page, 'Purpose', () => Promise.withResolvers<void>().promise);
  await asked;
  await page.clock.runFor(119_000);
  await expect(page.locator('h1')).not.toHaveText('Unexpected Application Error!');
  await page.clock.runFor(1_000);
  await expectFailure(page, 'timeout');
});
