import { expect, type Page } from '@playwright/test';
import { button, changeElsewhere, nextDialog, openForm, postForm, saveBy } from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const notice = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' });
const savedNotPublic = (page: Page) =>
  expect(page.getByText(/^Saved \d.*, not public yet$/)).toBeVisible();

/** Opens the preview in its tab. */
async function preview(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await button(page, 'Preview').click();
  return popup;
}

test('unpublished changes: saved, previewed, compared, shared and published, and the public sees none of them before', async ({
  page,
  request,
  api,
}) => {
  const post = await openForm(page, api, { content: 'Public text.' });
  const form = postForm(page);
  await form.content.fill('Changed text.');
  await page.keyboard.press('Control+s');
  await savedNotPublic(page);
  await expect(notice(page)).toContainText('These changes are not public yet. Saved');
  expect(await api.readPost(post.slug)).toMatchObject({ content: 'Public text.' });
  // A second save replaces the first, by the button.
  await form.title.fill('A changed title');
  await saveBy(page, 'Save without publishing');
  await expect(page.getByText('Autosaved in this browser')).toHaveCount(0);
  await page.reload();
  await expect(form.title).toHaveValue('A changed title');
  await expect(form.content).toHaveValue('Changed text.');

  const changes = await preview(page);
  await expect(changes).toHaveURL(`/blog/${post.slug}/changes`);
  await expect(changes.getByRole('heading', { level: 1 })).toHaveText('A changed title');
  await expect(changes.getByRole('article')).toContainText('Changed text.');
  await expect(changes.getByText(/^Unpublished changes/)).toBeVisible();
  await changes.close();
  expect((await request.get(`/blog/${post.slug}/changes`)).status()).toBe(404);

  // What is typed and not saved.
  await form.content.fill('Typed text.');
  const typed = await preview(page);
  await expect(typed).toHaveURL(`/blog/${post.slug}/changes?typed`);
  await expect(typed.getByRole('article')).toContainText('Typed text.');
  await expect(typed.getByText('Unsaved text from the form')).toBeVisible();
  await typed.close();
  await form.content.fill('Changed text.');

  await expect(page.getByRole('link', { name: 'Compare with the public version' })).toHaveAttribute(
    'href',
    new RegExp(`^/admin/edit-post/${post.slug}/revisions`),
  );
  await button(page, 'Create link').click();
  const link = await page.getByRole('textbox', { name: 'New link' }).inputValue();
  const shared = await (await request.get(link)).text();
  for (const words of ['Changed text.', 'Unpublished changes']) expect(shared).toContain(words);

  await page.goto('/admin/dashboard?status=changes');
  const row = page.getByRole('row').filter({ hasText: post.slug });
  await expect(row).toContainText('Unpublished changes');
  await row.getByRole('link', { name: /^Edit/ }).click();
  await button(page, 'Update Post').click();
  await expect(page).toHaveURL('/admin/dashboard');
  const published = { title: 'A changed title', content: 'Changed text.', version: 4 };
  expect(await api.readPost(post.slug)).toMatchObject(published);
  await page.goto(`/admin/edit-post/${post.slug}`);
  await expect(form.content).toHaveValue('Changed text.');
  await expect(notice(page)).toHaveCount(0);
  await expect(await preview(page)).toHaveURL(`/blog/${post.slug}`);
});

test('unpublished changes: discarded after a question, and scheduled for a time to come', async ({
  page,
  api,
}) => {
  const post = await openForm(page, api, { content: 'Public text.' });
  await changeElsewhere(api, post, { content: 'Changed text.' });
  await page.reload();
  const form = postForm(page);
  await expect(form.content).toHaveValue('Changed text.');
  const question = nextDialog(page);
  await button(page, 'Discard changes').click();
  await question;
  await expect(form.content).toHaveValue('Public text.');
  await expect(notice(page)).toHaveCount(0);
  await form.content.fill('Changed text.');
  await saveBy(page, 'Publish the changes on a date');
  const time = page.getByLabel('Publish the changes on');
  await expect(time).toBeFocused();
  await time.fill('2020-01-01T09:00');
  await button(page, 'Schedule changes').click();
  await expect(page.getByText('Choose a time in the future.')).toBeVisible();
  await time.fill('2040-01-01T09:00');
  await button(page, 'Schedule changes').click();
  await expect(notice(page)).toContainText('They will be published on January 1, 2040');
  // Another save keeps the time.
  await form.content.fill('Changed again.');
  await page.keyboard.press('Control+s');
  await savedNotPublic(page);
  await expect(notice(page)).toContainText('January 1, 2040');
});
