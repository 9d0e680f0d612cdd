import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { outline } from '../body-outline.ts';
import { button, caretAfter, livePreview, postForm, previewOf, select } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { clipboardFile, give, newPicture, paste } from './clipboard.ts';
import { test } from './page-test.ts';
import { complaintsOf } from './public-page.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

test('a paste: goes where the caret is, between lines and in code, stays plain in HTML, where it is asked to or nothing can convert it, and brings a document of Word as it was, with its picture', async ({
  page,
}) => {
  await page.goto('/admin/create-post');
  const { content } = postForm(page);
  await content.focus();
  await page.context().setOffline(true);
  await paste(content, { html: '<h2>Steps</h2>', text: 'Steps' });
  await expect(content).toHaveValue('Steps');
  await expect(page.getByText('Pasted as plain text because the converter')).toBeVisible();
  await page.context().setOffline(false);
  await page.goto('/admin/create-post');
  const found = complaintsOf(page);
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (!/^(?:127\.0\.0\.1|localhost|example\.org)$/.test(hostname)) found.push(request.url());
  });
  await livePreview(page).check();
  const blocks = { html: '<h2>Steps</h2><ul><li>H~2~O</li></ul>', text: 'Steps\nH~2~O' };
  await content.fill('Before and after');
  await caretAfter(content, 'Before');
  await paste(content, blocks);
  await expect(content).toHaveValue('Before\n\n## Steps\n\n- H\\~2\\~O\n\n and after');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('Before and after');
  await content.fill('```\ncode\n```');
  await caretAfter(content, 'code');
  await paste(content, blocks);
  await expect(content).toHaveValue('```\ncodeSteps\nH~2~O\n```');

  // The keys alone: with them the browser would paste what its own clipboard holds.
  await content.fill('');
  const keys = { code: 'KeyV', key: 'V', ctrlKey: true, shiftKey: true };
  await content.dispatchEvent('keydown', keys);
  await paste(content, { text: 'Methods', html: '<h2>Methods</h2>' });
  await expect(content).toHaveValue('Methods');
  await select(content, 'Methods');
  await paste(content, { text: 'https://b.example/' });
  await expect(content).toHaveValue('[Methods](https://b.example/)');

  const previewed = page.waitForResponse('**/api/admin/preview');
  await content.fill('<p>One two</p>');
  await previewed;
  await expect(page.getByText('2 words · 1 min read')).toBeVisible();
  await caretAfter(content, 'One');
  await paste(content, blocks);
  await expect(content).toHaveValue('<p>OneSteps\nH~2~O two</p>');
  await expect(page.getByText('The tools write Markdown, so they are off')).toBeVisible();
  await page.keyboard.press('Control+b');
  await expect(content).toHaveValue('<p>OneSteps\nH~2~O two</p>');

  await content.fill('');
  // The preview shows the pictures of other sites, as a reader's page does.
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  await page.route('https://example.org/a%20b.png', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  );
  const shown = async () =>
    outline(await previewOf(page).innerHTML()).map((line) =>
      line.replace(/src=\/media\/\S+/, 'src=/pasted/1'),
    );
  await paste(content, { html: clipboardFile('word.txt'), text: '' });
  // Its picture is no part of the clipboard: the writer is asked for a file.
  await expect(content).toHaveValue(/!\[Uploading A curve…\]\(\)/);
  const line = page.getByText('A curve: The program that you copied from did not');
  await expect(line).toBeVisible();
  const chosen = page.waitForEvent('filechooser');
  await button(page, 'Choose a file for A curve').click();
  await (await chosen).setFiles(await newPicture('curve.png'));
  await expect(line).toHaveCount(0);
  await expect.poll(shown).toEqual(outline(clipboardFile('word.meaning.txt')));
  await content.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+z');
      return content.inputValue();
    })
    .toBe('');
  expect(await page.evaluate(() => '__pasted' in window)).toBe(false);
  expect(found).toEqual([]);
});

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
