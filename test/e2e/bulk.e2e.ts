import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Post } from '../../src/posts/post.ts';
import type { PostDraft } from '../../src/posts/post-input.ts';
import { editElsewhere, openSignedIn, readPost, writePost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { press, tabTo } from './by-keyboard.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

/** Writes posts with a word of their own, and shows those on the dashboard. */
async function openPosts(
  page: Page,
  request: APIRequestContext,
  count: number,
  fields: Partial<PostDraft> = {},
) {
  const token = await openSignedIn(page, request, '/healthz');
  const word = freshSlug('bulk').replace('-', '');
  const posts: Post[] = [];
  for (let number = 1; number <= count; number += 1) {
    const slug = `${word}-${number}`;
    posts.push(await writePost(request, token, { slug, title: `${word} ${number}`, ...fields }));
  }
  await page.goto(`/admin/dashboard?q=${word}`);
  await expect(page.getByText(`${Math.min(count, 50)} of ${count} shown`)).toBeVisible();
  const read = async ({ slug }: Post) => readPost(request, token, slug);
  return { token, word, posts, read };
}

const boxOf = (page: Page, { title }: Post) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const selectAll = (page: Page) => page.getByRole('checkbox', { name: /^Select all/ });
const action = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Selected posts' }).getByRole('button', { name });

/** What screen readers are told of the selection. */
const counted = (page: Page, count: number) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${count} selected$`) });

/** Answers the next question with yes, and tells what it was. */
function nextQuestion(page: Page): Promise<string> {
  return page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
}

async function addTag(page: Page, tag: string): Promise<void> {
  await action(page, 'Add tag…').click();
  await page.getByRole('dialog').getByLabel('Tag').fill(tag);
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click();
}

test('a tag goes to the selected posts alone, and what someone else changed meanwhile is told', async ({
  page,
  request,
}) => {
  const { token, word, posts, read } = await openPosts(page, request, 4);
  const [a, b, c, d] = posts as [Post, Post, Post, Post];
  for (const post of [a, b, c]) await boxOf(page, post).check();
  await expect(counted(page, 3)).toBeVisible();
  await editElsewhere(request, token, b, { title: `${word} two` });
  await addTag(page, 'Fresh');
  await expect(
    page
      .getByText('Add tag “Fresh”: 2 changed, 1 was changed by someone else in the meantime.')
      .last(),
  ).toBeVisible();
  await expect(page.getByText('This post was changed by someone else')).toBeVisible();
  expect((await read(a)).tags).toEqual(['Fresh']);
  expect(await read(b)).toMatchObject({ title: `${word} two`, tags: [] });
  expect((await read(d)).tags).toEqual([]);

  // The row shows what the other one saved, so that the next try knows it.
  await expect(page.getByRole('row').filter({ hasText: `${word} two` })).toBeVisible();
  await addTag(page, 'fresh');
  await expect(
    page.getByText('Add tag “Fresh”: 1 changed, 2 were already up to date.').last(),
  ).toBeVisible();
  expect((await read(a)).tags).toEqual(['Fresh']);

  await action(page, 'Remove tag…').click();
  await expect(page.getByRole('dialog').getByLabel('Tag')).toHaveText(/Fresh \(3 of 3\)/);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove tag' }).click();
  await expect(page.getByText(/Remove tag “Fresh”: 3 changed/i).last()).toBeVisible();
  for (const post of [a, b, c]) expect((await read(post)).tags).toEqual([]);
});

test('posts leave the site, come back and go to the trash only after a question, and unfinished ones stay drafts', async ({
  page,
  request,
}) => {
  const { token, word, posts, read } = await openPosts(page, request, 2);
  const [a, b] = posts as [Post, Post];
  await selectAll(page).check();
  page.once('dialog', (dialog) => dialog.dismiss());
  await action(page, 'Make draft').click();
  expect((await read(a)).status).toBe('published');
  const question = nextQuestion(page);
  await action(page, 'Make draft').click();
  expect(await question).toBe(
    'These posts are on the site. As drafts they are taken off the site, until published again. Make 2 posts drafts?',
  );
  await expect(page.getByText('Make draft: 2 changed.').last()).toBeVisible();
  expect((await request.get(`/blog/${a.slug}`)).status()).toBe(404);

  await editElsewhere(request, token, await read(b), { content: 'A\n\n<<<<<<< mine' });
  await page.reload();
  await selectAll(page).check();
  const publish = nextQuestion(page);
  await action(page, 'Publish').click();
  expect(await publish).toBe('Publish 2 posts? 2 become public at once.');
  await expect(page.getByText('Publish: 1 changed, 1 refused.').last()).toBeVisible();
  await expect(page.getByText(/Line 3/)).toBeVisible();
  expect((await request.get(`/blog/${a.slug}`)).status()).toBe(200);
  expect((await read(b)).status).toBe('draft');

  const trash = nextQuestion(page);
  await action(page, 'Move to trash').click();
  expect(await trash).toContain('Move 2 posts to the trash?');
  await expect(page.getByText('Move to trash: 2 moved.').last()).toBeVisible();
  await expect(page.getByText('No posts match')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Trash');
  await expect(page).toHaveURL(`/admin/dashboard?q=${word}&status=trash`);
  await page.getByRole('button', { name: `Restore ${b.title}` }).click();
  await expect(page.getByText(`Restored “${b.title}”`)).toBeVisible();
  await expect(page.getByText('1 of 1 shown')).toBeVisible();
});

test('more than a page of posts is changed at once, and a lost answer is made up for by trying again', async ({
  page,
  request,
}) => {
  const { posts, read } = await openPosts(page, request, 55, { status: 'draft' });
  await selectAll(page).check();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('55 of 55 shown')).toBeVisible();
  // The selection survives, and does not grow by itself.
  await expect(counted(page, 50)).toBeVisible();
  await expect(selectAll(page)).toBeChecked({ indeterminate: true });
  await selectAll(page).check();
  await expect(counted(page, 55)).toBeVisible();

  // The second batch is done, but its answer is lost.
  let calls = 0;
  await page.route('**/api/admin/blog/posts/bulk', async (route) => {
    calls += 1;
    if (calls !== 2) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await addTag(page, 'Many');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('It is not known whether 35 posts changed.');
  await expect(page.getByText('Add tag “Many”: 20 changed.').last()).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText('Add tag “Many”: 35 changed, 20 were already up to date.').last(),
  ).toBeVisible();
  await expect(alert).toHaveCount(0);
  for (const post of [posts[0], posts[30], posts[54]]) {
    expect(await read(post as Post)).toMatchObject({ tags: ['Many'], version: 2 });
  }

  // A filter shows another list, of which nothing is selected.
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Draft');
  await expect(page.getByText('50 of 55 shown')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Selected posts' })).toHaveCount(0);
});

test('two administrators who change the same posts at once are told who was first, post by post', async ({
  page,
  request,
  browser,
}) => {
  const { word, posts, read } = await openPosts(page, request, 30, { status: 'draft' });
  const context = await browser.newContext();
  const other = await context.newPage();
  await openSignedIn(other, request, `/admin/dashboard?q=${word}`);
  await selectAll(page).check();
  await selectAll(other).check();
  await Promise.all([addTag(page, 'Anna'), addTag(other, 'Ben')]);
  const told = async (who: Page) => {
    const report = who.getByText(/^Add tag “\w+”: \d+ (changed|were|was)/).last();
    await expect(report).toBeVisible();
    const text = (await report.textContent()) ?? '';
    return {
      changed: Number(/(\d+) changed[,.]/.exec(text)?.[1] ?? 0),
      lost: Number(/(\d+) (?:was|were) changed by someone else/.exec(text)?.[1] ?? 0),
    };
  };
  const [anna, ben] = [await told(page), await told(other)];
  expect(anna.changed + ben.changed).toBe(30);
  expect([anna.lost, ben.lost]).toEqual([30 - anna.changed, 30 - ben.changed]);
  const tags = (await Promise.all(posts.map(read))).map((post) => post.tags.join());
  expect(tags.filter((tag) => tag === 'Anna')).toHaveLength(anna.changed);
  expect(tags.filter((tag) => tag === 'Ben')).toHaveLength(ben.changed);
  await context.close();
});

test('titles lead to the editor, and filters find what is scheduled and what has changes', async ({
  page,
  request,
}) => {
  const { token, word, posts } = await openPosts(page, request, 2);
  const [live] = posts as [Post, Post];
  const later = `${word}-later`;
  await writePost(request, token, {
    slug: later,
    title: `${word} later`,
    publishDate: '2099-01-01T00:00:00Z',
  });
  const saved = await request.put(`/api/admin/blog/posts/${live.slug}/changes`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { ...live, content: 'Changed.' },
  });
  expect(saved.status()).toBe(200);
  const status = page.getByRole('combobox', { name: 'Status' });
  const rows = page.locator('tbody').getByRole('row');
  await status.selectOption('Scheduled');
  await expect(page).toHaveURL(`/admin/dashboard?q=${word}&status=scheduled`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(later);
  await status.selectOption('Unpublished changes');
  await expect(rows).toContainText([live.slug]);
  await status.selectOption('Published');
  await expect(rows).toHaveCount(3);
  await page.reload();
  await expect(status).toHaveValue('published');
  await expect(rows).toHaveCount(3);

  // Changes would be lost under an edit of the post.
  await boxOf(page, live).check();
  await addTag(page, 'Fresh');
  await expect(page.getByText('Add tag “Fresh”: 1 refused.').last()).toBeVisible();
  await expect(page.getByText('It has unpublished changes')).toBeVisible();

  await page.getByRole('link', { name: `${word} later`, exact: true }).click();
  await expect(page).toHaveURL(`/admin/edit-post/${later}`);
});

test('an ended session asks to sign in, and the action goes on with its selection', async ({
  page,
  request,
}) => {
  const { posts, read } = await openPosts(page, request, 1);
  const [post] = posts as [Post];
  await boxOf(page, post).check();
  await page.evaluate(() => localStorage.setItem('adminToken', 'ended'));
  await addTag(page, 'Kept');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(process.env.ADMIN_PASSWORD ?? '');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Add tag “Kept”: 1 changed.').last()).toBeVisible();
  expect((await read(post)).tags).toEqual(['Kept']);
});

test('several posts are changed without a pointer, on every screen', async ({ page, request }) => {
  const { posts, read } = await openPosts(page, request, 2);
  const [a, b] = posts as [Post, Post];
  await press(page, boxOf(page, a), 'Space');
  await press(page, boxOf(page, b), 'Space');
  await expect(selectAll(page)).toBeChecked();
  await expectUsable(page, 'selected posts');
  await tabTo(page, action(page, 'Add tag…'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Tag')).toBeFocused();
  await expectUsable(page, 'a tag for selected posts');
  await page.keyboard.press('Escape');
  await expect(action(page, 'Add tag…')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Keys');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Add tag “Keys”: 2 changed.').last()).toBeVisible();
  await expect(action(page, 'Add tag…')).toBeFocused();
  await expectUsable(page, 'changed posts');
  expect((await read(a)).tags).toEqual(['Keys']);
  const question = nextQuestion(page);
  await press(page, action(page, 'Move to trash'));
  await question;
  await expect(page.getByText('No posts match')).toBeVisible();
  // Not at the top of the page.
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeFocused();
});
