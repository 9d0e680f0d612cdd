import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openSignedIn, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { expectCaretVisible } from './caret.ts';
import { clipboardFile, paste } from './clipboard.ts';
import { test } from './page-test.ts';

const DESK = { width: 1440, height: 900 };
const LAPTOP = { width: 1366, height: 657 };
/** 390 × 844 less a keyboard of 340: the admin area asks browsers to make the page smaller for it. */
const PHONE = { width: 390, height: 504 };

const ASSAYS = ['kinase', 'binding', 'thermal shift', 'permeability', 'hepatocyte'];
const CAUSES = ['a drifting baseline', 'an old plate', 'evaporation at the edge', 'a tired enzyme'];

/** Sentences that no other part of the article repeats, so that none can be lost unseen. */
function sentences(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const [assay, cause] = [ASSAYS[n % 5], CAUSES[n % 4]];
    return [
      `In run ${n} the ${assay} assay of compound LG-${1000 + n} gave ${n * 3} nM, which nobody had expected before noon.`,
      `We repeated it on plate ${n} with fresh buffer at ${20 + (n % 17)} °C and found ${cause} in well ${n}.`,
      `What a reader should take from number ${n} is plain: report the replicates, and say what was left out.`,
    ][n % 3] as string;
  });
}

const START = `## Three wells

${sentences(1, 2).join(' ')}

The half-maximal concentration, IC<sub>50</sub> of 10<sup>−9</sup> M, is **not a constant** of nature; see our [glossary](/glossary)

1. Thaw the cells
2. Count them
   1. by two people
3. Seed the plate

| Compound | Potency |
| --- | --- |
| LG-1 | 12 nM |

Every value is a mean of three days.[^1]

[^1]: Days, not wells.`;

/** The writer: notes what readers must find, while typing it. */
function writer(page: Page, content: Locator) {
  const passages: string[] = [];
  return {
    passages,
    /** Types by keys. @param shown what readers see of it */
    async type(text: string, shown = text) {
      const isGoingOn = /^\s/.test(shown) || /\s$/.test(passages.at(-1) ?? '');
      passages.push(isGoingOn ? (passages.pop() ?? '') + shown : shown);
      await page.keyboard.type(text);
    },
    /** Types without a space to what was typed before. */
    async glue(text: string) {
      const last = passages.pop() ?? '';
      await this.type(text, last + text);
    },
    /** Sentence by sentence, as a phone's keyboard or dictation inserts them. */
    async dictate(parts: readonly string[]) {
      passages.push(parts.join(' '));
      for (const [index, part] of parts.entries()) {
        await page.keyboard.insertText(index === 0 ? part : ` ${part}`);
      }
    },
    /** Paragraphs at the end, each short enough to be read. */
    async paragraphs(parts: readonly string[]) {
      for (let first = 0; first < parts.length; first += 8) {
        await this.paragraph();
        await this.dictate(parts.slice(first, first + 8));
      }
    },
    async atEnd() {
      await content.focus();
      await page.keyboard.press('ControlOrMeta+End');
    },
    async paragraph() {
      await this.atEnd();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    },
  };
}

/** Selects a text, or puts the caret behind it. */
async function select(field: Locator, text: string, isBehind = false): Promise<void> {
  await field.evaluate(
    (area: HTMLTextAreaElement, [wanted, behind]) => {
      const start = area.value.lastIndexOf(wanted);
      area.focus();
      area.setSelectionRange(behind ? start + wanted.length : start, start + wanted.length);
    },
    [text, isBehind] as const,
  );
}

/** The lines of the text that nothing covers. */
function visibleLines(field: Locator): Promise<number> {
  return field.evaluate((area) => {
    const { left, width, top, bottom } = area.getBoundingClientRect();
    const line = Number.parseFloat(getComputedStyle(area).lineHeight);
    let visible = 0;
    for (let y = Math.max(0, top); y < Math.min(bottom, window.innerHeight); y += 1) {
      if (document.elementFromPoint(left + width / 2, y) === area) visible += 1;
    }
    return visible / line;
  });
}

/** A form that is opened again learns the sequence of its autosaves from a refused one. */
const isLearning = (url: string) => url.includes('/api/admin/autosaves/');

