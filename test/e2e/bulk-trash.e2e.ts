import { expect, type Page } from '@playwright/test';
import type { Post } from '../../src/posts/post.ts';
import { button, changeElsewhere, listAtMost, nextDialog, saveElsewhere } from './admin-area.ts';
import { type Api, freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

/** Rows of a page of the list, in these tests. */
const SHOWN = 3;

/** Writes posts with a word of their own, and shows those on the dashboard. */
async function openPosts(page: Page, api: Api, count: number) {
  const word = freshSlug('bulk').replace('-', '');
  const posts: Post[] = [];
  for (let number = 1; number <= count; number += 1) {
    posts.push(await api.writePost({ slug: `${word}-${number}`, title: `${word} ${number}` }));
  }
  await page.goto(`/admin/dashboard?q=${word}`);
  await expect(page.getByText(`${SHOWN} of ${count} shown`)).toBeVisible();
  return { word, posts };
}

const boxOf = (page: Page, { title }: Post) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: /^Select all/ });
const actions = (page: Page) => page.getByRole('group', { name: 'Selected posts' });
const action = (page: Page, name: string) => actions(page).getByRole('button', { name });
/** What came of an action. */
const told = (page: Page, words: string) => expect(page.getByText(words).last()).toBeVisible();

/** What screen readers are told of the selection. */
const isCounted = (page: Page, count: number) =>
  expect(page.getByText(`${count} selected`, { exact: true })).toBeVisible();

test('bulk: more than a page of posts is selected by box and keys; tags change in those alone, posts leave the site and go to the trash after a question, and what fails is told post by post', async ({
  page,
  request,
  api,
}) => {
  await listAtMost(page, SHOWN);
  const { word, posts } = await openPosts(page, api, SHOWN + 1);
  const [a, b, c, d] = posts as [Post, Post, Post, Post];
  const tagsOf = async ({ slug }: Post) => (await api.readPost(slug)).tags;
  const loadAll = async () => {
    await button(page, 'Load more').click();
    await expect(page.getByText('4 of 4 shown')).toBeVisible();
  };
  await selectAll(page).check();
  await loadAll();
  // The selection survives, and does not grow by itself.
  await isCounted(page, SHOWN);
  await expect(selectAll(page)).toBeChecked({ indeterminate: true });
  await selectAll(page).check();
  await isCounted(page, SHOWN + 1);
  await boxOf(page, d).press('Space');
  await isCounted(page, 3);
  await saveElsewhere(api, b, { title: `${word} two` });
  await changeElsewhere(api, c, { content: 'Changed.' });
  await actions(page).getByLabel('Tag').focus();
  await page.keyboard.type('Fresh');
  await page.keyboard.press('Enter');
  await told(page, 'Add tag “Fresh”: 1 changed, 2 failed.');
  await expect(page.getByText('This post was changed by someone else')).toBeVisible();
  await expect(page.getByText(/has unpublished changes/)).toBeVisible();
  await expect(actions(page).getByLabel('Tag')).toBeFocused();
  expect(await tagsOf(a)).toEqual(['Fresh']);
  for (const post of [b, c, d]) expect(await tagsOf(post)).toEqual([]);

  // The row shows what the other one saved, so that the next try knows it.
  await expect(page.getByRole('row').filter({ hasText: `${word} two` })).toBeVisible();
  await boxOf(page, c).uncheck();
  await actions(page).getByLabel('Tag').fill('fresh');
  await action(page, 'Add tag').click();
  await told(page, 'Add tag “fresh”: 1 changed, 1 already up to date.');

  await page.reload();
  await loadAll();
  for (const post of [a, { ...b, title: `${word} two` }]) await boxOf(page, post).check();
  const question = nextDialog(page);
  await action(page, 'Make draft').click();
  expect(await question).toContain('Make draft: 2 posts? On the site now: 2.');
  await told(page, 'Make draft: 2 changed.');
  expect((await request.get(`/blog/${a.slug}`)).status()).toBe(404);

  // A filter shows another list, of which nothing is selected.
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Draft');
  await expect(page.getByText('2 of 2 shown')).toBeVisible();
  await expect(actions(page)).toHaveCount(0);
  await selectAll(page).check();
  const trash = nextDialog(page);
  await action(page, 'Move to trash').press('Enter');
  expect(await trash).toContain('Move to trash: 2 posts?');
  await told(page, 'Move to trash: 2 moved.');
  await expect(page.getByText('No posts match')).toBeVisible();
  // Not at the top of the page.
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeFocused();
});

test('trash: a post comes back as a draft, and is gone for ever only after a question; a stale tab deletes nothing that was saved since', async ({
  page,
  request,
  api,
}) => {
  const title = freshSlug('Back');
  const post = await api.writePost({ title, tags: ['Binding'] });
  await page.goto(`/admin/dashboard?q=${title}`);
  await expect(button(page, `Delete ${title}`)).toBeVisible();
  const newTitle = `${title} and more`;
  await saveElsewhere(api, post, { title: newTitle });
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return dialog.accept();
  });
  await button(page, `Delete ${title}`).click();
  await expect(page.getByText('This post was changed by someone else')).toBeVisible();
  // Other tests write the posts beside it meanwhile.
  const { neighbours: _, ...before } = await api.readPost(post.slug);
  await button(page, `Delete ${newTitle}`).click();
  await expect(page.getByText(`Moved “${newTitle}” to the trash.`)).toBeVisible();
  expect((await request.get(`/blog/${post.slug}`)).status()).toBe(404);

  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveURL('/admin/dashboard?status=trash');
  const row = page.getByRole('listitem').filter({ hasText: title });
  await button(page, `Restore ${newTitle}`).click();
  await expect(
    page.getByText(`Restored “${newTitle}” as a draft at /blog/${post.slug}.`),
  ).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Deleted posts' })).toBeFocused();
  const { neighbours: __, ...after } = await api.readPost(post.slug);
  expect(after).toEqual({ ...before, status: 'draft' });
  expect((await request.get(`/blog/${post.slug}`)).status()).toBe(404);

  await api.call('DELETE', `/api/admin/blog/posts/${post.slug}`);
  await page.goto(`/admin/dashboard?status=trash&q=${post.slug}`);
  await button(page, `Delete permanently ${newTitle}`).press('Enter');
  await expect(page.getByText(`Permanently deleted “${newTitle}”.`)).toBeVisible();
  expect(questions.at(-1)).toContain('This cannot be undone.');
  await expect(page.getByText('No deleted posts match')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Deleted posts' })).toBeFocused();
});
