import { expect, type Page } from '@playwright/test';
import {
  button,
  changeElsewhere,
  logIn,
  nextDialog,
  openForm,
  postForm,
  saveBy,
  saveElsewhere,
} from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const saves = (page: Page) =>
  page.getByRole('region', { name: /^Saved/ }).getByRole('link', { name: /Revision \d+/ });
const restore = (page: Page) => page.getByRole('link', { name: 'Restore this version' });

test('revisions: versions are compared and restored, over nothing that was saved, scheduled or stands unsaved meanwhile; and a sign-in leads back', async ({
  page,
  api,
}) => {
  const lines = Array.from({ length: 300 }, (_, line) => `Line ${line}`).join('\r\n\r\n');
  const written = `${lines}\r\n\r\nTwo binds weakly`;
  const post = await openForm(page, api, { content: written, status: 'draft', tags: ['Assays'] });
  const edited = { content: lines.replaceAll('\r', ''), tags: ['Assays', 'New'] };
  await saveElsewhere(api, post, { ...edited, status: 'published' });
  await page.reload();
  await expect(postForm(page).content).toHaveValue(/Line 299$/);
  await postForm(page).content.fill('Unsaved words');
  await expect(page.getByText('Autosaved')).toBeVisible();
  const leave = nextDialog(page);
  await page.getByRole('link', { name: 'Revisions' }).click();
  await leave;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisions');
  await expect(page).toHaveTitle(new RegExp(`^Revisions: ${post.title}`));
  await expect(saves(page)).toHaveText([/Revision 2.*Current.*by admin@/, /Revision 1.*Draft/]);
  // At first, what the last save has changed, with the lines around it until somebody asks for more.
  await expect(page.locator('del')).toContainText(['Two binds weakly', 'draft']);
  await expect(page.locator('ins')).toContainText(['New', 'published']);
  await expect(restore(page)).toHaveCount(0);
  await expect(page.getByText('Line 299').first()).toBeVisible();
  await expect(page.getByText('Line 100').first()).toBeHidden();
  const hidden = page.getByRole('button', { name: /^⋯ \d+ unchanged lines$/ });
  await hidden.first().click();
  await expect(page.getByText('Line 100').first()).toBeVisible();
  await saves(page).last().click();
  await expect(page.getByText('This is the first revision')).toBeVisible();
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('2');
  await expect(page).toHaveURL(/\?version=1&against=2$/);
  await expect(page.locator('del')).toContainText(['Two binds weakly', 'draft']);

  await restore(page).click();
  const { content } = postForm(page);
  await expect(content).toHaveValue(/Two binds weakly$/);
  await expect(page.getByText('This is revision 1. It has not been saved yet.')).toBeVisible();
  await expect(page.getByText('Autosaved', { exact: true })).toBeVisible();
  const stored = () => api.readPost(post.slug);
  expect(await stored()).toMatchObject({ ...edited, version: 2 });
  await page.reload();
  await button(page, 'Use it').first().click();
  await expect(content).toHaveValue(/Two binds weakly$/);
  await button(page, 'Update Post').click();
  // A public post is not taken back by bringing its words back.
  const saved = { tags: ['Assays'], status: 'published', version: 3 };
  await expect.poll(stored).toMatchObject({ ...saved, content: post.content });

  await expect(page).toHaveURL('/admin/dashboard');
  await page.goto(`/admin/edit-post/${post.slug}`);
  await button(page, 'Use it').last().click();
  await expect(content).toHaveValue('Unsaved words');
  await button(page, 'Update Post').click();
  await expect(page.getByRole('dialog', { name: 'Two versions' })).toContainText('Unsaved words');

  const scheduled = await api.writePost({ content: 'First' });
  await saveElsewhere(api, scheduled, { content: 'Second' });
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await changeElsewhere(api, scheduled, { content: 'Third', publishAt });
  const path = `/admin/edit-post/${scheduled.slug}/revisions?version=1`;
  await page.evaluate(() => localStorage.setItem('adminToken', 'ended'));
  await page.goto(path);
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  await logIn(page);
  await expect(page).toHaveURL(path);
  // Changes that are not public leave the post on the site.
  await saves(page).first().click();
  await expect(page.locator('ins')).toHaveText(['Third']);
  await saves(page).last().click();
  await restore(page).click();
  await expect(content).toHaveValue('First');
  await expect(page.getByText('Autosaved', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Two versions' })).toHaveCount(0);
  await saveBy(page, 'Save without publishing');
  await expect(page.getByText(/^Saved /)).toBeVisible();
  const latest = () => api.readPost(scheduled.slug);
  expect(await latest()).toMatchObject({ content: 'Second', version: 2 });
  await button(page, 'Update Post').click();
  await expect.poll(latest).toMatchObject({ content: 'First' });
});
