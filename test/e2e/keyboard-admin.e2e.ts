import { expect, type Locator, type Page } from '@playwright/test';
import { email, password, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';

/** Presses Tab until `target` has the focus, as a person without a pointer does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // A page has as many stops as controls: the account lists every session of the run.
  const stops = await page.locator('a, button, input, select, textarea, [tabindex]').count();
  // To look for an element by its role takes longer than the press of a key.
  const element = await target.elementHandle();
  for (let pressed = 0; pressed < Math.max(60, stops + 10); pressed += 1) {
    if (await element?.evaluate((sought) => sought === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by Tab').toBeFocused();
}

/** Moves to a field by Tab and appends text to it. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

/** Moves to a control by Tab and presses a key. */
async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

test('keyboard: a post is written, published, read, changed and deleted', async ({ page }) => {
  const slug = freshSlug('by-keyboard');
  const title = slug.replaceAll('-', ' ');
  const form = postForm(page);
  const searched = page.getByRole('searchbox', { name: 'Search posts' });

  await page.goto('/admin/login');
  await typeInto(page, page.getByRole('textbox', { name: 'Email' }), email);
  await typeInto(page, page.getByRole('textbox', { name: 'Password' }), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/dashboard');

  await press(page, page.getByRole('link', { name: 'Create New Post' }).first());
  await typeInto(page, form.title, title);
  await expect(form.slug).toHaveValue(slug);
  await typeInto(page, form.description, 'Without a pointer.');
  await tabTo(page, form.content);
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('Bold');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' and plain');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  // Before the writing help.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(form.content).toHaveValue(/\*\*Bold\*\* and plain\[\^1\]/);
  await typeInto(page, form.tag, 'Keys');
  await page.keyboard.press('Enter');
  await expect(form.tags).toHaveText(/Keys/);
  const byHand = page.getByRole('button', { name: 'Type it by hand' });
  await press(page, byHand);
  const url = page.getByRole('dialog').getByRole('textbox', { name: 'URL' });
  await typeInto(page, url, 'https://example.org');
  await press(page, page.getByRole('button', { name: 'Add Reference' }));
  await expect(form.references).toHaveCount(1);
  await expect(byHand).toBeFocused();
  const publish = page.getByRole('button', { name: 'Publish Post' });
  await expect(publish).toHaveAccessibleDescription('Publishes it now');
  await press(page, publish);
  await expect(page).toHaveURL('/admin/dashboard');
  const notice = page.getByRole('status').filter({ hasText: `“${title}” is published.` });
  await expect(notice.getByRole('link', { name: 'View the post' })).toHaveAttribute(
    'href',
    `/blog/${slug}`,
  );

  await typeInto(page, searched, title);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(page.getByRole('row')).toHaveCount(2);
  const opened = page.waitForEvent('popup');
  await press(page, row.getByRole('link', { name: `View ${title}` }));
  const post = await opened;
  await expect(post).toHaveURL(`/blog/${slug}`);
  await expect(post.getByRole('article').locator('strong')).toHaveText('Bold');
  await post.close();

  await press(page, row.getByRole('link', { name: `Edit ${title}` }));
  await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
  await typeInto(page, form.content, ' More.');
  await press(page, page.getByRole('button', { name: 'Update Post' }));
  await expect(page).toHaveURL('/admin/dashboard');

  await typeInto(page, searched, title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  page.once('dialog', (dialog) => dialog.accept());
  await press(page, row.getByRole('button', { name: `Delete ${title}` }));
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeFocused();
});
