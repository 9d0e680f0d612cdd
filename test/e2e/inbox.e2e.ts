import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { type ProductionSite, startProductionSite } from '../production-site.ts';
import { writtenMails } from '../written-mails.ts';
import { logIn } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import { expectUsable, openLive } from './public-page.ts';

/** The inbox, the subscribers and the newsletter as an administrator of a live site works with them. */

let site: ProductionSite;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = await startProductionSite({ LIVE_FORMS: 'on' });
});
test.afterAll(() => site?.stop());

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.address });
  return context.newPage();
}

/** Opens a page of the admin area by way of the login. */
async function openSignedIn(browser: Browser, path: string): Promise<Page> {
  const page = await openPage(browser);
  await page.goto(path);
  await logIn(page, site.administrator.password);
  await expect(page).toHaveURL(path);
  return page;
}

/** A call to the API with the token that the page's browser holds. */
async function call(page: Page, method: string, path: string, data?: object) {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'));
  const headers = { Authorization: `Bearer ${token}` };
  const options = data === undefined ? {} : { data };
  const response = await page.request.fetch(path, { method, headers, ...options });
  expect(response.ok()).toBe(true);
  return response.json();
}

/** What the forms of the public pages send. */
async function send(path: string, form: object): Promise<void> {
  const response = await fetch(`${site.address}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(form),
  });
  expect(response.ok).toBe(true);
}

const mailsTo = (address: string) => writtenMails(site.dataDir, address);

/** Signs an email up and confirms it by the mailed link. */
async function subscribe(email: string): Promise<void> {
  await send('newsletter', { email });
  const link = async () => {
    const [mail] = await mailsTo(email);
    return /https?:\/\/\S*\/newsletter\/confirm\?token=[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  };
  await expect.poll(link).not.toBe('');
  const confirmed = await fetch(await link(), { method: 'POST', body: new URLSearchParams() });
  expect(confirmed.status).toBe(200);
}

const inbox = (page: Page) => ({
  rows: page.getByRole('list', { name: 'Enquiries' }).getByRole('link'),
  search: page.getByRole('searchbox', { name: 'Search enquiries' }),
  state: page.getByRole('combobox', { name: 'Status' }),
  note: page.getByRole('textbox', { name: 'Note' }),
  news: page.getByRole('status'),
  link: page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Inbox' }),
});

test('what a visitor writes is read, noted, answered and handled', async ({ browser }) => {
  const visitor = await openPage(browser);
  await openLive(visitor, '/contact?type=demo');
  await visitor.getByRole('textbox', { name: 'Name' }).fill('Ada Example');
  await visitor.getByRole('textbox', { name: 'Email' }).fill('ada@lab.example');
  await visitor.getByRole('textbox', { name: 'Message' }).fill('First line\nhttps://lab.example/x');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Message Sent')).toBeVisible();
  await visitor.context().close();
  await send('investor-inquiries', { name: 'Wen', email: 'wen@fund.example', message: 'Deck?' });

  const page = await openSignedIn(browser, '/admin/dashboard');
  const { rows, note, news, link } = inbox(page);
  await expect(page.getByText('waitlist forms reach this server')).toContainText('LIVE_FORMS=off');
  await expect(link).toHaveText('Inbox2 unread');
  await link.click();
  await expect(rows).toHaveText([/^Unread:Wen/, /^Unread:Ada Example/]);
  await rows.nth(1).click();
  await expect(page.getByRole('heading', { name: 'Ada Example' })).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/inbox\/[\da-f-]{36}$/);
  await expect(link).toHaveText('Inbox1 unread');
  await expect(rows.nth(1)).toHaveText(/^Ada Example/);
  const message = page.getByRole('region', { name: 'Message' });
  await expect(message).toHaveText('First line\nhttps://lab.example/x', { useInnerText: true });
  await expect(message.getByRole('link')).toHaveCount(0);
  const reply = (await page.getByRole('link', { name: 'Reply' }).getAttribute('href')) ?? '';
  expect(reply).toMatch(/^mailto:ada@lab\.example\?subject=Re%3A%20/);
  expect(decodeURIComponent(reply)).toContain('> First line\r\n> https://lab.example/x');

  // The way to another inquiry saves the note first.
  await note.fill('Called back');
  await rows.first().click();
  await expect(page.getByRole('heading', { name: 'Wen' })).toBeFocused();
  await page.goBack();
  await expect(note).toHaveValue('Called back');
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(news.getByText('Marked as handled.')).toBeVisible();
  await expectUsable(page, 'reading');

  const id = page.url().split('/').at(-1);
  await call(page, 'PUT', `/api/admin/inquiries/${id}/note`, { note: 'Theirs', version: 1 });
  await note.fill('Mine');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('alert')).toContainText('Theirs');
  await page.getByRole('button', { name: 'Keep both' }).click();
  await expect(news.getByText('Saved')).toBeVisible();
  expect((await call(page, 'GET', `/api/admin/inquiries/${id}`)).note).toBe('Theirs\n\nMine');

  await page.context().close();
});

test('what visitors wrote is found, exported, deleted, and told from what programs write', async ({
  browser,
}) => {
  const [name, company] = ['Grace Example', '=1+1'];
  await send('contact', { name, company, email: 'grace@lab.example', message: 'Hello' });
  await send('waitlist', { name: 'Yara', email: 'yara@lab.example' });
  await send('contact', { name: 'Bot', email: 'bot@x.example', message: 'Buy', subject: 'Pills' });
  const page = await openSignedIn(browser, '/admin/inbox');
  const { rows, search, state, link } = inbox(page);
  await search.fill('nobody at all');
  await expect(page.getByText('No enquiries match')).toBeVisible();
  await search.fill('grace');
  await state.selectOption('Open');
  await expect(rows).toHaveText([/^Unread:Grace Example/]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^inquiries-.*\.csv$/);
  const table = await readFile(await file.path(), 'utf8');
  expect(table).toContain(`"'=1+1"`);
  expect(table).not.toContain('"=');
  expect(table).not.toContain('yara@lab.example');

  await rows.first().click();
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted the enquiry from Grace Example.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Enquiries' })).toBeFocused();
  await expect(page).toHaveURL('/admin/inbox?q=grace&state=open');

  // What seems to be from a program is held back until somebody says that it is not.
  await link.click();
  await expect(state).toHaveValue('all');
  await state.selectOption('Suspected spam');
  await expect(rows.first()).toHaveText(/Bot/);
  await rows.first().click();
  await expect(page.getByText('No email was sent about this enquiry.')).toBeVisible();
  await page.getByRole('button', { name: 'This is not spam' }).click();
  await expect(page.getByText('Moved to the inbox.')).toBeVisible();
  // The list comes after the mark: closing the inquiry must not undo the filter.
  const marked = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.route(/\/api\/admin\/inquiries(\?|$)/, async (route) => {
    await marked;
    await route.continue();
  });
  await state.selectOption('all');
  await page.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(page).toHaveURL('/admin/inbox');
  await expect(rows.first()).toBeFocused();
  await expect(rows.first()).toHaveText(/^Unread:Bot/);
  await page.context().close();
});

test('without the server, or with a session that is over, nothing in the inbox is lost', async ({
  browser,
}) => {
  const [name, other] = [freshSlug('Olu'), freshSlug('Olu')];
  for (const each of [name, other]) {
    await send('contact', { name: each, email: 'olu@lab.example', message: 'Hello' });
  }
  const page = await openSignedIn(browser, '/admin/inbox');
  const { rows, search, note, news } = inbox(page);
  await page.route('**/api/admin/inquiries?*', (route) => route.abort());
  await search.fill('olu');
  await expect(page.getByRole('alert')).toBeFocused();
  await page.unroute('**/api/admin/inquiries?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows.filter({ hasText: name })).toBeVisible();

  await rows.filter({ hasText: name }).click();
  await page.route('**/note', (route) => route.abort());
  await note.fill('Asks for the deck');
  const stay = page.waitForEvent('dialog').then(async (question) => {
    await question.dismiss();
    return question.message();
  });
  await rows.filter({ hasText: other }).click();
  expect(await stay).toBe('Network error. Please try again. Leave without saving the note?');
  await expect(page.getByRole('alert')).toContainText('Network error');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(note).toHaveValue('Asks for the deck');
  // A note that cannot be saved does not block leaving.
  page.once('dialog', (question) => question.accept());
  await rows.filter({ hasText: other }).click();
  await expect(page.getByRole('heading', { name: other })).toBeVisible();
  await rows.filter({ hasText: name }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await note.fill('Asks for the deck');
  await page.unroute('**/note');

  await page.evaluate(() => localStorage.setItem('adminToken', 'over'));
  await page.getByRole('button', { name: 'Save note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(site.administrator.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(news.getByText('Saved')).toBeVisible();

  const address = page.url();
  await page.evaluate(() => localStorage.setItem('adminToken', 'over'));
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  await logIn(page, site.administrator.password);
  await expect(page).toHaveURL(address);
  await expect(note).toHaveValue('Asks for the deck');
  await page.goto(`/admin/inbox/${crypto.randomUUID()}`);
  await expect(page.getByText('Enquiry not found')).toBeVisible();
  await page.context().close();
});

test('a post is previewed, tried, sent to every subscriber once, watched and stopped', async ({
  browser,
}) => {
  const readers = [0, 1].map((count) => `${freshSlug(`reader${count}`)}@lab.example`);
  for (const reader of readers) await subscribe(reader);
  const page = await openSignedIn(browser, '/admin/newsletter');
  const post = page.getByRole('link', { name: /^How to read an IC50/ });
  await expectUsable(page, 'newsletter');
  await post.click();
  const letter = page.frameLocator('iframe');
  await expect(letter.getByRole('heading', { name: 'How to read an IC₅₀' })).toBeVisible();
  await expect(letter.locator('body')).toHaveCSS('margin', '0px');
  await page.getByText('Plain-text version').click();
  await expect(page.locator('pre')).toContainText('How to read an IC₅₀');
  await expectUsable(page, 'letter');
  await page.getByRole('button', { name: 'Write a test to a file' }).click();
  await expect(
    page.getByText(/^A test for admin@ligara.example is saved as a file in .*outbox\.$/),
  ).toBeVisible();
  await expect
    .poll(async () => (await mailsTo('admin@ligara.example')).map(({ subject }) => subject))
    .toEqual(['Test: How to read an IC₅₀']);

  // As a slow mail server would make it, until it is stopped.
  await page.route('**/api/admin/newsletter/issues/*', async (route) => {
    const response = await route.fetch();
    const issue = await response.json();
    const progress = { ...issue.progress, waiting: 2, sent: 0 };
    await route.fulfill({ response, json: { ...issue, progress } });
  });
  const question = page.waitForEvent('dialog');
  const sending = page.getByRole('button', { name: 'Write 2 emails to files' }).click();
  const asked = await question;
  expect(asked.message()).toContain('2 emails with the subject “How to read an IC₅₀”');
  await asked.accept();
  await sending;
  await expect(page).toHaveURL(/\/admin\/newsletter\/issues\/[\da-f-]{36}$/);
  await expect(page.getByText('0 of 2 written to files, 2 waiting')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '0');
  for (const reader of readers) {
    await expect.poll(async () => (await mailsTo(reader)).length).toBe(2);
    expect((await mailsTo(reader)).map(({ subject }) => subject)).toContain('How to read an IC₅₀');
  }
  await expectUsable(page, 'progress');
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await expect(page.getByText('2 of 2 written to files')).toBeVisible();
  await expect(page.getByText('Stopped on')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2');
  const recipients = page.getByRole('listitem').filter({ hasText: '@lab.example' });
  await expect(recipients).toHaveCount(2);
  await page.getByText('Refused').click();
  await expect(page.getByText('None.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Back to newsletter' }).click();
  await expect(page.getByRole('link', { name: /2 of 2 written to files/ })).toBeVisible();
  await post.last().click();
  await expect(page.getByText('Already written')).toBeVisible();
  // This site has no mail server.
  await expect(page.getByRole('main')).not.toContainText(/\bsent\b/i);

  await page.context().close();
});

test('a newsletter gets a subject and an introduction, a time, and can be changed and cancelled', async ({
  browser,
}) => {
  await subscribe(`${freshSlug('later')}@lab.example`);
  const page = await openSignedIn(browser, '/admin/newsletter/how-to-read-an-ic50');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Reading curves');
  await page.getByRole('textbox', { name: 'Introduction' }).fill('Dear **reader**,');
  const letter = page.frameLocator('iframe');
  await expect(letter.locator('strong').getByText('reader', { exact: true })).toBeVisible();
  await expect(page.getByText('Subject: Reading curves')).toBeVisible();
  await page.getByRole('radio', { name: 'At a set time' }).check();
  await page.getByLabel('Time *').fill('2031-05-06T07:08');
  await expect(page.getByText(/Goes out on .*May 6, 2031 at 7:08/)).toBeVisible();
  await expectUsable(page, 'scheduling');
  await page.getByRole('button', { name: /^Schedule for/ }).click();
  await expect(page).toHaveURL(/\/admin\/newsletter$/);
  await expect(page.getByRole('link', { name: /Reading curves.*Scheduled/ })).toBeVisible();
  await expectUsable(page, 'scheduled newsletters');

  await page.getByRole('link', { name: /Reading curves/ }).click();
  await expect(page.getByRole('textbox', { name: 'Introduction' })).toHaveValue('Dear **reader**,');
  // Another administrator is faster.
  const { scheduled } = await call(page, 'GET', '/api/admin/newsletter/scheduled');
  const [{ id, etag }] = scheduled;
  const other = { etag, subject: 'Curves', introduction: '', sendAt: '2032-01-01T00:00:00Z' };
  await call(page, 'PUT', `/api/admin/newsletter/scheduled/${id}`, other);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else has changed this newsletter');
  await page.getByRole('button', { name: 'Show the current version' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Curves');
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Cancel newsletter' }).click();
  await expect(page).toHaveURL(/\/admin\/newsletter$/);
  await expect(page.getByRole('heading', { name: 'Send a post' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toHaveCount(0);
  await page.context().close();
});

test('an issue that is deleted while it is watched is not asked for again and again', async ({
  browser,
}) => {
  const page = await openSignedIn(browser, '/admin/newsletter');
  const { issues } = await call(page, 'GET', '/api/admin/newsletter/issues');
  const path = `/api/admin/newsletter/issues/${issues[0].id}`;
  const issue = { ...issues[0], progress: { ...issues[0].progress, waiting: 2 }, stoppedAt: null };
  let polls = 0;
  await page.route(`**${path}`, async (route) => {
    polls += 1;
    if (polls === 1) await route.fulfill({ json: issue });
    else await route.fulfill({ status: 404, json: { detail: 'There is no such issue.' } });
  });
  await page.clock.install();
  await page.goto(`/admin/newsletter/issues/${issue.id}`);
  await expect(page.getByText('There is no such issue.', { exact: true })).toBeVisible();
  await page.clock.fastForward(10_000);
  // A poll would be sent before this request.
  const listed = page.waitForResponse((response) => response.url().includes('state=refused'));
  await page.getByText('Refused').click();
  await listed;
  expect(polls).toBe(2);
  await page.context().close();
});

test('subscribers are counted, found, exported and deleted', async ({ browser }) => {
  const reader = `${freshSlug('leaver')}@lab.example`;
  await subscribe(reader);
  await send('newsletter', { email: '+pending@lab.example' });
  const page = await openSignedIn(browser, '/admin/dashboard');
  await page.getByRole('link', { name: 'Subscribers', exact: true }).click();
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible();
  await expectUsable(page, 'subscribers');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all as CSV' }).click();
  const table = await readFile(await (await saving).path(), 'utf8');
  expect(table).toContain(`"'+pending@lab.example","pending"`);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Confirmed');
  await page.getByRole('searchbox').fill(reader);
  await expect(page.getByRole('row')).toHaveCount(2);
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: `Delete ${reader}` }).click();
  await expect(page.getByText('No subscribers match')).toBeVisible();
  await page.context().close();
});
