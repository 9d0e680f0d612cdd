import { expect, type Page, test } from '@playwright/test';
import { openSignedIn } from './admin-area.ts';
import { expectUsable } from './public-page.ts';

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

test('the login can be used by everyone, on every screen', async ({ page }) => {
  await page.goto('/admin/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectUsable(page, '/admin/login');
});

for (const { path, shows } of PAGES) {
  test(`${path} can be used by everyone, on every screen`, async ({ page, request }) => {
    await openSignedIn(page, request, path);
    await expect(shows(page)).toBeVisible();
    await expectUsable(page, path);
  });
}

test('writing with the live preview beside it can be done by everyone, on every screen', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, POST);
  await page.getByRole('switch', { name: 'Live preview' }).check();
  await expect(page.getByText('As readers see it')).toBeVisible();
  await expectUsable(page, POST);
});
