import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { addAdministrator, type Credentials, openAccount } from './admin-area.ts';
import { test } from './page-test.ts';
import { SIGNED_IN } from './sites.ts';

const LONGER = 'a longer pass phrase for tests';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

async function tokenOf(
  request: APIRequestContext,
  data: Credentials,
  userAgent = 'curl/8.14.1',
): Promise<string> {
  const headers = { 'User-Agent': userAgent };
  const response = await request.post('/api/admin/login', { data, headers });
  expect(response.status()).toBe(200);
  return (await response.json()).access_token;
}

async function isSignedIn(request: APIRequestContext, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  return (await request.post('/api/admin/verify', { headers })).ok();
}

const sessions = (page: Page) =>
  page.getByRole('list').filter({ hasText: 'This session' }).getByRole('listitem');

test('account: sessions are named and ended, and a new password ends all others', async ({
  page,
  request,
}) => {
  const credentials = await addAdministrator();
  const phone = await tokenOf(request, credentials, PHONE);
  await openAccount(page, credentials);
  const alert = page.getByRole('alert');
  await test.step('sessions', async () => {
    await expect(sessions(page)).toHaveCount(2);
    await expect(sessions(page).first()).toContainText(/Chrome on .*This session/);
    await expect(sessions(page).first().getByRole('button')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out: Safari on an iPhone' }).click();
    await expect(page.getByText('That session has been signed out.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();
    expect(await isSignedIn(request, phone)).toBe(false);
  });
  await test.step('password', async () => {
    const elsewhere = await tokenOf(request, credentials);
    const present = page.getByRole('textbox', { name: 'Current password' });
    const next = page.getByRole('textbox', { name: 'New password' });
    const change = page.getByRole('button', { name: 'Change password' });
    await expect(change).toBeDisabled();
    await present.fill('a guess');
    await next.fill(LONGER);
    await change.click();
    await expect(alert).toHaveText('The password could not be changed.');
    await expect(present).toHaveAccessibleDescription('This is not your current password');
    expect(await isSignedIn(request, elsewhere)).toBe(true);
    await present.fill(credentials.password);
    await change.click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
    expect(await isSignedIn(request, elsewhere)).toBe(false);
  });
});

test.describe('signed in', () => {
  test.use(SIGNED_IN);

  test('activity: tells who did what in sentences that lead there, page by page', async ({
    page,
    api,
  }) => {
    const post = await api.writePost({ title: 'On telling' });
    const gone = await api.writePost();
    await api.call('DELETE', `/api/admin/blog/posts/${gone.slug}`);
    await page.route('**/api/admin/audit?*', (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', '2');
      return route.fallback({ url: url.href });
    });
    await page.goto('/admin/dashboard');
    const link = page.getByRole('navigation', { name: 'Admin area' }).getByText('Activity');
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    const events = page.getByRole('main').getByRole('listitem');
    const more = page.getByRole('button', { name: 'Load more' });
    await expect(more).toBeVisible();
    // Other tests do things at the same time.
    const told = events.filter({ hasText: 'wrote “On telling”' });
    while ((await told.count()) === 0) {
      const shown = await events.count();
      await more.click();
      await expect(events).not.toHaveCount(shown);
    }
    await expect(events.filter({ hasText: `deleted /blog/${gone.slug}` })).toHaveCount(1);
    await told.getByRole('link').click();
    await expect(page).toHaveURL(`/admin/edit-post/${post.slug}/revisions`);
  });
});
