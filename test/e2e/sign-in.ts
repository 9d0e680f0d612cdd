import type { APIRequestContext, Page } from '@playwright/test';

/**
 * Signs the run's administrator in by the API.
 *
 * @returns the token, and `store`, which makes the page's browser hold it as the login page does.
 */
export async function signIn(page: Page, request: APIRequestContext) {
  const email = process.env.ADMIN_EMAIL ?? '';
  const response = await request.post('/api/admin/login', {
    data: { email, password: process.env.ADMIN_PASSWORD ?? '' },
  });
  const { access_token, expires_at } = await response.json();
  const store = () =>
    page.addInitScript(
      ([token, address, expiry]) => {
        localStorage.setItem('adminToken', token);
        localStorage.setItem('adminEmail', address);
        localStorage.setItem('adminTokenExpiry', expiry);
      },
      [access_token, email, expires_at] as const,
    );
  return { token: access_token as string, store };
}
