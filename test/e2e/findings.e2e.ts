import { expect } from '@playwright/test';
import { button, livePreview, postForm, previewOf, selected } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const CONTENT = [
  '## Assay',
  '',
  'The <IC50> of [water]() was measured.',
  '',
  '![A plate](/favicon.svg "The plate after 24 h")',
].join('\n');

test('findings: told beside the text by line, while it is written and after a save; errors are fixed before publishing, warnings acknowledged and recorded', async ({
  page,
  api,
}) => {
  await page.goto('/admin/create-post');
  const form = postForm(page);
  const list = page.getByRole('region', { name: 'Findings' });
  await form.title.fill('Findings');
  const slug = freshSlug('findings');
  await form.slug.fill(slug);
  await livePreview(page).check();
  await form.content.fill(CONTENT.replace('<IC50>', 'IC50').replace('[water]()', 'water'));
  // The title of a picture is its caption.
  await expect(previewOf(page).getByRole('figure')).toHaveText('The plate after 24 h');
  await expect(previewOf(page).getByRole('img', { name: 'A plate' })).not.toHaveAttribute('title');
  await expect(list.getByRole('button')).toHaveCount(0);

  await form.content.fill(CONTENT);
  await expect(list.getByRole('status')).toHaveText('1 error, 1 warning');
  const error = list.getByRole('button', {
    name: /^Error Line 3: “<IC50>” is read as an HTML tag/,
  });
  await error.press('Enter');
  await expect(form.content).toBeFocused();
  expect(await selected(form.content)).toBe('The <IC50> of [water]() was measured.');
  // The count beside the heading leads to the list.
  await button(page, '1 error, 1 warning').click();
  await expect(list).toBeFocused();
  await form.content.fill(CONTENT.replace('[water]()', 'water'));
  await expect(list.getByRole('status')).toHaveText('1 error');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(error).toBeVisible();
  await button(page, 'Save as Draft').click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const saved = page.getByRole('status').filter({ hasText: '“Findings”' });
  await expect(saved).toContainText('Its text has 1 error');

  const dialog = page.getByRole('dialog', { name: 'Before you publish' });
  await page.goto(`/admin/edit-post/${slug}`);
  await form.content.fill('Text.\n\n![](/favicon.svg)\n\n[Nowhere](/no-such-page)');
  await button(page, 'Publish now').click();
  await expect(dialog).toContainText('Errors must be fixed');
  await expect(dialog.getByRole('button', { name: /^Publish with/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Error Line 5/ }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(form.content).toBeFocused();
  expect(await selected(form.content)).toBe('[Nowhere](/no-such-page)');
  await form.content.fill('Text.\n\n![](/favicon.svg)');
  await button(page, 'Update Post').click();
  await button(page, 'Publish with this warning').click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  expect(await api.readPost(slug)).toMatchObject({ status: 'published' });
  const recorded = page
    .getByRole('listitem')
    .filter({ hasText: /published despite picture-without-alt/ })
    .filter({ has: page.locator(`a[href*="/${slug}/"]`) });
  await page.goto('/admin/activity');
  await expect(recorded).toHaveCount(1);
});
