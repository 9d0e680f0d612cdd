import { expect, type Locator, type Page } from '@playwright/test';
import {
  editElsewhere,
  openPost,
  openSignedIn,
  postForm,
  readPost,
  writePost,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';

const pane = (page: Page) => page.getByRole('region', { name: 'Preview of the text' });
const toggle = (page: Page) => page.getByRole('switch', { name: 'Live preview' });
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const selected = (field: Locator) =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    value.slice(selectionStart, selectionEnd),
  );

/** Selects a text in the text area. */
async function select(field: Locator, text: string): Promise<void> {
  await field.evaluate((area: HTMLTextAreaElement, wanted) => {
    area.focus();
    const start = area.value.indexOf(wanted);
    area.setSelectionRange(start, start + wanted.length);
  }, text);
}

/** Dispatches a paste event with clipboard content. */
async function paste(
  field: Locator,
  content: { text?: string; html?: string; files?: string[] },
): Promise<void> {
  await field.evaluate(async (area: HTMLTextAreaElement, { text, html, files = [] }) => {
    const clipboard = new DataTransfer();
    if (text !== undefined) clipboard.setData('text/plain', text);
    if (html !== undefined) clipboard.setData('text/html', html);
    for (const name of files) {
      const canvas = new OffscreenCanvas(40, 30);
      // Bytes of its own for each: the library keeps the same picture once.
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('No canvas');
      context.fillStyle = `#${crypto.randomUUID().slice(0, 6)}`;
      context.fillRect(0, 0, 40, 30);
      clipboard.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
    }
    area.focus();
    const event = new ClipboardEvent('paste', {
      clipboardData: clipboard,
      bubbles: true,
      cancelable: true,
    });
    if (area.dispatchEvent(event) && text !== undefined) {
      document.execCommand('insertText', false, text);
    }
  }, content);
}

test('the tools mark up what is selected, by pointer and by keys, and undo takes each back', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  await content.fill('The assay was run twice.');
  await select(content, 'assay');
  await page.keyboard.press('Control+b');
  await expect(content).toHaveValue('The **assay** was run twice.');
  expect(await selected(content)).toBe('assay');
  await page.keyboard.press('Control+i');
  await expect(content).toHaveValue('The **_assay_** was run twice.');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('The assay was run twice.');
  // One undo each, by the keys of headings and superscript too.
  await page.keyboard.press('Control+Alt+3');
  await expect(content).toHaveValue('### The assay was run twice.');
  await page.keyboard.press('Control+z');
  await select(content, 'assay');
  await page.keyboard.press('Control+.');
  await expect(content).toHaveValue('The <sup>assay</sup> was run twice.');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('The assay was run twice.');

  await select(content, 'twice');
  await tool(page, 'Link').click();
  // Without a URL, a placeholder is selected in the text.
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await page.keyboard.type('https://a.example/');
  await expect(content).toHaveValue('The assay was run [twice](https://a.example/).');
  await select(content, 'The');
  await tool(page, 'Footnote').click();
  await page.keyboard.type('Both times.');
  await expect(content).toHaveValue(
    'The[^1] assay was run [twice](https://a.example/).\n\n[^1]: Both times.',
  );

  // One stop for Tab, arrows between the buttons, and no trap in the text.
  const help = page.getByRole('link', { name: 'Writing help' });
  await tool(page, 'Heading 2').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(help).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(content).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(help).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(tool(page, 'Full page')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tool(page, 'Heading 2')).toBeFocused();
  await expect(tool(page, 'Bold')).toHaveAttribute('title', 'Bold (Ctrl+B)');
});

test('on a phone the tools are one row that scrolls to the last of them', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  await content.fill('Text');
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  const row = await bar.boundingBox();
  expect(row?.height).toBeLessThan(80);
  expect((row?.x ?? 0) + (row?.width ?? 0)).toBeLessThanOrEqual(390);
  await tool(page, 'Footnote').click();
  await expect(content).toBeFocused();
  await expect(content).toHaveValue('Text[^1]\n\n[^1]: ');
  await page.getByRole('link', { name: 'Writing help' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('link', { name: 'Writing help' })).toBeInViewport();
});

