import { expect, type Locator, type Page } from '@playwright/test';
import { openPost, postForm } from './admin-area.ts';
import { caretLine, expectCaretVisible } from './caret.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

const VIEWPORTS = [
  { name: 'a desktop', width: 1440, height: 900 },
  { name: 'a small laptop', width: 1366, height: 657 },
  { name: 'a phone', width: 390, height: 844 },
  // 844 px less 340: where the admin area is shown, a keyboard makes the page smaller.
  { name: 'a phone with its keyboard open', width: 390, height: 504 },
];

const SECTIONS = Array.from(
  { length: 30 },
  (_, n) => `## Part ${n}\n\n${'Some words about a measurement. '.repeat(12)}`,
).join('\n\n');

const pane = (page: Page) => page.getByRole('region', { name: 'Preview of the text' });
const leave = (page: Page) => page.getByRole('button', { name: 'Leave full page' });
const view = (page: Page, name: string) => page.getByRole('radio', { name });

const isFullPage = (page: Page) => expect(leave(page)).toBeVisible();
const isOrdinary = (page: Page) =>
  expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();

async function caretAt(field: Locator, wanted: string): Promise<void> {
  await field.evaluate((area: HTMLTextAreaElement, text) => {
    const at = area.value.indexOf(text) + text.length;
    area.focus();
    area.setSelectionRange(at, at);
  }, wanted);
}

for (const mode of ['the form', 'full-page writing']) {
  test(`the line that is written stays visible on every screen, in ${mode}`, async ({
    page,
    request,
  }) => {
    test.slow();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPost(page, request, { content: SECTIONS });
    const { content } = postForm(page);
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      'A pasted line\n'.repeat(60),
    );
    await content.focus();
    if (mode === 'full-page writing') {
      await page.keyboard.press('Control+Shift+F');
      await isFullPage(page);
    }
    for (const { name, width, height } of VIEWPORTS) {
      await page.setViewportSize({ width, height });
      await content.fill(SECTIONS);
      const steps: [string, () => Promise<void>][] = [
        ['the end', () => page.keyboard.press('ControlOrMeta+End')],
        ['typing', () => page.keyboard.type('Words that are typed at the end. '.repeat(5).trim())],
        [
          'Enter at the end',
          async () => {
            for (let n = 0; n < 6; n += 1) await page.keyboard.press('Enter');
          },
        ],
        ['the start', () => page.keyboard.press('ControlOrMeta+Home')],
        [
          'arrow keys',
          async () => {
            for (let n = 0; n < 40; n += 1) await page.keyboard.press('ArrowDown');
          },
        ],
        [
          'undo far away',
          async () => {
            await page.keyboard.type('!');
            await page.keyboard.press('ControlOrMeta+End');
            await page.keyboard.press('ControlOrMeta+z');
          },
        ],
        ['a paste of many lines', () => page.keyboard.press('ControlOrMeta+v')],
      ];
      for (const [step, act] of steps) {
        await act();
        await expectCaretVisible(page, content, `${step}, on ${name}`);
      }
      // A keyboard opens, or a window is made smaller.
      await page.setViewportSize({ width, height: height - 150 });
      await expectCaretVisible(page, content, `a smaller window, on ${name}`);
    }
  });
}

