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

test('all posts are checked at once, and each finding leads to its line, or to its reference', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/admin/dashboard');
  const slug = freshSlug('all-checked');
  const written = await request.post('/api/admin/blog/posts', {
    headers: { Authorization: `Bearer ${token}` },
    data: {
      title: 'All checked',
      slug,
      content: 'Text.\n\n[Nowhere](/no-such-page)\n\nCited [@a].',
      references: ['a', 'b'].map((key) => ({ ...REFERENCE, key, title: `Work ${key}` })),
      status: 'draft',
    },
  });
  expect(written.status()).toBe(201);
  await page.getByRole('link', { name: 'Check all posts' }).click();
  await page.getByRole('button', { name: 'Check all posts' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: /posts checked, \d+ with findings\.$/ }),
  ).toBeVisible();
  await expectUsable(page, 'the check of all posts');
  await page.locator(`a[href="/admin/edit-post/${slug}?line=3"]`).click();
  const form = postForm(page);
  await expect(form.content).toBeFocused();
  const line = await form.content.evaluate(
    ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
      value.slice(selectionStart, selectionEnd),
  );
  expect(line).toBe('[Nowhere](/no-such-page)');

  await page.goBack();
  await page.getByRole('button', { name: 'Check all posts' }).click();
  await page.locator(`a[href="/admin/edit-post/${slug}?reference=2"]`).click();
  await expect(page.getByRole('button', { name: 'Edit reference 2' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Edit reference 2' })).toBeInViewport();
});

const REFERENCE = { url: 'https://a.example/work', description: '', type: 'book' };
