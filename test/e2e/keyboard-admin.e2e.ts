import { expect } from '@playwright/test';
import { email, openSignedIn, password, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { press, tabTo, typeInto } from './by-keyboard.ts';
import { test } from './page-test.ts';

test('a post is written, published, read, changed and deleted without a pointer', async ({
  page,
}) => {
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
  await expect(page.getByRole('button', { name: 'Heading 2' })).toBeFocused();
  // Before the writing help and the full page.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(form.content).toHaveValue(/\*\*Bold\*\* and plain\[\^1\]/);
  await typeInto(page, form.tag, 'Keys');
  await page.keyboard.press('Enter');
  await expect(form.tags).toHaveText(/Keys/);
  await typeInto(page, page.getByRole('textbox', { name: 'Reference URL' }), 'https://example.org');
  await press(page, page.getByRole('button', { name: 'Add Reference' }));
  await expect(form.references).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Reference Title' })).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Publish Post' }));
  await expect(page).toHaveURL('/admin/dashboard');

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

test('the keyboard keeps its place when what it pressed waits, changes or goes', async ({
  page,
  request,
}) => {
  await openSignedIn(page, request, '/admin/create-post');
  const form = postForm(page);
  await typeInto(page, form.title, 'Somewhere');
  for (const tag of ['One', 'Two', 'Three']) {
    await typeInto(page, form.tag, tag);
    await page.keyboard.press('Enter');
  }
  const removal = (tag: string) => page.getByRole('button', { name: `Remove tag ${tag}` });
  await press(page, removal('Two'));
  await expect(removal('Three')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(removal('One')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeFocused();

  // Signing in again is declined: the button that asked for it is where the keyboard was.
  await typeInto(page, form.content, 'Text.');
  await page.evaluate(() => localStorage.setItem('adminToken', 'over'));
  const save = page.getByRole('button', { name: 'Publish Post' });
  await press(page, save);
  await press(page, page.getByRole('button', { name: 'Not now' }));
  await expect(save).toBeFocused();

  // A button that is disabled while it works.
  const name = freshSlug('sender');
  const sent = { name, email: 'sender@lab.example', message: 'Hello' };
  expect((await request.post('/api/contact', { data: sent })).ok()).toBe(true);
  await openSignedIn(page, request, `/admin/inbox?q=${name}`);
  await press(page, page.getByRole('link', { name }));
  await press(page, page.getByRole('button', { name: 'Mark as handled' }));
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeFocused();

  await page.goto('/admin/account');
  await press(page, page.getByRole('button', { name: 'Set up an authenticator app' }));
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();
  await page.route('**/api/admin/password', (route) => route.fulfill({ status: 204 }));
  await typeInto(page, page.getByRole('textbox', { name: 'Current password' }), 'of the present');
  await typeInto(page, page.getByRole('textbox', { name: 'New password' }), 'a few words in a row');
  await press(page, page.getByRole('button', { name: 'Change password' }));
  await expect(page.getByText('Your password has been changed.')).toBeFocused();
});
