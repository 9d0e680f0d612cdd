import { expect } from '@playwright/test';
import { outline } from '../body-outline.ts';
import { button, caretAfter, livePreview, postForm, previewOf, select } from './admin-area.ts';
import { clipboardFile, newPicture, paste } from './clipboard.ts';
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
