import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { makeHostileZip } from '../hostile-zip.ts';
import { openSignedIn } from './admin-area.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

const FILES = Array.from({ length: 60 }, (_, number) => ({
  name: `content/posts/moved-${number}.md`,
  data: `---\ntitle: Moved post ${number}\ndate: 2019-05-08\nurl: /former/${number}/\nweather: fine\n---\n${'Text of a post that moved in. '.repeat(40)}`,
}));

const ZIP = makeHostileZip([
  { name: 'hugo.toml', data: 'baseURL = "https://old.example"' },
  { name: 'content/posts/broken.md', data: '---\ntitle: [\n---\nText' },
  ...FILES,
]);

test.describe.configure({ timeout: 180_000 });

test('an import is tried, made, stopped, goes on, survives a reload, and is taken back whole', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/imports');
  await page.getByRole('button', { name: 'Upload for a dry run' }).click();
  await expect(page.getByText('Choose a file.')).toBeVisible();
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'blog.zip', mimeType: 'application/zip', buffer: ZIP });
  await page.getByRole('button', { name: 'Upload for a dry run' }).click();

  const start = page.getByRole('button', { name: 'Import 60 posts' });
  await expect(start).toBeVisible({ timeout: 60_000 });
  const items = page.getByRole('region', { name: 'Items' });
  await expect(items.getByText('/blog/moved-7', { exact: true })).toBeVisible();
  await expect(items.getByText('Front matter that is not supported here: weather.')).toHaveCount(
    60,
  );
  await expect(items.getByText(/YAML/)).toBeVisible();
  await expectUsable(page, 'the dry run');
  expect((await request.get('/blog/moved-7')).status()).toBe(404);

  await start.click();
  await expect(page.getByText('Importing', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await page.reload();
  await expectUsable(page, 'an import that was stopped');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Importing', { exact: true })).toBeVisible();
  await page.reload();
  const back = page.getByRole('button', { name: 'Undo import' });
  await expect(back).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('60 posts imported, 1 cannot be imported')).toBeVisible();
  const former = await request.get('/former/7/', { maxRedirects: 0 });
  expect([former.status(), former.headers().location]).toEqual([301, '/blog/moved-7']);
  expect((await request.get('/blog/moved-7')).status()).toBe(200);

  await back.click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(dialog.getByText('60 posts go to the trash')).toBeVisible();
  await expectUsable(page, 'the question before an import is taken back');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  expect((await request.get('/blog/moved-7')).status()).toBe(404);
  expect((await request.get('/former/7/', { maxRedirects: 0 })).status()).toBe(404);
  await page.getByRole('link', { name: 'Imports' }).first().click();
  await expect(page.getByRole('list', { name: 'Past imports' })).toContainText('blog.zip');
});

test('a person who goes elsewhere during an upload stays there, and finds the file afterwards', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/imports');
  const { promise: isElsewhere, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/api\/admin\/imports\?/, async (route) => {
    await isElsewhere;
    await route.continue();
  });
  const post = {
    name: 'long.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Long\n\nText'),
  };
  await page.getByLabel('File').setInputFiles(post);
  const sent = page.waitForRequest((made) => made.method() === 'POST');
  await page.getByRole('button', { name: 'Upload for a dry run' }).click();
  const upload = await sent;
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  goOn();
  expect((await upload.response())?.ok()).toBe(true);
  // Whatever follows the answer has been done when the page is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page).toHaveURL('/admin/inbox');
  await page.getByRole('link', { name: 'Imports' }).click();
  await page.getByRole('link', { name: 'long.md' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Past imports' })).toBeVisible();
});

test('an export of the site is uploaded to it again, and nothing is there twice', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export the site' }).click(),
  ]);
  const file = await download.path();
  await page.goto('/admin/imports');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: readFileSync(file) });
  await page.getByRole('button', { name: 'Upload for a dry run' }).click();
  // The list of past imports may have one that is ready, too.
  await expect(page.getByRole('heading', { level: 1, name: 'site.zip' })).toBeVisible();
  await expect(page.getByText('Ready to import')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('An export of this site', { exact: true })).toBeVisible();
  await expect(page.getByText(/^[01] items? would be imported, \d+ skipped$/)).toBeVisible();
  const items = page.getByRole('region', { name: 'Items' });
  await expect(items.getByText('posts/how-to-read-an-ic50.md')).toBeVisible();
  await expect(items.getByText('it already exists here').first()).toBeVisible();
  await expectUsable(page, 'the dry run of an export');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Past imports' })).toBeVisible();
});

test('a file that has no place any more is not sent in vain: the page says what to do first', async ({
  page,
  request,
}) => {
  const waiting = Array.from({ length: 5 }, (_, number) => ({
    id: `0000000${number}-0000-4000-8000-000000000000`,
    name: `blog-${number}.zip`,
    system: 'markdown',
    state: 'planned',
    total: 1,
    done: 1,
    notes: [],
    problem: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 'ada@site.test',
  }));
  await page.route('**/api/admin/imports', (route) =>
    route.fulfill({ json: { imports: waiting } }),
  );
  await openSignedIn(page, request, '/admin/imports');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'blog.zip', mimeType: 'application/zip', buffer: ZIP });
  await page.getByRole('button', { name: 'Upload for a dry run' }).click();
  await expect(page.getByText(/^5 files are already waiting to be imported/)).toBeVisible();
  await expectUsable(page, 'a file that has no place');
});
