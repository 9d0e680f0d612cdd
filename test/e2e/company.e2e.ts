import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { loadEveryPicture, openLive, requestsOf, sectionUnder } from './public-page.ts';

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
const founder = {
  name: 'Dr Imara Vellacourt',
  short: 'Medicinal chemist with eleven years at the bench',
  full: 'Imara trained as a synthetic chemist',
};
const advisor = {
  name: 'Prof Odalys Fenwright',
  short: 'Protein dynamics and ligand binding.',
  full: 'Odalys studies how proteins move',
};

async function expectBiography(page: Page, person: typeof founder, which: 'short' | 'full') {
  const texts = card(page, person.name);
  await expect(texts.getByText(person[which])).toBeVisible();
  await expect(texts.getByText(person[which === 'full' ? 'short' : 'full'])).toBeHidden();
}

test('company: purpose and newsletter, the team, investors', async ({ page }) => {
  await test.step('a figure of Purpose leads to its footnote and back', async () => {
    await page.goto('/purpose');
    const challenge = sectionUnder(page, 'The size of the problem');
    const mark = challenge.locator('dt a').first();
    const note = challenge.locator('ol > li').first();
    await mark.click();
    await expect(note).toBeInViewport();
    await expect(page).toHaveURL(/#note-/);
    await note.getByRole('link').click();
    await expect(mark).toBeInViewport();
    await expect(page).toHaveURL(/#mark-/);
  });
  await test.step('who signs up for the newsletter is thanked, and nothing is sent', async () => {
    await openLive(page, '/newsletter');
    const email = page.getByLabel('Email');
    const submit = page.getByRole('button', { name: 'Subscribe' });
    const requests = requestsOf(page);
    for (const wrong of ['', 'not an address']) {
      await email.fill(wrong);
      await submit.click();
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription(
        /^(Email is required|Enter an email address)/,
      );
    }
    await email.fill('reader@example.org');
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused();
    await expect(page).toHaveURL('/newsletter');
    expect(requests).toEqual([]);
  });
  await test.step('is four founders, ten advisors and one to be announced, told of in full to the pointer and to the keyboard', async () => {
    await page.goto('/teams');
    const founders = sectionUnder(page, 'Founders');
    await expect(founders.getByRole('article')).toHaveCount(4);
    const board = sectionUnder(page, 'Strategic advisory board');
    await expect(board.getByRole('article')).toHaveCount(10);
    await expect(board.getByRole('heading', { level: 3 }).last()).toHaveText('To Be Announced');
    const hiring = sectionUnder(page, 'Work with us');
    const mails = hiring.getByRole('link');
    await expect(mails).toHaveCount(2);
    for (const link of await mails.all()) {
      await expect(link).toHaveAttribute('href', /^mailto:careers@ligara\.example/);
    }

    for (const person of [founder, advisor]) {
      await expectBiography(page, person, 'short');
      await card(page, person.name).hover();
      await expectBiography(page, person, 'full');
      await page.mouse.move(0, 0);
      await expectBiography(page, person, 'short');
      const toggle = page.getByRole('checkbox', { name: `Full biography: ${person.name}` });
      await toggle.focus();
      await expectBiography(page, person, 'full');
      await page.keyboard.press('Tab');
      await expectBiography(page, person, 'short');
      // It stays when asked to.
      await toggle.press('Space');
      await page.keyboard.press('Tab');
      await expectBiography(page, person, 'full');
    }
  });
  await test.step('takes no application by the button that does nothing', async () => {
    const apply = page.getByRole('button', { name: 'Apply Now' });
    await page.evaluate(loadEveryPicture);
    const requests = requestsOf(page);
    const before = await page.getByRole('main').innerHTML();
    await apply.click();
    await expect(page).toHaveURL('/teams');
    expect(await page.getByRole('main').innerHTML()).toBe(before);
    expect(requests).toEqual([]);
  });
  await test.step('is shown without a portrait that does not load', async () => {
    await page.route('**/images/portraits/imara-vellacourt*', (route) => route.abort());
    await page.goto('/teams');
    await expect(card(page, founder.name).locator('img')).toHaveCount(0);
    await expect(card(page, advisor.name).locator('img')).toHaveCount(1);
  });
  await page.unrouteAll();
  await test.step('reads the market with its footnotes, and which round is open', async () => {
    await openLive(page, '/investors');
    const main = page.getByRole('main');
    const figures = main.locator('section').filter({ has: page.locator('h1') });
    await expect(figures.locator('li[id^=note-]')).toHaveCount(4);
    const rounds = sectionUnder(page, 'Funding rounds').locator('ol > li');
    await expect(rounds).toHaveText([/Current/, /Upcoming/, /Future/]);
    await expect(rounds.and(page.locator('[aria-current=step]'))).toContainText('Seed');
    const frames = await rounds.evaluateAll((items) =>
      items.map((item) => getComputedStyle(item).borderTopColor),
    );
    expect([frames[0] === frames[1], frames[1] === frames[2]]).toEqual([false, true]);
    const figure = main.getByRole('img', { name: /^Use of funds/ });
    await expect(figure).toHaveAccessibleName(/Seed, Q4 2025 to Q2 2026: MVP .*: \$2–5M; Series A/);
    const more = page.getByRole('link', { name: 'Learn More' });
    await expect(more).toHaveCount(1);
    await more.click();
    await expect(page.getByRole('heading', { name: 'Development roadmap' })).toBeInViewport();
  });
  await test.step('who fills in the form is thanked; nothing is sent, and the console logs it', async () => {
    const form = sectionUnder(page, 'Partner With Us');
    const submit = form.getByRole('button', { name: 'Send enquiry' });
    await submit.scrollIntoViewIfNeeded();
    const requests = requestsOf(page);
    await submit.click();
    await expect(form.getByRole('alert')).toBeFocused();
    await expect(form.getByRole('alert').getByRole('link')).toHaveCount(3);
    await form.getByLabel('Name').fill('Sample Person');
    await form.getByLabel('Email').fill('sample@example.org');
    await form.getByLabel('Message').fill('What is the baseline?');
    const logged = page.waitForEvent('console');
    await submit.click();
    const [, inquiry] = (await logged).args();
    expect(await inquiry?.jsonValue()).toEqual({
      name: 'Sample Person',
      email: 'sample@example.org',
      organization: '',
      message: 'What is the baseline?',
    });
    const thanks = form.getByRole('heading', { name: 'Thank you for your interest' });
    await expect(thanks).toBeFocused();
    expect(requests).toEqual([]);
  });
});

test.describe('on a phone, without scripts', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    javaScriptEnabled: false,
  });

  test('is told of in full after a tap, and in short after another', async ({ page }) => {
    await page.goto('/teams');
    for (const person of [founder, advisor]) {
      await expectBiography(page, person, 'short');
      await card(page, person.name).tap();
      await expectBiography(page, person, 'full');
      await card(page, person.name).tap();
      await expectBiography(page, person, 'short');
    }
  });
});
