import { expect } from '@playwright/test';
import { openSignedIn, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';

const CONTENT = [
  '## Assay',
  '',
  'The <IC50> of water, H~2~O, was measured.',
  '',
  '![A plate](/favicon.svg "The plate after 24 h")',
].join('\n');

test('what readers would miss is told beside the text by its line, and after saving', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const slug = freshSlug('findings');
  const form = postForm(page);
  await form.title.fill('Findings');
  await form.slug.fill(slug);
  await form.content.fill(CONTENT);

  const list = page.getByRole('region', { name: 'Findings' });
  await expect(list.getByRole('status')).toHaveText('1 error, 1 warning');
  const error = list.getByRole('button', {
    name: /^Error Line 3: “<IC50>” is read as an HTML tag/,
  });
  await error.press('Enter');
  await expect(form.content).toBeFocused();
  const line = await form.content.evaluate(
    ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
      value.slice(selectionStart, selectionEnd),
  );
  expect(line).toBe('The <IC50> of water, H~2~O, was measured.');

  // The count beside the heading leads to the list.
  await page.getByRole('button', { name: '1 error, 1 warning' }).click();
  await expect(list).toBeFocused();

  // What is mended leaves the list while the preview follows.
  await form.content.fill(CONTENT.replace('H~2~O', 'H<sub>2</sub>O'));
  await expect(list.getByRole('status')).toHaveText('1 error');
  await expect(list.getByRole('button', { name: /Warning/ })).toHaveCount(0);

  // They stay after a save in place.
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(error).toBeVisible();

  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const saved = page.getByRole('status').filter({ hasText: '“Findings”' });
  await expect(saved).toContainText('Its text has 1 error');
  await expect(saved).toContainText('Line 3: “<IC50>” is read as an HTML tag');
});

test('a text without findings has no list, and a title of a picture is its caption', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const form = postForm(page);
  await form.content.fill(CONTENT.replace('<IC50>', 'IC50').replace('H~2~O', 'water'));
  await page.getByRole('switch', { name: 'Live preview' }).check();
  const preview = page.getByRole('region', { name: 'Preview of the text' });
  await expect(preview.getByRole('figure')).toHaveText('The plate after 24 h');
  await expect(preview.getByRole('img', { name: 'A plate' })).not.toHaveAttribute('title');
  await expect(page.getByRole('region', { name: 'Findings' }).getByRole('button')).toHaveCount(0);
});
