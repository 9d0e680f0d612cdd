import { expect, type Locator, type Page } from '@playwright/test';
import { tabTo } from './by-keyboard.ts';
import { test } from './page-test.ts';
import { openLive, sectionUnder } from './public-page.ts';

const focusIsIn = (within: Locator) =>
  within.evaluate((element) => element.contains(document.activeElement));

/** No press of a key may leave a reader nowhere, to begin again at the top of the page. */
async function expectFocusSomewhere(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName))
    .not.toMatch(/^(?:BODY|HTML)$/);
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('keyboard: skip link, waitlist, platform and pipeline', async ({ page }) => {
  await test.step('the first Tab offers a way past the header', async () => {
    await page.goto('/purpose');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('Platform: the waitlist keeps the focus while it is open, and gives it back', async () => {
    await openLive(page, '/platform');
    const opener = page.getByRole('button', { name: 'Join the waitlist' }).first();
    const modal = page.getByRole('dialog', { name: 'Join the waitlist' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(modal).toBeVisible();
    expect(await focusIsIn(modal)).toBe(true);
    const visited = new Set<string>();
    for (let pressed = 0; pressed < 10; pressed += 1) {
      await page.keyboard.press('Tab');
      // Past the last control the browser's own come, of which the page sees none.
      visited.add(
        await modal.evaluate((dialog) => {
          const focused = document.activeElement ?? document.body;
          if (focused === document.body) return 'browser';
          return dialog.contains(focused) ? focused.tagName : focused.outerHTML;
        }),
      );
    }
    expect([...visited].filter((name) => name !== 'browser').sort()).toEqual([
      'BUTTON',
      'INPUT',
      'TEXTAREA',
    ]);
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await expect(opener).toBeFocused();

    await page.keyboard.press('Space');
    await tabTo(page, modal.getByLabel('Name'));
    await page.keyboard.type('Sample Person');
    await page.keyboard.press('Enter');
    await expect(modal.getByLabel('Email')).toBeFocused();
    await tabTo(page, modal.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Enter');
    await expect(opener).toBeFocused();
  });
  await test.step('Platform: how it works unfolds, and questions open and close', async () => {
    const folded = page.locator('details', { hasText: 'How It Works' });
    await tabTo(page, folded.locator('summary'));
    await page.keyboard.press('Enter');
    await expect(folded.getByRole('listitem').last()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(folded.getByRole('listitem').last()).toBeHidden();
    await tourQuestions(page);
  });
  await test.step('Pipeline: the diseases of an area are shown and hidden', async () => {
    await openLive(page, '/pipeline');
    const area = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'Oncology' }) });
    const button = area.getByRole('button', { name: /diseases/ });
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(area.getByRole('heading', { name: 'Breast cancer' })).toBeVisible();
    await expect(button).toHaveAccessibleName('Hide diseases : Oncology');
    await expect(button).toBeFocused();
    await page.keyboard.press('Space');
    await expect(area.getByRole('heading', { name: 'Breast cancer' })).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test.describe('on a phone with a keyboard', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, is walked through, closes with Escape or a choice', async ({ page }) => {
    await openLive(page, '/platform');
    const opener = page.getByRole('button', { name: 'Menu' });
    const menu = page.locator('#mobile-menu');
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    for (const name of ['Platform', 'Pipeline', 'Purpose', 'Team', 'Investors', 'Glossary']) {
      await page.keyboard.press('Tab');
      await expect(menu.getByRole('link', { name })).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();

    await page.keyboard.press('Enter');
    await tabTo(page, menu.getByRole('link', { name: 'Team' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/teams');
    await expect(menu).toBeHidden();
  });
});

/** Opens and closes the questions of a page. */
async function tourQuestions(page: Page): Promise<void> {
  const questions = sectionUnder(page, 'Frequently Asked Questions').getByRole('group');
  const [first, second] = [questions.nth(0), questions.nth(1)];
  await tabTo(page, first.locator('summary'));
  await page.keyboard.press('Enter');
  await expect(first.getByRole('paragraph')).toBeVisible();
  await tabTo(page, second.locator('summary'));
  await page.keyboard.press('Space');
  await expect(second.getByRole('paragraph')).toBeVisible();
  await expect(first.getByRole('paragraph')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(second.getByRole('paragraph')).toBeHidden();
  await expect(second.locator('summary')).toBeFocused();
}

test('keyboard: home, glossary and contact', async ({ page }) => {
  await test.step('Home: the demo is played, paused and reset, and questions open and close', async () => {
    await openLive(page, '/');
    const demo = sectionUnder(page, 'From structure to design');
    const current = demo.locator('[aria-current=step]');
    await tabTo(page, demo.getByRole('button', { name: 'Play' }));
    await page.keyboard.press('Space');
    await expect(demo.getByRole('button', { name: 'Pause' })).toBeFocused();
    await expect(current).not.toContainText('Molecular Input');
    await page.keyboard.press('Enter');
    await expect(demo.getByRole('button', { name: 'Play' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(demo.getByRole('button', { name: 'Reset' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(current).toContainText('Molecular Input');
    await expect(demo.getByRole('button', { name: 'Reset' })).toBeFocused();
    await tourQuestions(page);
  });
  await test.step('Glossary: a term is found, followed to another, and the search is cleared', async () => {
    await openLive(page, '/glossary');
    const search = page.getByLabel('Search the glossary');
    const count = page.getByRole('status');
    await tabTo(page, search);
    await page.keyboard.type('michaelis');
    await expect(count).toHaveText('Showing 1 of 15 terms');
    const chip = page.getByRole('button', { name: 'Pharmacokinetics 2' });
    await tabTo(page, chip);
    await page.keyboard.press('Enter');
    await expect(count).toHaveText('Showing 2 of 15 terms');
    await expect(chip).toBeFocused();
    const related = page.getByRole('article').first().getByRole('button', { name: 'logP' });
    await tabTo(page, related);
    await page.keyboard.press('Space');
    await expect(search).toHaveValue('logP');
    await expect(count).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(count).toHaveText('Showing 15 of 15 terms');
    await expectFocusSomewhere(page);
  });
  await test.step('Contact: a message is written and sent', async () => {
    await page.route('**/api/contact', (route) => route.fulfill({ status: 201, json: {} }));
    await openLive(page, '/contact');
    const field = (name: string) => page.getByRole('textbox', { name });
    await tabTo(page, field('Name'));
    for (const text of ['Sample Person', 'sample@example.org', 'Assays & Sons', 'Chemist']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    const type = page.getByRole('combobox', { name: 'Request type' });
    await expect(type).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(type).toHaveValue('demo');
    await page.keyboard.press('Tab');
    await expect(field('Message')).toBeFocused();
    await page.keyboard.type('Which targets?');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send message' })).toBeFocused();
    const sent = page.waitForRequest('**/api/contact');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      name: 'Sample Person',
      email: 'sample@example.org',
      company: 'Assays & Sons',
      jobTitle: 'Chemist',
      message: 'Which targets?',
      requestType: 'demo',
    });
    await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeFocused();
  });
});
