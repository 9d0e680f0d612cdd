import { expect, type Page } from '@playwright/test';
import { changeElsewhere, fail, holdBack, listAtMost, nextDialog, POSTS } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const rows = (page: Page) => page.locator('tbody').getByRole('row');
const status = (page: Page) => page.getByRole('combobox', { name: 'Status' });

test('dashboard: what it shows, finds and deletes', async ({ page, api }) => {
  await test.step('dashboard: asks for posts and figures together, tells a failure, and tries again; a row tells what a post is, and leads to it and to its form', async () => {
    const calls = ['**/api/admin/stats', POSTS];
    const answers = await Promise.all(calls.map((call) => holdBack(page, call)));
    const asked = calls.map((call) => page.waitForRequest(call));
    await page.goto('/admin/dashboard');
    await expect(page.getByRole('status', { name: 'Loading the dashboard' })).toBeVisible();
    await Promise.all(asked);
    for (const letGo of answers) letGo();
    await expect(page.getByRole('table')).toBeVisible();
    await page.route('**/api/admin/stats', fail, { times: 1 });
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('Failed to load dashboard data');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    const { slug, title } = await api.writePost({
      tags: ['one', 'two', 'three', 'four'],
      // The 16th in Brisbane, whose zone is that of the public pages.
      publishDate: '2099-01-15T22:00:00Z',
    });
    await page.goto(`/admin/dashboard?q=${slug}`);
    await expect(page.getByText('Times in your zone, America/New_York')).toHaveCount(1);
    const row = page.getByRole('row').filter({ hasText: slug });
    await expect(row).toHaveText(/onetwo\+2.*Scheduled.*January\s15,\s2099.*1 min/);
    const view = row.getByRole('link', { name: 'View' });
    await expect(view).toHaveAttribute('href', `/blog/${slug}`);
    await expect(view).toHaveAttribute('target', '_blank');
    await row.getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(`/admin/edit-post/${slug}`);

    await test.step('search and filters look through all posts, and more follow of what is looked for now', async () => {
      const word = freshSlug('zymogen').replace('-', '');
      const write = (title: string, draft: object = { status: 'draft' }) =>
        api.writePost({ title: `${title} ${word}`, ...draft });
      for (const title of ['First', 'Second', 'Third']) await write(title);
      await write('Later', { publishDate: '2099-01-01T00:00:00Z' });
      await changeElsewhere(api, await write('Live', {}), { content: 'Changed.' });
      await listAtMost(page, 2);

      await page.goto('/admin/dashboard?status=published');
      const more = page.getByRole('button', { name: 'Load more' });
      await expect(rows(page)).toHaveCount(2);
      await more.click();
      await expect(rows(page)).toHaveCount(4);
      await status(page).selectOption('draft');
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('/');
      const search = page.getByRole('searchbox', { name: 'Search posts' });
      await expect(search).toBeFocused();
      await search.fill(word);
      await expect(page.getByText('2 of 3 shown')).toBeVisible();
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(rows(page)).toHaveCount(3);
      for (const row of await rows(page).all()) await expect(row).toContainText(word);
      // The button is gone, and the keyboard is where it was.
      await expect(page.getByText('End of the list.')).toBeFocused();

      await status(page).selectOption('Scheduled');
      await expect(rows(page)).toHaveText([/Later/]);
      await status(page).selectOption('Unpublished changes');
      await expect(rows(page)).toHaveText([/Live/]);
      await search.fill(`${word} nowhere`);
      await expect(page.getByText('No posts match')).toBeVisible();
      await page.reload();
      await expect(search).toHaveValue(`${word} nowhere`);
      await page.getByRole('link', { name: 'Posts', exact: true }).click();
      await expect(search).toHaveValue('');
      await expect(status(page)).toHaveValue('all');
    });
  });
  await page.unrouteAll();
  await test.step('dashboard: a delete asks, tells a failure, drops total and published by one at once, then shows the true figures', async () => {
    const date = '2026-01-15T00:00:00.000Z';
    const about = { id: 'a', slug: 'a-draft', title: 'A draft', etag: 'a.1', date };
    const draft = { ...about, status: 'draft', readingTime: 1, tags: [] };
    const list = { posts: [draft], total: 1, nextCursor: null };
    const stats = (all: number) => ({ total_posts: all, published_posts: 7, draft_posts: all - 7 });
    await page.route('**/api/admin/blog/posts?*', (route) => route.fulfill({ json: list }));
    await page.route('**/api/admin/stats', (route) => route.fulfill({ json: stats(10) }));
    await page.goto('/admin/dashboard');
    const figures = page.getByRole('definition');
    const row = page.getByRole('row').filter({ hasText: 'A draft' });
    const press = () => page.getByRole('button', { name: 'Delete A draft' }).click();

    let calls = 0;
    await page.route('**/api/admin/blog/posts/a-draft?*', (route) => {
      calls += 1;
      return calls === 1 ? fail(route) : route.fulfill({ status: 204 });
    });
    const question = nextDialog(page, 'dismiss');
    await press();
    expect(await question).toBe(
      'Are you sure you want to delete this post? This action cannot be undone.\n\n“A draft” stays in the trash for 30 days.',
    );
    await expect(row).toBeVisible();
    expect(calls).toBe(0);

    const messages: string[] = [];
    page.on('dialog', async (dialog) => {
      messages.push(dialog.message());
      await dialog.accept();
    });
    await press();
    await expect.poll(() => messages.at(-1)).toBe('Failed to delete post. Please try again.');
    await expect(row).toBeVisible();
    await expect(figures).toHaveText(['10', '7', '3']);

    await page.route('**/api/admin/stats', (route) => route.fulfill({ json: stats(9) }));
    const letGo = await holdBack(page, '**/api/admin/stats');
    await press();
    await expect(figures).toHaveText(['9', '6', '3']);
    await expect(page.getByText('No posts yet')).toBeVisible();
    letGo();
    await expect(figures).toHaveText(['9', '7', '2']);
  });
});
