import { expect, type Page } from '@playwright/test';
import { openSignedIn } from './admin-area.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

const POST = '/admin/edit-post/how-to-read-an-ic50';

/** The heading of each page once it has loaded. */
const PAGES: { path: string; shows: (page: Page) => ReturnType<Page['locator']> }[] = [
  { path: '/admin/dashboard', shows: (page) => page.getByRole('table') },
  { path: '/admin/create-post', shows: (page) => page.getByLabel('URL Slug') },
  { path: POST, shows: (page) => page.getByLabel('URL Slug') },
  { path: `${POST}/revisions`, shows: (page) => page.getByRole('heading', { level: 1 }) },
  { path: '/admin/writing-help', shows: (page) => page.getByRole('figure').first() },
  { path: '/admin/media', shows: (page) => page.getByRole('heading', { level: 1 }) },
  { path: '/admin/glossary', shows: (page) => page.getByRole('list', { name: 'Terms' }) },
  { path: '/admin/people', shows: (page) => page.getByRole('heading', { level: 1 }) },
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

  await page.setViewportSize({ width: 1440, height: 900 });
  const nav = await page.getByRole('navigation', { name: 'Admin area' }).boundingBox();
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(heading?.x).toBe(nav?.x);
  // On a phone, the two ways to save are of one height, and no slice of the other buttons shows below them.
  await page.setViewportSize({ width: 390, height: 844 });
  const [stay, submit] = await Promise.all(
    ['Save without publishing', 'Update Post'].map((name) =>
      page.getByRole('button', { name }).boundingBox(),
    ),
  );
  expect([stay?.y, stay?.height]).toEqual([submit?.y, submit?.height]);
  await expect(page.getByRole('button', { name: 'Save as Draft' })).not.toBeInViewport();
});
