import { expect, type Locator, type Page } from '@playwright/test';
import { openPost, openSignedIn, password, postForm, readPost } from './admin-area.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

const BIBTEX = `@article{cross2014, author={Cross, D. A. E. and Ashton, S.}, title={{AZD9291} overcomes resistance},
  journal={Cancer Discovery}, year=2014, doi={10.1158/2159-8290.CD-14-0337}}
@book{nowhere, publisher={Nobody}, year=1900}
@misc{rdkit, author={{RDKit contributors}}, title={RDKit}, year=2026, url={https://www.rdkit.org/}}`;

const field = (page: Page) => page.getByRole('textbox', { name: 'Paste references' });

/** Pastes as a person does: the text arrives after the event. */
async function paste(area: Locator, text: string) {
  await area.evaluate((input: HTMLTextAreaElement, pasted) => {
    input.focus();
    input.select();
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }));
    document.execCommand('insertText', false, pasted);
  }, text);
}

test('pasted BibTeX becomes references that the text cites, with what was refused told by line', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const listed = { title: 'My title', url: 'https://doi.org/10.1158/2159-8290.cd-14-0337' };
  const { token, post } = await openPost(page, request, {
    content: 'As @rdkit says.',
    status: 'draft',
    references: [listed],
  });
  await page.getByRole('switch', { name: 'Live preview' }).check();
  const preview = page.getByRole('region', { name: 'Preview of the text' });
  await expect(preview).toContainText('As @rdkit says.');
  const { references, content } = postForm(page);
  await paste(field(page), BIBTEX);
  // The author's title stays, and the work is not listed twice.
  await expect(references).toHaveText([/^My title.*@cross2014/, /^RDKit.*@rdkit/]);
  await expect(
    page.getByRole('status').filter({ hasText: '1 reference was added.' }),
  ).toBeVisible();
  await expect(page.getByText('1 reference was already in the list, now completed.')).toBeVisible();
  await expect(preview).toContainText('As RDKit contributors [1] says.');

  const refusal = 'Line 3: nowhere has neither a title nor an address.';
  await page.getByRole('button', { name: refusal }).click();
  await expect(field(page)).toBeFocused();
  const selected = await field(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(selected).toBe('@book{nowhere, publisher={Nobody}, year=1900}');

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(references).toHaveText([/^My title/]);
  await expect(preview).toContainText('As @rdkit says.');
  await page.getByRole('button', { name: 'Read references' }).click();
  await expect(references).toHaveCount(2);
  await page.getByRole('button', { name: 'Read references' }).click();
  await expect(page.getByText('2 references were already in the list.')).toBeVisible();
  await expect(references).toHaveCount(2);

  await page.getByRole('button', { name: 'Copy [@rdkit]' }).click();
  await expect(page.getByText('Copied: [@rdkit]')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('[@rdkit]');
  await page.getByRole('button', { name: 'Edit reference 2' }).click();
  const key = page.getByRole('textbox', { name: 'Key of reference 2' });
  await key.fill('cross2014');
  await expect(page.getByText('Another reference already has this key.')).toBeVisible();
  await key.fill('rd kit');
  await key.press('Enter');
  await expect(references.nth(1)).toContainText('@rd-kit');
  await content.fill('By [@rd-kit].');
  await expect(preview).toContainText('By [1].');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  expect((await readPost(request, token, post.slug)).references).toMatchObject([
    { ...listed, key: 'cross2014', csl: { title: 'AZD9291 overcomes resistance' } },
    { title: 'RDKit', url: 'https://www.rdkit.org/', key: 'rd-kit' },
  ]);
});

test('the list of references stays under the pointer while the preview finds more in the text above', async ({
  page,
  request,
}) => {
  const references = [1, 2, 3].map((n) => ({
    key: `a${n}`,
    title: `${n}`,
    url: `https://a.test/${n}`,
  }));
  await openPost(page, request, { content: 'By [@a1; @a2; @a3].', status: 'draft', references });
  await page.getByRole('switch', { name: 'Live preview' }).check();
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(page.getByRole('region', { name: 'Preview of the text' })).toContainText(
    '[1, 2, 3]',
  );
  await expect(findings.getByRole('button')).toHaveCount(0);
  const edit = page.getByRole('button', { name: 'Edit reference 1' });
  await page.getByRole('button', { name: 'Remove reference 3' }).click();
  await edit.focus();
  const before = await edit.boundingBox();
  await expect(findings.getByRole('button')).toHaveCount(1);
  const moved = ((await edit.boundingBox())?.y ?? 0) - (before?.y ?? 0);
  expect(Math.abs(moved)).toBeLessThan(2);
});

test('pasted references that were not read are neither saved without nor lost', async ({
  page,
  request,
}) => {
  await openPost(page, request, { content: 'Text' });
  const { references } = postForm(page);
  await field(page).fill('10.1000/182');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByRole('alert')).toContainText('Some pasted references have not been read.');

  const read = '**/api/admin/references/read';
  await page.route(read, (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Read references' }).click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
  await expect(field(page)).toHaveValue('10.1000/182');
  await page.getByRole('button', { name: 'Read references' }).click();
  await expect(references).toHaveText([/^10\.1000\/182.*@10\.1000\/182/]);
  await expect(field(page)).toHaveValue('');

  const note = 'Line 1: 10.1000/3 could not be looked up: crossref.org did not respond.';
  await page.route(read, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      json: { ...(await answer.json()), notes: [{ line: 1, message: note }] },
    });
  });
  await paste(field(page), '10.1000/3');
  await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible();
  await expect(references).toHaveCount(2);
});