/** What the console says, what fails, and what is answered by an error. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  const context = page.context();
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (!isLearning(message.location().url)) found.push(message.text());
  });
  context.on('weberror', (error) => found.push(String(error.error())));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A newer preview, or the next page, replaces what is under way.
    if (reason !== 'net::ERR_ABORTED') found.push(`${request.url()}: ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400 && !(response.status() === 409 && isLearning(response.url()))) {
      found.push(`${response.url()}: ${response.status()}`);
    }
  });
  return found;
}

const words = (text: string) => text.normalize().split(/\s+/).filter(Boolean);

/** The words of an element as readers see them, less the numbers and arrows of footnotes. */
async function wordsIn(element: Locator): Promise<string[]> {
  const text = await element.evaluate((root: HTMLElement) => {
    const extra = 'sup:has(a), [data-footnote-backref], [data-footnotes] h2, .heading-anchor';
    for (const each of root.querySelectorAll(extra)) each.remove();
    // biome-ignore lint/performance/useDomNodeTextContent: words in neighbouring cells are apart only as laid out
    return root.innerText;
  });
  return words(text);
}

async function chart(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const pixels = crypto.getRandomValues(new Uint8Array(8 * 6 * 3));
  const raw = { width: 8, height: 6, channels: 3 } as const;
  const image = sharp(pixels, { raw }).resize(640, 480, { kernel: 'nearest', fit: 'fill' });
  return { name: 'chart.png', mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

test('an article of 1,500 words is written in a day at a desk, on a laptop and on a phone, and no word of it is lost', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(120_000);
  const slug = freshSlug('what-a-replicate-is-worth');
  await page.setViewportSize(DESK);
  await openSignedIn(page, request, '/admin/create-post');
  const found = complaints(page);
  const form = postForm(page);
  const { content } = form;
  const write = writer(page, content);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
  const leave = page.getByRole('button', { name: 'Leave full page' });
  const pane = page.getByRole('region', { name: 'Preview of the text' });
  const saved = page.getByText(/^Saved \d{1,2}:\d{2}/);

  await test.step('the start, at a desk: headings, lists, a table, a footnote, a link', async () => {
    await form.title.pressSequentially('What a replicate is worth');
    await form.slug.fill(slug);
    await form.description.fill('Why three wells on one plate are one measurement.');
    await content.focus();
    await page.keyboard.press('ControlOrMeta+Alt+2');
    await write.type('Three wells');
    await write.paragraph();
    await write.type(sentences(1, 2).join(' '));
    await write.paragraph();
    await write.type('The half-maximal concentration, IC');
    await page.keyboard.press('ControlOrMeta+,');
    await write.glue('50');
    await page.keyboard.press('ControlOrMeta+,');
    await write.type(' of 10');
    await page.keyboard.press('ControlOrMeta+.');
    await write.glue('−9');
    await page.keyboard.press('ControlOrMeta+.');
    await write.type(' M, is ');
    await page.keyboard.press('ControlOrMeta+b');
    await write.type('not a constant');
    await page.keyboard.press('ControlOrMeta+b');
    await write.type(' of nature; see our glossary');
    await select(content, 'glossary');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(
      page.getByRole('textbox', { name: 'URL, DOI, or words from a post' }),
    ).toBeFocused();
    await page.keyboard.type('/glossary');
    await page.keyboard.press('Enter');
    await expect(content).toBeFocused();
    await write.paragraph();
    await page.keyboard.type('1. ');
    await write.type('Thaw the cells');
    await page.keyboard.press('Enter');
    await write.type('Count them');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await write.type('by two people');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await write.type('Seed the plate');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await tool('Table').click();
    await write.type('Compound');
    for (const [cell, text] of [
      ['Column 2', 'Potency'],
      ['Cell', '12 nM'],
      ['Cell', 'LG-1'],
    ] as const) {
      await select(content, cell);
      await write.type(text);
    }
    await write.paragraph();
    await write.type('Every value is a mean of three days.');
    await tool('Footnote').click();
    await write.type('Days, not wells.');
    await expect(content).toHaveValue(START);
  });

  await test.step('a picture with its alternative text and its caption', async () => {
    await write.paragraph();
    await tool('Picture').click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose files' }).click();
    await (await chosen).setFiles(await chart());
    const alt = dialog.getByRole('textbox', { name: 'Alternative text' });
    await alt.fill('Potency by day: three bars of one height');
    const caption = dialog.getByRole('textbox', { name: 'Caption' });
    await caption.focus();
    await write.type('The same compound on three days.');
    await dialog.getByRole('button', { name: 'Insert picture' }).click();
    await expect(content).toHaveValue(/!\[Potency by day[^\]]*\]\(\/media\/\S+ "[^"]+"\)$/);
  });

  await test.step('Ctrl+S saves in place and says when; what is typed after it survives a reload', async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saved).toBeVisible();
    await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
    await write.paragraph();
    await write.dictate(sentences(3, 10));
    await expect(page.getByText('Autosaved')).toBeVisible();
    const typed = await content.inputValue();
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText(/^This is what you wrote at/)).toBeVisible();
    await expect(content).toHaveValue(typed);
    await write.atEnd();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saved).toBeVisible();
    await expect(page.getByText(/^This is what you wrote at/)).toHaveCount(0);
  });

  await test.step('the middle, on a laptop, on the whole page: preview, findings', async () => {
    await page.setViewportSize(LAPTOP);
    await page.keyboard.press('ControlOrMeta+Shift+f');
    await expect(leave).toBeVisible();
    await write.paragraph();
    await page.keyboard.press('ControlOrMeta+Alt+3');
    await write.type('What the plate hides');
    await write.paragraphs(sentences(13, 20));
    await write.paragraph();
    await page.keyboard.press('ControlOrMeta+Alt+4');
    await write.type('The edge');
    await write.paragraph();
    await write.type('Pure H~2~O', 'Pure H2O');
    await expectCaretVisible(page, content, 'a finding');
    await expect(pane.getByRole('heading', { name: 'The edge' })).toBeInViewport();
    expect(await visibleLines(content)).toBeGreaterThanOrEqual(12);
    await page.getByRole('button', { name: '1 warning' }).click();
    await page.getByRole('button', { name: /^(?:Warning|Error) Line \d+: / }).click();
    await select(content, '~2~');
    await page.keyboard.insertText('<sub>2</sub>');
    await write.paragraphs(sentences(33, 9));
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saved).toBeVisible();
  });

  await test.step('a passage from Word', async () => {
    await write.paragraph();
    const clipboard = { html: clipboardFile('word.html'), rtf: clipboardFile('word.rtf') };
    await paste(content, clipboard);
    await expect(content).toHaveValue(/Nothing is stable\./);
    await expect(content).not.toHaveValue(/Uploading/);
  });

  await test.step('the rest, on a phone, above its keyboard', async () => {
    await page.setViewportSize(PHONE);
    await write.paragraphs(sentences(42, 12));
    expect(await visibleLines(content), 'on the whole page').toBeGreaterThanOrEqual(6);
    await expectCaretVisible(page, content, 'a smaller window');
    await leave.click();
    await write.paragraphs(sentences(54, 26));
    expect(await visibleLines(content), 'in the form').toBeGreaterThanOrEqual(6);
    await expectCaretVisible(page, content, 'the end');
    await form.tag.fill('Assays');
    await form.tag.press('Enter');
    await form.tag.pressSequentially('statistics,');
    await expect(form.tags).toHaveText(['Assays', 'statistics']);
    await page.getByRole('textbox', { name: 'Reference Title' }).fill('On replicates');
    await page.getByRole('textbox', { name: 'Reference URL' }).fill('https://example.org/paper');
    await page.getByRole('textbox', { name: 'Reference Description' }).fill('Why days count.');
    await button('Add Reference').click();
    await expect(form.references).toHaveCount(1);
    await button('Save as Draft').click();
    await expect(page).toHaveURL('/admin/dashboard');
  });

  await test.step('a reviewer reads the draft by a link, without an account', async () => {
    await page.getByRole('link', { name: 'Continue writing' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByRole('textbox', { name: 'New link' }).inputValue();
    const reviewer = await browser.newContext({ viewport: LAPTOP });
    const reading = await reviewer.newPage();
    const complaintsThere = complaints(reading);
    await reading.goto(link);
    await expect(reading.getByRole('article')).toContainText('What the plate hides');
    expect(complaintsThere).toEqual([]);
    await reviewer.close();
  });

  const row = page.getByRole('row').filter({ hasText: slug });
  await test.step('it is scheduled, and then published at once', async () => {
    await page.setViewportSize(DESK);
    await form.status.selectOption('Published');
    await form.publishDate.fill('2040-01-05T09:00');
    await expect(button('Update Post')).toHaveAccessibleDescription(
      /^Schedules it for Thu, Jan 5, 2040 at 9:00/,
    );
    await button('Update Post').click();
    await expect(page.getByText(/“What a replicate is worth” is scheduled for/)).toBeVisible();
    await expect(row).toContainText('Scheduled');
    expect((await request.get(`/blog/${slug}`)).status()).toBe(404);
    await page.getByRole('link', { name: 'Continue writing' }).click();
    await form.publishDate.fill('');
    await button('Update Post').click();
    await expect(page.getByText(/“What a replicate is worth” is published/)).toBeVisible();
  });

  const notice = page.getByRole('region', { name: 'Unpublished changes' });
  await test.step('changes to the public text are saved, compared and published', async () => {
    await page.getByRole('link', { name: 'Continue writing' }).click();
    await write.paragraph();
    await write.type('A correction: it was plate nine.');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText(/^Saved \d.*, not public yet$/)).toBeVisible();
    await expect(notice).toBeVisible();
    await expectCaretVisible(page, content, 'saving changes');
    expect(await (await request.get(`/blog/${slug}`)).text()).not.toContain('plate nine');
    await button('Compare with the public version').click();
    const comparison = page.getByRole('region', { name: 'Changes to the public version' });
    await expect(comparison).toContainText('A correction: it was plate nine.');
    await comparison.scrollIntoViewIfNeeded();
    await page.setViewportSize(PHONE);
    await content.focus();
    await write.atEnd();
    await page.keyboard.type(' ');
    await expectCaretVisible(page, content, 'typing with changes');
    expect(await visibleLines(content), 'with changes').toBeGreaterThanOrEqual(6);
    await page.keyboard.press('Backspace');
    await page.setViewportSize(DESK);
    await button('Update Post').click();
    await expect(
      page.getByText(/“What a replicate is worth” is updated on the site/),
    ).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  await test.step('it goes to the trash by mistake, and comes back', async () => {
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByRole('searchbox').fill(slug);
    await page.getByRole('searchbox').press('Enter');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await expect(page.getByText('Moved “What a replicate is worth” to the trash.')).toBeVisible();
    await page.getByRole('link', { name: 'Trash' }).click();
    const lost = page.getByRole('listitem').filter({ hasText: slug });
    await lost.getByRole('button', { name: /^Restore/ }).click();
    await expect(page.getByText(`at /blog/${slug}.`)).toBeVisible();
  });

  await test.step('every word of it is on the public page, in its place', async () => {
    await page.goto(`/blog/${slug}`);
    await expect(page.locator('h1')).toHaveText('What a replicate is worth');
    const article = page.getByRole('article');
    for (const text of ['Why three wells', 'Assays', 'statistics', 'On replicates', 'Why days']) {
      await expect(article).toContainText(text);
    }
    await expect(article.getByRole('img', { name: /^Potency by day/ })).toBeAttached();
    const prose = article.locator('.prose').first();
    const paper = await page.context().newPage();
    await paper.setContent(clipboardFile('word.meaning.html'));
    const pasted = await wordsIn(paper.locator('body'));
    await paper.close();
    const shown = await wordsIn(prose);
    for (const passage of write.passages) {
      expect(` ${shown.join(' ')} `).toContain(` ${words(passage).join(' ')} `);
    }
    const typed = write.passages.flatMap(words);
    expect(typed.length + pasted.length).toBeGreaterThanOrEqual(1500);
    expect(shown.toSorted()).toEqual([...typed, ...pasted].toSorted());
  });
  expect(found).toEqual([]);
});

/** A block of the article: how the menu finds it, what is filled in, by label, and what stands in the text then. */
type Inserted = {
  find: string;
  title: string;
  fields: [label: string | RegExp, text: string][];
  isNumbered?: true;
  source: string;
};

const RILUZOLE = 'Nc1nc2ccc(OC(F)(F)F)cc2s1';

const BLOCKS: Inserted[][] = [
  [
    {
      find: 'key',
      title: 'Key points',
      fields: [['Points', 'Wells are not days\nDays are replicates']],
      source: '::: {.key-points}\n- Wells are not days\n- Days are replicates\n:::',
    },
    {
      find: 'struc',
      title: 'Structure',
      fields: [
        ['Name', 'Riluzole'],
        ['SMILES', RILUZOLE],
      ],
      isNumbered: true,
      source: `\`\`\`smiles {#fig-riluzole}\n${RILUZOLE} Riluzole\n\`\`\``,
    },
    {
      find: 'num',
      title: 'Numbered equation',
      fields: [['Formula', 'E = mc^2']],
      source: '$$\nE = mc^2\n$$ {#eq-e-mc-2}',
    },
  ],
  [
    {
      find: 'csv',
      title: 'Table of data (CSV)',
      fields: [
        ['Header, column 1', 'Day'],
        ['Header, column 2', 'IC50 (nM)'],
        ['Row 1, column 1', 'Monday'],
        ['Row 1, column 2', '12'],
        ['Caption', 'Two days'],
      ],
      isNumbered: true,
      source: '```csv {#tbl-two-days name="Two days"}\nDay,IC50 (nM)\nMonday,12\n```',
    },
    {
      find: 'det',
      title: 'Details',
      fields: [
        [/while it is collapsed/, 'Conditions'],
        ['Collapsible text', 'All runs at 25 °C.'],
      ],
      source: '::: {.details summary=Conditions}\nAll runs at 25 °C.\n:::',
    },
  ],
  [
    {
      find: 'table',
      title: 'Table',
      fields: [
        ['Header, column 1', 'Compound'],
        ['Header, column 2', 'Potency'],
        ['Row 1, column 1', 'LG-1'],
        ['Row 1, column 2', '12'],
      ],
      source: '| Compound | Potency |\n| :-- | --: |\n| LG-1 | 12 |',
    },
    {
      find: 'plain',
      title: 'Plain summary',
      fields: [['Summary', 'Do it on three days.']],
      source: '::: {.plain-summary}\nDo it on three days.\n:::',
    },
  ],
];

/** The characters of a block that a writer has to know: all but the words of its fields. */
function syntaxOf({ source, fields }: Inserted): number {
  const content = fields.flatMap(([, text]) => text.split('\n')).join('');
  return source.length - content.length;
}

/** What a writer does besides writing words: keys and clicks, and how long it takes. */
async function timed(act: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

test('an article of 1,500 words is written from the insert menu alone, at a desk, on a laptop and on a phone, in fewer steps than by its syntax', async ({
  page,
  request,
}, info) => {
  test.setTimeout(120_000);
  await page.setViewportSize(DESK);
  await openSignedIn(page, request, '/admin/create-post');
  const found = complaints(page);
  const { content } = postForm(page);
  const write = writer(page, content);
  const spent = { menu: { steps: 0, ms: 0 }, syntax: { steps: 0, ms: 0 } };
  let expected = '';

  async function insert({ find, title, fields, isNumbered }: Inserted) {
    await page.keyboard.type(`/${find}`);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: title, exact: true });
    for (const [label, text] of fields) {
      await form.getByLabel(label).first().focus();
      // Over the SMILES that the molecule's name has found by now.
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    }
    if (isNumbered) await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Insert' }).click();
    // The command and Enter, a key from field to field, the box, the button.
    spent.menu.steps += find.length + 2 + (fields.length - 1) + (isNumbered ? 1 : 0) + 1;
  }

  for (const [at, size] of [DESK, LAPTOP, PHONE].entries()) {
    await page.setViewportSize(size);
    for (const [number, block] of (BLOCKS[at] ?? []).entries()) {
      const prose = sentences(200 * at + 20 * number, at === 0 ? 9 : 13).join(' ');
      await write.atEnd();
      await page.keyboard.insertText(prose);
      await page.keyboard.press('Enter');
      spent.menu.ms += await timed(() => insert(block));
      expected += `${prose}\n\n${block.source}\n\n`;
      await expect(content).toHaveValue(expected);
      await expectCaretVisible(page, content, block.title);
    }
  }
  expect(words(expected).length).toBeGreaterThanOrEqual(1500);
  await expect(page.getByText(/^Error Line/)).toHaveCount(0);

  await content.fill('');
  await page.setViewportSize(DESK);
  for (const block of BLOCKS.flat()) {
    spent.syntax.steps += syntaxOf(block);
    spent.syntax.ms += await timed(() => page.keyboard.type(`${block.source}\n\n`));
  }
  info.annotations.push({ type: 'steps and milliseconds', description: JSON.stringify(spent) });
  expect(spent.menu.steps).toBeLessThan(spent.syntax.steps);
  expect(found).toEqual([]);
});
