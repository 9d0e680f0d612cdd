import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { openLive, stopClock } from './public-page.ts';

const PERSON_SEES = 'How to read an IC50';

const readiness = (page: Page) =>
  page.evaluate(() => (window as { prerenderReady?: boolean }).prerenderReady);

function callsForPosts(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  return calls;
}

test.describe('for a crawler', () => {
  test.use({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });

  test('crawler: a page that has come up says so after three seconds, with and without the framework', async ({
    page,
  }) => {
    await stopClock(page);
    for (const path of ['/', '/blog/how-to-read-an-ic50']) {
      await page.goto(path);
      expect(await readiness(page), path).toBe(false);
      await page.clock.runFor(3000);
      expect(await readiness(page), path).toBe(true);
    }
  });

  test('crawler: the blog is there as the server rendered it, and no call is made for posts', async ({
    page,
  }) => {
    const calls = callsForPosts(page);
    await openLive(page, '/contact');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL('/blog');
    await page.getByRole('link', { name: PERSON_SEES }).click();
    await expect(page.locator('h1')).toHaveText(PERSON_SEES);
    expect(calls).toEqual([]);
  });
});

test('crawler: a person is none: posts come by a call, no flag is set', async ({ page }) => {
  const calls = callsForPosts(page);
  await openLive(page, '/contact');
  expect(await readiness(page)).toBeUndefined();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('link', { name: PERSON_SEES })).toBeVisible();
  expect(calls).toHaveLength(1);
});
