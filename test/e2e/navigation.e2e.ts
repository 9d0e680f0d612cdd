import { expect, type Page, test } from '@playwright/test';
import { openLive } from './public-page.ts';

const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

/** Counts the view transitions that the page starts by itself. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    Object.assign(window, { transitions: 0 });
    document.startViewTransition = (callback) => {
      (window as unknown as { transitions: number }).transitions += 1;
      return start(callback);
    };
  });
  return () => page.evaluate(() => (window as unknown as { transitions: number }).transitions);
}

test('a link leads to the top of the next page by a view transition, and the focus goes along', async ({
  page,
}) => {
  const transitions = await countTransitions(page);
  await openLive(page, '/investors');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Team' });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL('/teams');
  await expect.poll(() => focused(page)).toBe('H1 Meet Our Scientists');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await transitions()).toBe(1);
  // The next Tab goes on from the heading, not from the foot of the page before.
  await page.keyboard.press('Tab');
  const onward = await page.evaluate(
    () => document.activeElement?.closest('main, footer')?.tagName,
  );
  expect(onward).toBe('MAIN');
});

test('who goes back finds the page where it was left', async ({ page }) => {
  await openLive(page, '/platform');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pipeline' }).click();
  await expect(page).toHaveURL('/pipeline');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/platform');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 300);
});

test('an error that a link leads to takes the focus too', async ({ page }) => {
  await openLive(page, '/investors');
  await page.route('**/static/js/*.chunk.js', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Purpose' }).click();
  await expect(page.locator('h1')).toHaveText('Unexpected Application Error!');
  await expect.poll(() => focused(page)).toBe('H1 Unexpected Application Error!');
});

test.describe('for people whom motion makes ill', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves on the way to another page', async ({ page }) => {
    await openLive(page, '/investors');
    await page.getByRole('banner').getByRole('link', { name: 'Purpose' }).click();
    await expect(page).toHaveURL('/purpose');
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) =>
            (effect as KeyframeEffect).pseudoElement?.includes('view-transition'),
          ).length,
    );
    expect(moving).toBe(0);
  });
});
