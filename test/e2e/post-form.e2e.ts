import { expect } from '@playwright/test';
import { button, fail, holdBack, nextDialog, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { paste } from './clipboard.ts';
import newPost from './new-post.json' with { type: 'json' };
import { test } from './page-test.ts';
import { requestsOf } from './public-page.ts';
import { SIGNED_IN } from './sites.ts';

test.use(SIGNED_IN);

const lose = (route: { abort(): Promise<void> }) => route.abort();

test('new post: six parts, the caret in the title, buttons that wait for title and content, references that need a URL, a slug that follows the title, and a draft after 100 ms', async ({
  page,
  baseURL,
}) => {
  await page.goto('/admin/create-post');
  const form = postForm(page);
  await expect(form.title).toBeFocused();
  await expect(page.getByRole('main')).toMatchAriaSnapshot({ name: 'new-post.aria.yml' });
  await expect(form.description).toHaveAttribute('rows', '3');
  await expect(form.content).toHaveAttribute('rows', '15');
  await expect(form.cover).toHaveAttribute('type', 'url');
  await form.publishDate.fill('2098-12-04T16:00');
  await expect(
    page.getByText(
      'Appears on Thursday, December 4, 2098 at 4:00 PM your time, Friday, December 5, 2098 at 7:00 AM in Brisbane.',
    ),
  ).toBeVisible();
  await form.publishDate.fill('');

  const buttons = ['Preview', 'Save as Draft', 'Publish Post'].map((name) => button(page, name));
  await form.slug.fill('by-hand');
  await form.title.fill('A title');
  await expect(form.slug).toHaveValue('a-title');
  for (const each of buttons) await expect(each).toBeDisabled();
  await form.content.fill('Text');
  for (const each of buttons) await expect(each).toBeEnabled();
  const alert = nextDialog(page);
  await button(page, 'Preview').click();
  expect(await alert).toContain('preview would open');
  await form.status.selectOption('draft');
  await expect(button(page, 'Save Draft')).toBeVisible();
  await form.status.selectOption('published');

  // A cover that does not load shows what readers will see.
  await form.cover.fill(`${baseURL}/images/missing.jpg`);
  const cover = page.getByRole('figure').locator('img');
  await expect(cover).toHaveAttribute('src', '/images/blog-fallback.jpg');
  await form.cover.fill('');

  // A reference needs a URL, of which a DOI becomes one.
  const dialog = page.getByRole('dialog');
  const url = dialog.getByRole('textbox', { name: 'URL' });
  const type = dialog.getByRole('combobox', { name: 'Type' });
  const add = button(page, 'Add Reference');
  await button(page, 'Type it by hand').click();
  await url.fill('   ');
  await expect(add).toBeDisabled();
  await url.fill('10.1038/nature12373');
  await type.selectOption('book');
  await add.click();
  await button(page, 'Type it by hand').click();
  await expect(url).toHaveValue('');
  await expect(type).toHaveValue('article');
  await url.fill('doi:10.1000/2');
  await url.press('Enter');
  await expect(form.references).toHaveText([
    'https://doi.org/10.1038/nature12373book 10.1038/nature12373',
    /doi\.org\/10\.1000\/2/,
  ]);

  await button(page, 'Remove reference 2').press('Enter');
  await expect(button(page, 'Remove reference 1')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.references).toHaveCount(0);

  // An empty slug is stopped by the browser.
  await form.slug.fill('');
  await button(page, 'Publish Post').click();
  await expect(form.slug).toBeFocused();
  await form.slug.fill('a-title');

  await page.route('**/api/admin/blog/posts', fail);
  const requests = requestsOf(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, 'Save as Draft').click();
  await expect(form.status).toHaveValue('draft');
  await page.clock.runFor(99);
  // Autosaves and previews are sent meanwhile.
  expect(requests.filter((request) => !/\/(?:drafts|preview)/.test(request))).toEqual([]);
  const sent = page.waitForRequest('**/api/admin/blog/posts');
  await page.clock.runFor(1);
  const { id, ...fields } = (await sent).postDataJSON();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(fields).toEqual(newPost);
  await expect(page.getByRole('alert')).toHaveText('Failed to create post');
  await expect(form.status).toHaveValue('published');
});

test('save: shows that it goes on, and tells a lost network, a refused field and a taken slug without losing the text; cancel and a closed tab ask about unsaved changes, and only then', async ({
  page,
  api,
}) => {
  const taken = await api.writePost();
  await page.goto('/admin/create-post');
  const form = postForm(page);
  await form.title.fill('A title');
  await form.slug.fill('Not a slug');
  await form.content.fill('An hour of work');
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await question;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  const cancel = page.getByRole('link', { name: 'Cancel' });
  const stay = nextDialog(page, 'dismiss');
  await cancel.click();
  expect(await stay).toContain('unsaved changes');
  const { slug, content } = form;
  const publish = button(page, 'Publish Post');
  const alert = page.getByRole('alert');
  await page.route('**/api/admin/blog/posts', lose, { times: 1 });
  const letGo = await holdBack(page, '**/api/admin/blog/posts');
  await publish.click();
  await expect(button(page, 'Saving...')).toBeDisabled();
  await expect(button(page, 'Save as Draft')).toBeDisabled();
  letGo();
  await expect(alert).toHaveText('Network error. Please try again.');
  await expect(alert).toBeFocused();

  await publish.click();
  await expect(alert).toContainText('URL Slug: Must be lower-case');
  await expect(slug).toHaveAttribute('aria-invalid', 'true');
  await expect(slug).toHaveAccessibleDescription(/Must be lower-case/);

  await slug.fill(taken.slug);
  await publish.click();
  await expect(alert).toHaveText(`The slug "${taken.slug}" is already used by another post.`);
  await expect(alert).toBeFocused();
  await expect(content).toHaveValue('An hour of work');
  await slug.fill(`${taken.slug}-too`);
  await publish.click();
  await expect(page).toHaveURL('/admin/dashboard');

  // What is saved or untouched asks nothing.
  page.on('dialog', (unexpected) => {
    throw new Error(unexpected.message());
  });
  await page.getByRole('link', { name: 'Create New Post' }).first().click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('edit post: waits with a spinner, can be loaded again, tells a failed update, completes and splits tags, and changes what was edited and nothing else', async ({
  page,
  request,
  api,
}) => {
  const known = `Kinase ${freshSlug('tag')}`;
  await api.writePost({ tags: [known] });
  const slug = freshSlug('edit');
  const post = await api.writePost({
    slug,
    title: slug.replaceAll('-', ' '),
    content: 'Line one\r\n\r\nLine two',
    coverImage: '/images/blog-fallback.jpg',
    publishDate: '2026-03-04T05:06:07.890Z',
    tags: ['One'],
    references: [{ url: 'https://doi.example/1', type: 'book' }],
  });
  await page.route(`**/api/blog/posts/${slug}`, fail, { times: 1 });
  const letGo = await holdBack(page, `**/api/blog/posts/${slug}`);
  await page.goto(`/admin/edit-post/${slug}`);
  await expect(page.getByText('Loading post for editing...')).toBeVisible();
  letGo();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Failed to load post. Please try again.');
  await button(page, 'Try again').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Blog Post');
  await expect(page).toHaveTitle(`Edit: ${post.title}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);

  const form = postForm(page);
  await expect(form.publishDate).toHaveValue('2026-03-04T00:06');
  const preview = page.waitForEvent('popup');
  await button(page, 'Preview').click();
  await expect(await preview).toHaveURL(`/blog/${slug}`);
  const written = await form.content.inputValue();
  await form.content.fill('');
  await expect(button(page, 'Preview')).toBeDisabled();
  await form.content.fill(written);

  await form.title.fill('Another Title');
  await expect(form.slug).toHaveValue('another-title');
  await form.title.fill(post.title);
  await expect(form.slug).toHaveValue(slug);

  // Tags: trimmed, without repetition, in the spelling of other posts, split at commas.
  const { tag, tags } = form;
  const offered = page.locator(`datalist option[value="${known}"]`);
  await expect(offered).toBeAttached();
  for (const typed of [`  ${known.toUpperCase()} `, known, '   ']) {
    await tag.fill(typed);
    await tag.press('Enter');
  }
  await expect(offered).not.toBeAttached();
  await tag.pressSequentially('ADMET, 1,4-dioxane,one');
  await button(page, 'Add Tag').click();
  await expect(tags).toHaveText(['One', known, 'ADMET', '1,4-dioxane']);

  // Too many are not dropped: they stay to be shortened.
  await paste(tag, { text: Array.from({ length: 50 }, (_, n) => `t${n}`).join('\n') });
  await expect(page.getByText('A post can have at most 50 tags.')).toBeVisible();
  await expect(tags).toHaveCount(4);

  // One is left typed and not added.
  await button(page, `Remove tag ${known}`).click();
  await tag.fill(known.toLowerCase());

  await form.description.fill('Now with a description');
  for (const [answer, message] of [
    [fail, 'Failed to update post'],
    [lose, 'Network error. Please try again.'],
  ] as const) {
    await page.route(`**/api/admin/blog/posts/${slug}`, answer, { times: 1 });
    await button(page, 'Update Post').click();
    await expect(alert).toHaveText(message);
    await expect(alert).toBeFocused();
  }
  await button(page, 'Update Post').click();
  await expect(page).toHaveURL('/admin/dashboard');
  const { updated_at, version, etag: _, tags: __, ...same } = post;
  expect(await api.readPost(slug)).toMatchObject({
    ...same,
    // What was typed and not added is saved, too.
    tags: ['One', 'ADMET', '1,4-dioxane', known],
    description: 'Now with a description',
    version: version + 1,
  });

  // Its former URL leads on.
  await page.goto(`/admin/edit-post/${slug}`);
  await form.slug.fill(`${slug}-moved`);
  await button(page, 'Update Post').click();
  await expect(page).toHaveURL('/admin/dashboard');
  const former = await request.get(`/blog/${slug}`, { maxRedirects: 0 });
  expect([former.status(), former.headers().location]).toEqual([301, `/blog/${slug}-moved`]);
});
