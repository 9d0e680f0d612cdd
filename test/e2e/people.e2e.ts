import { type Browser, expect, type Page } from '@playwright/test';
import { openMailServer } from '../collecting-mail-server.ts';
import { type ProductionSite, startProductionSite } from '../production-site.ts';
import { password as adminPassword, logIn, openSignedIn } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { press, typeInto } from './by-keyboard.ts';
import { test } from './page-test.ts';
import { expectUsable } from './public-page.ts';

/** Invitations, roles and forgotten passwords, on a site that sends mail and on one that does not. */

let site: ProductionSite;
let mail: Awaited<ReturnType<typeof openMailServer>>;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  mail = await openMailServer();
  site = await startProductionSite({ SMTP_URL: mail.url, SEED_CONTENT: 'off' });
});
test.afterAll(async () => {
  await site?.stop();
  await mail?.close();
});

const CHOSEN = 'four words in a row';
const NEXT = 'another four words in a row';

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.address });
  return context.newPage();
}

const mailsTo = (address: string) =>
  mail.received.filter(({ to }) => to !== undefined && JSON.stringify(to).includes(address));

/** The link in the latest mail to somebody, once there are so many. */
async function linkTo(address: string, count = 1): Promise<string> {
  await expect.poll(() => mailsTo(address).length).toBe(count);
  const { text = '', html } = mailsTo(address).at(-1) ?? {};
  const [link = ''] = /https?:\/\/\S+#[0-9a-f]{40}/.exec(text) ?? [];
  expect(html).toContain(link);
  return link;
}

async function openAsAdministrator(browser: Browser, path: string): Promise<Page> {
  const page = await open(browser);
  await page.goto(`/admin/login?next=${path}`);
  await logIn(page, site.administrator.password, site.administrator.email);
  await expect(page).toHaveURL(path);
  return page;
}

/** Confirms in the dialog, by the administrator's password. */
async function confirm(page: Page, verb: string, password = site.administrator.password) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password', exact: true }).fill(password);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
}

