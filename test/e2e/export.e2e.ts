import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

/** What the browser saves when a button is pressed. */
async function save(page: Page, name: string) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('export: the whole site is one file, the references another; it fails in words', async ({
  page,
}) => {
  await page.goto('/admin/account');
  const start = page.getByRole('button', { name: 'Export the site' });
  const detail = 'Another export is already running. Wait until it has finished.';
  const refused = { status: 409, json: { detail } };
  await page.route('**/api/admin/export', (route) => route.fulfill(refused), { times: 1 });
  await start.click();
  await expect(page.getByRole('alert')).toHaveText(detail);

  const site = await save(page, 'Export the site');
  expect(site.name).toMatch(/^export-\d{4}-\d\d-\d\d\.zip$/);
  const zip = site.bytes.toString('latin1');
  expect(zip.startsWith('PK')).toBe(true);
  expect(zip).toContain('posts/how-to-read-an-ic50.md');
  expect(zip).toContain('media/library.json');
  const references = await save(page, 'Export all references');
  expect(references.name).toBe('references.bib');
  expect(references.bytes.toString()).toContain('@article{cheng1973,');
});
