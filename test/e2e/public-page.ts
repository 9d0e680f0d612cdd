import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** For `test.use(MOVING)`: readers who have not asked for less motion. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Every third of the items, so that three tests share them. */
export function thirds<T>(items: readonly T[]): T[][] {
  return [0, 1, 2].map((part) => items.filter((_, index) => index % 3 === part));
}

/** The section of the page under a heading. */
export function sectionUnder(page: Page, heading: string): Locator {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true, level: 2 }) });
}

/** All requests of the page from now on, `mailto:` links included. */
export function requestsOf(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => made.push(`${request.method()} ${request.url()}`));
  return made;
}

/** What the browser warns of from now on, and the errors of scripts. */
export function complaintsOf(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) heard.push(message.text());
  });
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

/** The `href` of each link in `within`, in order. */
export function linksIn(within: Locator): Promise<(string | null)[]> {
  return within.getByRole('link').evaluateAll((links) => links.map((a) => a.getAttribute('href')));
}

/** Time goes on by `runFor` alone, however long a busy machine takes. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-02-03T04:05:06Z') });
  await page.clock.pauseAt(new Date('2026-02-03T04:05:07Z'));
}

/** Opens a page and waits until it is hydrated. */
export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilLive(page);
}

/**
 * Waits until a page with the framework is hydrated: until React has committed. Before that it has seen the elements,
 * and may still replace them all, also between the press and the release of a click, which is then lost.
 */
export async function waitUntilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const container = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'));
    // The fiber of the root, a property of React's own.
    const fiber: { stateNode: Root } | undefined = container?.[1];
    return fiber?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

type Root = { current: { memoizedState: { isDehydrated: boolean } } };

/** Runs in the page: loads all pictures, lazy ones included. @returns the URLs that fail to load */
export async function loadEveryPicture(): Promise<string[]> {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  const loaded = await Promise.allSettled(pictures.map((picture) => picture.decode()));
  return pictures
    .filter((_, index) => loaded[index]?.status === 'rejected')
    .map((picture) => picture.src);
}

/** Runs before a page's own scripts: sums up what moves by itself. */
export function sumShifts(): void {
  Object.assign(window, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      (window as unknown as { shift: number }).shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** How much moved by itself since `sumShifts`. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** Waits until all animations have ended, except scroll-driven ones. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, timeline }) => playState !== 'running' || timeline !== document.timeline,
      ),
  );
}

/** The text of elements in `within` with an opacity of 0. */
export function transparentTexts(within: Locator): Promise<string[]> {
  return within.evaluate((root) =>
    [...root.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).opacity === '0')
      .map((element) => element.textContent?.trim() ?? ''),
  );
}

/** Half of `axe.source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Violations of axe's rules: of all, or of those that the options name.
 *
 * Loads axe once per document: reading it takes longer than a scan. Frames are not scanned: the only ones, of
 * mails, run no scripts.
 */
export async function violationsIn(
  page: Page,
  rules: Pick<axe.RunOptions, 'runOnly' | 'rules'> = {},
  within = 'html',
) {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    // Of no rule that is run here.
    preload: false,
    ...rules,
  };
  const found = await page.evaluate(
    async (args) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(...args);
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    },
    [within, options] as const,
  );
  return found.map(({ id, nodes }) => [id, nodes] as const);
}

/** WCAG 2.2, levels A and AA. */
const WCAG = {
  runOnly: { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
};

/** The contrast, which takes most of the time. */
const COLOURS = {
  runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] },
};
async function expectNoViolations(
  page: Page,
  state: string,
  colorScheme: 'light' | 'dark',
  rules: Parameters<typeof violationsIn>[1],
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await settle(page);
  expect.soft(await violationsIn(page, rules), `${state}, ${colorScheme}`).toEqual([]);
}

/**
 * Fails on violations of WCAG 2.2, levels A and AA, at this width. Light and dark differ in colour alone, so the dark
 * scan checks only contrast.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await expectNoViolations(page, state, 'light', WCAG);
  await expectNoViolations(page, state, 'dark', COLOURS);
}

/**
 * Fails on WCAG violations on a desktop in light and on the narrowest phone in dark, and when that scrolls sideways:
 * colours do not depend on the width, nor other rules on the theme. Leaves the window as wide as a desktop: to change
 * its size costs as much as a small page.
 */
export async function expectUsable(page: Page, state: string): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await page.setViewportSize(DESKTOP);
  await expectNoViolations(page, `${state} at 1440 px`, 'light', WCAG);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoViolations(page, `${state} at 320 px`, 'dark', WCAG);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(320);
  await page.setViewportSize(DESKTOP);
}

/** For `test.use({ viewport: DESKTOP })`, where pages are scanned. */
export const DESKTOP = { width: 1440, height: 900 };

/** Goes to a page without a new document, where the framework can: axe is read by each document, and slow in a new one. */
export async function goWithin(page: Page, path: string): Promise<void> {
  const isThere = await page.evaluate(async (to) => {
    type Router = { navigate: (to: string) => Promise<void> };
    const { __reactRouterDataRouter: router } = window as unknown as Record<string, Router>;
    await router?.navigate(to);
    return router !== undefined;
  }, path);
  if (!isThere) await page.goto(path);
}
