import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { PostDraft } from '../../src/posts/post-input.ts';
import { editElsewhere, openPost, postForm, readPost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Saves changes as another administrator would. */
async function saveElsewhere(
  request: APIRequestContext,
  token: string,
  slug: string,
  change: Partial<PostDraft> = {},
): Promise<void> {
  const post = await readPost(request, token, slug);
  const response = await request.put(`/api/admin/blog/posts/${slug}/changes`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { ...post, ...change },
  });
  expect(response.status()).toBe(200);
}

test('changes to a public post are saved, found again, shared and published, and the public sees none of it before', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'Public text.' });
  const form = postForm(page);
  await form.content.fill('Changed text.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d.*, not public yet$/)).toBeVisible();
  await expect(notice(page)).toContainText('These changes are not public yet. Saved');
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: 'Public text.' });

  // A second save replaces the first, by the button.
  await form.title.fill('A changed title');
  await button(page, 'Save without publishing').click();
  await expect(page.getByText('Autosaved in this browser')).toHaveCount(0);
  await page.reload();
  await expect(form.title).toHaveValue('A changed title');
  await expect(form.content).toHaveValue('Changed text.');

  const popup = page.waitForEvent('popup');
  await button(page, 'Preview').click();
  const preview = await popup;
  await expect(preview).toHaveURL(`/blog/${post.slug}/changes`);
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A changed title');
  await expect(preview.getByRole('article')).toContainText('Changed text.');
  await expect(preview.getByText(/^Unpublished changes/)).toBeVisible();
  await preview.close();

  await form.content.fill('Typed text.[^1]\n\n[^1]: A note.');
  const opened = page.waitForEvent('popup');
  await button(page, 'Preview').click();
  const typed = await opened;
  await expect(typed).toHaveURL(`/blog/${post.slug}/changes?typed`);
  await expect(typed.getByRole('article')).toContainText('Typed text.');
  await expect(typed.getByText('Unsaved text from the form')).toBeVisible();
  expect(await (await request.get(`/blog/${post.slug}/changes?typed`)).text()).not.toContain(
    'Typed',
  );
  await typed.close();
  await page.route('**/api/admin/autosaves/*', (route) => route.abort());
  await form.content.fill('Typed text that does not arrive.');
  await button(page, 'Preview').click();
  await expect(page.getByRole('alert')).toContainText('The preview could not be opened');
  await page.unroute('**/api/admin/autosaves/*');
  await form.content.fill('Changed text.');
  const stranger = await request.get(`/blog/${post.slug}/changes`);
  expect([stranger.status(), await stranger.text()]).toEqual([
    404,
    expect.not.stringContaining('Changed text.'),
  ]);

  await button(page, 'Compare with the public version').click();
  const comparison = page.getByRole('region', { name: 'Changes to the public version' });
  await expect(comparison).toContainText('Public');
  await expect(comparison).toContainText('A changed title');

  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'New link' }).inputValue();
  const reader = await page.context().newPage();
  await reader.goto(link);
  await expect(reader.getByRole('article')).toContainText('Changed text.');
  await expect(reader.getByText(/^Unpublished changes/)).toBeVisible();
  await reader.close();

  await page.goto('/admin/dashboard?status=changes');
  const row = page.getByRole('row').filter({ hasText: post.slug });
  await expect(row).toContainText('Unpublished changes');
  await row.getByRole('link', { name: /^Edit/ }).click();
  await button(page, 'Update Post').click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, post.slug)).toMatchObject({
    title: 'A changed title',
    content: 'Changed text.',
    version: 4,
  });
  await page.goto(`/admin/edit-post/${post.slug}`);
  await expect(form.content).toHaveValue('Changed text.');
  await expect(notice(page)).toHaveCount(0);
  const live = page.waitForEvent('popup');
  await button(page, 'Preview').click();
  await expect(await live).toHaveURL(`/blog/${post.slug}`);
});

test('changes are discarded only after a question, and what was in the form is offered again', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'Public text.' });
  await saveElsewhere(request, token, post.slug, { content: 'Changed text.' });
  await page.reload();
  const form = postForm(page);
  await expect(form.content).toHaveValue('Changed text.');
  page.once('dialog', (dialog) => dialog.dismiss());
  await button(page, 'Discard changes').click();
  await expect(form.content).toHaveValue('Changed text.');
  page.once('dialog', (dialog) => dialog.accept());
  await button(page, 'Discard changes').click();
  await expect(form.content).toHaveValue('Public text.');
  await expect(notice(page)).toHaveCount(0);
  await button(page, 'Use it').click();
  await expect(form.content).toHaveValue('Changed text.');
});

test('changes with a time are published by themselves; a time that is over is refused', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'Public text.' });
  const form = postForm(page);
  await form.content.fill('Changed text.');
  await button(page, 'Save without publishing').click();
  await button(page, 'Schedule').click();
  const time = page.getByLabel('Publish the changes on');
  await time.fill('2020-01-01T09:00');
  await button(page, 'Schedule changes').click();
  await expect(page.getByText('Choose a time in the future.')).toBeVisible();
  await time.fill('2040-01-01T09:00');
  await button(page, 'Schedule changes').click();
  await expect(notice(page)).toContainText('They will be published on January 1, 2040');
  // Another save keeps the time.
  await form.content.fill('Changed again.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d.*, not public yet$/)).toBeVisible();
  await expect(notice(page)).toContainText('January 1, 2040');

  await saveElsewhere(request, token, post.slug, {
    content: 'On time.',
    publishAt: new Date(Date.now() + 1_500).toISOString(),
  } as Partial<PostDraft>);
  await expect
    .poll(async () => (await readPost(request, token, post.slug)).content, { timeout: 20_000 })
    .toBe('On time.');
});

test('two writers of changes, and an edit meanwhile, lose no word to one another', async ({
  page,
  request,
}) => {
  const content = 'One.\n\nTwo.\n\nThree.\n';
  const { token, post } = await openPost(page, request, { content, slug: freshSlug('both') });
  const form = postForm(page);
  await form.content.fill('One of mine.\n\nTwo.\n\nThree.\n');
  await saveElsewhere(request, token, post.slug, { content: 'One.\n\nTwo.\n\nThree of theirs.\n' });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText(
    /^You saved unpublished changes to this post at .*, in another window\./,
  );
  await button(page, 'Merge both').click();
  const both = 'One of mine.\n\nTwo.\n\nThree of theirs.\n';
  await expect(form.content).toHaveValue(both);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d.*, not public yet$/)).toBeVisible();

  // The public text is changed: the changes wait until a person has merged both.
  await editElsewhere(request, token, post, { content: 'One.\n\nTwo, public.\n\nThree.\n' });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(
    'The public post has changed since these changes were saved.',
  );
  await button(page, 'Merge both').click();
  const all = 'One of mine.\n\nTwo, public.\n\nThree of theirs.\n';
  await expect(form.content).toHaveValue(all);
  await button(page, 'Update Post').click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect(await readPost(request, token, post.slug)).toMatchObject({ content: all, version: 5 });
});

test('changes can be compared and scheduled by everyone, on every screen', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { content: 'Public text.' });
  await saveElsewhere(request, token, post.slug, { content: 'Changed text.' });
  await page.reload();
  await button(page, 'Compare with the public version').click();
  await button(page, 'Schedule').click();
  await expect(page.getByLabel('Publish the changes on')).toBeVisible();
  await expectUsable(page, `/admin/edit-post/${post.slug}`);
});
