import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import routes from '../../src/web/routes.ts';

/** Every public page of the route table, with a value for each parameter. */
export const publicPaths = routes
  .map(({ path = '' }) => `/${path}`)
  .filter((path) => path !== '/site.webmanifest' && !path.startsWith('/admin'))
  .map((path) =>
    path
      .replace(':slug', 'how-to-read-an-ic50')
      .replace(':token', 'no-such-token')
      .replace('*', 'no/such/page'),
  );

/** The section of the page under a heading. */
export function sectionUnder(page: Page, heading: string): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true, level: 2 }) });
}

/** Every request that the page makes from now on, mail drafts included. */
export function requestsOf(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => made.push(`${request.method()} ${request.url()}`));
  return made;
}

/** The addresses of the links in `within`, in order. */
export function linksIn(within: Locator): Promise<(string | null)[]> {
  return within.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')));
}

/** Opens a page and waits until its scripts answer. */
export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilLive(page);
}

/** Waits until the scripts of a page that carries the framework answer. */
export async function waitUntilLive(page: Page): Promise<void> {
  // React marks what it has taken over by properties of its own.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** For `page.evaluate`: loads also what is far down the page; answers with what cannot be loaded. */
export async function loadEveryPicture(): Promise<string[]> {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  const loaded = await Promise.allSettled(pictures.map((picture) => picture.decode()));
  return pictures
    .filter((_, index) => loaded[index]?.status === 'rejected')
    .map((picture) => picture.src);
}

/** Waits until nothing moves any more; what scrolling moves stands still by itself. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, timeline }) => playState !== 'running' || timeline !== document.timeline,
      ),
  );
}

/** Elements of `within` that are there and yet cannot be seen, by their text. */
export function fadedIn(within: Locator): Promise<string[]> {
  return within.evaluate((root) =>
    [...root.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).opacity === '0')
      .map((element) => element.textContent?.trim() ?? ''),
  );
}

/**
 * Fails with what a reader with a disability would stumble over (WCAG 2.2, levels A and AA), at
 * this width. Light and dark differ in colour alone.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Our pages have no frames, and need no second page to put their results together.
  const axe = () =>
    new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const scans = {
    light: () => axe().withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']),
    dark: () => axe().withRules(['color-contrast', 'link-in-text-block']),
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    const { violations } = await scans[colorScheme]().analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect.soft(found, `${state}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * Fails with what anybody would stumble over on a desktop or a phone, in light or dark, and where the
 * narrowest screen has to be scrolled sideways. The window has its size again afterwards.
 */
export async function expectUsable(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  await expect(page.locator('h1')).toHaveCount(1);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${state} at ${width} px`);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(320);
  if (before !== null) await page.setViewportSize(before);
}