test('what is pasted keeps its meaning: links, formatting, tables; plain stays plain', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  const html = '<h2>Methods</h2><p>We <b>measured</b> <a href="https://a.example/">it</a>.</p>';
  const markdown = '## Methods\n\nWe **measured** [it](https://a.example/).';
  await paste(content, { text: 'Methods\nWe measured it.', html });
  await expect(content).toHaveValue(markdown);
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('');
  // The keys alone: with them the browser would paste what its own clipboard holds.
  const keys = { code: 'KeyV', key: 'V', ctrlKey: true, shiftKey: true };
  await content.dispatchEvent('keydown', keys);
  await paste(content, { text: 'Methods', html: '<h2>Methods</h2>' });
  await expect(content).toHaveValue('Methods');
  await select(content, 'Methods');
  await paste(content, { text: 'https://b.example/' });
  await expect(content).toHaveValue('[Methods](https://b.example/)');

  const counted = page.waitForResponse('**/api/admin/preview');
  await content.fill('<p>One word and another</p>');
  await counted;
  await expect(page.getByText('4 words · 1 min read · HTML: the buttons write tags')).toBeVisible();
  await select(content, 'One word');
  await page.keyboard.press('Control+b');
  await expect(content).toHaveValue('<p><strong>One word</strong> and another</p>');
  await select(content, 'another');
  await paste(content, { text: 'other', html: '<b>other</b>' });
  await expect(content).toHaveValue('<p><strong>One word</strong> and <strong>other</strong></p>');
});

test('the preview shows beside the text what readers will see, and follows it', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  // Without the preview, too.
  await content.fill('Text\n\n![](https://a.example/early.png)');
  await page.getByRole('button', { name: /Warning Line 3: The picture .*early\.png/ }).click();
  expect(await selected(content)).toBe('![](https://a.example/early.png)');
  await toggle(page).check();
  const sections = Array.from(
    { length: 40 },
    (_, n) => `## Part ${n}\n\n${'Some words. '.repeat(9)}`,
  );
  await content.fill(
    `[Away](https://a.example/)\n\n${sections.join('\n\n')}\n\n![](https://a.example/curve.png)`,
  );
  await expect(pane(page).getByRole('heading', { name: 'Part 39' })).toBeAttached();
  await expect(page.getByText('801 words · 5 min read')).toBeVisible();
  const [text, shown] = [await content.boundingBox(), await pane(page).boundingBox()];
  expect(shown?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));

  await content.hover();
  await content.evaluate((area) => {
    area.dispatchEvent(new WheelEvent('wheel'));
    area.scrollTop = (area.scrollHeight - area.clientHeight) / 2;
  });
  await expect(pane(page).getByRole('heading', { name: 'Part 20' })).toBeInViewport();
  await pane(page).evaluate((area) => {
    area.dispatchEvent(new WheelEvent('wheel'));
    area.scrollTop = 0;
  });
  await expect.poll(() => content.evaluate((area) => area.scrollTop)).toBeLessThan(5);

  const popup = page.waitForEvent('popup');
  await pane(page).getByRole('link', { name: 'Away' }).click();
  await (await popup).close();
  await expect(page).toHaveURL('/admin/create-post');

  await page.getByRole('button', { name: /Warning Line \d+: The picture .*curve\.png/ }).click();
  expect(await selected(content)).toBe('![](https://a.example/curve.png)');

  // A server that fails, or has forgotten the session, leaves the last preview and the writer in peace.
  for (const [status, words] of [
    [500, 'Not up to date. The preview failed.'],
    [401, 'Not up to date. Your session has ended.'],
  ] as const) {
    await page.route('**/api/admin/preview', (route) => route.fulfill({ status, json: {} }), {
      times: 1,
    });
    await content.press('End');
    await page.keyboard.type('!');
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(pane(page).getByRole('heading', { name: 'Part 39' })).toBeAttached();
  await expect(page).toHaveURL('/admin/create-post');
});

test('the preview is remembered, and stands under the text on a phone', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, request, '/admin/edit-post/how-to-read-an-ic50');
  await toggle(page).check();
  await page.reload();
  await expect(toggle(page)).toBeChecked();
  await expect(pane(page).getByRole('heading', { name: 'What was fitted' })).toBeAttached();
  const [text, shown] = [
    await postForm(page).content.boundingBox(),
    await pane(page).boundingBox(),
  ];
  expect(shown?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0));
  expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(390);
  await toggle(page).uncheck();
  await page.reload();
  await expect(toggle(page)).not.toBeChecked();
});

