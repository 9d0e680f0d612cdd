import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { caretAfter, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { give } from './clipboard.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const fixture = (name: string) => readFileSync(`test/documents/${name}`);
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'report.docx' });

test('files that are dropped: a document fills a new post as a draft; a photograph of more than 10 MB that was taken on its side is made smaller, and upright in a paragraph of its own', async ({
  page,
  api,
}) => {
  await page.goto('/admin/create-post');
  const { title, content } = postForm(page);
  const heading = page.getByRole('heading', { level: 1 });
  const file = (name: string, buffer: Buffer, mimeType = '') => ({
    files: [{ name, mimeType, buffer }],
  });
  await give(heading, 'drop', file('report.docx', fixture('word-report.docx')));
  await expect(notice(page)).toContainText('report.docx is in the form below as a draft');
  await expect(title).toHaveValue('What a plate reader sees');
  await expect(content).toHaveValue(/!\[A plate with two dark wells\]\(\/media\/\S+\/24x24\.png\)/);
  await expect(notice(page)).toContainText('Compare them');
  await content.press('Control+End');

  // What is not a document has a reason.
  await give(heading, 'drop', file('a.docx', Buffer.from('no document')));
  await expect(page.getByRole('alert')).toContainText('not a Word document');

  const slug = freshSlug('document');
  await page.getByLabel('URL Slug').fill(slug);
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await api.readPost(slug)).toMatchObject({
    status: 'draft',
    description: 'Four lessons from a week of counting',
  });

  await page.goto('/admin/create-post');
  const size = { width: 320, height: 200, channels: 3 as const };
  const bytes = await sharp({ create: { ...size, background: '#888' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await content.fill('A sentence that is not at its end. Another.');
  await caretAfter(content, 'A sentence');
  // Zeros at its end make it longer.
  const large = Buffer.concat([bytes, Buffer.alloc(10.5e6)]);
  await give(content, 'drop', file('plate.jpg', large, 'image/jpeg'));
  await expect(content).toHaveValue(
    /^A sentence that is not at its end\. Another\.\n\n!\[\]\(\/media\/\S+\/200x320\.jpg\)$/,
  );
});
