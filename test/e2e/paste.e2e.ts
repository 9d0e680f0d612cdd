import { expect, type Page } from '@playwright/test';
import { outline } from '../body-outline.ts';
import { openSignedIn, postForm } from './admin-area.ts';
import { clipboardFile, paste } from './clipboard.ts';
import { test } from './page-test.ts';

/** What the browser complains of, and what it asks of other sites. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (!/^(?:127\.0\.0\.1|localhost|example\.org)$/.test(hostname)) found.push(request.url());
  });
  return found;
}

const pane = (page: Page) => page.getByRole('region', { name: 'Preview of the text' });

const shown = async (page: Page) =>
  outline(await pane(page).innerHTML()).map((line) =>
    line.replace(/src=\/media\/\S+/, 'src=/pasted/1'),
  );

for (const name of ['google-docs', 'word', 'word-web', 'libreoffice', 'web-page']) {
  test(`a document of ${name} is pasted as it was, with its pictures and without a complaint`, async ({
    page,
    request,
  }) => {
    await openSignedIn(page, request, '/admin/create-post');
    const found = complaints(page);
    const { content } = postForm(page);
    await page.getByRole('switch', { name: 'Live preview' }).check();
    // The preview shows the pictures of other sites, as a reader's page does.
    await page.route('https://example.org/a%20b.png', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      }),
    );
    const html = clipboardFile(`${name}.html`);
    await paste(content, { html, rtf: name === 'word' ? clipboardFile('word.rtf') : '' });
    if (name === 'google-docs') {
      await expect(content).toHaveValue(/!\[Uploading A dose-response curve…\]\(\)/);
      const line = page.getByText('A dose-response curve: The pictures in this document cannot');
      await expect(line).toBeVisible();
      const chosen = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file for A dose-response curve' }).click();
      const [, data = ''] = /src="data:image\/png;base64,([^"]+)"/.exec(html) ?? [];
      const file = {
        name: 'curve.png',
        mimeType: 'image/png',
        buffer: Buffer.from(data, 'base64'),
      };
      await (await chosen).setFiles(file);
      await expect(line).toHaveCount(0);
    }
    await expect(content).not.toHaveValue(/^$|Uploading/);
    const expected = outline(clipboardFile(`${name}.meaning.html`));
    await expect.poll(() => shown(page)).toEqual(expected);
    expect(await page.evaluate(() => '__pasted' in window)).toBe(false);
    expect(found).toEqual([]);
  });
}

test('a paste is taken back by one Ctrl+Z, and goes where the caret is: between lines, in code, in HTML', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const found = complaints(page);
  const { content } = postForm(page);
  const caretAfter = (text: string) =>
    content.evaluate((area: HTMLTextAreaElement, wanted) => {
      const at = area.value.indexOf(wanted) + wanted.length;
      area.setSelectionRange(at, at);
    }, text);
  const blocks = { html: '<h2>Steps</h2><ul><li>H~2~O</li></ul>', text: 'Steps\nH~2~O' };

  await content.fill('Before and after');
  await caretAfter('Before');
  await paste(content, blocks);
  await expect(content).toHaveValue('Before\n\n## Steps\n\n- H\\~2\\~O\n\n and after');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('Before and after');
  await content.fill('Before  after');
  await caretAfter('Before ');
  await paste(content, { html: '<p><i>now</i></p>', text: 'now' });
  await expect(content).toHaveValue('Before _now_ after');

  await content.fill('```\ncode\n```');
  await caretAfter('code');
  await paste(content, blocks);
  await expect(content).toHaveValue('```\ncodeSteps\nH~2~O\n```');

  const previewed = page.waitForResponse('**/api/admin/preview');
  await content.fill('<p>One two</p>');
  await previewed;
  await caretAfter('One');
  await paste(content, blocks);
  await expect(content).toHaveValue(
    '<p>One</p>\n<h2>Steps</h2>\n<ul>\n<li>H~2~O</li>\n</ul>\n<p> two</p>',
  );

  await content.fill('Before');
  await content.press('End');
  await paste(content, {
    html: '<meta charset="utf-8"><!--StartFragment--><!--EndFragment-->',
    text: '',
  });
  // Source code of an editor, with what would be a heading.
  await paste(content, {
    html: '<div style="white-space: pre;"><div># a</div></div>',
    text: '# a',
  });
  await expect(content).toHaveValue('Before# a');
  expect(found).toEqual([]);
});

test('a long text is pasted and taken back by one Ctrl+Z, and one that would block typing as its plain text, which the writer is told', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const found = complaints(page);
  const { content } = postForm(page);
  const paragraph =
    '<p style="margin:0">We <b>measured</b> it with <i>care</i>, and more of it.</p>';
  await paste(content, { html: paragraph.repeat(4_000), text: '' });
  await expect(content).toHaveValue(/^We \*\*measured\*\* it with _care_, and more of it\.\n\n/, {
    timeout: 30_000,
  });
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('');
  await paste(content, { html: paragraph.repeat(14_000), text: 'We measured it' });
  await expect(content).toHaveValue('We measured it');
  await expect(page.getByText('Pasted as plain text because it is too long')).toBeVisible();
  await content.fill('');
  await paste(content, { html: '<p><u>a</u> <mark>b</mark></p>', text: 'a b' });
  await expect(content).toHaveValue('a b');
  await expect(page.getByText('Pasted without its underlining and highlighting.')).toBeVisible();
  const deep = `<p>${'<span>'.repeat(5000)}a <b>b</b>${'</span>'.repeat(5000)}</p>`;
  await content.fill('');
  await paste(content, { html: deep, text: 'a b' });
  await expect(content).toHaveValue(/^a (?:b|\*\*b\*\*)$/);
  expect(found).toEqual([]);
});

test('without a connection at the first paste, the text is pasted without its formatting', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  await content.focus();
  await page.context().setOffline(true);
  await paste(content, { html: '<h2>Steps</h2>', text: 'Steps' });
  await expect(content).toHaveValue('Steps');
  await expect(page.getByText('Pasted as plain text because the converter')).toBeVisible();
});
