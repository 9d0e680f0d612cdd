import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { etagOf, type Post, type ReadPost } from '../../src/posts/post.ts';
import type { PostDraft } from '../../src/posts/post-input.ts';
import { runScript } from '../run-script.ts';
import { freshSlug } from './api.ts';
import { signIn } from './sign-in.ts';
import { SITE } from './sites.ts';

export const email = process.env.ADMIN_EMAIL ?? '';
export const password = process.env.ADMIN_PASSWORD ?? '';

export type Credentials = { email: string; password: string };

/** An administrator of the test's own: what it does to the account must not reach other tests. */
export async function addAdministrator(dataDir = SITE.dataDir): Promise<Credentials> {
  const address = `${freshSlug('account')}@site.example`;
  const { out } = await runScript('admin.ts', dataDir, ['add', address]);
  return { email: address, password: /password\s+(\S+)/.exec(out)?.[1] ?? '' };
}

/** Signs in to the account page by the login form. */
export async function openAccount(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/admin/login?next=/admin/account');
  await logIn(page, credentials.password, credentials.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
}

/**
 * Opens a page as the signed-in administrator. The session is stored once, unlike by `storeSession`, so
 * that the site can clear it.
 *
 * @returns the token
 */
export async function openSignedIn(
  page: Page,
  request: APIRequestContext,
  path: string,
): Promise<string> {
  const { token } = await signIn(page, request);
  await page.goto('/healthz');
  await page.evaluate(
    ([storedToken, storedEmail, expiry]) => {
      localStorage.setItem('adminToken', storedToken);
      localStorage.setItem('adminEmail', storedEmail);
      localStorage.setItem('adminTokenExpiry', expiry);
    },
    [token, email, new Date(Date.now() + 3_600_000).toISOString()] as const,
  );
  await page.goto(path);
  return token;
}

/** Fills in the login form and submits it. */
export async function logIn(page: Page, secret = password, as = email): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(as);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Creates a post through the API, with defaults for the fields that `draft` lacks. */
export async function writePost(
  request: APIRequestContext,
  token: string,
  draft: Partial<PostDraft> & { slug: string },
): Promise<Post> {
  const response = await request.post('/api/admin/blog/posts', {
    headers: { Authorization: `Bearer ${token}` },
    data: { title: `Post ${draft.slug}`, content: 'Text.', ...draft },
  });
  expect(response.status()).toBe(201);
  // Findings are of the save, not of the post.
  const { findings: _, ...post } = await response.json();
  return post;
}

/** Creates a post and opens its edit form as the signed-in administrator. */
export async function openPost(
  page: Page,
  request: APIRequestContext,
  draft: Partial<PostDraft> = {},
): Promise<{ token: string; post: Post }> {
  const token = await openSignedIn(page, request, '/healthz');
  const post = await writePost(request, token, { slug: freshSlug('post'), ...draft });
  await page.goto(`/admin/edit-post/${post.slug}`);
  return { token, post };
}

/** A post as the API shows it to the administrator. */
export async function readPost(
  request: APIRequestContext,
  token: string,
  slug: string,
): Promise<ReadPost> {
  const response = await request.get(`/api/blog/posts/${slug}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.json();
}

/** Edits the post as another administrator would, through the API. */
export async function editElsewhere(
  request: APIRequestContext,
  token: string,
  post: Post,
  change: Partial<PostDraft>,
): Promise<void> {
  const response = await request.put(`/api/admin/blog/posts/${post.slug}`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { ...post, etag: etagOf(post), ...change },
  });
  expect(response.status()).toBe(200);
}

/** The inputs of the post form. */
export function postForm(page: Page) {
  return {
    title: page.getByRole('textbox', { name: 'Title', exact: true }),
    slug: page.getByRole('textbox', { name: 'URL Slug' }),
    description: page.getByRole('textbox', { name: 'Description', exact: true }),
    content: page.getByRole('textbox', { name: 'Content (HTML or Markdown)' }),
    cover: page.getByRole('textbox', { name: 'Image URL' }),
    caption: page.getByRole('textbox', { name: 'Image Caption' }),
    tag: page.getByRole('combobox', { name: 'Add a tag' }),
    tags: page.getByRole('list', { name: 'Tags' }).getByRole('listitem'),
    references: page.getByRole('list', { name: 'References' }).getByRole('listitem'),
    status: page.getByRole('combobox', { name: 'Status' }),
    publishDate: page.getByLabel('Publish Date'),
  };
}