test('pasted pictures are uploaded in place, a save waits for them, and a failure can be tried again', async ({
  page,
  request,
}) => {
  const slug = freshSlug('pictures');
  const token = await openSignedIn(page, request, '/admin/create-post');
  await writePost(request, token, { slug, content: 'Before' });
  await page.goto(`/admin/edit-post/${slug}`);
  const { content } = postForm(page);
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  const failures: number[] = [];
  await page.route('**/api/admin/media?*', async (route) => {
    await letGo;
    const status = failures.shift();
    if (status === undefined) await route.fallback();
    else await route.fulfill({ status, json: { detail: `Not taken: ${status}.` } });
  });
  await content.press('End');
  await paste(content, { files: ['a.png', 'a.png'] });
  await expect(content).toHaveValue('Before\n\n![Uploading a.png…]()\n\n![Uploading a.png (2)…]()');
  // The text goes on, and the second place is deleted.
  await content.fill('And more: ![Uploading a.png…]() after');
  await select(content, 'after');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Will be saved when the pictures are uploaded')).toBeVisible();
  failures.push(415, 503);
  resolve();
  await expect(page.getByRole('alert')).toHaveText(
    'A picture could not be uploaded, so nothing has been saved yet.',
  );
  // Only what the server was too busy for can be taken the next time.
  await expect(page.getByText(/^a\.png: Not taken: (415|503)\.$/)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  await expect(content).toHaveValue('And more:  after');
  expect(await selected(content)).toBe('after');
  await expect(page).toHaveURL(`/admin/edit-post/${slug}`);

  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await content.press('Home');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(content).toHaveValue(
    /^And more: {2}after\n\n!\[\]\(\/media\/[0-9a-f]{32}\/40x30\.png\)$/,
  );
  const withPicture = await content.inputValue();
  await content.press('Control+z');
  await expect(content).not.toHaveValue(withPicture);
  await content.press('Control+Shift+z');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.getByRole('button', { name: 'Publish with this warning' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, slug)).toMatchObject({ content: withPicture });
});

test('who overwrites another’s version publishes no placeholder of a picture on its way', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request);
  const { content } = postForm(page);
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/admin/media?*', async (route) => {
    await letGo;
    await route.fallback();
  });
  await content.press('End');
  await editElsewhere(request, token, post, { content: 'Theirs' });
  await page.keyboard.type(' Mine');
  await page.getByRole('button', { name: 'Update Post' }).click();
  const overwrite = page.getByRole('button', { name: 'Overwrite it with mine' });
  await expect(overwrite).toBeVisible();
  await content.press('End');
  await paste(content, { files: ['a.png'] });
  await overwrite.click();
  await expect(page.getByText('Will be saved when the pictures are uploaded')).toBeVisible();
  resolve();
  await page.getByRole('button', { name: 'Publish with this warning' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, post.slug)).toMatchObject({
    content: expect.stringMatching(/^Text\. Mine\n\n!\[\]\(\/media\/\S+\)$/),
  });

  // What a crash has left of an upload is not a picture either.
  await page.goto(`/admin/edit-post/${post.slug}`);
  await content.fill('One\n\n![Uploading a.png…]()');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByRole('alert')).toContainText('Line 3 contains a picture');
});

/** How far the bottom of the caret's line is above the bar at the foot of the form. */
function roomBelowCaret(field: Locator): Promise<number> {
  return field.evaluate((area: HTMLTextAreaElement) => {
    const copy = document.createElement('div');
    copy.className = area.className;
    Object.assign(copy.style, {
      position: 'absolute',
      width: `${area.clientWidth}px`,
      height: 'auto',
      minHeight: '0',
      maxHeight: 'none',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'break-word',
    });
    copy.textContent = area.value.slice(0, area.selectionStart);
    const caret = document.createElement('span');
    caret.textContent = '|';
    copy.append(caret);
    area.after(copy);
    const top = area.getBoundingClientRect().top + caret.offsetTop - area.scrollTop;
    const bottom = top + caret.offsetHeight;
    copy.remove();
    const submit = [...(area.form?.elements ?? [])].find((each) => each.matches('[type=submit]'));
    const bar = submit?.parentElement;
    return (bar?.getBoundingClientRect().top ?? 0) - bottom;
  });
}

test('the line that is typed stays above the save bar, on a laptop and over a phone’s keyboard', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  // A phone of 390 × 844 whose keyboard takes 340 pixels.
  for (const size of [
    { width: 1366, height: 657 },
    { width: 390, height: 504 },
  ]) {
    await page.setViewportSize(size);
    await content.fill(Array.from({ length: 12 }, (_, n) => `Line ${n}`).join('\n'));
    await content.evaluate((area) => {
      window.scrollBy(0, area.getBoundingClientRect().bottom - window.innerHeight);
    });
    for (let line = 0; line < 20; line++) {
      await page.keyboard.press('Enter');
      await page.keyboard.type('More');
      expect(await roomBelowCaret(content), `line ${line}`).toBeGreaterThanOrEqual(0);
    }
  }
});

