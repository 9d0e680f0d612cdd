import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Post } from '../../src/posts/post.ts';
import type { PostDraft } from '../../src/posts/post-input.ts';
import { type Api, freshSlug } from './api.ts';
import { lastMailTo, SITE, tokenOf } from './sites.ts';

export const email = process.env.ADMIN_EMAIL ?? '';
export const password = process.env.ADMIN_PASSWORD ?? '';

export type Credentials = { email: string; password: string };

/** An administrator of the test's own, invited by the one of the run: what it does to the account must not reach other tests. */
export async function addAdministrator({ baseURL } = SITE): Promise<Credentials> {
  const own = {
    email: `${freshSlug('account')}@site.example`,
    password: 'made for this test alone',
  };
  const post = async (path: string, data: object) => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokenOf(baseURL)}`,
    };
    const body = JSON.stringify(data);
    const answer = await fetch(`${baseURL}/api/admin/${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const invited = { email: own.email, role: 'administrator', password };
  const { link } = (await post('people/invitations', invited)) as { link: string | null };
  const [, token] = /#([0-9a-f]{40})/.exec(link ?? (await lastMailTo(own.email)).text ?? '') ?? [];
  await post('links/redeem', { token, password: own.password });
  return own;
}

/** Signs in to the account page by the login form. */
export async function openAccount(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/admin/login?next=/admin/account');
  await logIn(page, credentials.password, credentials.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
}

/** Fills in the login form and submits it. */
export async function logIn(page: Page, secret = password, as = email): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(as);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Creates a post and opens its form. */
export async function openForm(page: Page, api: Api, draft?: Partial<PostDraft>): Promise<Post> {
  const post = await api.writePost(draft);
  await page.goto(`/admin/edit-post/${post.slug}`);
  await expect(postForm(page).slug).toHaveValue(post.slug);
  return post;
}

/** Saves the post as another window of the administrator would. */
export async function saveElsewhere(
  api: Api,
  { slug }: { slug: string },
  change: Partial<PostDraft> & { publishAt?: string },
  path = '',
): Promise<void> {
  const data = { ...(await api.readPost(slug)), etag: undefined, ...change };
  await api.call('PUT', `/api/admin/blog/posts/${slug}${path}`, data);
}

/** Saves unpublished changes as another window of the administrator would. */
export const changeElsewhere = (...[api, post, change]: Parameters<typeof saveElsewhere>) =>
  saveElsewhere(api, post, change, '/changes');

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const previewOf = (page: Page) => page.getByRole('region', { name: 'Preview of the text' });
export const livePreview = (page: Page) => page.getByRole('radio', { name: 'Both', exact: true });

/** Saves in one of the ways that the menu beside the last button has. */
export async function saveBy(page: Page, name: string): Promise<void> {
  await button(page, 'More ways to save').click();
  await page.getByRole('button', { name }).click();
}

/** Answers the next dialog of the browser, and tells what it said. */
export function nextDialog(page: Page, answer: 'accept' | 'dismiss' = 'accept'): Promise<string> {
  return page.waitForEvent('dialog').then(async (dialog) => {
    await dialog[answer]();
    return dialog.message();
  });
}

/** Holds back the answers to a call until it is released. */
export async function holdBack(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** A route's answer of a server that fails. */
export const fail = (route: Route) => route.fulfill({ status: 500, json: {} });
/** A route's answer where the session has ended. */
export const signedOut = (route: Route) => route.fulfill({ status: 401, json: {} });

/** Signs in again where the page asks for it. */
export async function signInAgain(page: Page, secret = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(secret);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
}

/** The text that is selected in a text area. */
export const selected = (field: Locator) =>
  field.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    value.slice(selectionStart, selectionEnd),
  );

/** Selects a text in a text area. */
export async function select(field: Locator, text: string): Promise<void> {
  await field.evaluate((area: HTMLTextAreaElement, wanted) => {
    area.focus();
    const start = area.value.indexOf(wanted);
    area.setSelectionRange(start, start + wanted.length);
  }, text);
}

/** Puts the caret behind a text. */
export async function caretAfter(field: Locator, text: string): Promise<void> {
  await select(field, text);
  await field.evaluate((area: HTMLTextAreaElement) =>
    area.setSelectionRange(area.selectionEnd, area.selectionEnd),
  );
}

/** The call that lists posts. */
export const POSTS = /\/api\/admin\/blog\/posts(\?|$)/;

/** As if pages of the list were shorter. */
export async function listAtMost(page: Page, limit: number): Promise<void> {
  await page.route(POSTS, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', `${limit}`);
    return route.fallback({ url: url.href });
  });
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
