import { expect } from '@playwright/test';
import { openPost, openSignedIn, postForm, readPost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

test('what the check finds is shown before a post is published, leads to its line, and can be acknowledged', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/admin/create-post');
  const slug = freshSlug('checked');
  const form = postForm(page);
  await form.title.fill('Checked');
  await form.slug.fill(slug);
  await form.content.fill('Text.\n\n![](/favicon.svg)\n\n[Nowhere](/no-such-page)');
  await page.getByRole('button', { name: 'Publish Post' }).click();

  const dialog = page.getByRole('dialog', { name: 'Before you publish' });
  await expect(dialog).toContainText('Errors must be fixed');
  await expect(dialog.getByRole('button', { name: /^Publish with/ })).toHaveCount(0);
  await expectUsable(page, 'the check before publishing');
  await dialog.getByRole('button', { name: /^Error Line 5/ }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(form.content).toBeFocused();

  await form.content.fill('Text.\n\n![](/favicon.svg)');
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await dialog.getByRole('button', { name: 'Publish with this warning' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  expect(await readPost(request, token, slug)).toMatchObject({ status: 'published' });
  await page.goto('/admin/activity');
  await expect(page.getByText(/published despite picture-without-alt/).first()).toBeVisible();
});

test('changes that are published later are checked when they get their time, and with each save after that', async ({
  page,
  request,
}) => {
  const { post } = await openPost(page, request, { title: 'Scheduled', content: 'Public text.' });
  const form = postForm(page);
  const dialog = page.getByRole('dialog', { name: 'Before you publish' });
  await form.content.fill('Text.\n\n![](/favicon.svg)');
  await page.getByRole('button', { name: 'Save without publishing' }).click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByLabel('Publish the changes on').fill('2040-01-01T09:00');
  await page.getByRole('button', { name: 'Schedule changes' }).click();
  await dialog.getByRole('button', { name: 'Publish with this warning' }).click();
  await expect(page.getByText(/They will be published on January\s1,\s2040/)).toBeVisible();

  await form.content.fill('Text.\n\n![](/favicon.svg)\n\n[Nowhere](/no-such-page)');
  await page.keyboard.press('Control+s');
  await expect(dialog).toContainText('Errors must be fixed');
  await dialog.getByRole('button', { name: 'Back to editing' }).click();
  await page.goto('/admin/activity');
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /published despite picture-without-alt/ })
      .filter({ has: page.locator(`a[href*="/${post.slug}/"]`) }),
  ).toBeVisible();
});
