import { expect, type Page } from '@playwright/test';
import type { ParsedMail } from 'mailparser';
import { failures } from '../../src/content/newsletter.ts';
import { test } from './page-test.ts';
import { waitUntilLive } from './public-page.ts';
import { LIVE_SITE, lastMailTo, mailsTo } from './sites.ts';

/** The newsletter of a site whose forms reach the server, from the form to the letter and out again. */

test.use({ baseURL: LIVE_SITE.baseURL });

const reader = () => `reader-${crypto.randomUUID()}@lab.example`;

/** The first URL of a newsletter page in the text of a mail. */
function linkIn({ text = '' }: ParsedMail): string {
  return /https?:\/\/\S*\/newsletter\/\w+\?token=[\w.-]+/.exec(text)?.[0] ?? '';
}

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe' });
const heading = (page: Page) => page.locator('h1');

/** As a person does, for whom the form was made before. */
async function takeAMinute(page: Page): Promise<void> {
  const minuteAgo = new Date(Date.now() - 60_000).toISOString();
  await page.locator('input[name=shown]').evaluate((field: HTMLInputElement, instant) => {
    field.value = instant;
  }, minuteAgo);
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  test(`who signs up ${how} scripts, confirms and leaves has a say at every step`, async ({
    browser,
    api,
  }) => {
    const page = await browser.newPage({ javaScriptEnabled });
    const address = reader();
    await page.goto('/newsletter');
    await email(page).fill(address);
    await takeAMinute(page);
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

    const issue = { slug: 'how-to-read-an-ic50', again: true };
    await api.call('POST', '/api/admin/newsletter/issues', issue);
    const letter = await lastMailTo(address, 2);
    await page.goto(linkIn(letter));
    await expect(heading(page)).toHaveText('Unsubscribe from the newsletter?');
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(heading(page)).toHaveText('You are unsubscribed');
    await page.context().close();
  });
}

test('newsletter: failures are told in words, bots are not mailed, and broken links say so', async ({
  page,
  browser,
  request,
}) => {
  await test.step('a sign-up that does not come through says why, and keeps the address that was typed', async () => {
    await page.goto('/newsletter');
    await waitUntilLive(page);
    const address = reader();
    await email(page).fill(address);
    const say = async (answer: 'abort' | number, words: string) => {
      await page.route('**/api/newsletter', (route) =>
        answer === 'abort'
          ? route.abort()
          : route.fulfill({ status: answer, json: { detail: 'x' } }),
      );
      await subscribe(page).click();
      await expect(page.getByRole('alert')).toHaveText(words);
      await expect(email(page)).toHaveValue(address);
      await page.unroute('**/api/newsletter');
    };
    await say('abort', failures.network);
    await say(500, failures.other);
    await say(429, failures.tooMany);

    let body: unknown;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/newsletter', async (route) => {
      body = route.request().postDataJSON();
      await held;
      await route.continue();
    });
    await subscribe(page).click();
    await expect(page.getByRole('button', { name: 'Sending…' })).toBeDisabled();
    release();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
    expect(body).toEqual({ email: address });
    await page.unrouteAll();
  });
  await test.step('a program that fills in every field of the form makes us mail nobody', async () => {
    await page.goto('/newsletter');
    const [bot, person] = [reader(), reader()];
    await email(page).fill(bot);
    await page.locator('input[name=subject]').fill('Cheap pills', { force: true });
    await subscribe(page).click();
    await expect(page.getByText('Please check your inbox')).toBeVisible();
    await page.goto('/newsletter');
    await email(page).fill(person);
    await subscribe(page).click();
    await lastMailTo(person);
    expect(await mailsTo(bot)).toEqual([]);
  });
  await test.step('links that are broken, and forms that come from behind a proxy, get a page of ours', async () => {
    for (const [path, colorScheme] of [
      ['/newsletter/confirm?token=x', 'light'],
      ['/newsletter/unsubscribe', 'dark'],
    ] as const) {
      const page = await browser.newPage({ colorScheme });
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(heading(page)).toHaveText('This link is not complete');
      await page.context().close();
    }
    const answer = await request.post('/newsletter', {
      headers: { Origin: 'https://www.ligara.example' },
      form: { email: reader() },
    });
    expect(answer.status()).toBe(200);
  });
});

test('newsletter without scripts: a refused address, and the form at the end of posts', async ({
  browser,
}) => {
  await test.step('without scripts an address that is none is refused with the form as it was filled in', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto('/newsletter');
    // The browser's own check lets this pass, and the server's does not.
    const long = `${'a'.repeat(250)}@lab.example`;
    await email(page).fill(long);
    await subscribe(page).click();
    await expect(page.getByRole('alert')).toHaveText(failures.email);
    await expect(email(page)).toHaveValue(long);
    await page.context().close();
  });
  await test.step('who has read a post or the blog signs up at its end, without scripts too, and is told what happens', async () => {
    for (const path of ['/blog/how-to-read-an-ic50', '/blog']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ javaScriptEnabled: false, colorScheme });
        const address = reader();
        await page.goto(path);
        await expect(page.locator('script[src]')).toHaveCount(0);
        const form = page.getByRole('region', { name: 'The next post by email' });
        await form.getByRole('textbox', { name: 'Email' }).fill(address);
        await takeAMinute(page);
        await form.getByRole('button', { name: 'Subscribe' }).click();
        await expect(page).toHaveURL(`${LIVE_SITE.baseURL}/newsletter`);
        await expect(page.getByText('Please check your inbox')).toBeVisible();
        await lastMailTo(address);
        await page.context().close();
      }
    }
  });
});