test('an ended session: signing in again in place goes on with the reading, and saves nothing', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'Text' });
  await expect(field(page)).toBeVisible();
  await request.post('/api/admin/logout', { headers: { Authorization: `Bearer ${token}` } });
  await paste(field(page), '10.1000/182');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(postForm(page).references).toHaveText([/^10\.1000\/182/]);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/admin/edit-post/${post.slug}`);
  await expect(page.getByText(/^Saved/)).toHaveCount(0);
});

test('what is too long to be read is told, and not cut off', async ({ page, request }) => {
  await openSignedIn(page, request, '/admin/create-post');
  await field(page).fill('x'.repeat(1_000_001));
  await expect(
    page.getByText('This is 1,000,001 characters long; at most 1,000,000 can be read at once.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Read references' })).toBeDisabled();
});

test('references are pasted, and their keys changed, on a phone', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, request, '/admin/create-post');
  await paste(field(page), BIBTEX);
  await expect(postForm(page).references).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit reference 1' }).click();
  await expectUsable(page, 'the references of a post');
});

test('a reference is corrected field by field, and one that was removed is taken back', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const { references } = postForm(page);
  await paste(field(page), BIBTEX);
  await expect(references).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit reference 1' }).click();
  const authors = page.getByRole('textbox', { name: 'Authors of reference 1' });
  await expect(authors).toHaveValue('Cross, D. A. E.; Ashton, S.');
  await authors.press('End');
  await authors.pressSequentially('; Ligara AI');
  await expect(authors).toHaveValue('Cross, D. A. E.; Ashton, S.; Ligara AI');
  await page.getByRole('textbox', { name: 'Year of reference 1' }).fill('2015');
  await page.getByRole('textbox', { name: 'Pages of reference 1' }).fill('1046-1061');
  await page.getByRole('button', { name: 'Remove reference 1' }).click();
  await expect(references).toHaveCount(1);
  await page.getByText('Reference 1 was removed.').first().waitFor();
  await page
    .getByRole('paragraph')
    .filter({ hasText: 'Reference 1 was removed.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(references).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit reference 1' }).click();
  await expect(authors).toHaveValue('Cross, D. A. E.; Ashton, S.; Ligara AI');
  await expect(page.getByRole('textbox', { name: 'Year of reference 1' })).toHaveValue('2015');
});
