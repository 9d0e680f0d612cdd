import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { freePort } from '../free-port.ts';
import { startProductionSite } from '../production-site.ts';
import { runScript } from '../run-script.ts';
import { addAdministrator, type Credentials, logIn, openAccount, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectAccessible, expectUsable } from './public-page.ts';

/** The code that an app shows now, or so many half minutes later. */
function codeOf(secret: string, later = 0): string {
  const timestamp = Date.now() + later * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/admin/login?next=/admin/account');
}

/** Gives an administrator an app by the API. */
async function addApp(request: APIRequestContext, { email, password }: Credentials) {
  const signedIn = await request.post('/api/admin/login', { data: { email, password } });
  const headers = { Authorization: `Bearer ${(await signedIn.json()).access_token}` };
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api/admin/second-factors/${path}`, { headers, data });
    return answer.json();
  };
  const { secret } = await post('app', { password });
  const { recoveryCodes } = await post('app/confirm', { code: codeOf(secret) });
  return { secret: secret as string, recoveryCodes: recoveryCodes as string[], headers };
}

const alert = (page: Page) => page.getByRole('alert');
const ourPassword = (page: Page) => page.getByRole('textbox', { name: 'Your password' });
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

test('an authenticator app is set up by who knows the password, and counts from its first code', async ({
  page,
}) => {
  const credentials = await addAdministrator();
  await openAccount(page, credentials);
  const section = page.locator('section').filter({ hasText: 'Two-step sign-in' });
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  // The address of this run is no name.
  await expect(section).toContainText('Passkeys work only at an https address');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await ourPassword(page).fill('a guess');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(ourPassword(page)).toHaveAccessibleDescription('This is not your password');
  await expectUsable(page, 'asking who it is');
  await ourPassword(page).fill(credentials.password);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const shown = page.getByText(/^(?:[A-Z2-7]{4} ?){8}$/);
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  await expectUsable(page, 'setting up an app');
  await code(page).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(code(page)).toHaveAccessibleDescription(/not the code that the app currently shows/);
  await code(page).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectUsable(page, 'recovery codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(codes).toHaveCount(0);
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await expect(section).toContainText('10 left of those created on');
  await expectAccessible(page, 'two-step sign-in that is on');
});

test('a stolen password is not enough: a code of the app must follow, or one from paper', async ({
  page,
  request,
}) => {
  const credentials = await addAdministrator();
  const { secret, recoveryCodes } = await addApp(request, credentials);
  const [recoveryCode = ''] = recoveryCodes;
  await page.goto('/admin/login?next=/admin/account');
  await logIn(page, credentials.password, credentials.email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
  await expectUsable(page, 'the second step');
  await code(page).fill('000000');
  await signIn(page).click();
  await expect(alert(page)).toHaveText('This code is wrong or has already been used.');
  await expect(code(page)).toHaveValue('');
  await code(page).fill(codeOf(secret, 1));
  await signIn(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');

  // Without the phone.
  await signOut(page);
  await logIn(page, credentials.password, credentials.email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const paper = page.getByRole('textbox', { name: 'Recovery code' });
  await paper.fill(recoveryCode);
  await expectAccessible(page, 'a recovery code');
  await signIn(page).click();
  await expect(page.getByRole('main')).toContainText(
    /9 left of those created on .* The last one used was on/,
  );
  await page.goto('/admin/activity');
  const events = page.getByRole('main').getByRole('listitem');
  await expect(events.filter({ hasText: credentials.email }).first()).toBeVisible();
  await expect(events.filter({ hasText: 'used a recovery code' }).first()).toBeVisible();
});

test('who gives up the second step, or takes too long, begins again with the password', async ({
  page,
  request,
}) => {
  const credentials = await addAdministrator();
  const { secret } = await addApp(request, credentials);
  await page.goto('/admin/login?next=/admin/account');
  await logIn(page, credentials.password, credentials.email);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(credentials.email);
  await expect(alert(page)).toHaveCount(0);
  await logIn(page, credentials.password, credentials.email);
  const over = { detail: 'This sign-in is over.' };
  await page.route(
    '**/api/admin/login/second-factor',
    (route) => route.fulfill({ status: 404, json: over }),
    { times: 1 },
  );
  await code(page).fill(codeOf(secret, 1));
  await signIn(page).click();
  await expect(alert(page)).toHaveText('This sign-in is over.');
  await logIn(page, credentials.password, credentials.email);
  await code(page).fill(codeOf(secret, 1));
  await signIn(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
});

test('a session that ends while a post is written: two steps in place, and nothing is lost', async ({
  page,
  request,
}) => {
  const credentials = await addAdministrator();
  const { recoveryCodes, headers } = await addApp(request, credentials);
  const [first = '', second = ''] = recoveryCodes;
  await page.goto('/admin/login?next=/admin/create-post');
  await logIn(page, credentials.password, credentials.email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const paper = page.getByRole('textbox', { name: 'Recovery code' });
  await paper.fill(first);
  await signIn(page).click();
  const slug = freshSlug('in-place');
  const { title, slug: address, content } = postForm(page);
  await title.fill('Written before the session ended');
  await address.fill(slug);
  await content.fill('Text.');
  const { sessions } = await (await request.get('/api/admin/sessions', { headers })).json();
  for (const { id, isCurrent } of sessions) {
    if (!isCurrent) await request.delete(`/api/admin/sessions/${id}`, { headers });
  }
  await page.getByRole('button', { name: 'Publish Post' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(credentials.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(second);
  await expectAccessible(page, 'the second step in place');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  expect((await request.get(`/api/blog/posts/${slug}`)).status()).toBe(200);
});

test.describe('at an address with a name', () => {
  test('a passkey signs in by itself, after the password, and shows who asks', async ({ page }) => {
    const port = `${await freePort()}`;
    const address = `http://localhost:${port}`;
    const site = await startProductionSite({
      PORT: port,
      PUBLIC_URL: address,
      SEED_CONTENT: 'off',
    });
    try {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('WebAuthn.enable');
      const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      const login = `${address}/admin/login?next=/admin/account`;
      const { email, password } = site.administrator;
      const leave = async () => {
        await page.evaluate(() => localStorage.clear());
        await page.goto(login);
      };
      const isIn = () => expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
      await page.goto(login);
      await expectUsable(page, 'the login with passkeys');
      await logIn(page, password, email);
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop');
      await ourPassword(page).fill(password);
      const goOn = page.getByRole('button', { name: 'Continue' });
      const restore = await breakPasskeys(page);
      await goOn.click();
      await expect(alert(page)).toHaveText(
        'No passkey was created. Your browser reported a problem (UnknownError). Try again.',
      );
      await restore();
      await goOn.click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('Passkey “Laptop”')).toBeVisible();
      await expectUsable(page, 'an account with a passkey');

      await leave();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await isIn();
      expect(await page.evaluate(() => localStorage.getItem('adminEmail'))).toBe(email);

      await leave();
      await logIn(page, password, email);
      await expectUsable(page, 'the second step by a passkey');
      await page.getByRole('button', { name: 'Use your passkey' }).click();
      await isIn();
      await expect(page.getByText(/^Last used /).first()).toBeVisible();

      // A thief holds the device, not its owner.
      await leave();
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(alert(page)).toHaveText(/^No passkey was used\./);
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      const restoreLogin = await breakPasskeys(page);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(alert(page)).toHaveText(
        'No passkey was used. Your browser reported a problem (UnknownError). Sign in with your password instead.',
      );
      await restoreLogin();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await isIn();

      await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
      await page.getByRole('button', { name: 'Remove with a passkey' }).click();
      await expect(page.getByText('The passkey has been removed.')).toBeVisible();
      await leave();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(alert(page)).toHaveText('This passkey was not accepted. Please try again.');
      await logIn(page, password, email);
      await isIn();
    } finally {
      await site.stop();
    }
  });
});

/** Makes the browser fail as some do, until the function that it answers is called. */
async function breakPasskeys(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const fail = () => Promise.reject(new DOMException('', 'UnknownError'));
    Object.assign(navigator.credentials, { create: fail, get: fail });
  });
  return () =>
    page.evaluate(() => {
      // Their own ones are the prototype's.
      Reflect.deleteProperty(navigator.credentials, 'create');
      Reflect.deleteProperty(navigator.credentials, 'get');
    });
}

test('a lost phone: the operator turns two-step sign-in off on the command line', async ({
  page,
  request,
}) => {
  const credentials = await addAdministrator();
  const { headers } = await addApp(request, credentials);
  const folder = process.env.E2E_DATA_DIR ?? '';
  const { code: status, out } = await runScript('admin.ts', folder, [
    'two-step-off',
    credentials.email,
  ]);
  expect([status, out.trim()]).toEqual([
    0,
    `${credentials.email} now signs in with the password alone. All of their sessions have been signed out.`,
  ]);
  expect((await request.post('/api/admin/verify', { headers })).status()).toBe(401);
  await openAccount(page, credentials);
});
