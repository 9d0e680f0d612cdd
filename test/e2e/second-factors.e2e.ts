import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { runScripts } from '../run-script.ts';
import { addAdministrator, logIn, openAccount, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { LIVE_SITE, SITE } from './sites.ts';

/** The code that an app shows now, or so many half minutes later. */
function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function leave(page: Page, next = '/admin/account'): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/admin/login?next=${next}`);
}

const expectAccount = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
const alert = (page: Page) => page.getByRole('alert');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const ourPassword = (page: Page) => page.getByRole('textbox', { name: 'Your password' });
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
const codes = (page: Page) =>
  page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');

test('authenticator app: set up by password, asked for at sign-in and in place, recovered by codes, turned off on the command line', async ({
  page,
  request,
}) => {
  test.slow();
  const { email, password } = await addAdministrator();
  await openAccount(page, { email, password });
  const section = page.locator('section').filter({ hasText: 'Two-step sign-in' });
  let secret = '';
  let saved: string[] = [];
  await test.step('set up, and counted from its first code', async () => {
    await expect(section.getByText('Off', { exact: true })).toBeVisible();
    // The address of this site is no name.
    await expect(section).toContainText('Passkeys work only at an https address');
    await expect(button(page, 'Add a passkey')).toHaveCount(0);
    await button(page, 'Set up an authenticator app').click();
    await ourPassword(page).fill('a guess');
    await button(page, 'Continue').click();
    await expect(ourPassword(page)).toHaveAccessibleDescription('This is not your password');
    await ourPassword(page).fill(password);
    await button(page, 'Continue').click();
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    const shown = page.getByText(/^(?:[A-Z2-7]{4} ?){8}$/);
    secret = ((await shown.textContent()) ?? '').replaceAll(' ', '');
    await code(page).fill('000000');
    await button(page, 'Turn on').click();
    await expect(code(page)).toHaveAccessibleDescription(/not the code that the app currently/);
    await code(page).fill(codeOf(secret));
    await button(page, 'Turn on').click();
    await expect(codes(page)).toHaveCount(10);
    saved = await codes(page).allTextContents();
    await button(page, 'I have saved them').click();
    await expect(codes(page)).toHaveCount(0);
    await expect(section.getByText('On', { exact: true })).toBeVisible();
    await expect(section).toContainText('10 left of those created on');
  });
  await test.step('a code after the password; who gives up begins again', async () => {
    await leave(page);
    await logIn(page, password, email);
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
    await button(page, 'Start again').click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await logIn(page, password, email);
    await code(page).fill('000000');
    await button(page, 'Sign in').click();
    await expect(alert(page)).toHaveText('This code is wrong or has already been used.');
    await expect(code(page)).toHaveValue('');
    await code(page).fill(codeOf(secret, 1));
    await button(page, 'Sign in').click();
    await expectAccount(page);
  });
  await test.step('a session that ends while a post is written: two steps in place, by a recovery code', async () => {
    const slug = freshSlug('in-place');
    const form = postForm(page);
    await page.goto('/admin/create-post');
    await form.title.fill('Written before the session ended');
    await form.slug.fill(slug);
    await form.content.fill('Text.');
    await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('adminToken')}` };
      await fetch('/api/admin/logout', { method: 'POST', headers });
    });
    await button(page, 'Publish Post').click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    const press = (name: string) => dialog.getByRole('button', { name }).click();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
    await press('Sign in');
    await code(page).fill(saved[0] ?? '');
    await press('Sign in');
    await expect(page).toHaveURL('/admin/dashboard');
    expect((await request.get(`/api/blog/posts/${slug}`)).status()).toBe(200);
  });
  await test.step('a lost phone: turned off on the command line', async () => {
    const calls = [{ line: ['admin.ts', 'two-step-off', email] as const }];
    const [ended] = await runScripts(SITE.dataDir, calls);
    expect([ended?.code, ended?.out.trim()]).toEqual([
      0,
      `${email} now signs in with the password alone. All of their sessions have been signed out.`,
    ]);
    await page.reload();
    await expect(page).toHaveURL(/\/admin\/login/);
    await openAccount(page, { email, password });
  });
});

test.describe('at an address with a name', () => {
  test.use({ baseURL: LIVE_SITE.baseURL });

  test('passkey: added, signs in by itself and after the password, and is removed', async ({
    page,
  }) => {
    const { email, password } = await addAdministrator(LIVE_SITE);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const signInByPasskey = () => button(page, 'Use a passkey').click();

    await openAccount(page, { email, password });
    await button(page, 'Add a passkey').click();
    await ourPassword(page).fill(password);
    await button(page, 'Continue').click();
    await expect(codes(page)).toHaveCount(10);
    await button(page, 'I have saved them').click();
    await expect(page.getByText(/^Passkey “Chrome on /)).toBeVisible();

    await leave(page);
    await signInByPasskey();
    await expectAccount(page);
    expect(await page.evaluate(() => localStorage.getItem('adminEmail'))).toBe(email);
    await leave(page);
    await logIn(page, password, email);
    await button(page, 'Use your passkey').click();
    await expectAccount(page);
    await expect(page.getByText(/^Last used /).first()).toBeVisible();

    await page.getByRole('button', { name: /^Remove “Chrome on / }).click();
    await button(page, 'Remove with a passkey').click();
    await expect(page.getByText(/^“Chrome on .* has been removed\.$/)).toBeVisible();
    await leave(page);
    await signInByPasskey();
    await expect(alert(page)).toHaveText('This passkey was not accepted. Please try again.');
    await logIn(page, password, email);
    await expectAccount(page);
  });
});
