import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { editElsewhere, logIn, openPost, openSignedIn, postForm, readPost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectAccessible } from './public-page.ts';

const SECRET = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

const panel = (page: Page) => page.getByRole('region', { name: 'Preview links' });
const links = (page: Page) => panel(page).getByRole('listitem');
const make = (page: Page) => panel(page).getByRole('button', { name: 'Create link' });
const address = (page: Page) => panel(page).getByRole('textbox', { name: 'New link' });

async function makeLink(page: Page): Promise<string> {
  await make(page).click();
  await expect(address(page)).toBeFocused();
  return address(page).inputValue();
}

test('a reviewer without an account reads the draft by its link, and not once it is revoked', async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const { token, post } = await openPost(page, request, {
    title: 'What nobody knows yet',
    description: 'Still under review',
    content:
      '## Methods\n\nSee [below](#results) and [the platform](/platform).\n\n## Results\n\n```csv\na,b\n1,2\n```',
    coverImage: '/images/covers/how-to-read-an-ic50.svg',
    tags: ['Assays'],
    references: [{ title: 'A paper', url: 'https://example.org/paper', type: 'article' }],
    status: 'draft',
  });
  await panel(page).getByRole('combobox', { name: 'Valid for' }).selectOption('30 days');
  const link = await makeLink(page);
  expect(link).toMatch(new RegExp(`^${baseURL}/preview/[0-9a-f]{40}$`));
  await expect(panel(page).getByRole('status')).toHaveText(/not be shown again/);
  await expect(links(page)).toHaveText(/Valid until .* by admin@ligara\.example.*Not opened yet/);
  await expectAccessible(page, 'the form with a new link');

  const reviewer = await browser.newPage();
  const asked: { url: string; referrer: string | undefined }[] = [];
  reviewer.on('request', (each) => {
    asked.push({ url: each.url(), referrer: each.headers().referer });
  });
  const response = await reviewer.goto(link);
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject(SECRET);
  await expect(reviewer.locator('h1')).toHaveText(post.title);
  await expect(reviewer.getByRole('status')).toHaveText(
    /^Draft, not published: .* until .*, Brisbane/,
  );
  await expect(reviewer.locator('.prose h2')).toHaveCount(2);
  await expectAccessible(reviewer, 'the draft');

  const download = reviewer.waitForEvent('download');
  await reviewer.getByRole('link', { name: /CSV/ }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe('a,b\n1,2\n');
  asked.length = 1;

  const html = (await response?.text()) ?? '';
  const secret = link.slice(-40);
  expect(html).not.toContain(secret);
  expect(html).not.toMatch(/canonical|ld\+json|<script[^>]* src|modulepreload|og:url/);
  const head = html.slice(0, html.indexOf('<body'));
  expect(head.split(post.title)).toHaveLength(2);
  for (const kept of [post.slug, post.description]) expect(head).not.toContain(kept);
  await expect(reviewer.locator('meta[name=robots]')).toHaveAttribute('content', /noindex, nofoll/);
  await expect(reviewer.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${baseURL}/share.png`,
  );
  await reviewer.getByRole('link', { name: 'the platform' }).click();
  await expect(reviewer).toHaveURL('/platform');
  expect(asked.filter(({ url }) => url.includes(secret)).map(({ url }) => url)).toEqual([link]);
  expect(asked.filter(({ referrer }) => referrer?.includes(secret))).toEqual([]);
  expect(asked.filter(({ url }) => url.includes('/api/'))).toEqual([]);

  for (const place of ['/sitemap.xml', '/feed.xml', '/feed.json', '/llms.txt', '/robots.txt']) {
    const listing = await (await request.get(place)).text();
    for (const kept of [secret, post.slug]) expect(listing).not.toContain(kept);
  }
  expect((await request.get(`/blog/${post.slug}`)).status()).toBe(404);
  for (const form of [`/PREVIEW/${secret.toUpperCase()}`, `/preview/${secret}/`]) {
    expect((await request.get(form)).headers()).toMatchObject(SECRET);
  }

  await page.reload();
  await expect(links(page)).toHaveText(/Last opened/);
  page.once('dialog', (dialog) => dialog.accept());
  await links(page).getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(links(page)).toHaveCount(0);
  await expect(panel(page).getByRole('heading')).toBeFocused();

  const revoked = await reviewer.goto(link);
  expect(revoked?.status()).toBe(404);
  await expect(reviewer.locator('h1')).toHaveText('Page not found');
  const unknown = await request.get(`/preview/${'0'.repeat(40)}`);
  expect(await unknown.text()).toBe(await revoked?.text());
  for (const answer of [revoked?.headers(), unknown.headers()]) {
    expect(answer).toMatchObject({ ...SECRET, 'content-type': 'text/html; charset=utf-8' });
  }
  expect(await readPost(request, token, post.slug)).toMatchObject(post);
  await reviewer.close();
});

/** A public post alone can be cited, has posts beside it, and is printed with its URL. */
const OWN_TO_PUBLIC_POSTS =
  'details:has(a[href$=".bib"]), nav:has([rel=next], [rel=prev]), .print\\:block';

test('a link shows what the public will see, leads there once it does, and goes on when it is withdrawn', async ({
  page,
  browser,
  request,
}) => {
  const { token, post } = await openPost(page, request, {
    content: 'A first thought, <b>bold</b>.\n\n| a | b |\n|--|--|\n| 1 | 2 |',
    status: 'draft',
  });
  const link = await makeLink(page);
  const reviewer = await browser.newPage();
  const read = () =>
    reviewer.locator('article').evaluate((article, ownToPublicPosts) => {
      article.querySelector('[role=status]')?.remove();
      // A draft is dated by its creation, a public post by its first publication.
      article.querySelector('time')?.remove();
      for (const own of article.querySelectorAll(ownToPublicPosts)) own.remove();
      // By which its attachments are printed with theirs.
      article.removeAttribute('data-site');
      return article.outerHTML;
    }, OWN_TO_PUBLIC_POSTS);
  await reviewer.goto(link);
  const draft = await read();

  const slug = freshSlug('renamed');
  await editElsewhere(request, token, post, { slug, status: 'published', publishDate: null });
  const moved = await request.get(link, { maxRedirects: 0 });
  expect(moved.status()).toBe(302);
  expect(moved.headers()).toMatchObject({ ...SECRET, location: `/blog/${slug}` });
  await reviewer.goto(link);
  await expect(reviewer).toHaveURL(`/blog/${slug}`);
  await expect(reviewer.getByRole('status')).toHaveCount(0);
  expect(await read()).toBe(draft);

  await editElsewhere(request, token, { ...post, slug, version: 2 }, { status: 'draft' });
  expect((await reviewer.goto(link))?.status()).toBe(200);
  await expect(reviewer.getByRole('status')).toHaveText(/^Draft/);
  const scheduled = { status: 'published', publishDate: '2099-01-01T00:00:00.000Z' } as const;
  await editElsewhere(request, token, { ...post, slug, version: 3 }, scheduled);
  expect((await reviewer.goto(link))?.status()).toBe(200);
  await reviewer.close();

  await editElsewhere(request, token, { ...post, slug, version: 4 }, { status: 'published' });
  await page.goto(`/admin/edit-post/${slug}`);
  await expect(panel(page)).toContainText('This post is public');
  await expect(make(page)).toHaveCount(0);
  await expect(links(page)).toHaveCount(1);
});

test('what goes wrong with links is said in words, and no text is lost by it', async ({
  page,
  request,
}) => {
  const { token } = await openPost(page, request, { status: 'draft' });
  const form = postForm(page);
  await form.content.fill('Not saved yet');
  for (const [answer, words] of [
    ['abort', 'Network error. Please try again.'],
    ['fulfill', 'Failed to create a preview link. Please try again.'],
  ] as const) {
    await page.route(
      '**/preview-links',
      (route) => (answer === 'abort' ? route.abort() : route.fulfill({ status: 500 })),
      { times: 1 },
    );
    await make(page).click();
    await expect(panel(page).getByRole('alert')).toHaveText(words);
    await expect(panel(page).getByRole('alert')).toBeFocused();
  }
  await request.post('/api/admin/logout', { headers: { Authorization: `Bearer ${token}` } });
  await make(page).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await logIn(page);
  await expect(address(page)).toBeFocused();
  await expect(form.content).toHaveValue('Not saved yet');

  await page.route('**/preview-links', (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(panel(page)).toContainText('Failed to load the preview links.');
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(links(page)).toHaveCount(1);
  await page.goto('/admin/create-post');
  await expect(form.title).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('a link that somebody else has revoked is not offered once the post was saved under another slug', async ({
  page,
  request,
}) => {
  const { token, post } = await openPost(page, request, { status: 'draft' });
  await makeLink(page);
  const path = `/api/admin/blog/posts/${post.slug}/preview-links`;
  const headers = { Authorization: `Bearer ${token}` };
  const made = await (await request.get(path, { headers })).json();
  await request.delete(`${path}/${made.links[0].id}`, { headers });
  const slug = freshSlug('renamed');
  await postForm(page).slug.fill(slug);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(`/admin/edit-post/${slug}`);
  await expect(links(page)).toHaveCount(0);
  await expect(address(page)).toHaveCount(0);
});

test('the end of the session takes no keys from a writer: links that were read by themselves wait until somebody asks', async ({
  page,
  request,
}) => {
  await page.route(
    '**/preview-links',
    (route) => route.fulfill({ status: 401, json: { detail: 'Signed out' } }),
    { times: 1 },
  );
  await openPost(page, request, { content: 'Text', status: 'draft' });
  const { content } = postForm(page);
  await content.press('End');
  await expect(panel(page)).toContainText('Your session has ended. Please sign in again.');
  await page.keyboard.type(' and more');
  await expect(content).toHaveValue('Text and more');

  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await logIn(page);
  await expect(panel(page)).not.toContainText('Failed to load the preview links.');
  await expect(content).toHaveValue('Text and more');
});

test.describe('a writer in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('reads when a post will appear, and that is when it does', async ({ page, request }) => {
    await openSignedIn(page, request, '/admin/create-post');
    const words = page.locator('p:has(> [aria-live=polite])');
    const form = postForm(page);
    await expect(words).toHaveText('Appears at once, dated with the time of saving.');
    await form.publishDate.fill('2098-12-04T16:00');
    await expect(words).toHaveText(
      /^Appears on Thursday, December 4, 2098 at 4:00 PM your time \(Berlin\), Friday, December 5, 2098 at 1:00 AM in Brisbane\. That is in \d+ years\.$/,
    );
    await form.status.selectOption('Draft');
    await expect(words).toHaveText(
      /^It will not be published while it is a draft\. Once published, it appears on Thursday/,
    );
    await form.status.selectOption('Published');
    await form.publishDate.fill('2098-03-30T02:30');
    await expect(words).toHaveText(
      /at 3:30 AM your time .* Your clocks go forward then, so there is no 2:30 AM that day\./,
    );
    await form.publishDate.fill('2098-10-26T02:30');
    await expect(words).toHaveText(/this is the first 2:30 AM of two\./);

    const slug = freshSlug('scheduled');
    await form.title.fill('In Berlin');
    await form.slug.fill(slug);
    await form.content.fill('Text.');
    await expectAccessible(page, 'the words on the schedule');
    await page.getByRole('button', { name: 'Publish Post' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    const token = (await page.evaluate(() => localStorage.getItem('adminToken'))) ?? '';
    const saved = await readPost(request, token, slug);
    expect(saved.publishDate).toBe('2098-10-26T00:30:00.000Z');

    const second = { publishDate: '2098-10-26T01:30:00.000Z' };
    await editElsewhere(request, token, saved, second);
    await page.goto(`/admin/edit-post/${slug}`);
    await expect(words).toHaveText(/this is the second 2:30 AM of two\./);
  });
});
