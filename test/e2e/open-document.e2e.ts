import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { caretAfter, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

type Dropped = { name: string; type: string; bytes: Buffer; padding?: number };

/** Drops a file on an element, as from a window of the system; zeros at its end make it longer. */
async function drop(target: Locator, { bytes, padding = 0, ...file }: Dropped) {
  const sent = { ...file, padding, base64: bytes.toString('base64') };
  await target.evaluate((element, { name, type, base64, padding }) => {
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([bytes, new Uint8Array(padding)], name, { type }));
    const event = { dataTransfer, bubbles: true, cancelable: true };
    element.dispatchEvent(new DragEvent('dragover', event));
    element.dispatchEvent(new DragEvent('drop', event));
  }, sent);
}

const fixture = (name: string) => readFileSync(`test/documents/${name}`);
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'report.docx' });

test('files that are dropped: a document fills a new post as a draft; a photograph of more than 10 MB that was taken on its side is made smaller, and upright in a paragraph of its own', async ({
  page,
  api,
}) => {
  await page.goto('/admin/create-post');
  const { title, content } = postForm(page);
  const heading = page.getByRole('heading', { level: 1 });
  await drop(heading, { name: 'report.docx', type: '', bytes: fixture('word-report.docx') });
  await expect(notice(page)).toContainText('report.docx is in the form below as a draft');
  await expect(title).toHaveValue('What a plate reader sees');
  await expect(content).toHaveValue(/!\[A plate with two dark wells\]\(\/media\/\S+\/24x24\.png\)/);
  await expect(notice(page)).toContainText('Compare them');
  await content.press('Control+End');

  // What is not a document has a reason.
  await drop(heading, { name: 'a.docx', type: '', bytes: Buffer.from('no document') });
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
  await drop(content, { name: 'plate.jpg', type: 'image/jpeg', bytes, padding: 10.5e6 });
  await expect(content).toHaveValue(
    /^A sentence that is not at its end\. Another\.\n\n!\[\]\(\/media\/\S+\/200x320\.jpg\)$/,
  );
});