test('a keyboard that lies over the page covers neither the caret nor the buttons in full-page writing', async ({
  page,
  request,
}) => {
  // As iOS does: the layout viewport stays, the visual viewport becomes smaller. Chromium cannot emulate it.
  await page.addInitScript(() => {
    let height = 844;
    Object.defineProperty(VisualViewport.prototype, 'height', { get: () => height });
    Object.assign(window, {
      openKeyboard: () => {
        height = 504;
        window.visualViewport?.dispatchEvent(new Event('resize'));
      },
    });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await openPost(page, request, { content: SECTIONS });
  const { content } = postForm(page);
  await content.focus();
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.press('ControlOrMeta+End');
  await page.evaluate(() => (window as unknown as { openKeyboard: () => void }).openKeyboard());
  await expect.poll(async () => (await caretLine(content)).bottom).toBeLessThan(504);
  expect((await caretLine(content)).isOnTop).toBe(true);
  const button = await page.getByRole('button', { name: 'Update Post' }).boundingBox();
  expect((button?.y ?? 844) + (button?.height ?? 0)).toBeLessThanOrEqual(504);
});

test('entering and leaving full-page writing loses neither the undo history, the selection nor the place', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPost(page, request, { content: SECTIONS });
  const { content } = postForm(page);
  await caretAt(content, '## Part 20');
  await page.keyboard.type(' edited');
  await content.evaluate((area: HTMLTextAreaElement) => {
    const at = area.value.indexOf('Part 20');
    area.setSelectionRange(at, at + 7);
  });
  const before = await caretLine(content);
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.getByRole('button', { name: 'Full page' }).click();
  await isFullPage(page);
  await expect(content).toBeFocused();
  await expectCaretVisible(page, content, 'entering');
  await expect(page.getByText('2 of 1,861 words')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeHidden();

  await page.keyboard.press('Escape');
  await isOrdinary(page);
  await expect(content).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBeCloseTo(scrolled, -1);
  // The caret's line keeps a gap to the edge.
  expect(Math.abs((await caretLine(content)).top - before.top)).toBeLessThan(16);
  expect(
    await content.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
      value.slice(selectionStart, selectionEnd),
    ),
  ).toBe('Part 20');

  await page.keyboard.press('Control+Shift+F');
  await isFullPage(page);
  await page.reload();
  await isFullPage(page);
  await caretAt(content, '## Part 3');
  await page.keyboard.type('!');
  await page.keyboard.press('Control+Shift+F');
  await isOrdinary(page);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(content).toHaveValue(SECTIONS.replace('## Part 20', '## Part 20 edited'));
  await page.reload();
  await isOrdinary(page);
});

test('text and preview stand side by side where there is room, else one at a time, each where it was', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPost(page, request, { content: SECTIONS });
  const { content } = postForm(page);
  await content.focus();
  await page.keyboard.press('Control+Shift+F');
  await expect(view(page, 'Both')).toBeChecked();
  await expect(pane(page).getByRole('heading', { name: 'Part 29' })).toBeAttached();
  expect(await content.evaluate((area) => area.scrollTop)).toBe(0);
  const [text, shown] = [await content.boundingBox(), await pane(page).boundingBox()];
  expect(shown?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
  await content.evaluate((area) => {
    area.dispatchEvent(new WheelEvent('wheel'));
    area.scrollTop = (area.scrollHeight - area.clientHeight) / 2;
  });
  await expect(pane(page).getByRole('heading', { name: 'Part 15' })).toBeInViewport();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(view(page, 'Both')).toHaveCount(0);
  await expect(view(page, 'Text')).toBeChecked();
  await expect(pane(page)).toBeHidden();
  await content.evaluate((area) => {
    area.scrollTop = 700;
  });
  await view(page, 'Text').focus();
  await page.keyboard.press('ArrowRight');
  await expect(view(page, 'Preview')).toBeChecked();
  await expect(pane(page)).toBeVisible();
  await expect(content).toBeHidden();
  await pane(page).evaluate((area) => {
    area.scrollTop = 900;
  });
  await page.keyboard.press('ArrowLeft');
  await expect(content).toBeVisible();
  expect(await content.evaluate((area) => area.scrollTop)).toBe(700);
  await page.keyboard.press('ArrowRight');
  expect(await pane(page).evaluate((area) => area.scrollTop)).toBe(900);
});

test('saving in place, the end of a session and a hidden field that is missing keep full-page writing usable', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1366, height: 657 });
  await openPost(page, request, { content: SECTIONS, status: 'draft' });
  const { content, slug } = postForm(page);
  await content.focus();
  await page.keyboard.press('Control+Shift+F');
  await caretAt(content, '## Part 12');
  await page.keyboard.type('!');
  const before = await content.evaluate((area) => area.scrollTop);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await expect(content).toBeFocused();
  expect(await content.evaluate((area) => area.scrollTop)).toBe(before);

  await page.route(
    '**/api/admin/blog/posts/*',
    (route) => route.fulfill({ status: 401, json: {} }),
    {
      times: 1,
    },
  );
  await page.keyboard.type('!');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await isFullPage(page);
  await expect(content).toBeFocused();
  expect(await content.evaluate((area) => area.scrollTop)).toBe(before);

  await page.keyboard.press('Escape');
  await slug.fill('');
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.press('Control+s');
  await isOrdinary(page);
  await expect(slug).toBeFocused();
});

test('full-page writing has no accessibility problem, in any view and theme', async ({
  page,
  request,
}) => {
  await openPost(page, request, { content: SECTIONS });
  await postForm(page).content.focus();
  await page.keyboard.press('Control+Shift+F');
  await page.getByRole('button', { name: 'Outline' }).click();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const each of ['Text', 'Preview']) {
      await view(page, each).check();
      await expectAccessible(page, `${each} at ${width} px`);
    }
  }
});

test('the title can be read and every tool reached in one row, from a laptop on', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const title = 'Covalent inhibitors of KRAS';
  const { post } = await openPost(page, request, { content: SECTIONS });
  await postForm(page).title.fill(title);
  await postForm(page).content.press('Control+Shift+F');
  await isFullPage(page);
  const heading = page.getByRole('heading', { level: 1, name: title });
  // Where there is no room for all, the insert menu has the others.
  const tools = page
    .getByRole('toolbar', { name: 'Formatting' })
    .locator('button:visible, a:visible');
  const expectOneRow = async () => {
    const boxes = await tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect()));
    const { right = 0 } = (await postForm(page).content.evaluate((area) =>
      area.getBoundingClientRect().toJSON(),
    )) as DOMRect;
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    for (const box of boxes) {
      expect(box.width).toBeGreaterThanOrEqual(24);
      expect(box.right).toBeLessThanOrEqual(right);
    }
  };
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(heading, post.slug).toBeVisible();
    expect(await heading.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    await expectOneRow();
  }
});
