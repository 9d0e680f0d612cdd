import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openSignedIn } from './admin-area.ts';

const POST = '/admin/edit-post/how-to-read-an-ic50';

/** What stands on each page once it is there. */
const PAGES: { path: string; shows: (page: Page) => ReturnType<Page['locator']> }[] = [
  { path: '/admin/dashboard', shows: (page) => page.getByRole('table') },
  { path: '/admin/create-post', shows: (page) => page.getByLabel('URL Slug') },
  { path: POST, shows: (page) => page.getByLabel('URL Slug') },
  { path: `${POST}/revisions`, shows: (page) => page.getByRole('heading', { level: 1 }) },
  { path: '/admin/media', shows: (page) => page.getByRole('heading', { level: 1 }) },
  { path: '/admin/activity', shows: (page) => page.getByRole('heading', { level: 1 }) },
  { path: '/admin/account', shows: (page) => page.getByRole('heading', { level: 1 }) },
];

/** In the looks and sizes that people have, and on the narrowest screen without sideways scroll. */
async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, `${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 800 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(320);
}

test('the login can be used by everyone, on every screen', async ({ page }) => {
  await page.goto('/admin/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
});

for (const { path, shows } of PAGES) {
  test(`${path} can be used by everyone, on every screen`, async ({ page, request }) => {
    await openSignedIn(page, request, path);
    await expect(shows(page)).toBeVisible();
    await expectAccessible(page);
  });
}

test('writing with the live preview beside it can be done by everyone, on every screen', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, POST);
  await page.getByRole('switch', { name: 'Live preview' }).check();
  await expect(page.getByText('As readers see it')).toBeVisible();
  await expectAccessible(page);
});
