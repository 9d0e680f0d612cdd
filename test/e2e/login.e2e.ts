import { expect } from '@playwright/test';
import { email, fail, holdBack, logIn, password } from './admin-area.ts';
import { test } from './page-test.ts';

test('session: begins by the form, and ends by signing out', async ({ page, request }) => {
  await test.step('sign-in: needs both fields, shows the password, tells failures, and stores the session', async () => {
    await page.goto('/admin/login');
    const button = page.getByRole('button', { name: 'Sign in' });
    const secret = page.getByRole('textbox', { name: 'Password' });
    await expect(button).toBeDisabled();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await expect(button).toBeDisabled();
    await secret.fill('not the password');
    await expect(button).toBeEnabled();
    await expect(secret).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(secret).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(secret).toHaveAttribute('type', 'password');

    const alert = page.getByRole('alert');
    await button.click();
    await expect(alert).toHaveText('Invalid email or password.');
    await expect(alert).toBeFocused();
    await page.route('**/api/admin/login', (route) => route.abort(), { times: 1 });
    await logIn(page);
    await expect(alert).toHaveText('Network error. Please try again.');
    await page.route('**/api/admin/login', fail, { times: 1 });
    await logIn(page);
    await expect(alert).toHaveText('Login failed. Please check your credentials.');
    await expect(button).toBeEnabled();

    const letGo = await holdBack(page, '**/api/admin/login');
    await secret.fill(password);
    await button.click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    letGo();
    await expect(page).toHaveURL('/admin/dashboard');
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored.adminEmail).toBe(email);
    expect(stored.adminToken).toMatch(/\S/);
    expect(Date.parse(stored.adminTokenExpiry ?? '')).toBeGreaterThan(Date.now());
  });
  await test.step('session: signing out clears the browser and revokes the token, and so does a failed check', async () => {
    await expect(page.getByText(email)).toBeVisible();
    const token = await page.evaluate(() => localStorage.getItem('adminToken'));
    const revoked = page.waitForResponse('**/api/admin/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/admin/login');
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
    expect((await revoked).status()).toBe(204);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await request.post('/api/admin/verify', { headers })).status()).toBe(401);

    await logIn(page);
    await expect(page.getByRole('table')).toBeVisible();
    await page.route('**/api/admin/verify', fail);
    await page.reload();
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fdashboard');
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  });
});

test('guard: an admin page is an empty shell that leads to the login and back', async ({
  page,
  request,
}) => {
  const edit = '/admin/edit-post/how-to-read-an-ic50';
  for (const path of ['/admin/dashboard', '/admin/create-post', edit]) {
    const html = await (await request.get(path)).text();
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    expect(html).not.toContain('<form');
  }
  await page.goto(edit);
  await expect(page).toHaveURL(`/admin/login?next=${encodeURIComponent(edit)}`);
  await expect(page.getByRole('heading', { name: 'Admin sign-in' })).toBeVisible();
  expect((await request.get(page.url())).status()).toBe(200);
  await logIn(page);
  await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible();

  // The session ends by its time.
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('table')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('adminTokenExpiry', '2020-01-01T00:00:00Z'));
  await page.getByRole('link', { name: 'Create New Post' }).click();
  await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fcreate-post');
  expect(await page.evaluate(() => localStorage.getItem('adminEmail'))).toBeNull();
  await logIn(page);
  await expect(page).toHaveURL('/admin/create-post');
});

test('session: a browser that blocks storage is told, and signed in for as long as the page lasts', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fdashboard');
  await expect(page.getByRole('alert')).toContainText('Your browser blocks storage for this site');
  await logIn(page);
  await expect(page).toHaveURL('/admin/dashboard');
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/login/);
});
