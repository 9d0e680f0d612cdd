import { expect, type Page } from '@playwright/test';
import { test } from './page-test.ts';
import { MOVING, openLive } from './public-page.ts';

test.use(MOVING);

const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

/** Notes of each view transition that the page starts by itself how much it moves. */
async function watchTransitions(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const animations: number[] = [];
    Object.assign(window, { animations });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (callback) => {
      const transition = start(callback);
      void transition.ready.then(() => {
        const moving = document
          .getAnimations()
          .map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
          .filter((name) => name.startsWith('::view-transition'));
        animations.push(moving.length);
      });
      return transition;
    };
  });
  return () => page.evaluate(() => (window as unknown as { animations: number[] }).animations);
}

test('navigation: view transition, focus, scroll, going back, offline and errors; with reduced motion nothing moves', async ({
  page,
  context,
}) => {
  const transitions = await watchTransitions(page);
  await test.step('a link leads to the top of the next page by a view transition, and the focus goes along', async () => {
    await openLive(page, '/investors');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Team' });
    await link.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await link.click();
    await expect(page).toHaveURL('/teams');
    await expect.poll(() => focused(page)).toBe('H1 Meet Our Scientists');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const [movements = 0, ...more] = await transitions();
    expect(movements).toBeGreaterThan(0);
    expect(more).toEqual([]);
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const toPipeline = () =>
    page.getByRole('contentinfo').getByRole('link', { name: 'Pipeline' }).click();
  await test.step('who goes back finds the page where it was left', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Platform', exact: true }).click();
    await expect(page).toHaveURL('/platform');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const left = await page.evaluate(() => scrollY);
    await toPipeline();
    await expect(page).toHaveURL('/pipeline');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/platform');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 300);
  });
  const toHome = () => page.getByRole('banner').getByRole('link', { name: 'Ligara' }).click();
  await test.step('who loses the connection can go back to a page that was read before', async () => {
    await toHome();
    await expect(page).toHaveURL('/');
    await toPipeline();
    await expect(page).toHaveURL('/pipeline');
    await context.setOffline(true);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
    await context.setOffline(false);
  });
  await test.step('an error that a link leads to takes the focus too', async () => {
    await page.route('**/static/js/*.chunk.js', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Purpose' }).click();
    await expect(page.locator('h1')).toHaveText('Unexpected Application Error!');
    await expect.poll(() => focused(page)).toBe('H1 Unexpected Application Error!');
    await page.unrouteAll();
  });
  await test.step('nothing moves on the way to another page', async () => {
    await openLive(page, '/investors');
    await page.getByRole('banner').getByRole('link', { name: 'Purpose' }).click();
    await expect(page).toHaveURL('/purpose');
    await expect.poll(transitions).toEqual([0]);
  });
  await test.step('the colours change at once: a transition on each element takes half a second of work', async () => {
    const change = (theme: string) =>
      page.evaluate((to) => {
        const background = () => getComputedStyle(document.body).backgroundColor;
        const before = background();
        document.documentElement.dataset.theme = to;
        const isChanged = background() !== before;
        const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition);
        return [isChanged, transitions.length];
      }, theme);
    await change('light');
    expect(await change('dark')).toEqual([true, 0]);
  });
});
