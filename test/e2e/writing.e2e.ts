import { expect, type Locator, type Page } from '@playwright/test';
import {
  button,
  caretAfter,
  fail,
  holdBack,
  livePreview,
  openForm,
  postForm,
  previewOf,
  select,
  selected,
  signedOut,
} from './admin-area.ts';
import { newPicture, paste } from './clipboard.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use({ ...SIGNED_IN, viewport: { width: 1440, height: 900 } });

const MEDIA = '**/api/admin/media?*';
const SECTIONS = Array.from(
  { length: 30 },
  (_, n) => `## Part ${n}\n\n${'Some words about a measurement. '.repeat(12)}`,
).join('\n\n');

async function insert(page: Page, name: string): Promise<void> {
  await button(page, 'Insert').click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

async function expectBeside(left: Locator, right: Locator): Promise<void> {
  const [text, shown] = [await left.boundingBox(), await right.boundingBox()];
  expect(shown?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
}

/**
 * The caret's line on the screen, and the band that nothing covers: the field's own box, less what is
 * drawn over it. Measured apart from the site's own code, by a copy of the text.
 */
async function caretLine(field: Locator) {
  return field.evaluate((area: HTMLTextAreaElement) => {
    const style = getComputedStyle(area);
    const copy = document.createElement('div');
    const font = ['fontFamily', 'fontSize', 'fontWeight', 'fontVariantLigatures'] as const;
    const spacing = ['letterSpacing', 'lineHeight', 'padding', 'tabSize'] as const;
    // `font` is empty where it cannot say all of these.
    for (const name of [...font, ...spacing]) copy.style[name] = style[name];
    Object.assign(copy.style, { position: 'fixed', top: '0', left: '0', visibility: 'hidden' });
    Object.assign(copy.style, { boxSizing: 'border-box', width: `${area.clientWidth}px` });
    Object.assign(copy.style, { whiteSpace: 'pre-wrap', overflowWrap: 'break-word' });
    const caret = document.createElement('span');
    caret.textContent = '|';
    copy.append(area.value.slice(0, area.selectionEnd), caret);
    document.body.append(copy);
    const line = caret.getBoundingClientRect();
    copy.remove();
    const box = area.getBoundingClientRect();
    const top = line.top + box.top + area.clientTop - area.scrollTop;
    const bottom = top + line.height;
    const middle = (top + bottom) / 2;
    const hit = document.elementFromPoint(box.left + box.width / 2, middle);
    return { top, bottom, isOnTop: hit === area };
  });
}

async function expectCaretVisible(page: Page, field: Locator, after: string): Promise<void> {
  await expect
    .poll(async () => {
      const { top, bottom, isOnTop } = await caretLine(field);
      const height = page.viewportSize()?.height ?? 0;
      return isOnTop && top >= 0 && bottom <= height;
    }, `the caret's line is visible after ${after}`)
    .toBe(true);
}

/** Types in one run, and takes it back; again where something else on the page has changed meanwhile. */
async function expectUndone(page: Page, field: Locator): Promise<void> {
  await expect(async () => {
    await field.fill('');
    // What was deleted is no part of the run.
    await field.blur();
    await field.focus();
    await page.keyboard.type('it binds');
    await expect(field).toHaveValue('it binds');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(field).toHaveValue('', { timeout: 500 });
  }, `${field}`).toPass({ timeout: 15_000 });
}

test('tools and lists: work by pointer and by keys, each is one undo, as is what is typed in any field, and Tab leaves the text', async ({
  page,
}) => {
  await page.goto('/admin/create-post');
  const { content } = postForm(page);
  // What is typed in one run is taken back by one Ctrl+Z.
  const { title, slug, description, cover, tag } = postForm(page);
  for (const field of [slug, title]) await expectUndone(page, field);
  await title.fill('A title');
  for (const field of [description, content, cover, tag]) await expectUndone(page, field);
  await page.getByRole('heading', { name: 'Statements' }).click();
  await expectUndone(page, page.getByRole('textbox', { name: 'Funding' }));

  const text = 'The assay was run twice.';
  await content.fill(text);
  await select(content, 'assay');
  await page.keyboard.press('Control+b');
  await expect(content).toHaveValue('The **assay** was run twice.');
  expect(await selected(content)).toBe('assay');
  await page.keyboard.press('Control+i');
  await expect(content).toHaveValue('The ***assay*** was run twice.');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue(text);
  await select(content, 'The');
  await button(page, 'Footnote').click();
  await page.keyboard.type('Both times.');
  await expect(content).toHaveValue('The[^1] assay was run twice.\n\n[^1]: Both times.');

  await content.fill('');
  await page.keyboard.type('Steps:\n\n1. Weigh\nMix');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('slowly\nat 4 °C');
  const nested = 'Steps:\n\n1. Weigh\n2. Mix\n   1. slowly\n   2. at 4 °C';
  await page.keyboard.press('Shift+Tab');
  await expect(content).toHaveValue('Steps:\n\n1. Weigh\n2. Mix\n   1. slowly\n3. at 4 °C');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue(nested);
  await page.keyboard.press('Control+End');
  for (const key of ['Tab', 'Shift+Tab']) {
    await content.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
    await expect(content).not.toBeFocused();
  }
  await expect(content).toHaveValue(nested);

  // One stop for Tab, arrows between the buttons.
  await content.fill('Text');
  const help = page.getByRole('link', { name: 'Writing help (opens in a new tab)' });
  await button(page, 'Bold').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(help).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const helpPage = await opened;
  await expect(helpPage.getByRole('heading', { level: 1 })).toHaveText('Writing help');
  await expect(helpPage.getByRole('table', { name: 'Table 1. Potency in cells' })).toBeVisible();
});

test('text, both, preview: what readers will see follows the text and leads back to it; full page keeps the caret in sight, and the selection, the place and the undo history', async ({
  page,
  api,
}) => {
  const { content, slug } = postForm(page);
  await openForm(page, api, {
    content: `[Away](https://a.example/)\n\n${SECTIONS}\n\n\`\`\`smiles\nCCO\n\`\`\``,
    status: 'draft',
  });
  await expect(livePreview(page)).toBeChecked();
  await expect(previewOf(page).getByRole('heading', { name: 'Part 29' })).toBeAttached();
  await expect(page.getByText(/^1,86\d words · \d+ min read$/)).toBeVisible();
  await expectBeside(content, previewOf(page));
  await content.evaluate((area) => {
    area.scrollTop = (area.scrollHeight - area.clientHeight) / 2;
  });
  await expect(previewOf(page).getByRole('heading', { name: 'Part 15' })).toBeInViewport();
  await previewOf(page).getByRole('heading', { name: 'Part 15' }).click();
  await expect(content).toBeFocused();
  expect(await selected(content)).toBe('## Part 15');
  await previewOf(page).getByRole('figure').dblclick();
  const form = page.getByRole('dialog', { name: 'Edit structure' });
  await expect(form.getByRole('textbox', { name: 'SMILES' })).toHaveValue('CCO');
  await form.getByRole('button', { name: 'Cancel' }).click();
  const popup = page.waitForEvent('popup');
  await previewOf(page).getByRole('link', { name: 'Away' }).click();
  await (await popup).close();

  // A server that fails, or has forgotten the session, leaves the last preview and the writer in peace.
  for (const [answer, words] of [
    [fail, 'Not up to date. The preview failed.'],
    [signedOut, 'Not up to date. Your session has ended.'],
  ] as const) {
    await page.route('**/api/admin/preview', answer, { times: 1 });
    await caretAfter(content, '## Part 28');
    await page.keyboard.type('!');
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(previewOf(page).getByRole('heading', { name: 'Part 29' })).toBeAttached();

  const leave = page.getByRole('button', { name: 'Leave full page' });
  const view = (name: string) => page.getByRole('radio', { name });
  await caretAfter(content, '## Part 20');
  await page.keyboard.type(' edited');
  await select(content, 'Part 20');
  const before = await caretLine(content);
  // A pointer would first be led to where the bar ends.
  await button(page, 'Full page').dispatchEvent('click');
  await expect(leave).toBeVisible();
  await expect(content).toBeFocused();
  await expectCaretVisible(page, content, 'entering');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeHidden();
  await expect(view('Both')).toBeChecked();
  await expectBeside(content, previewOf(page));
  await page.keyboard.press('Escape');
  await expect(leave).toHaveCount(0);
  await expect(content).toBeFocused();
  expect(Math.abs((await caretLine(content)).top - before.top)).toBeLessThan(16);
  expect(await selected(content)).toBe('Part 20');

  for (const isFullPage of [false, true]) {
    if (isFullPage) await page.keyboard.press('Control+Shift+F');
    await expect(leave).toHaveCount(isFullPage ? 1 : 0);
    const where = isFullPage ? 'full page' : 'form';
    // 844 px less 340: where the admin area is shown, a keyboard makes the page smaller.
    await page.setViewportSize({ width: 390, height: 504 });
    await page.keyboard.press('ControlOrMeta+End');
    await expectCaretVisible(page, content, `the end, ${where}`);
    await page.keyboard.type('\n\n\nWords that are typed at the end.');
    await expectCaretVisible(page, content, `typing, ${where}`);
    for (const name of ['Bold', 'Save as Draft', 'Update Post']) {
      await expect(button(page, name)).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press('ControlOrMeta+Home');
    await expectCaretVisible(page, content, `the start, ${where}`);
    await page.keyboard.type('!');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ControlOrMeta+z');
    await expectCaretVisible(page, content, `undo far away, ${where}`);
  }
  await expect(view('Both')).toHaveCount(0);
  await expect(previewOf(page)).toBeHidden();
  await view('Preview').check();
  await expect(previewOf(page)).toBeVisible();
  await expect(content).toBeHidden();
  await view('Text').check();
  await content.focus();
  const typed = await content.inputValue();
  await page.keyboard.press('Escape');
  await expect(leave).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content).not.toHaveValue(typed);

  // What a save needs is hidden: the form is shown again.
  await slug.fill('');
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.press('Control+s');
  await expect(leave).toHaveCount(0);
  await expect(slug).toBeFocused();
});

test('pictures: pasted or chosen, they stand where the caret is, a save waits for them, and failures are told and tried again', async ({
  page,
  api,
}) => {
  const post = await openForm(page, api, { content: 'Before' });
  const { content } = postForm(page);
  const failures: number[] = [];
  await page.route(MEDIA, async (route) => {
    const refused = failures.shift();
    if (refused === undefined) await route.fallback();
    else await route.fulfill({ status: refused, json: { detail: `Not taken: ${refused}.` } });
  });
  const letGo = await holdBack(page, MEDIA);
  await content.press('End');
  await paste(content, { files: [await newPicture('a.png'), await newPicture('a.png')] });
  await expect(content).toHaveValue('Before\n\n![Uploading a.png…]()\n\n![Uploading a.png (2)…]()');
  // The text goes on, and the second place is deleted.
  await content.fill('And more: ![Uploading a.png…]() after');
  await select(content, 'after');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Will be saved when the pictures are uploaded')).toBeVisible();
  failures.push(415, 503);
  letGo();
  await expect(page.getByRole('alert')).toHaveText(
    'A picture could not be uploaded, so nothing has been saved yet.',
  );
  // Only what the server was too busy for can be taken the next time.
  await expect(page.getByText(/^a\.png: Not taken: (415|503)\.$/)).toHaveCount(2);
  await expect(button(page, 'Try again')).toHaveCount(1);
  await expect(content).toHaveValue('And more:  after');
  expect(await selected(content)).toBe('after');
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await content.press('Home');
  await button(page, 'Try again').click();
  const picture = '!\\[\\]\\(/media/[0-9a-f]{32}/640x480\\.png\\)';
  await expect(content).toHaveValue(new RegExp(`^And more: {2}after\n\n${picture}$`));
  // Its text and caption are asked for.
  await button(page, 'Add text and caption').click();
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('A square');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(/!\[A square\]\(\/media\/\S+\)$/);

  // The tool, and a caption, which makes it a figure.
  await page.goto(`/admin/edit-post/${post.slug}`);
  await content.fill('Before  after');
  await caretAfter(content, 'Before ');
  await insert(page, 'Figure');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.locator('label', { hasText: 'a.png' }).first().click();
  await dialog.getByRole('textbox', { name: 'Alternative text' }).fill('A blue square');
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('Square "A"');
  await button(page, 'Insert picture').click();
  await expect(content).toHaveValue(
    /^Before *\n\n!\[A blue square\]\(\/media\/\S+ "Square \\"A\\""\)\n\n after$/,
  );
});
