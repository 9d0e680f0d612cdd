import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { addAdministrator, openAccount } from './admin-area.ts';
import { test } from './page-test.ts';

const start = (page: Page) => page.getByRole('button', { name: 'Export the site' });

test('an administrator takes the whole site along as one file', async ({ page }) => {
  await openAccount(page, await addAdministrator());
  const [download] = await Promise.all([page.waitForEvent('download'), start(page).click()]);
  expect(download.suggestedFilename()).toMatch(/^export-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readFileSync(await download.path()).toString('latin1');
  expect(zip.startsWith('PK')).toBe(true);
  expect(zip).toContain('posts/how-to-read-an-ic50.md');
  expect(zip).toContain('manifest-sha256.txt');
  await expect(page.getByRole('status').filter({ hasText: /MB saved/ })).toBeVisible();
  const references = page.getByRole('button', { name: 'Export all references' });
  const [file] = await Promise.all([page.waitForEvent('download'), references.click()]);
  expect(file.suggestedFilename()).toBe('references.bib');
  expect(readFileSync(await file.path(), 'utf8')).toContain('@article{cheng1973,');
});

test('an export that cannot be made says why, and one that is not wanted any more can be cancelled', async ({
  page,
}) => {
  await openAccount(page, await addAdministrator());
  const detail = 'Another export is already running. Wait until it has finished.';
  await page.route('**/api/admin/export', (route) =>
    route.fulfill({ status: 409, json: { detail } }),
  );
  await start(page).click();
  await expect(page.getByRole('alert')).toHaveText(detail);
  await page.unroute('**/api/admin/export');
  await page.route('**/api/admin/export', () => undefined);
  await start(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(start(page)).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