test('a writer is invited by mail, writes, sees no more than that, and chooses a new password when it is forgotten', async ({
  browser,
}) => {
  test.slow();
  const writer = `${freshSlug('writer')}@lab.example`;
  const admin = await openAsAdministrator(browser, '/admin/people');
  const invite = admin.getByRole('form', { name: 'Invite someone' });
  await invite.getByRole('textbox', { name: 'Email' }).fill(` ${writer.toUpperCase()} `);
  await expect(invite.getByRole('combobox', { name: 'Role' })).toHaveValue('writer');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await confirm(admin, 'Invite', 'not the password');
  await expect(admin.getByRole('dialog')).toContainText('This is not your password');
  await confirm(admin, 'Invite');
  await expect(admin.getByRole('status').filter({ hasText: 'on its way' })).toBeFocused();
  await expect(admin.getByRole('region', { name: 'Invited' }).getByRole('listitem')).toContainText(
    writer,
  );
  await invite.getByRole('textbox', { name: 'Email' }).fill(writer);
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await confirm(admin, 'Invite');
  await expect(admin.getByRole('alert')).toContainText('has already been invited');
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('dialog')).toHaveCount(0);

  const link = await linkTo(writer);
  const page = await open(browser);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  // A scanner opens the link as well.
  for (const visit of ['scanner', 'reader']) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText('as a writer'), visit).toBeVisible();
  }
  // No address that a server or a proxy could write down holds the token.
  expect(sent).toContain(link.split('#')[0]);
  expect(sent.filter((url) => url.includes(link.split('#')[1] ?? ''))).toEqual([]);
  await expectUsable(page, link);
  await page.goto('about:blank');
  await page.goto(link);
  const password = page.getByRole('textbox', { name: 'New password' });
  await password.fill('short');
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  expect(await password.evaluate((field: HTMLInputElement) => field.validity.tooShort)).toBe(true);
  await password.fill(CHOSEN);
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByText(`Signed in as ${writer}`)).toBeVisible();

  const nav = page.getByRole('navigation', { name: 'Admin area' }).getByRole('link');
  await expect(nav).toHaveText(['Posts', 'Media', 'Account']);
  const failures: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) failures.push(response.url());
  });
  await page.goto('/admin/create-post');
  const slug = freshSlug('by-a-writer');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('By a writer');
  await page.getByRole('textbox', { name: 'URL Slug' }).fill(slug);
  await page.getByRole('textbox', { name: 'Content (HTML or Markdown)' }).fill('A text.');
  await page.getByRole('button', { name: 'Publish Post' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  for (const path of [
    'inbox',
    'newsletter',
    'subscribers',
    'glossary',
    'people',
    'activity',
    'inbox/x',
  ]) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('For administrators');
    await expect(page).toHaveURL(`/admin/${path}`);
  }
  // A refused call is an error in the writer's console.
  expect(failures).toEqual([]);
  await page.getByRole('link', { name: 'Go to the posts' }).click();
  await expect(page).toHaveURL('/admin/dashboard');

  // The link has been used.
  const other = await open(browser);
  await other.goto(link);
  await expect(other.getByRole('alert')).toContainText('has already been used');
  await other.getByRole('link', { name: 'Go to sign-in' }).click();
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  for (const address of [`${freshSlug('nobody')}@lab.example`, writer]) {
    await other.getByRole('textbox', { name: 'Email' }).fill(address);
    await other.getByRole('button', { name: 'Email me a link' }).click();
    await expect(other.getByRole('status')).toContainText(`If ${address} has an account here`);
  }
  await other.goto(await linkTo(writer, 2));
  await expect(other.getByText(`Choose a new password for ${writer}.`)).toBeVisible();
  await other.getByRole('textbox', { name: 'New password' }).fill(NEXT);
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.getByRole('status')).toHaveText(
    'Your password has been changed. Sign in with the new one.',
  );
  await expect(other.getByRole('textbox', { name: 'Email' })).toHaveValue(writer);
  await logIn(other, NEXT, writer);
  await expect(other).toHaveURL('/admin/dashboard');
  expect(mail.received.map(({ to }) => JSON.stringify(to)).join()).not.toContain('nobody');

  // The session that began before has ended.
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/login/);

  // The role changes where the writer is signed in, and so does the account's end.
  await admin.reload();
  await admin.getByRole('combobox', { name: `Role of ${writer}` }).selectOption('Administrator');
  await confirm(admin, 'Make an administrator');
  await expect(
    admin.getByRole('status').filter({ hasText: 'is an administrator now' }),
  ).toBeFocused();
  await other.goto('/admin/activity');
  await expect(other.getByText('accepted the invitation and is now')).toBeVisible();
  await admin.getByRole('button', { name: `Remove ${writer}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(admin.getByRole('dialog')).toHaveCount(0);
  await admin.getByRole('button', { name: `Remove ${writer}` }).click();
  await confirm(admin, 'Remove account');
  await expect(admin.getByText(`${writer} can no longer sign in.`)).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/admin\/login/);
  const own = site.administrator.email;
  await expect(admin.getByRole('button', { name: `Remove ${own}` })).toBeDisabled();
  await expect(admin.getByRole('combobox', { name: `Role of ${own}` })).toBeDisabled();
});

test('people are invited, given a role and removed without a pointer', async ({ browser }) => {
  const writer = `${freshSlug('keys')}@lab.example`;
  const page = await openAsAdministrator(browser, '/admin/people');
  const says = (text: string) => page.getByRole('status').filter({ hasText: text });
  const proveByKeys = async () => {
    const dialog = page.getByRole('dialog');
    const asked = dialog.getByRole('textbox', { name: 'Your password', exact: true });
    await typeInto(page, asked, site.administrator.password);
    await page.keyboard.press('Enter');
  };
  await typeInto(page, page.getByRole('textbox', { name: 'Email' }), writer);
  await press(page, page.getByRole('button', { name: 'Send invitation' }));
  await proveByKeys();
  await expect(says('on its way')).toBeFocused();
  await press(page, page.getByRole('button', { name: `Withdraw the invitation for ${writer}` }));
  await expect(says(`The invitation for ${writer} has been withdrawn.`)).toBeFocused();
  await typeInto(page, page.getByRole('textbox', { name: 'Email' }), writer);
  await press(page, page.getByRole('button', { name: 'Send invitation' }));
  await proveByKeys();
  await expect(says('on its way')).toBeFocused();
  const token = (await linkTo(writer, 2)).split('#')[1];
  const accepted = await page.request.post('/api/admin/invitations/accept', {
    data: { token, password: CHOSEN },
  });
  expect(accepted.status()).toBe(200);
  await page.reload();

  const role = page.getByRole('combobox', { name: `Role of ${writer}` });
  await press(page, role, 'ArrowDown');
  await expect(page.getByRole('dialog')).toContainText(
    `Make this person an administrator? ${writer}`,
  );
  await page.keyboard.press('Escape');
  await expect(role).toBeFocused();
  await expect(role).toHaveValue('writer');
  await page.keyboard.press('ArrowDown');
  await proveByKeys();
  await expect(says('is an administrator now')).toBeFocused();
  const remove = page.getByRole('button', { name: `Remove ${writer}` });
  await press(page, remove);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await proveByKeys();
  await expect(says(`${writer} can no longer sign in.`)).toBeFocused();
});

test('an administrator who makes a writer of themselves is led to what is left to them', async ({
  browser,
}) => {
  const second = `${freshSlug('second')}@lab.example`;
  const admin = await openAsAdministrator(browser, '/admin/people');
  const invite = admin.getByRole('form', { name: 'Invite someone' });
  await invite.getByRole('textbox', { name: 'Email' }).fill(second);
  await invite.getByRole('combobox', { name: 'Role' }).selectOption('Administrator');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await confirm(admin, 'Invite');
  await expect(admin.getByText('The invitation is on its way')).toBeVisible();
  await admin.getByRole('button', { name: `Invite ${second} again` }).click();
  await confirm(admin, 'Invite again');
  const page = await open(browser);
  const link = await linkTo(second, 2);
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill(CHOSEN);
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  await page.getByRole('link', { name: 'People' }).click();
  await expectUsable(page, '/admin/people');
  await page.goto('/admin/people');
  await page.getByRole('combobox', { name: `Role of ${second}` }).selectOption('Writer');
  await expect(page.getByRole('dialog')).toContainText('This is your own account.');
  await confirm(page, 'Make a writer', CHOSEN);
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
});

test('where no mail is sent, the link is handed over, and a forgotten password needs the server', async ({
  page,
  request,
  browser,
}) => {
  const guest = `${freshSlug('guest')}@lab.example`;
  await openSignedIn(page, request, '/admin/people');
  const invite = page.getByRole('form', { name: 'Invite someone' });
  await expect(invite).toContainText('This site does not send email');
  await invite.getByRole('textbox', { name: 'Email' }).fill(guest);
  await invite.getByRole('button', { name: 'Create invitation link' }).click();
  await confirm(page, 'Invite', adminPassword);
  const shown = page.getByRole('textbox', { name: 'Invitation link' });
  const link = await shown.inputValue();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText(guest);
  await expect(shown).toHaveCount(0);
  await page.getByRole('button', { name: `Withdraw the invitation for ${guest}` }).click();
  await expect(page.getByText(`The invitation for ${guest} has been withdrawn.`)).toBeVisible();
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('alert')).toContainText('was withdrawn');
  await theirs.goto('/admin/forgot-password');
  await expect(theirs.getByText('npm run admin -- password EMAIL')).toBeVisible();
  await expect(theirs.getByRole('textbox')).toHaveCount(0);
  await expectUsable(theirs, '/admin/forgot-password');
});
