import { expect, type Page } from '@playwright/test';
import { password as adminPassword, postForm } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { goWithin } from './public-page.ts';
import { LIVE_SITE, lastMailTo, SIGNED_IN, SIGNED_OUT } from './sites.ts';

/** Invitations, roles and forgotten passwords, on a site that sends mail and on one that does not. */

test.use(SIGNED_IN);

const CHOSEN = 'four words in a row';
const NEXT = 'another four words in a row';

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const invitation = (page: Page) => page.getByRole('form', { name: 'Invite someone' });

/** The link in the latest mail to somebody, once there are so many. */
async function linkTo(address: string, count = 1): Promise<string> {
  const { text = '', html } = await lastMailTo(address, count);
  const [link = ''] = /https?:\/\/\S+#[0-9a-f]{40}/.exec(text) ?? [];
  expect(html).toContain(link);
  return link;
}

/** Confirms in the dialog by a password. */
async function confirm(page: Page, verb: string, secret = adminPassword): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password', exact: true }).fill(secret);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
}

async function accept(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(CHOSEN);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
}

test.describe('where mail is sent', () => {
  test.use({ baseURL: LIVE_SITE.baseURL });

  test('people: a writer is invited by mail, writes and sees no more, chooses a new password, is promoted and removed', async ({
    page: admin,
    browser,
    baseURL,
  }) => {
    test.slow();
    const writer = `${freshSlug('writer')}@lab.example`;
    const open = () => browser.newPage({ ...SIGNED_OUT, baseURL });
    const page = await open();
    let link = '';
    await test.step('invited, by who knows the password', async () => {
      await admin.goto('/admin/people');
      const invite = invitation(admin);
      const send = invite.getByRole('button', { name: 'Send invitation' });
      await invite.getByRole('textbox', { name: 'Email' }).fill(` ${writer.toUpperCase()} `);
      await expect(invite.getByRole('combobox', { name: 'Role' })).toHaveValue('writer');
      await send.click();
      await confirm(admin, 'Invite', 'not the password');
      await expect(admin.getByRole('dialog')).toContainText('This is not your password');
      await confirm(admin, 'Invite');
      await expect(status(admin, 'on its way')).toBeFocused();
      const invited = admin.getByRole('listitem').filter({ hasText: writer });
      await expect(invited).toContainText('Invited by');
    });
    await test.step('the link is never sent to the server, and leads in', async () => {
      link = await linkTo(writer);
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await page.goto(link);
      await expect(page.getByRole('button', { name: 'Set password and sign in' })).toBeVisible();
      expect(sent.filter((url) => url.includes(link.split('#')[1] ?? ''))).toEqual([]);
      await accept(page);
      await expect(page.getByText(`Signed in as ${writer}`)).toBeVisible();
    });
    await test.step('a writer writes, and is refused the rest without a call', async () => {
      const nav = page.getByRole('navigation', { name: 'Admin area' }).getByRole('link');
      await expect(nav).toHaveText(['Posts', 'Media', 'Account']);
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 403) refused.push(response.url());
      });
      await page.goto('/admin/create-post');
      const { title, content } = postForm(page);
      await title.fill(freshSlug('by-a-writer'));
      await content.fill('A text.');
      await page.getByRole('button', { name: 'Publish Post' }).click();
      await expect(page).toHaveURL(/\/admin\/dashboard/);
      const others = ['inbox', 'newsletter', 'subscribers', 'glossary', 'people', 'activity'];
      for (const path of [...others, 'inbox/x']) {
        await goWithin(page, `/admin/${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('For administrators');
        await expect(page).toHaveURL(`/admin/${path}`);
      }
      // A refused call is an error in the writer's console.
      expect(refused).toEqual([]);
    });
    const other = await open();
    await test.step('a used link is refused; a forgotten password is replaced by mail', async () => {
      await other.goto(link);
      await expect(other.getByRole('alert')).toContainText('has already been used');
      await other.getByRole('link', { name: 'Go to sign-in' }).click();
      await other.getByRole('link', { name: 'Forgot your password?' }).click();
      await expect(other.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
      await other.getByRole('textbox', { name: 'Email' }).fill(writer);
      await other.getByRole('button', { name: 'Email me a link' }).click();
      await expect(status(other, `If ${writer} has an account here`)).toBeVisible();
      await other.goto(await linkTo(writer, 2));
      await expect(other.getByText(`Choose a new password for ${writer}.`)).toBeVisible();
      await other.getByRole('textbox', { name: 'New password' }).fill(NEXT);
      await other.getByRole('button', { name: 'Set password and sign in' }).click();
      await expect(other).toHaveURL('/admin/dashboard');
      // The session that began before has ended.
      await page.reload();
      await expect(page).toHaveURL(/\/admin\/login/);
    });
    await test.step('role and removal take effect where the person is signed in', async () => {
      await admin.reload();
      await admin
        .getByRole('combobox', { name: `Role of ${writer}` })
        .selectOption('Administrator');
      await confirm(admin, 'Make an administrator');
      await expect(status(admin, 'is an administrator now')).toBeFocused();
      await other.goto('/admin/activity');
      await expect(
        other.getByText('accepted the invitation and is now').filter({ hasText: writer }),
      ).toBeVisible();
      await other.goto('/admin/people');
      await other.getByRole('combobox', { name: `Role of ${writer}` }).selectOption('Writer');
      await expect(other.getByRole('dialog')).toContainText('This is your own account.');
      await confirm(other, 'Make a writer', NEXT);
      await expect(other).toHaveURL('/admin/dashboard');
      await expect(other.getByRole('link', { name: 'People' })).toHaveCount(0);
      await admin.getByRole('button', { name: `Remove ${writer}` }).press('Enter');
      await confirm(admin, 'Remove');
      await expect(admin.getByText(`${writer} has been removed.`)).toBeVisible();
      await other.reload();
      await expect(other).toHaveURL(/\/admin\/login/);
    });
    for (const each of [page, other]) await each.context().close();
  });
});

test('people without a mail server: the link is shown once and can be withdrawn', async ({
  page,
  browser,
}) => {
  const guest = `${freshSlug('guest')}@lab.example`;
  await page.goto('/admin/people');
  const invite = invitation(page);
  await expect(invite).toContainText('This site does not send email');
  await invite.getByRole('textbox', { name: 'Email' }).fill(guest);
  await invite.getByRole('button', { name: 'Create invitation link' }).click();
  await confirm(page, 'Invite');
  const shown = page.getByRole('textbox', { name: 'Invitation link' });
  const link = await shown.inputValue();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: guest })).toContainText('Invited');
  await expect(shown).toHaveCount(0);
  await page.getByRole('button', { name: `Remove ${guest}` }).press('Enter');
  await confirm(page, 'Remove');
  await expect(status(page, `${guest} has been removed.`)).toBeFocused();
  const theirs = await browser.newPage(SIGNED_OUT);
  await theirs.goto(link);
  await expect(theirs.getByRole('alert')).toContainText('was withdrawn');
  await theirs.context().close();
});
