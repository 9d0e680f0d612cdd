import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { ParsedMail } from 'mailparser';
import { failures } from '../../src/content/newsletter.ts';
import { POST_PATH } from '../public-pages.ts';
import { email as administrator } from './admin-area.ts';
import type { Api } from './api.ts';
import { test } from './page-test.ts';
import { waitUntilLive } from './public-page.ts';
import { LIVE_SITE, lastMailTo, mailsTo, SIGNED_IN } from './sites.ts';

/** The newsletter of a site with live forms, from the form to the letter and out again. A sending reaches every subscriber. */

test.use({ baseURL: LIVE_SITE.baseURL });
test.describe.configure({ mode: 'serial' });

const SLUG = POST_PATH.split('/').at(-1) ?? '';
const reader = () => `reader-${crypto.randomUUID()}@lab.example`;

/** The first URL of a newsletter page in the text of a mail. */
function linkIn({ text = '' }: ParsedMail): string {
  return /https?:\/\/\S*\/newsletter\/\w+\?token=[\w.-]+/.exec(text)?.[0] ?? '';
}

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' });
const heading = (page: Page) => page.locator('h1');

/** Signs an email up and confirms it by the mailed link. */
async function subscribeByApi(page: Page, api: Api): Promise<string> {
  const address = reader();
  await api.call('POST', '/api/newsletter', { email: address });
  const confirmed = await page.request.post(linkIn(await lastMailTo(address)), { form: {} });
  expect(confirmed.status()).toBe(200);
  return address;
}

test('newsletter: signed up with and without scripts, confirmed by a press, received, left', async ({
  browser,
  api,
}) => {
  const scripted = await browser.newPage();
  const [first, address] = [reader(), reader()];
  await scripted.goto('/newsletter');
  await waitUntilLive(scripted);
  await email(scripted).fill(first);
  await subscribe(scripted).click();
  await expect(scripted.getByText('Please check your inbox')).toBeVisible();
  expect(linkIn(await lastMailTo(first))).toContain('/newsletter/confirm?token=');
  await scripted.close();

  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto('/newsletter');
  // The browser's own check lets this pass, and the server's does not.
  const long = `${'a'.repeat(250)}@lab.example`;
  await email(page).fill(long);
  await subscribe(page).click();
  await expect(page.getByRole('alert')).toHaveText(failures.email);
  await expect(email(page)).toHaveValue(long);
  await email(page).fill(address);
  await subscribe(page).click();
  await expect(page.getByText('Please check your inbox')).toBeVisible();

  // A program that follows the links of a mail confirms nothing.
  const link = linkIn(await lastMailTo(address));
  const opened = await page.goto(link);
  expect(await opened?.headerValues('cache-control')).toEqual(['private, no-store']);
  expect(await opened?.headerValues('referrer-policy')).toEqual(['strict-origin']);
  await expect(heading(page)).toHaveText('Confirm your address');
  await expect(page.locator('script[src]')).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');
  await page.reload();
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(heading(page)).toHaveText('You are on the list');
  await page.goto(link);
  await expect(heading(page)).toHaveText('You are on the list');

  const referrer = page.waitForRequest('**/blog');
  await page.getByRole('link', { name: 'Read the blog' }).first().click();
  expect((await referrer).headers().referer ?? '').not.toContain('token');

  await api.call('POST', '/api/admin/newsletter/issues', { slug: SLUG, again: true });
  await page.goto(linkIn(await lastMailTo(address, 2)));
  await expect(heading(page)).toHaveText('Unsubscribe from the newsletter?');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(heading(page)).toHaveText('You are unsubscribed');
  await page.close();
});

test('newsletter form: failures in words, at the end of posts without scripts, broken links', async ({
  page,
  browser,
  request,
}) => {
  await test.step('failures keep the address', async () => {
    await page.goto('/newsletter');
    await waitUntilLive(page);
    const address = reader();
    await email(page).fill(address);
    await page.route('**/api/newsletter', (route) => route.abort(), { times: 1 });
    await subscribe(page).click();
    await expect(page.getByRole('alert')).toHaveText(failures.network);
    await expect(email(page)).toHaveValue(address);
    const sent = page.waitForRequest('**/api/newsletter');
    await subscribe(page).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
    expect((await sent).postDataJSON()).toEqual({ email: address });
  });
  await test.step('at the end of a post and of the blog, without scripts', async () => {
    const reading = await browser.newPage({ javaScriptEnabled: false });
    for (const path of [POST_PATH, '/blog']) {
      const address = reader();
      await reading.goto(path);
      await expect(reading.locator('script[src]')).toHaveCount(0);
      const form = reading.getByRole('region', { name: 'The next post by email' });
      await form.getByRole('textbox', { name: 'Email' }).fill(address);
      await form.getByRole('button', { name: 'Subscribe' }).click();
      await expect(reading).toHaveURL(`${LIVE_SITE.baseURL}/newsletter`);
      await expect(reading.getByText('Please check your inbox')).toBeVisible();
      await lastMailTo(address);
    }
    await reading.context().close();
  });
  await test.step('broken links, and a form from behind a proxy', async () => {
    for (const path of ['/newsletter/confirm?token=x', '/newsletter/unsubscribe']) {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(heading(page)).toHaveText('This link is not complete');
    }
    const headers = { Origin: 'https://www.ligara.example' };
    const answer = await request.post('/newsletter', { headers, form: { email: reader() } });
    expect(answer.status()).toBe(200);
  });
});

