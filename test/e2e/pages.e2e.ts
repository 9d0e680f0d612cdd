import { expect, type Page } from '@playwright/test';
import * as compliance from '../../src/content/compliance.ts';
import * as privacy from '../../src/content/privacy.ts';
import { profile } from '../../src/content/profile.ts';
import * as terms from '../../src/content/terms.ts';
import { hydratedPaths, MISSING_PATH, POST_PATH } from '../public-pages.ts';
import { test } from './page-test.ts';
import {
  linksIn,
  loadEveryPicture,
  openLive,
  sectionUnder,
  thirds,
  waitUntilLive,
} from './public-page.ts';

const INDEXED = profile.pages.map((page) => page.canonical);
const PAGES = [...INDEXED, POST_PATH, MISSING_PATH];
/** A third of the pages in each test, so that workers share them. */
for (const [number, paths] of thirds(PAGES).entries()) {
  test(`pages, part ${number + 1}: the same words without scripts, a heading and an address of its own, no error, no request to another site, and nothing moves away from a pointer`, async ({
    page,
    baseURL,
  }) => {
    const found = watch(page, baseURL);
    for (const path of paths) {
      const response = await page.goto(path);
      const html = (await response?.text()) ?? '';
      if (html.includes('__reactRouterContext')) await waitUntilLive(page);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page).toHaveTitle(/\S/);
      // The demo on Home begins to play.
      const added = await page.evaluate(wordsAdded);
      expect
        .soft(
          added.filter((text) => text !== 'Pause'),
          path,
        )
        .toEqual([]);
      if (INDEXED.includes(path)) {
        expect.soft(response?.status(), path).toBe(200);
        const canonical = page.locator('link[rel=canonical]');
        await expect(canonical).toHaveAttribute('href', `${baseURL}${path}`);
        await expect(page.locator('meta[name=robots]')).toHaveAttribute(
          'content',
          /^index, follow/,
        );
      }
      if (hydratedPaths.includes(path)) {
        const { before, after } = await page.evaluate(heightsWhileScrolled);
        expect.soft(after, path).toBe(before);
      }
      found.push(...(await brokenPictures(page, path)));
    }
    expect(found).toEqual([]);
  });
}

/** Runs in the page: reads the texts in its main part that the server did not send. */
async function wordsAdded(): Promise<string[]> {
  const textsIn = (page: Document) => {
    const main = page.querySelector('main')?.cloneNode(true) as Element;
    for (const element of main.querySelectorAll('noscript, script')) element.remove();
    const walker = page.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '');
    return texts.filter((text) => text !== '');
  };
  // The page trusts no text that is parsed within it; what arrives as a document is none.
  const request = new XMLHttpRequest();
  request.open('GET', location.href);
  request.responseType = 'document';
  const arrived = new Promise((resolve) => request.addEventListener('load', resolve));
  request.send();
  await arrived;
  const sent = new Set(textsIn(request.responseXML as Document));
  return textsIn(document).filter((text) => !sent.has(text));
}

/** Runs in the page: a picture that is loaded late has its place already; what a script adds must have, too. */
async function heightsWhileScrolled(): Promise<{ before: number; after: number }> {
  const height = () => document.documentElement.scrollHeight;
  const before = height();
  for (const y of [600, before / 2, before]) {
    window.scrollTo({ top: y, behavior: 'instant' });
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }
  return { before, after: height() };
}

test('no page tells another site of its reader, and none is broken underneath, when a link leads to it', async ({
  page,
  baseURL,
}) => {
  const found = watch(page, baseURL);
  await openLive(page, '/');
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  for (const path of [...PAGES.filter((path) => path !== '/'), '/']) {
    const heading = await page.locator('h1').textContent();
    await page.evaluate((to) => {
      type Router = { navigate: (to: string) => Promise<void> };
      const { __reactRouterDataRouter: router } = window as unknown as Record<string, Router>;
      return router?.navigate(to);
    }, path);
    await expect(page).toHaveURL(path);
    await expect(page.locator('h1')).not.toHaveText(heading ?? '');
    found.push(...(await brokenPictures(page, path)));
  }
  expect(await page.evaluate(() => 'isFirstDocument' in window), 'without a new document').toBe(
    true,
  );
  expect(found).toEqual([]);
});

/** Waits for the pictures of a page, far down too; the covers in the list are other tests' own. */
async function brokenPictures(page: Page, path: string): Promise<string[]> {
  const broken = await page.evaluate(loadEveryPicture);
  return path === '/blog' ? [] : broken.map((src) => `${path} lacks ${src}`);
}

/**
 * Collects what a page asks of other sites, and what it warns of or throws; what breaks the content
 * policy, or differs between server and browser, is among it.
 */
function watch(page: Page, origin: string | undefined): string[] {
  const found: string[] = [];
  const told = (what: string) => found.push(`${page.url()} ${what}`);
  const isList = () => new URL(page.url()).pathname === '/blog';
  page.on('request', (request) => {
    const isCover = request.resourceType() === 'image' && isList();
    if (new URL(request.url()).origin !== origin && !isCover) told(`asks ${request.url()}`);
  });
  page.on('console', (message) => {
    const { url } = message.location();
    // The browser itself complains of a page that is not there, and of such covers.
    const isLoading = message.text().startsWith('Failed to load resource');
    const isExpected = isLoading && (isList() || url.startsWith(`${origin}/no/such/page`));
    if (['warning', 'error'].includes(message.type()) && !isExpected)
      told(`says ${message.text()}`);
  });
  page.on('pageerror', (error) => told(`throws ${error.message}`));
  return found;
}

const LEGAL_PAGES = {
  '/privacy-policy': privacy,
  '/terms-of-service': terms,
  '/compliance': compliance,
};

test('legal pages: sections under their own addresses, their date, and the certifications', async ({
  page,
}) => {
  await test.step('legal pages have all their sections, each under its own address, and say how old they are', async () => {
    for (const [path, { sections }] of Object.entries(LEGAL_PAGES)) {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByText('Last updated: January 15, 2025')).toBeVisible();
      const contents = main.getByRole('navigation', { name: 'On this page' });
      await expect(contents.getByRole('link')).toHaveText(sections.map(({ title }) => title));
      const anchors = await linksIn(contents);
      for (const [index, { title }] of sections.entries()) {
        const target = main.locator(anchors[index] ?? '');
        await expect(target.getByRole('heading', { level: 2 })).toContainText(title);
      }
      await contents.getByRole('link').last().click();
      const last = main.getByRole('heading', { level: 2 }).last();
      await expect(last).toBeInViewport();
      expect((await last.boundingBox())?.y, 'clear of the header').toBeGreaterThanOrEqual(80);
    }
  });
  await test.step('a security team sees which certifications are held and which are not', async () => {
    await page.goto('/compliance');
    const cards = sectionUnder(page, 'Certification status').getByRole('listitem');
    await expect(cards).toHaveCount(4);
    for (const [name, status] of [
      ['SOC 2 Type II', 'Planned'],
      ['GDPR Aligned Practices', 'Aligned Practices'],
      ['CCPA', 'Planned'],
      ['ISO 27001', 'In Progress'],
    ] as const) {
      const card = cards.filter({ has: page.getByRole('heading', { name, exact: true }) });
      await expect(card.getByText(status, { exact: true }).first()).toBeVisible();
    }
  });
});
