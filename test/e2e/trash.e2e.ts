import { expect, type Page } from '@playwright/test';
import {
  editElsewhere,
  openPost,
  openSignedIn,
  postForm,
  readPost,
  writePost,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { press, typeInto } from './by-keyboard.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

test('a deleted post is brought back from the trash as it was', async ({ page, request }) => {
  const title = freshSlug('Back');
  const { token, post } = await openPost(page, request, { title, tags: ['Binding'] });
  const before = await readPost(request, token, post.slug);
  await page.goto(`/admin/dashboard?q=${title}`);
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await expect(page.getByText(`Moved “${title}” to the trash.`)).toBeVisible();
  expect((await request.get(`/blog/${post.slug}`)).status()).toBe(404);

  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL('/admin/trash');
  await expect(rowOf(page, title)).toContainText('Public again as soon as it is restored.');
  const question = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await page.getByRole('button', { name: `Restore ${title}` }).click();
  expect(await question).toContain('Public again as soon as it is restored.');
  await expect(page.getByText(`Restored “${title}” at /blog/${post.slug}.`)).toBeVisible();
  await expect(rowOf(page, title)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Deleted posts' })).toBeFocused();
  // Other tests write the posts beside it meanwhile.
  const { neighbours } = before;
  expect({ ...(await readPost(request, token, post.slug)), neighbours }).toEqual(before);
  expect((await request.get(`/blog/${post.slug}`)).status()).toBe(200);
});

test('a stale tab deletes nothing that was saved since, and shows it', async ({
  page,
  request,
}) => {
  const title = freshSlug('Stale');
  const { token, post } = await openPost(page, request, { title });
  await page.goto(`/admin/dashboard?q=${title}`);
  const remove = page.getByRole('button', { name: `Delete ${title}` });
  await expect(remove).toBeVisible();
  await editElsewhere(request, token, post, { title: `${title} and more` });
  page.on('dialog', (dialog) => dialog.accept());
  await remove.click();
  await expect(
    page.getByText('This post was changed by someone else in the meantime.'),
  ).toBeVisible();
  await page.getByRole('button', { name: `Delete ${title} and more` }).click();
  await expect(page.getByText(`Moved “${title} and more” to the trash.`)).toBeVisible();
});

test('a post whose slug was taken asks for another one; a post is gone for ever only after a question', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/healthz');
  const slug = freshSlug('taken');
  const headers = { Authorization: `Bearer ${token}` };
  for (const title of [`First ${slug}`, `Second ${slug}`]) {
    await writePost(request, token, { slug, title, status: 'draft' });
    await request.delete(`/api/admin/blog/posts/${slug}`, { headers });
  }
  await writePost(request, token, { slug, title: `Third ${slug}`, status: 'draft' });
  await page.goto(`/admin/trash?q=${slug}`);
  await page.getByRole('button', { name: `Restore First ${slug}` }).click();
  const newSlug = page.getByRole('textbox', { name: 'New slug' });
  await expect(newSlug).toBeFocused();
  await expect(newSlug).toHaveAccessibleDescription(
    `The slug "${slug}" is already used by another post.`,
  );
  await newSlug.fill('No slug');
  await newSlug.press('Enter');
  await expect(newSlug).toHaveAccessibleDescription(/^Lower-case letters/);
  await newSlug.fill(`${slug}-2`);
  await newSlug.press('Enter');
  await expect(page.getByText(`Restored “First ${slug}” at /blog/${slug}-2.`)).toBeVisible();
  expect(await readPost(request, token, `${slug}-2`)).toMatchObject({ title: `First ${slug}` });

  const erase = page.getByRole('button', { name: `Permanently delete Second ${slug}` });
  page.once('dialog', (dialog) => dialog.dismiss());
  await erase.click();
  await expect(erase).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await erase.click();
  await expect(page.getByText(`Permanently deleted “Second ${slug}”.`)).toBeVisible();
  await expect(page.getByText('No deleted posts match')).toBeVisible();
});

test('a deleted draft is restored without a question, and edited at once', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/healthz');
  const slug = freshSlug('draft');
  await writePost(request, token, { slug, title: slug, status: 'draft', content: 'Kept.' });
  const headers = { Authorization: `Bearer ${token}` };
  await request.delete(`/api/admin/blog/posts/${slug}`, { headers });
  await page.goto(`/admin/trash?q=${slug}`);
  await page.getByRole('button', { name: `Restore ${slug}` }).click();
  await expect(page.getByText(`Restored “${slug}”`)).toBeVisible();
  await page.goto(`/admin/edit-post/${slug}`);
  await expect(postForm(page).content).toHaveValue('Kept.');
});

test('the trash can be used by everyone, on every screen', async ({ page, request }) => {
  const token = await openSignedIn(page, request, '/healthz');
  const slug = freshSlug('screens');
  const headers = { Authorization: `Bearer ${token}` };
  await writePost(request, token, { slug, title: slug });
  await request.delete(`/api/admin/blog/posts/${slug}`, { headers });
  await writePost(request, token, { slug, title: slug });
  await page.goto(`/admin/trash?q=${slug}`);
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: `Restore ${slug}` }).click();
  await expect(page.getByRole('textbox', { name: 'New slug' })).toBeFocused();
  await expectUsable(page, '/admin/trash');
});

test('posts are restored and deleted for ever without a pointer', async ({ page, request }) => {
  const token = await openSignedIn(page, request, '/healthz');
  const slug = freshSlug('by-keys');
  const headers = { Authorization: `Bearer ${token}` };
  for (const title of [`First ${slug}`, `Second ${slug}`]) {
    await writePost(request, token, { slug, title, status: 'draft' });
    await request.delete(`/api/admin/blog/posts/${slug}`, { headers });
  }
  await writePost(request, token, { slug, title: `Third ${slug}`, status: 'draft' });
  await page.goto('/admin/trash');
  await typeInto(page, page.getByRole('searchbox'), slug);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Restore / })).toHaveCount(2);
  await press(page, page.getByRole('button', { name: `Restore First ${slug}` }));
  await expect(page.getByRole('textbox', { name: 'New slug' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`${slug}-2`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Restored “First ${slug}” at /blog/${slug}-2.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Deleted posts' })).toBeFocused();
  const erase = page.getByRole('button', { name: `Permanently delete Second ${slug}` });
  page.once('dialog', (dialog) => dialog.dismiss());
  await press(page, erase);
  await expect(erase).toBeFocused();
  page.once('dialog', (dialog) => dialog.accept());
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Permanently deleted “Second ${slug}”.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Deleted posts' })).toBeFocused();
});