test.describe('for administrators', () => {
  test.use(SIGNED_IN);

  test('newsletter: a post is previewed, tested, sent to every subscriber once, watched and stopped', async ({
    page,
    api,
  }) => {
    const readers = [await subscribeByApi(page, api), await subscribeByApi(page, api)];
    const { slug, title } = await api.writePost({ title: 'Curves that bend', status: 'published' });
    await page.goto('/admin/newsletter');
    await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
    const letter = page.frameLocator('iframe');
    await expect(letter.getByRole('heading', { name: title })).toBeVisible();
    await expect(letter.locator('body')).toHaveCSS('margin', '0px');
    await page.getByRole('button', { name: 'Send me a test' }).click();
    await expect(page.getByText(`A test is on its way to ${administrator}.`)).toBeVisible();
    const tests = async () => (await mailsTo(administrator)).map(({ subject }) => subject);
    await expect.poll(tests).toContain(`Test: ${title}`);

    // As a slow mail server would make it, until it is stopped.
    await page.route('**/api/admin/newsletter/issues', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      const { issues, ...rest } = await response.json();
      const [{ progress, recipients, ...issue }, ...others] = issues;
      const slow = {
        ...issue,
        recipients,
        progress: { ...progress, waiting: recipients, sent: 0 },
      };
      await route.fulfill({ response, json: { ...rest, issues: [slow, ...others] } });
    });
    const question = page.waitForEvent('dialog');
    const sending = page.getByRole('button', { name: /^Send to \d+ subscribers$/ }).click();
    expect((await question).message()).toContain(`Send “${title}” to `);
    await (await question).accept();
    await sending;
    await expect(page).toHaveURL(/\/admin\/newsletter$/);
    const sent = page.getByRole('listitem').filter({ hasText: 'By ' }).first();
    await expect(sent).toContainText(title);
    await expect(sent.getByRole('status')).toHaveText(/^0 of (\d+) sent, \1 waiting$/);
    for (const each of readers) expect((await lastMailTo(each, 2)).subject).toBe(title);
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Stop sending' }).click();
    await expect(sent).toContainText('Stopped');
    await page.unrouteAll({ behavior: 'wait' });
    await expect(sent.getByRole('status')).toHaveText(/^(\d+) of \1 sent$/);
    await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0);
    await page.goto(`/admin/newsletter/${slug}`);
    await expect(page.getByText('Already sent')).toBeVisible();
  });

  test('newsletter: a subject, an introduction and a time are set, changed and cancelled; subscribers are found, exported and deleted', async ({
    page,
    api,
  }) => {
    const { slug } = await api.writePost({ status: 'published' });
    await page.goto(`/admin/newsletter/${slug}`);
    const subject = page.getByRole('textbox', { name: 'Subject' });
    const introduction = page.getByRole('textbox', { name: 'Introduction' });
    const scheduled = page.getByRole('listitem').filter({ hasText: 'Scheduled' });
    await subject.fill('Reading curves');
    await introduction.fill('Dear **reader**,');
    const letter = page.frameLocator('iframe');
    await expect(letter.locator('strong').getByText('reader', { exact: true })).toBeVisible();
    await expect(page.getByText('Subject: Reading curves')).toBeVisible();
    await page.getByLabel('Send at').fill('2031-05-06T07:08');
    await expect(page.getByText(/Goes out on .*May 6, 2031 at 7:08/)).toBeVisible();
    await page.getByRole('button', { name: /^Schedule for/ }).click();
    await expect(page).toHaveURL(/\/admin\/newsletter$/);
    await scheduled.filter({ hasText: 'Reading curves' }).getByRole('link').click();
    await expect(introduction).toHaveValue('Dear **reader**,');
    await subject.fill('Curves');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL(/\/admin\/newsletter$/);
    await scheduled.filter({ hasText: 'Curves' }).getByRole('link').click();
    await expect(subject).toHaveValue('Curves');
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Cancel newsletter' }).click();
    await expect(page).toHaveURL(/\/admin\/newsletter$/);
    await expect(page.getByRole('heading', { name: 'Send a post' })).toBeVisible();
    await expect(scheduled).toHaveCount(0);
    await test.step('subscribers are found, exported as text, and deleted', async () => {
      const address = await subscribeByApi(page, api);
      await page.goto('/admin/dashboard');
      await page.getByRole('link', { name: 'Subscribers', exact: true }).click();
      const rows = page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem');
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export all as CSV' }).click();
      const table = await readFile(await (await saving).path(), 'utf8');
      expect(table).toContain(`"${address}","confirmed"`);
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Confirmed');
      await page.getByRole('searchbox').fill(address);
      await expect(rows).toHaveCount(1);
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: `Delete ${address}` }).click();
      await expect(page.getByText('No subscribers match')).toBeVisible();
    });
  });
});
