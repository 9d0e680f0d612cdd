import { expect, type Page } from '@playwright/test';
import { honeypotLabel } from '../../src/content/page-labels.ts';
import { holdBack } from './admin-area.ts';
import { test } from './page-test.ts';
import { openLive, requestsOf, sectionUnder } from './public-page.ts';
import { attributeOf, serverPage, textIn } from './server-page.ts';
import { LIVE_SITE } from './sites.ts';

/** The investor form, the waitlist and Apply Now of a site whose forms reach the server. */

test.use({ baseURL: LIVE_SITE.baseURL });

const INVESTOR_CALL = '**/api/investor-inquiries';
const WAITLIST_CALL = '**/api/waitlist';

const someone = () => ({
  name: `Person ${crypto.randomUUID()}`,
  email: `${crypto.randomUUID()}@fund.example`,
});

const partner = (page: Page) => {
  const form = sectionUnder(page, 'Partner With Us');
  return {
    name: form.getByLabel('Name'),
    email: form.getByLabel('Email'),
    organization: form.getByLabel('Organisation'),
    message: form.getByLabel('Message'),
    submit: form.getByRole('button', { name: 'Send enquiry' }),
    sending: form.getByRole('button', { name: 'Sending…' }),
    alert: form.getByRole('alert'),
    thanks: form.getByRole('heading', { name: 'Thank you' }),
  };
};

async function writeInquiry(page: Page) {
  const inquiry = { ...someone(), organization: 'Assays & Sons', message: 'What is the baseline?' };
  const form = partner(page);
  for (const name of ['name', 'email', 'organization', 'message'] as const) {
    await form[name].fill(inquiry[name]);
  }
  return inquiry;
}

const modal = (page: Page) => page.getByRole('dialog', { name: 'Join the waitlist' });
const opener = (page: Page) => page.getByRole('button', { name: 'Join the waitlist' }).first();
const status = (page: Page) => page.getByRole('main').getByRole('status');

async function register(page: Page) {
  const details = { ...someone(), company: 'Assays & Sons', role: 'Chemist', message: '100%?' };
  await opener(page).click();
  for (const [label, text] of [
    ['Name', details.name],
    ['Email', details.email],
    ['Company', details.company],
    ['Role', details.role],
    ['Message', details.message],
  ] as const) {
    await modal(page).getByLabel(label).fill(text);
  }
  await modal(page).getByRole('button', { name: 'Join the waitlist' }).click();
  return details;
}

/** Nobody who looks, listens or tabs meets the trap, and browsers leave it empty. */
async function expectTrapUnmet(page: Page): Promise<void> {
  const trap = page.locator('input[name=subject]');
  await expect(trap).toHaveCount(1);
  await expect(trap).not.toBeInViewport();
  await expect(trap).toHaveJSProperty('tabIndex', -1);
  await expect(trap).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox', { name: honeypotLabel })).toHaveCount(0);
}

