import { expect } from '@playwright/test';
import { editElsewhere, logIn, openSignedIn, postForm, readPost, writePost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';

test('an administrator publishes a post, moves it, and takes it down', async ({
  page,
  request,
  baseURL,
}) => {
  const slug = freshSlug('binding-kinetics');
  const moved = `${slug}-explained`;
  const title = slug.replaceAll('-', ' ');
  const form = postForm(page);

  await test.step('signs in', async () => {
    await page.goto('/admin/dashboard');
    await logIn(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  });

  await test.step('writes a post with tags, a reference and a cover', async () => {
    await page.getByRole('link', { name: 'Create New Post' }).click();
    await form.title.fill(title);
    await expect(form.slug).toHaveValue(slug);
    await form.description.fill('How long a molecule stays.');
    await form.content.fill('Residence time **matters** more than affinity alone.');
    await form.cover.fill(`${baseURL}/images/blog-fallback.jpg`);
    await form.caption.fill('A bound ligand');
    await form.tag.fill('Kinetics');
    await form.tag.press('Enter');
    await form.tag.fill('Binding');
    await page.getByRole('button', { name: 'Add Tag' }).click();
    await page.getByRole('textbox', { name: 'Reference Title' }).fill('On residence time');
    await page.getByRole('textbox', { name: 'Reference URL' }).fill('https://doi.example/10.1');
    await page.getByRole('button', { name: 'Add Reference' }).click();
    const publish = page.getByRole('button', { name: 'Publish Post' });
    await expect(publish).toHaveAccessibleDescription('Publishes it now');
    await publish.click();
    await expect(page).toHaveURL('/admin/dashboard');
    await expect(page.getByRole('row').filter({ hasText: slug })).toContainText('published');
    const notice = page.getByRole('status').filter({ hasText: `“${title}” is published.` });
    await expect(notice.getByRole('link', { name: 'View the post' })).toHaveAttribute(
      'href',
      `/blog/${slug}`,
    );
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: slug })).toBeVisible();
    await expect(notice).toBeHidden();
  });

  await test.step('everyone can read it, also without scripts', async () => {
    const html = await (await request.get(`/blog/${slug}`)).text();
    for (const part of [
      `${title}</h1>`,
      '<strong>matters</strong>',
      'Kinetics',
      'Binding',
      'A bound ligand',
      'href="https://doi.example/10.1"',
      'src="/images/blog-fallback.jpg"',
    ]) {
      expect(html).toContain(part);
    }
    const reader = await page.context().newPage();
    await reader.goto(`/blog/${slug}`);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
    await reader.close();
  });

  await test.step('moves it, and the old address leads on for good', async () => {
    await page.getByRole('link', { name: `Edit ${title}` }).click();
    await expect(page).toHaveTitle(`Edit: ${title}`);
    await form.slug.fill(moved);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page.getByRole('row').filter({ hasText: moved })).toBeVisible();
    const old = await request.get(`/blog/${slug}`, { maxRedirects: 0 });
    expect(old.status()).toBe(301);
    expect(old.headers().location).toBe(`/blog/${moved}`);
  });

  await test.step('takes it down', async () => {
    const question = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept();
      return dialog.message();
    });
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    expect(await question).toBe(
      `Are you sure you want to delete this post? This action cannot be undone.\n\n“${title}” stays in the trash for 30 days.`,
    );
    await expect(page.getByRole('row').filter({ hasText: moved })).toHaveCount(0);
    for (const address of [slug, moved]) {
      expect((await request.get(`/blog/${address}`)).status()).toBe(404);
    }
  });
});

test('a wrong password is refused in the server’s words', async ({ page }) => {
  await page.goto('/admin/login');
  await logIn(page, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page).toHaveURL('/admin/login');
});

test('a slug that is taken is refused without losing the text', async ({ page, request }) => {
  const slug = freshSlug('taken');
  const token = await openSignedIn(page, request, '/admin/create-post');
  await writePost(request, token, { slug });
  const form = postForm(page);
  await form.title.fill('Another post');
  await form.slug.fill(slug);
  await form.content.fill('An hour of work');
  await page.getByRole('button', { name: 'Publish Post' }).click();

  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(`The slug "${slug}" is already used by another post.`);
  await expect(alert).toBeFocused();
  await expect(form.content).toHaveValue('An hour of work');
  await form.slug.fill(`${slug}-too`);
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test.describe('two administrators edit the same post', () => {
  const theirs = { content: 'Their text' };

  test('the later one is told, keeps the text, and may overwrite', async ({ page, request }) => {
    const slug = freshSlug('stale');
    const token = await openSignedIn(page, request, '/admin/create-post');
    const post = await writePost(request, token, { slug });
    await page.goto(`/admin/edit-post/${slug}`);
    const { content } = postForm(page);
    await content.fill('My text');
    await editElsewhere(request, token, post, theirs);
    await page.getByRole('button', { name: 'Update Post' }).click();

    const alert = page.getByRole('alert');
    await expect(alert).toContainText(/^You saved this post at .*, in another window\./);
    await expect(alert).toBeFocused();
    await expect(content).toHaveValue('My text');
    expect(await readPost(request, token, slug)).toMatchObject(theirs);

    await page.getByRole('button', { name: 'Overwrite it with mine' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    expect(await readPost(request, token, slug)).toMatchObject({ content: 'My text' });
  });

  test('a draft that overwrites does not publish the post', async ({ page, request }) => {
    const slug = freshSlug('stale-draft');
    // It takes a public post off the site, which is asked first.
    page.on('dialog', (dialog) => dialog.accept());
    const token = await openSignedIn(page, request, '/admin/create-post');
    const post = await writePost(request, token, { slug });
    await page.goto(`/admin/edit-post/${slug}`);
    await postForm(page).content.fill('Not for readers yet');
    await editElsewhere(request, token, post, theirs);
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await page.getByRole('button', { name: 'Overwrite it with mine' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    expect(await readPost(request, token, slug)).toMatchObject({ status: 'draft' });
  });

  test('the later one may take over what the other wrote', async ({ page, request }) => {
    const slug = freshSlug('stale');
    const token = await openSignedIn(page, request, '/admin/create-post');
    const post = await writePost(request, token, { slug });
    await page.goto(`/admin/edit-post/${slug}`);
    const { content } = postForm(page);
    await content.fill('My text');
    await editElsewhere(request, token, post, theirs);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await page.getByRole('button', { name: 'Load the current version' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(content).toHaveValue('Their text');
    await content.fill('Their text and mine');
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
  });
});

test.describe('a session ends', () => {
  test('by its time: the next page is the login, which leads back', async ({ page, request }) => {
    await openSignedIn(page, request, '/admin/dashboard');
    await expect(page.getByRole('table')).toBeVisible();
    await page.evaluate(() => localStorage.setItem('adminTokenExpiry', '2020-01-01T00:00:00Z'));
    await page.getByRole('link', { name: 'Create New Post' }).click();
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fcreate-post');
    expect(await page.evaluate(() => localStorage.getItem('adminEmail'))).toBeNull();
    await logIn(page);
    await expect(page).toHaveURL('/admin/create-post');
  });
});
