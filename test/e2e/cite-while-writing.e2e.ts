import { expect, type Page } from '@playwright/test';
import { openPost, postForm } from './admin-area.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

const REFERENCES = [
  {
    key: 'cross2014',
    title: 'AZD9291, an irreversible EGFR TKI',
    url: 'https://doi.org/10.1158/2159-8290.CD-14-0337',
    csl: {
      type: 'article-journal',
      author: [{ family: 'Cross', given: 'Darren A. E.' }],
      issued: { 'date-parts': [[2014]] },
    },
  },
  { title: 'Residence time, explained', url: 'https://example.org/residence' },
];

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Citation' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the text' });

test('a reference is cited by keys alone, with a page, and undone in one step', async ({
  page,
  request,
}) => {
  await openPost(page, request, { content: 'Osimertinib binds', references: REFERENCES });
  await page.getByRole('switch', { name: 'Live preview' }).check();
  const { content } = postForm(page);
  await content.press('Control+End');
  await page.keyboard.press('Control+Alt+c');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('textbox', { name: 'Key, or words' })).toBeFocused();
  const insert = dialog.getByRole('button', { name: 'Insert citation' });
  await expect(dialog.getByRole('status')).toHaveText('2 references: choose one or more');
  await expect(insert).toBeDisabled();
  await page.keyboard.type('cross 2014');
  await expect(dialog.getByRole('status')).toHaveText('1 reference, 1 chosen');
  await expect(dialog.getByRole('button', { name: 'AZD9291' })).toContainText(
    'Cross 2014 · cross2014',
  );
  await page.keyboard.press('Tab');
  await page.keyboard.type('p. 3');
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await expect(content).toHaveValue('Osimertinib binds [@cross2014, p. 3]');
  await expect(preview(page)).toContainText('Osimertinib binds [1, p. 3]');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('Osimertinib binds');
  await page.keyboard.press('Control+Shift+z');

  // Behind a citation the next one joins it, and a reference without a key gets one.
  await page.getByRole('button', { name: 'Citation', exact: true }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('button', { name: /^Residence/, pressed: true })).toBeFocused();
  await insert.click();
  await expect(content).toHaveValue('Osimertinib binds [@cross2014, p. 3; @residence]');
  await expect(preview(page)).toContainText('Osimertinib binds [1, p. 3; 2]');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  await page.getByRole('switch', { name: 'Live preview' }).check();
  await expect(preview(page)).toContainText('Osimertinib binds [1, p. 3; 2]');
});

test('a body in HTML is cited in and drawn in by the same buttons', async ({ page, request }) => {
  await openPost(page, request, { content: '<p>In CCO</p>', references: REFERENCES });
  await page.getByRole('switch', { name: 'Live preview' }).check();
  await expect(preview(page)).toContainText('In CCO');
  const { content } = postForm(page);
  await content.evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    area.setSelectionRange(6, 9);
  });
  await page.keyboard.press('Control+Alt+s');
  await expect(content).toHaveValue('<p>In <code data-science="smiles">CCO</code></p>');
  await expect(preview(page).getByRole('img', { name: /C2H6O/ })).toBeVisible();
  await content.evaluate((area: HTMLTextAreaElement) => {
    area.setSelectionRange(area.value.length - 4, area.value.length - 4);
  });
  await page.keyboard.press('Control+Alt+c');
  await dialogOf(page).getByRole('button', { name: 'AZD9291' }).click();
  await dialogOf(page).getByRole('button', { name: 'Insert citation' }).click();
  await expect(content).toHaveValue(
    '<p>In <code data-science="smiles">CCO</code> <code data-science="citation">[@cross2014]</code></p>',
  );
  await expect(preview(page)).toContainText('[1]');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('<p>In CCO</p>');
});

test('a structure stands on lines of its own, ready to be typed over, also on a phone', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPost(page, request, { content: 'Text\n\n' });
  const { content } = postForm(page);
  await content.press('Control+End');
  await page.getByRole('button', { name: 'Structure', exact: true }).click();
  await expect(content).toHaveValue('Text\n\n```smiles\nCC(=O)Oc1ccccc1C(=O)O Aspirin\n```');
  await page.keyboard.type('CCO Ethanol');
  await expect(content).toHaveValue('Text\n\n```smiles\nCCO Ethanol\n```');
  await page.getByRole('switch', { name: 'Live preview' }).check();
  await expect(preview(page).getByRole('figure')).toContainText('Ethanol');

  await content.press('Control+End');
  await page.getByRole('button', { name: 'Citation', exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('This post has no references yet.');
  await expectAccessible(page, 'the dialog of citations');
  await page.keyboard.press('Escape');
  await expect(content).toBeFocused();

  // A work is pasted where it is cited.
  await page.getByRole('button', { name: 'Citation', exact: true }).click();
  const book = '@book{copeland2013, title={Enzyme Inhibitors}, isbn={9781118488133}}';
  await dialog.getByRole('textbox', { name: 'Paste references' }).fill(book);
  await dialog.getByRole('button', { name: 'Read references' }).click();
  await expect(
    dialog.getByRole('button', { name: /^Enzyme Inhibitors/, pressed: true }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Insert citation' }).click();
  await expect(content).toHaveValue(/\[@copeland2013\]$/);
  await expect(postForm(page).references).toHaveText([/^Enzyme Inhibitors/]);

  // A work that another post cites is in this post's list, too, once it is chosen.
  await page.keyboard.press('Control+Alt+c');
  await page.keyboard.type('gal2015');
  const elsewhere = dialog.getByRole('list', { name: 'Cited in other posts' });
  await expect(elsewhere.getByRole('button')).toHaveText(/^Dropout as a Bayesian.*gal2015/);
  await expectAccessible(page, 'works of other posts');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /^Dropout/, pressed: true })).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: /^Dropout/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Insert citation' }).click();
  await expect(content).toHaveValue(/\[@copeland2013; @gal2015\]$/);
  await expect(postForm(page).references).toHaveText([/^Enzyme Inhibitors/, /^Dropout/]);
});

test('the work that was pasted is cited, not the first of the list', async ({ page, request }) => {
  await openPost(page, request, { content: 'Shown', references: REFERENCES });
  const { content } = postForm(page);
  await content.press('Control+End');
  await page.keyboard.press('Control+Alt+c');
  const dialog = dialogOf(page);
  const insert = dialog.getByRole('button', { name: 'Insert citation' });
  await dialog.getByText('Add a work that is not listed').click();
  const pasted = dialog.getByRole('textbox', { name: 'Paste references' });
  // Typed, not pasted: it is read when the button is pressed, and must not be dropped before.
  await pasted.fill('@book{copeland2013, title={Enzyme Inhibitors}, isbn={9781118488133}}');
  await expect(insert).toBeDisabled();
  await expect(dialog.getByRole('status').first()).toContainText('has not been read yet');
  await dialog.getByRole('button', { name: 'Read references' }).click();
  await expect(dialog.getByRole('button', { pressed: true })).toHaveText(/^Enzyme Inhibitors/);
  await expectAccessible(page, 'the dialog of citations with a choice');
  // Another one beside it.
  await dialog.getByRole('button', { name: /^AZD9291/ }).click();
  await insert.click();
  await expect(content).toHaveValue('Shown [@copeland2013; @cross2014]');

  // The same again changes nothing.
  await page.keyboard.press('Control+Alt+c');
  await page.keyboard.type('copeland');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue('Shown [@copeland2013; @cross2014]');
});