test('live forms: the investor form and the waitlist', async ({ page, api }) => {
  await test.step('an investor learns of every failure in words, loses no text, and is thanked when it is kept', async () => {
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    await openLive(page, '/investors');
    const form = partner(page);
    await expectTrapUnmet(page);

    const inquiry = await writeInquiry(page);
    // Looking something up elsewhere on the page empties nothing.
    await page.getByRole('link', { name: 'Learn More' }).click();
    await expect(form.message).toHaveValue(inquiry.message);

    await page.route(INVESTOR_CALL, (route) => route.abort(), { times: 1 });
    await form.submit.click();
    await expect(form.alert).toHaveText(
      'Network error. Please check your connection and try again.',
    );
    await expect(form.alert).toBeFocused();
    await expect(form.message).toHaveValue(inquiry.message);

    const sent = page.waitForRequest(INVESTOR_CALL);
    const letGo = await holdBack(page, INVESTOR_CALL);
    await form.submit.click();
    await expect(form.sending).toBeDisabled();
    await expect(form.alert).toHaveCount(0);
    letGo();
    await expect(form.thanks).toBeFocused();
    expect((await sent).postDataJSON()).toEqual(inquiry);
    const { organization: company, ...kept } = inquiry;
    expect(await api.inquiriesOf(inquiry.name)).toMatchObject([
      { ...kept, company, kind: 'investor', isSuspected: false },
    ]);
    expect(errors.filter((text) => text.includes(inquiry.name))).toEqual([]);
  });
  await test.step('who joins the waitlist is registered, has the mail draft, and is told of both', async () => {
    await openLive(page, '/platform');
    const requests = requestsOf(page);
    const draftsOf = (name: string) =>
      requests.filter(
        (each) =>
          each.startsWith(
            'GET mailto:info@ligara.example?subject=New%20Waitlist%20Registration&',
          ) &&
          each.includes(encodeURIComponent(`Name: ${name}\r\n`)) &&
          each.includes(encodeURIComponent('\r\nCompany: Assays & Sons\r\nRole: Chemist\r\n')),
      );
    await opener(page).click();
    await expectTrapUnmet(page);
    await expect(modal(page).getByText('This sends us your details')).toBeVisible();
    await page.keyboard.press('Escape');

    const sent = page.waitForRequest(WAITLIST_CALL);
    const letGo = await holdBack(page, WAITLIST_CALL);
    const details = await register(page);
    await expect(modal(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await expect(status(page)).toHaveText('Sending your details…');
    await expect.poll(() => draftsOf(details.name)).toHaveLength(1);
    letGo();
    await expect(status(page)).toContainText('You are on the waitlist');
    expect((await sent).postDataJSON()).toEqual(details);
    const { role: jobTitle, ...kept } = details;
    expect(await api.inquiriesOf(details.name)).toMatchObject([
      { ...kept, jobTitle, kind: 'waitlist', isSuspected: false },
    ]);
    await page.unroute(WAITLIST_CALL);

    // Refused, it is in the draft all the same.
    await page.route(WAITLIST_CALL, (route) => route.fulfill({ status: 500, body: '' }));
    const { name } = await register(page);
    await expect(status(page)).toContainText('nothing is lost');
    await expect.poll(() => draftsOf(name)).toHaveLength(1);
    await status(page).getByRole('link', { name: 'Open the draft again' }).click();
    await expect.poll(() => draftsOf(name)).toHaveLength(2);
  });
});

test('an investor without scripts is refused and thanked where the form is', async ({
  browser,
  api,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto('/investors');
  const form = partner(page);
  const inquiry = await writeInquiry(page);
  await form.name.fill(' ');
  await form.submit.click();
  await expect(form.alert).toHaveText('Please fill in all required fields: name');
  await expect(form.alert).toBeInViewport();
  await expect(form.name).toHaveAttribute('aria-invalid', 'true');
  await expect(form.organization).toHaveValue(inquiry.organization);
  await form.name.fill(inquiry.name);
  await form.submit.click();
  await expect(form.thanks).toBeInViewport();
  expect(await api.inquiriesOf(inquiry.name)).toMatchObject([
    { email: inquiry.email, kind: 'investor', isSuspected: false },
  ]);
  await page.context().close();
});

test('who applies, or joins the waitlist without scripts, has a mail draft to the right address', async ({
  request,
}) => {
  const [careers, info] = ['mailto:careers@ligara.example', 'mailto:info@ligara.example'];
  for (const [path, name, address] of [
    ['/teams', 'Apply Now', `${careers}?subject=Application%3A%20Research%20Intern`],
    ['/platform', 'Join the waitlist', `${info}?subject=New%20Waitlist%20Registration`],
  ] as const) {
    const { elements } = await serverPage(request, path);
    const links = elements('a').filter((link) => textIn(link) === name);
    expect(links.map((link) => attributeOf(link, 'href'))).toContain(address);
    if (name === 'Apply Now') expect(elements('button').map(textIn)).not.toContain(name);
  }
});
