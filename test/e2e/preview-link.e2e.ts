import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { nextDialog, openForm, postForm, saveElsewhere } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { SIGNED_IN, SIGNED_OUT } from './sites.ts';

test.use(SIGNED_IN);

const SECRET = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

const panel = (page: Page) => page.getByRole('region', { name: 'Preview link' });
const links = (page: Page) => panel(page).getByText(/^Valid until/);
const make = (page: Page) => panel(page).getByRole('button', { name: 'Create link' });
const address = (page: Page) => panel(page).getByRole('textbox', { name: 'New link' });

async function makeLink(page: Page): Promise<string> {
  await make(page).click();
  await expect(address(page)).toBeFocused();
  return address(page).inputValue();
}

test('preview link: a reviewer without an account reads the draft, tells nobody of it, is led to what is public, and reads nothing once it is revoked; a new link ends the former one, without loss of text', async ({
  page,
  browser,
  baseURL,
  request,
  api,
}) => {
  const post = await openForm(page, api, {
    title: 'What nobody knows yet',
    description: 'Still under review',
    content: '## Methods\n\nSee [the platform](/platform).\n\n```csv\na,b\n1,2\n```',
    coverImage: '/images/covers/how-to-read-an-ic50.svg',
    status: 'draft',
  });
  const link = await makeLink(page);
  expect(link).toMatch(new RegExp(`^${baseURL}/preview/[0-9a-f]{40}$`));
  await expect(panel(page).getByRole('status')).toHaveText(/not be shown again/);
  await expect(links(page)).toHaveText(/^Valid until .* by admin@ligara\.example/);

  const reviewer = await browser.newPage(SIGNED_OUT);
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
  // The data of a public post have an address of their own.
  const read = async () =>
    (await reviewer.locator('.prose').first().innerHTML()).replace(/ href="[^"]*\.csv"/, '');
  const draft = await read();
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
  const shareImage = reviewer.locator('meta[property="og:image"]');
  await expect(shareImage).toHaveAttribute('content', `${baseURL}/share.png`);
  await reviewer.getByRole('link', { name: 'the platform' }).click();
  await expect(reviewer).toHaveURL('/platform');
  expect(asked.filter(({ url }) => url.includes(secret)).map(({ url }) => url)).toEqual([link]);
  expect(asked.filter(({ referrer }) => referrer?.includes(secret))).toEqual([]);
  expect(asked.filter(({ url }) => url.includes('/api/'))).toEqual([]);
  for (const spelling of [`/PREVIEW/${secret.toUpperCase()}`, `/preview/${secret}/`]) {
    expect((await request.get(spelling)).headers()).toMatchObject(SECRET);
  }

  const slug = freshSlug('renamed');
  await saveElsewhere(api, post, { slug, status: 'published', publishDate: null });
  const moved = await request.get(link, { maxRedirects: 0 });
  expect(moved.status()).toBe(302);
  expect(moved.headers()).toMatchObject({ ...SECRET, location: `/blog/${slug}` });
  await reviewer.goto(link);
  await expect(reviewer).toHaveURL(`/blog/${slug}`);
  await expect(reviewer.getByRole('status')).toHaveCount(0);
  expect(await read()).toBe(draft);
  await page.goto(`/admin/edit-post/${slug}`);
  await expect(panel(page)).toContainText('This post is public');
  await expect(make(page)).toHaveCount(0);
  await expect(links(page)).toHaveCount(1);

  await saveElsewhere(api, { slug }, { status: 'draft' });
  expect((await reviewer.goto(link))?.status()).toBe(200);
  await expect(reviewer.getByRole('status')).toHaveText(/^Draft/);

  await page.reload();
  await expect(links(page)).toHaveCount(1);
  const question = nextDialog(page);
  await panel(page).getByRole('button', { name: 'Revoke' }).press('Enter');
  await question;
  await expect(links(page)).toHaveCount(0);
  await expect(panel(page).getByRole('heading')).toBeFocused();
  const revoked = await reviewer.goto(link);
  expect(revoked?.status()).toBe(404);
  expect(revoked?.headers()).toMatchObject(SECRET);
  const unknown = await request.get(`/preview/${'0'.repeat(40)}`);
  expect(await unknown.text()).toBe(await revoked?.text());
  await reviewer.close();

  await openForm(page, api, { status: 'draft' });
  const form = postForm(page);
  await form.content.fill('Text. and more');
  const former = await makeLink(page);
  await expect(form.content).toHaveValue('Text. and more');
  await make(page).click();
  await expect(address(page)).not.toHaveValue(former);
  expect((await request.get(former)).status()).toBe(404);

  await page.goto('/admin/create-post');
  await expect(form.title).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});
