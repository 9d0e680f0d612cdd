import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';

/**
 * Signs in as the run's administrator through the API.
 *
 * @returns the token, and `store`, which stores the session in the page as the login page does
 */
export async function signIn(page: Page, request: APIRequestContext) {
  const email = process.env.ADMIN_EMAIL ?? '';
  const response = await request.post('/api/admin/login', {
    data: { email, password: process.env.ADMIN_PASSWORD ?? '' },
  });
  const { access_token, expires_at } = await response.json();
  const session: Session = { token: access_token, email, expiresAt: expires_at };
  return { token: session.token, store: () => storeSession(page, session) };
}

export type Session = { token: string; email: string; expiresAt: string };

/** Stores a session before each page loads, as the login page does. */
export async function storeSession(target: Page | BrowserContext, session: Session): Promise<void> {
  await target.addInitScript(({ token, email, expiresAt }) => {
    localStorage.setItem('adminToken', token);
    localStorage.setItem('adminEmail', email);
    localStorage.setItem('adminTokenExpiry', expiresAt);
  }, session);
}
