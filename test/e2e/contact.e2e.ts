import { expect, type Page } from '@playwright/test';
import { holdBack } from './admin-area.ts';
import { test } from './page-test.ts';
import { openLive, requestsOf } from './public-page.ts';

const CALL = '**/api/contact';
const NETWORK = 'Network error. Please check your connection and try again.';

const fields = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Name' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  company: page.getByRole('textbox', { name: 'Company' }),
  jobTitle: page.getByRole('textbox', { name: 'Job title' }),
  requestType: page.getByRole('combobox', { name: 'Request type' }),
  message: page.getByRole('textbox', { name: 'Message' }),
});

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();

/** Fills in the form under a name that no other test uses. */
async function write(page: Page) {
  const inquiry = {
    name: `Reader ${crypto.randomUUID()}`,
    email: 'reader@example.org',
    company: 'Assays & Sons',
    jobTitle: 'Medicinal chemist',
    message: 'Which targets?\nAnd how sure?',
  };
  const form = fields(page);
  for (const name of ['name', 'email', 'company', 'jobTitle', 'message'] as const) {
    await form[name].fill(inquiry[name]);
  }
  return inquiry;
}

test('contact: a message is sent by keyboard and kept whole, a demo says what to expect, and a form that is opened again is empty', async ({
  page,
  api,
}) => {
  await test.step('a message is written and sent by keyboard, reaches us whole, and its writer is told', async () => {
    await openLive(page, '/contact');
    const name = `Reader ${crypto.randomUUID()}`;
    const { name: first, requestType, message } = fields(page);
    await first.focus();
    for (const text of [name, 'sample@example.org', 'Assays & Sons', 'Chemist']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect(requestType).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(requestType).toHaveValue('demo');
    await page.keyboard.press('Tab');
    await expect(message).toBeFocused();
    await page.keyboard.type('Which targets?\nAnd how sure?');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('h1', { hasText: 'Message Sent' })).toBeFocused();
    expect(await api.inquiriesOf(name)).toMatchObject([
      {
        name,
        email: 'sample@example.org',
        company: 'Assays & Sons',
        jobTitle: 'Chemist',
        message: expect.stringMatching(/^Which targets\?\r?\nAnd how sure\?$/),
        requestType: 'demo',
      },
    ]);
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL('/');
  });
  await test.step('who asks for a demo learns what to expect, and nobody else does', async () => {
    await openLive(page, '/contact?type=demo');
    const box = page.locator('section', { hasText: 'What to Expect' });
    await expect(box.getByRole('listitem')).toHaveText([
      '30-minute personalized demo',
      'See prediction models',
      'Discuss use cases',
      'Q&A with the technical team',
    ]);
    await fields(page).requestType.selectOption('support');
    await expect(box).toHaveCount(0);
    await fields(page).requestType.selectOption('demo');
    await expect(box).toBeVisible();
  });
  await test.step('who writes again finds the form empty, but for the request type', async () => {
    // Any answer that is ok is a success, even one that cannot be read.
    await page.route(CALL, (route) => route.fulfill({ status: 200, body: 'not JSON' }));
    await write(page);
    await fields(page).requestType.selectOption('support');
    await send(page);
    await expect(page.locator('h1')).toHaveText('Message Sent');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
    const { requestType, ...texts } = fields(page);
    await expect(requestType).toHaveValue('support');
    for (const field of Object.values(texts)) await expect(field).toHaveValue('');
  });
});

test('contact: missing fields, refusals and failures are told in words, and the text stays', async ({
  page,
}) => {
  await test.step('name, email and message are asked for before anything is sent', async () => {
    await openLive(page, '/contact');
    const { name, email, message } = fields(page);
    const requests = requestsOf(page);
    const alert = page.getByRole('alert');
    await send(page);
    await expect(alert).toBeFocused();
    await expect(alert.getByRole('link')).toHaveText([
      'Name is required.',
      'Email is required.',
      'Message is required.',
    ]);
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveAccessibleDescription('Name is required.');
    await alert.getByRole('link', { name: 'Email is required.' }).click();
    await expect(email).toBeFocused();
    await expect(page).toHaveURL('/contact');

    // An accepted value takes its error away; what stands above stays where it is until the next submit.
    await name.fill('A reader');
    await expect(name).not.toHaveAttribute('aria-invalid');
    await expect(alert).toBeVisible();
    await email.fill('not an address');
    await message.fill('Text');
    await send(page);
    await expect(alert).toHaveCount(0);
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(/^Enter an email address/);
    await expect(page.locator('label', { hasText: '*' })).toHaveText([
      'Name *',
      'Email *',
      'Message *',
    ]);
    expect(requests).toEqual([]);
  });
  await test.step('who meets no network is told so, keeps the text, and may send it again', async () => {
    const { message } = await write(page);
    const alert = page.getByRole('alert');
    await page.route(CALL, (route) => route.abort());
    await send(page);
    await expect(alert).toHaveText(NETWORK);
    await expect(alert).toBeFocused();
    const top = (await fields(page).name.boundingBox())?.y ?? 0;
    expect((await alert.boundingBox())?.y).toBeLessThan(top);
    await expect(fields(page).message).toHaveValue(message);
    await page.unroute(CALL);

    // The error goes with the next submit, not with its answer.
    const letGo = await holdBack(page, CALL);
    await send(page);
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await expect(alert).toHaveCount(0);
    letGo();
    await expect(page.locator('h1')).toHaveText('Message Sent');
    await page.unrouteAll();
  });
  await test.step('fields filled with spaces are named by the server itself, and marked', async () => {
    await openLive(page, '/contact');
    await write(page);
    const { name, message, email } = fields(page);
    await name.fill(' ');
    await message.fill(' ');
    await send(page);
    await expect(page.getByRole('alert')).toHaveText(
      'Please fill in all required fields: name, message',
    );
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(message).toHaveAttribute('aria-invalid', 'true');
    await expect(email).not.toHaveAttribute('aria-invalid');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('contact without scripts: a refused message keeps its text, and reaches us when it is mended', async ({
    page,
    api,
  }) => {
    await page.goto('/contact?type=demo');
    await expect(page.getByRole('heading', { name: 'What to Expect' })).toBeVisible();
    await page.goto('/contact?type=investor');
    const inquiry = await write(page);
    const { name, requestType, message, company } = fields(page);
    await name.fill(' ');
    await send(page);
    await expect(page.getByRole('alert')).toHaveText('Please fill in all required fields: name');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(message).toHaveValue(inquiry.message);
    await expect(company).toHaveValue(inquiry.company);
    await expect(requestType).toHaveValue('investor');
    await name.fill(inquiry.name);
    await requestType.selectOption('demo');
    await send(page);
    await expect(page.locator('h1')).toHaveText('Message Sent');
    await expect(page.getByRole('main')).toContainText('within two business days');
    expect(await api.inquiriesOf(inquiry.name)).toMatchObject([
      { requestType: 'demo', company: 'Assays & Sons' },
    ]);
  });
});
