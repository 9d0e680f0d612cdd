import { expect, type Page } from '@playwright/test';
import { nextDialog, signInAgain } from './admin-area.ts';
import type { Api } from './api.ts';
import { test } from './page-test.ts';
import { LIVE_SITE, SIGNED_IN } from './sites.ts';

test.use({ ...SIGNED_IN, baseURL: LIVE_SITE.baseURL });

const inbox = (page: Page) => ({
  rows: page.getByRole('list', { name: 'Enquiries' }).getByRole('link'),
  search: page.getByRole('searchbox', { name: 'Search enquiries' }),
  state: page.getByRole('combobox', { name: 'Status' }),
  note: page.getByRole('textbox', { name: 'Note' }),
  news: page.getByRole('status'),
  back: page.getByRole('link', { name: 'Back to inbox' }),
  link: page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Inbox' }),
});

const write = (api: Api, name: string, more: object = {}) =>
  api.call('POST', '/api/contact', { name, email: 'a@lab.example', message: 'Hello', ...more });

test('inbox: an inquiry is read, noted, answered, handled, found and deleted', async ({
  page,
  api,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const [ada, wen] = [`Ada ${mark}`, `Wen ${mark}`];
  const { rows, search, state, note, news, link, back } = inbox(page);
  await test.step('what a visitor sends is unread until it is opened', async () => {
    await write(api, ada, { message: 'First line\nhttps://lab.example/x' });
    await write(api, wen);
    await page.goto('/admin/dashboard');
    await expect(page.getByText('waitlist forms reach this server')).toContainText(
      'LIVE_FORMS=off',
    );
    // Others write at the same time.
    await expect(link).toHaveText(/^Inbox[1-9]\d* unread$/);
    await link.click();
    await search.fill(mark);
    await expect(page).toHaveURL(/\?q=/);
    await expect(rows).toHaveText([/^Unread:Wen/, /^Unread:Ada/]);
    await rows.nth(1).click();
    await expect(page.getByRole('heading', { name: ada })).toBeFocused();
    await expect(page).toHaveURL(/\/admin\/inbox\/[\da-f-]{36}\?q=/);
  });
  await test.step('its text is text, and the reply quotes it', async () => {
    const message = page.getByRole('region', { name: 'Message' });
    await expect(message).toHaveText('First line\nhttps://lab.example/x', { useInnerText: true });
    await expect(message.getByRole('link')).toHaveCount(0);
    const reply = page.getByRole('link', { name: 'Reply' });
    await expect(reply).toHaveAttribute('href', /^mailto:a@lab\.example\?subject=Re%3A%20/);
  });
  await test.step('a note is saved, and put together with another’s', async () => {
    await note.fill('Called back');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(news.getByText('Saved')).toBeVisible();
    await page.getByRole('button', { name: 'Mark as handled' }).click();
    await expect(news.getByText('Marked as handled.')).toBeVisible();
    const path = `/api/admin/inquiries/${/inbox\/([\da-f-]+)/.exec(page.url())?.[1]}`;
    await api.call('PATCH', path, { note: 'Theirs', noteVersion: 1 });
    await note.fill('Mine');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(news.getByText('It holds both texts now.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(news.getByText('Saved')).toBeVisible();
    expect(await api.call('GET', path)).toMatchObject({ note: 'Theirs\n\nMine' });
  });
  await test.step('what is found is deleted', async () => {
    await back.click();
    await expect(rows).toHaveText([/^Unread:Wen/, /^Ada/]);
    await state.selectOption('Open');
    await expect(rows).toHaveText([/^Unread:Wen/]);
    await rows.first().click();
    const asked = nextDialog(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await asked;
    await expect(page.getByText(`Deleted the enquiry from ${wen}.`)).toBeVisible();
    await expect(page).toHaveURL(`/admin/inbox?q=${mark}&state=open`);
  });
});

test('inbox: spam is held back until it is said to be none; nothing is lost without the server or the session', async ({
  page,
  api,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const { rows, search, state, note, news, back } = inbox(page);
  await test.step('suspected spam', async () => {
    await write(api, `Bot ${mark}`, { message: 'Buy', subject: 'Pills' });
    await page.goto('/admin/inbox');
    await search.fill(mark);
    await expect(page.getByText('No enquiries match')).toBeVisible();
    await state.selectOption('Suspected spam');
    await rows.filter({ hasText: mark }).click();
    await expect(page.getByText('No email was sent about this enquiry.')).toBeVisible();
    await page.getByRole('button', { name: 'This is not spam' }).click();
    await expect(page.getByText('Moved to the inbox.')).toBeVisible();
    await page.getByRole('button', { name: 'Mark as unread' }).click();
    await state.selectOption('all');
    await expect(rows.first()).toHaveText(/^Unread:Bot/);
  });
  await test.step('without the server, and with a session that is over', async () => {
    await rows.first().click();
    await page.route('**/api/admin/inquiries/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    );
    await note.fill('Asks for the deck');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByRole('alert')).toContainText('Network error');
    const stay = nextDialog(page, 'dismiss');
    await back.click();
    expect(await stay).toContain('unsaved changes');
    await expect(note).toHaveValue('Asks for the deck');
    await page.unroute('**/api/admin/inquiries/*');
    await page.evaluate(() => localStorage.setItem('adminToken', 'over'));
    await page.getByRole('button', { name: 'Save note' }).click();
    await signInAgain(page);
    await expect(news.getByText('Saved')).toBeVisible();
    await page.goto(`/admin/inbox/${crypto.randomUUID()}`);
    await expect(page.getByText('There is no such inquiry.')).toBeVisible();
  });
});
