import { expect, type Page } from '@playwright/test';
import {
  editElsewhere,
  logIn,
  openPost,
  openSignedIn,
  postForm,
  readPost,
  writePost,
} from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

const saves = (page: Page) =>
  page.getByRole('region', { name: /^Saved/ }).getByRole('link', { name: /Version \d+/ });
const compareWith = (page: Page) => page.getByRole('combobox', { name: 'Compare with' });
const restore = (page: Page) => page.getByRole('button', { name: 'Restore this version' });

test('a paragraph that was deleted comes back, and what stands unsaved in the form is not lost', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, {
    content: 'One\r\n\r\nTwo binds weakly\r\n\r\nThree',
    status: 'draft',
    tags: ['Assays'],
  });
  const later = {
    content: 'One\n\nThree',
    status: 'published' as const,
    tags: ['Assays', 'New'],
  };
  await editElsewhere(request, token, { ...post, version: 1 }, later);
  await page.reload();
  await postForm(page).content.fill('Unsaved words');
  await expect(page.getByText('Autosaved')).toBeVisible();
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await dialog.accept();
  });

  await page.getByRole('link', { name: 'Revisions' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revisions');
  await expect(page).toHaveTitle(new RegExp(`^Revisions: ${post.title}`));
  await expect(saves(page)).toHaveText([/Version 2.*Current.*by admin@/, /Version 1.*Draft/]);
  // At first, what the last save has changed.
  await expect(page.locator('del')).toContainText(['Two binds weakly', 'draft']);
  await expect(page.locator('ins')).toContainText(['New', 'published']);
  await expect(restore(page)).toHaveCount(0);
  await saves(page).last().click();
  await expect(page.getByText('This is the first version')).toBeVisible();
  await compareWith(page).selectOption({ index: 1 });
  await expect(page).toHaveURL(/\?version=1&against=2$/);
  await expect(page.locator('del')).toContainText(['Two binds weakly', 'draft']);

  await restore(page).click();
  await expect(page.getByRole('status')).toHaveText(
    'Version 1 has been restored as version 3. Version 2 stays in the list.',
  );
  expect(questions.at(-1)).toMatch(/^Restore version 1\? .*Readers will see it at once\.$/);
  await expect(saves(page)).toHaveCount(3);
  expect(await readPost(request, token, post.slug)).toMatchObject({
    content: 'One\r\n\r\nTwo binds weakly\r\n\r\nThree',
    tags: ['Assays'],
    // A public post is not taken back by bringing its words back.
    status: 'published',
    version: 3,
  });

  await page.getByRole('link', { name: 'Back to the form' }).click();
  await expect(postForm(page).content).toHaveValue('One\n\nTwo binds weakly\n\nThree');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(postForm(page).content).toHaveValue('Unsaved words');
  await expect(page.getByRole('region', { name: 'Both versions' })).toContainText('Two binds');
});

test('who saved while somebody looked at the past is not written over', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'First' });
  await editElsewhere(request, token, post, { content: 'Second' });
  await page.goto(`/admin/edit-post/${post.slug}/revisions?version=1`);
  await expect(restore(page)).toBeVisible();
  await editElsewhere(request, token, { ...post, version: 2 }, { content: 'Theirs' });
  page.on('dialog', (dialog) => dialog.accept());
  await restore(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This post was changed by someone else in the meantime.',
  );
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: 'Theirs' });
  await expect(saves(page)).toHaveCount(3);
  await restore(page).click();
  await expect(page.getByRole('status')).toHaveText(/Version 1 has been restored as version 4\./);
});

test('a post that was saved hundreds of times: the list stays beside what is looked at', async ({
  page,
  request,
}) => {
  const { post } = await openPost(page, request);
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  const revisions = Array.from({ length: 400 }, (_, index) => ({
    version: 400 - index,
    savedAt: new Date(start - index * 7_200_000).toISOString(),
    savedBy: null,
    title: post.title,
    status: 'draft',
  }));
  const address = `**/api/admin/blog/posts/${post.slug}/revisions`;
  await page.route(address, (route) => route.fulfill({ json: { revisions } }));
  await page.route(`${address}/*`, (route) => {
    const version = Number(route.request().url().split('/').at(-1));
    const lines = Array.from({ length: 300 }, (_, line) => `Line ${line} of the text`);
    lines[150] = `Saved as ${version}`;
    const revision = revisions.find((each) => each.version === version);
    return route.fulfill({ json: { ...post, ...revision, content: lines.join('\n') } });
  });
  await page.goto(`/admin/edit-post/${post.slug}/revisions?version=200`);
  await expect(page.getByRole('link', { name: 'Version 200 ' })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Version 200 ' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  // Of three hundred lines only those around the change, until somebody asks for more.
  await expect(page.locator('del')).toHaveText('199');
  await expect(page.locator('ins')).toHaveText('200');
  await expect(page.getByText('Line 149 of the text').first()).toBeVisible();
  await expect(page.getByText('Line 100 of the text').first()).toBeHidden();
  await page
    .getByRole('button', { name: /^⋯ \d+ unchanged lines$/ })
    .first()
    .click();
  await expect(page.getByText('Line 100 of the text').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(12_000);
});

test('revisions that do not load are told of, can be tried again, and wait for a sign-in', async ({
  page,
  request,
}) => {
  const token = await openSignedIn(page, request, '/healthz');
  const slug = freshSlug('revisions');
  await writePost(request, token, { slug, content: 'Only once' });
  await page.route('**/api/admin/**/revisions', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto(`/admin/edit-post/${slug}/revisions`);
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to load the revisions. Please try again.',
  );
  await page.unroute('**/api/admin/**/revisions');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This post has been saved once')).toBeVisible();
  await expect(page.getByText('Only once')).toBeVisible();

  await page.goto('/admin/edit-post/no-such-post/revisions');
  await expect(page.getByRole('alert')).toContainText('There is no post');

  await request.post('/api/admin/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.goto(`/admin/edit-post/${slug}/revisions?version=1`);
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  await logIn(page);
  await expect(page).toHaveURL(`/admin/edit-post/${slug}/revisions?version=1`);
});

test('two versions side by side can be compared by everyone, on the narrowest screen too', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const { token, post } = await openPost(page, request, { content: 'A text about binding\n' });
  await editElsewhere(request, token, post, { content: 'A long text about binding\n\n' });
  await page.goto(`/admin/edit-post/${post.slug}/revisions`);
  await expect(page.locator('ins').first()).toBeVisible();
  await expectAccessible(page, 'two versions');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
