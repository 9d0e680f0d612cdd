import { expect, type Locator, type Page } from '@playwright/test';
import {
  button,
  livePreview,
  openForm,
  postForm,
  previewOf,
  select,
  selected,
  signedOut,
  signInAgain,
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

const BIBTEX = `@article{cross2014, author={Cross, D. A. E. and Ashton, S.}, title={{AZD9291} overcomes resistance},
  journal={Cancer Discovery}, year=2014, doi={10.1158/2159-8290.CD-14-0337}}
@book{nowhere, publisher={Nobody}, year=1900}
@misc{rdkit, author={{RDKit contributors}}, title={RDKit}, year=2026, url={https://www.rdkit.org/}}`;

const REFUSED = 'Line 3: nowhere has neither a title nor a URL.';
const READ = '**/api/admin/references/read';
const field = (page: Page) => page.getByRole('textbox', { name: 'BibTeX, RIS, CSL-JSON or DOIs' });

/** Pastes as a person does: the text arrives after the event. */
async function paste(area: Locator, text: string) {
  await area.evaluate((input: HTMLTextAreaElement, pasted) => {
    input.focus();
    input.select();
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }));
    document.execCommand('insertText', false, pasted);
  }, text);
}

test('pasted BibTeX: becomes references that the text cites, each once, corrected by field, with what was refused told by line; what was not read is not lost when the network or the session fails', async ({
  page,
  api,
}) => {
  const listed = { title: 'My title', url: 'https://doi.org/10.1158/2159-8290.cd-14-0337' };
  const post = await openForm(page, api, {
    content: 'As @rdkit says.',
    status: 'draft',
    references: [listed],
  });
  await livePreview(page).check();
  await expect(previewOf(page)).toContainText('As @rdkit says.');
  const { references, content } = postForm(page);
  const open = button(page, 'Paste references');
  await open.click();
  await paste(field(page), BIBTEX);
  await button(page, REFUSED).click();
  expect(await selected(field(page))).toBe('@book{nowhere, publisher={Nobody}, year=1900}');
  await page.keyboard.press('Escape');
  // The author's title stays, and the work is not listed twice.
  await expect(references).toHaveText([/^My title.*@cross2014/, /^RDKit.*@rdkit/]);
  await expect(
    page.getByRole('status').filter({ hasText: '1 reference was added.' }),
  ).toBeVisible();
  await expect(page.getByText('1 reference was already in the list, now completed.')).toBeVisible();
  await expect(previewOf(page)).toContainText('As RDKit contributors [1] says.');

  await button(page, 'Undo').click();
  await expect(references).toHaveText([/^My title/]);
  await open.click();
  await field(page).fill(BIBTEX);
  await button(page, 'Read references').click();
  await expect(button(page, REFUSED)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(references).toHaveCount(2);

  await button(page, 'Edit reference 2').click();
  const dialog = page.getByRole('dialog');
  const key = dialog.getByRole('textbox', { name: 'Key' });
  await key.fill('cross2014');
  await expect(page.getByText('Another reference already has this key.')).toBeVisible();
  await key.fill('rd kit');
  await key.press('Enter');
  await expect(references.nth(1)).toContainText('@rd-kit');
  await content.fill('By [@rd-kit].');
  await expect(previewOf(page)).toContainText('By [1].');

  await button(page, 'Edit reference 1').click();
  const authors = dialog.getByRole('textbox', { name: 'Authors' });
  await expect(authors).toHaveValue('Cross, D. A. E.; Ashton, S.');
  await authors.press('End');
  await authors.pressSequentially('; Ligara AI');
  await dialog.getByRole('textbox', { name: 'Year' }).fill('2015');
  await page.keyboard.press('Enter');
  await button(page, 'Remove reference 1').click();
  await expect(references).toHaveCount(1);
  await page
    .getByRole('status')
    .filter({ hasText: 'Reference 1 was removed.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(references).toHaveCount(2);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  expect((await api.readPost(post.slug)).references).toMatchObject([
    {
      ...listed,
      key: 'cross2014',
      csl: { title: 'AZD9291 overcomes resistance', issued: { 'date-parts': [[2015]] } },
    },
    { title: 'RDKit', url: 'https://www.rdkit.org/', key: 'rd-kit' },
  ]);

  await open.click();
  await field(page).fill('10.1000/182');
  await page.route(READ, (route) => route.abort(), { times: 1 });
  await button(page, 'Read references').click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  // It asks before it is left.
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('10.1000/182');
  await page.route(READ, signedOut, { times: 1 });
  await button(page, 'Read references').click();
  await signInAgain(page);
  await expect(references).toHaveText([/^My title/, /^RDKit/, /^10\.1000\/182.*@10\.1000\/182/]);

  const note = 'Line 1: 10.1000/3 could not be looked up: crossref.org did not respond.';
  await page.route(READ, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      json: { ...(await answer.json()), notes: [{ line: 1, message: note }] },
    });
  });
  await paste(field(page), '10.1000/3');
  await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible();
  await expect(references).toHaveCount(4);
});
