import { expect, type Page } from '@playwright/test';
import {
  button,
  livePreview,
  openForm,
  postForm,
  previewOf,
  select,
  selected,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

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
const insertOf = (page: Page) => dialogOf(page).getByRole('button', { name: 'Insert citation' });

test('citation and link: by keys alone, a citation with a page, which joins the one before it, a link to a URL or a post found by its words, each undone in one step', async ({
  page,
  api,
}) => {
  await openForm(page, api, { content: 'Osimertinib binds', references: REFERENCES });
  await livePreview(page).check();
  const { content } = postForm(page);
  await content.press('Control+End');
  await page.keyboard.press('Control+Alt+c');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('textbox', { name: 'Key, or words' })).toBeFocused();
  await expect(dialog.getByRole('status')).toHaveText('2 references');
  await expect(insertOf(page)).toBeDisabled();
  await page.keyboard.type('cross 2014');
  await expect(dialog.getByRole('status')).toHaveText('1 reference');
  await page.keyboard.press('Tab');
  await page.keyboard.type('p. 3');
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await expect(content).toHaveValue('Osimertinib binds [@cross2014, p. 3]');
  await expect(previewOf(page)).toContainText('Osimertinib binds [1, p. 3]');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('Osimertinib binds');
  await page.keyboard.press('Control+Shift+z');

  // A reference without a key gets one.
  await button(page, 'Citation').click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('button', { name: /^Residence/ })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(content).toHaveValue('Osimertinib binds [@cross2014, p. 3; @residence]');
  await expect(previewOf(page)).toContainText('Osimertinib binds [1, p. 3; 2]');

  // Links.
  const slug = freshSlug('linked');
  await api.writePost({ slug, title: `Binding [kinetics] ${slug}` });
  await api.writePost({ title: `Draft of ${slug}`, status: 'draft' });
  const linkDialog = page.getByRole('dialog', { name: 'Link' });
  const found = linkDialog.getByRole('status');
  await content.fill('See this post and ');

  await select(content, 'this post');
  await page.keyboard.press('Control+k');
  const input = linkDialog.getByRole('textbox', { name: 'URL, DOI, or words from a post' });
  await expect(input).toBeFocused();
  await page.keyboard.type(`kinetics ${slug}`);
  await expect(found).toHaveText('1 post');
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await expect(content).toHaveValue(`See [this post](/blog/${slug}) and `);

  // Without a selection the title is the text; arrows choose.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(slug);
  await expect(found).toHaveText('2 posts');
  const draft = linkDialog.getByRole('button', { name: `Draft of ${slug}` });
  await expect(draft).toContainText('readers cannot open it');
  const wanted = linkDialog.getByRole('button', { name: 'Binding' });
  await page.keyboard.press('ArrowDown');
  const isChosen = () => wanted.evaluate((each) => each === document.activeElement);
  if (!(await isChosen())) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(/ and \[Binding \\\[kinetics\\\] \S+\]\(\/blog\/\S+\)$/);

  // Without a URL, a placeholder is selected in the text; Escape changes nothing.
  await select(content, 'and');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such words at all');
  await expect(found).toHaveText('No posts match.');
  await page.keyboard.press('Escape');
  await expect(linkDialog).toHaveCount(0);
  expect(await selected(content)).toBe('and');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  await page.keyboard.type('https://a.example/');
  await expect(content).toHaveValue(/ \[and\]\(https:\/\/a\.example\/\) /);
});

test('citation dialog: a work is pasted where it is cited, or taken from another post, on a phone too', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page, api, { content: 'Text' });
  const { content, references } = postForm(page);
  const dialog = dialogOf(page);
  await content.press('Control+End');
  await button(page, 'Citation').click();
  await expect(dialog).toContainText('This post has no references yet.');
  // It comes late, and moves what is below it.
  const elsewhere = dialog.getByRole('list', { name: 'Cited in other posts' });
  await expect(elsewhere).toBeVisible();
  const field = dialog.getByRole('textbox', { name: 'Key, or words' });
  await field.fill('@book{nowhere, year=1900}');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('nowhere has neither a title nor a URL.')).toBeVisible();
  await field.fill('@book{copeland2013, title={Enzyme Inhibitors}, isbn={9781118488133}}');
  await insertOf(page).click();
  await expect(content).toHaveValue('Text [@copeland2013]');
  await expect(references).toHaveText([/^Enzyme Inhibitors/]);

  await page.keyboard.press('Control+Alt+c');
  await page.keyboard.type('gal2015');
  await expect(elsewhere.getByRole('button')).toHaveText(/^Dropout as a Bayesian.*gal2015/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue('Text [@copeland2013; @gal2015]');
  await expect(references).toHaveText([/^Enzyme Inhibitors/, /^Dropout/]);

  // The same again changes nothing.
  await page.keyboard.press('Control+Alt+c');
  await page.keyboard.type('copeland');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue('Text [@copeland2013; @gal2015]');
});
