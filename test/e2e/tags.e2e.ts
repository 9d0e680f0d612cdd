import { expect } from '@playwright/test';
import { openSignedIn, postForm, readPost, writePost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';

test('tags are completed from other posts, split at commas, and have one spelling', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/healthz');
  const known = `Kinase ${freshSlug('tag')}`;
  await writePost(request, token, { slug: freshSlug('other'), tags: [known] });
  const slug = freshSlug('tags');
  await writePost(request, token, { slug, tags: ['One'] });
  await page.goto(`/admin/edit-post/${slug}`);
  const { tag, tags } = postForm(page);
  const offered = tag.page().locator(`datalist option[value="${known}"]`);
  await expect(offered).toBeAttached();

  await tag.fill(known.toUpperCase());
  await tag.press('Enter');
  await expect(tags).toHaveText(['One', known]);
  await expect(offered).not.toBeAttached();
  await expect(page.getByRole('status').filter({ hasText: `Added: ${known}` })).toBeAttached();
  await tag.pressSequentially('ADMET, 1,4-dioxane,one');
  await expect(tags).toHaveText(['One', known, 'ADMET', '1,4-dioxane']);
  await page.getByRole('button', { name: 'Add Tag' }).click();
  await expect(tags).toHaveText(['One', known, 'ADMET', '1,4-dioxane']);
  await expect(tag).toHaveValue('');

  await tag.evaluate((input: HTMLInputElement) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Assay\nadmet\nLead');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  const all = ['One', known, 'ADMET', '1,4-dioxane', 'Assay', 'Lead'];
  await expect(tags).toHaveText(all);

  // Too many are not dropped: they stay to be shortened.
  const many = Array.from({ length: 50 }, (_, n) => `t${n}`).join('\n');
  await tag.evaluate((input: HTMLInputElement, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, many);
  await expect(page.getByText('A post can have at most 50 tags.')).toBeVisible();
  await expect(tags).toHaveText(all);
  await expect(tag).not.toHaveValue('');

  // What is typed and not added is saved in the known spelling, too.
  await page.getByRole('button', { name: `Remove tag ${known}` }).click();
  await tag.fill(known.toLowerCase());
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, slug)).toMatchObject({
    tags: ['One', 'ADMET', '1,4-dioxane', 'Assay', 'Lead', known],
  });
});