test('the picture tool inserts at the caret and leaves the page where it was, by pointer too', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  const added = page.waitForResponse('**/api/admin/media?*');
  await content.focus();
  await paste(content, { files: ['caret.png'] });
  await added;
  await expect(content).toHaveValue(/^!\[\]\(\/media\//);
  await expect(page.locator('button', { hasText: '1 error' })).toBeVisible();
  await content.fill('Before  after');
  await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7));
  await tool(page, 'Picture').scrollIntoViewIfNeeded();
  // In the window, and not on the page: notices above may come and go meanwhile.
  const place = () => content.evaluate((area) => Math.round(area.getBoundingClientRect().top));
  const before = await place();
  await tool(page, 'Picture').click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  // The list of findings below the text goes while the dialog is open.
  await expect(page.locator('button', { hasText: '1 error' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.type('-');
  await expect(content).toHaveValue('Before - after');
  await tool(page, 'Picture').click();
  await dialog.locator('label', { hasText: 'caret' }).first().click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Insert picture' }).click();
  await expect(content).toHaveValue(/^Before -!\[\]\(\/media\/\S+\) after$/);
  expect(await place()).toBe(before);
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('Before - after');

  // A picture with a caption is a figure, apart from the paragraphs around it.
  await tool(page, 'Picture').click();
  await dialog.locator('label', { hasText: 'caret' }).first().click();
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A blue square');
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('Square "A"');
  await dialog.getByRole('button', { name: 'Insert picture' }).click();
  await expect(content).toHaveValue(
    /^Before -\n\n!\[A blue square\]\(\/media\/\S+ "Square \\"A\\""\)\n\n after$/,
  );
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('Before - after');
});

test('line breaks of Windows stay: of a text that is edited, put back, and saved', async ({
  page,
  request,
}) => {
  const slug = freshSlug('crlf');
  const token = await openSignedIn(page, request, '/admin/create-post');
  await writePost(request, token, { slug, content: 'One\r\n\r\nTwo\r\n' });
  await page.goto(`/admin/edit-post/${slug}`);
  const { content } = postForm(page);
  await select(content, 'Two');
  await page.keyboard.type('2');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('One\n\nTwo\n');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page, 'nothing is unsaved').toHaveURL('/admin/dashboard');

  await page.goto(`/admin/edit-post/${slug}`);
  await select(content, 'Two');
  await page.keyboard.type('2\n3');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, slug)).toMatchObject({
    content: 'One\r\n\r\n2\r\n3\r\n',
  });
});

test('lists go on at Enter, items move by Tab, each key is one undo, and Tab still leaves the text', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const { content } = postForm(page);
  await content.focus();
  await page.keyboard.type('Steps:\n\n1. Weigh\nMix');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('slowly\nat 4 °C');
  const nested = 'Steps:\n\n1. Weigh\n2. Mix\n   1. slowly\n   2. at 4 °C';
  await expect(content).toHaveValue(nested);
  await page.keyboard.press('Shift+Tab');
  await expect(content).toHaveValue('Steps:\n\n1. Weigh\n2. Mix\n   1. slowly\n3. at 4 °C');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue(nested);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(/3\. at 4 °C\n4\. $/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Done.');
  await expect(content).toHaveValue(/3\. at 4 °C\n\nDone\.$/);

  // Several items are one undo.
  await content.fill('1. a\n2. b\n3. c\n4. d');
  await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 14));
  await page.keyboard.press('Tab');
  await expect(content).toHaveValue('1. a\n   1. b\n   2. c\n2. d');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('1. a\n2. b\n3. c\n4. d');

  // No trap: in a list by Escape, elsewhere at once.
  await expect(content).toHaveAccessibleDescription(/Escape, then Tab, leaves the text/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(content).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(content).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(content).not.toBeFocused();
  await content.fill('Text');
  await page.keyboard.press('Tab');
  await expect(content).not.toBeFocused();

  // In code, HTML and an input method's composition, Enter is a line break.
  await content.fill('```\n- a');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue('```\n- a\n');
  await content.fill('- a');
  await content.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
  await expect(content).toHaveValue('- a');
  const isHtml = page.getByText('HTML: the buttons write tags');
  await content.fill('<p>a</p>\n<pre>\n- a');
  await expect(isHtml).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue('<p>a</p>\n<pre>\n- a\n');
});
