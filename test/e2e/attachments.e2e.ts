import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { CSV, makePdf } from '../attachments.ts';
import { openPost, openSignedIn, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

/** A PDF that no other test has uploaded. */
const newPdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: makePdf(`%${crypto.randomUUID()}\n`),
});

test('a file is uploaded, linked from a post, downloaded by a reader as it was, and stays while it is linked', async ({
  page,
  request,
}) => {
  const slug = freshSlug('paper');
  const file = newPdf(`${slug} µM.pdf`);
  await openPost(page, request, { title: slug, slug, content: 'The data: ' });
  const form = postForm(page);
  await form.content.press('End');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await (await chooser).setFiles([file]);
  await expect(form.content).toHaveValue(
    new RegExp(`\\[${slug} µM\\.pdf \\(PDF, 1 KB\\)\\]\\(/media/[0-9a-f]{32}/${slug}-m\\.pdf\\)`),
  );
  await expectAccessible(page, 'editor with a link to a file');
  await form.status.selectOption('published');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);

  await page.goto(`/blog/${slug}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: `${slug} µM.pdf (PDF, 1 KB)` }).click();
  const downloaded = await download;
  expect(downloaded.suggestedFilename()).toBe(`${slug} µM.pdf`);
  expect(await readFile(await downloaded.path())).toEqual(file.buffer);
  await expect(page).toHaveURL(new RegExp(`/blog/${slug}$`));

  await page.emulateMedia({ media: 'print' });
  const printed = await page
    .getByRole('link', { name: `${slug} µM.pdf` })
    .evaluate((link: HTMLAnchorElement) => [getComputedStyle(link, '::after').content, link.href]);
  expect(printed[0]).toContain(printed[1]);
  await page.emulateMedia({ media: null });

  await page.goto(`/admin/media/files?q=${slug}`);
  const row = page.getByRole('article', { name: file.name });
  await row.getByText('Used in 1 post').click();
  await expect(row.getByRole('link', { name: slug, exact: true })).toBeVisible();
  await expectAccessible(page, 'files');
  page.on('dialog', (dialog) => void dialog.accept());
  await row.getByRole('button', { name: `Delete ${file.name}` }).click();
  await expect(row.getByRole('alert')).toContainText('This file is used in');
});

test('the library takes files on both of its pages, says why it takes others not, and deletes what nobody uses', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, request, '/admin/dashboard');
  await page.getByRole('link', { name: 'Media' }).click();
  const name = freshSlug('doses');
  const table = { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(CSV + name) };
  const input = page.locator('input[type=file]');
  await input.setInputFiles([
    table,
    { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script></script>') },
    { name: 'paper.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK') },
  ]);
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  await expect(uploads.filter({ hasText: 'page.pdf' }).getByRole('alert')).toContainText(
    'does not contain a PDF',
  );
  await expect(uploads.filter({ hasText: 'paper.docx' }).getByRole('alert')).toContainText(
    'The library accepts PDF, CSV, ZIP and XLSX files',
  );
  await uploads.filter({ hasText: table.name }).getByRole('button', { name: 'Show files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible();
  const row = page.getByRole('article', { name: table.name });
  await row.getByRole('button', { name: 'Copy SHA-256' }).click();
  await expect(page.getByText(`Copied the SHA-256 of ${table.name}.`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[0-9a-f]{64}$/);
  await page.getByRole('searchbox', { name: 'Search files' }).fill(name);
  await expect(page).toHaveURL(`/admin/media/files?q=${name}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await row.getByRole('button', { name: `Delete ${table.name}` }).click();
  await expect(page.getByText(`Deleted ${table.name}.`)).toBeVisible();
  await expect(page.getByText('No files match')).toBeVisible();
});
