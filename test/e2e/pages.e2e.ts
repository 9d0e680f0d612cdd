import { expect, type Page, type Request } from '@playwright/test';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { CONTINUE, SKIP, visit } from 'unist-util-visit';
import * as compliance from '../../src/content/compliance.ts';
import * as privacy from '../../src/content/privacy.ts';
import { profile } from '../../src/content/profile.ts';
import * as terms from '../../src/content/terms.ts';
import { hydratedPaths, MISSING_PATH, POST_PATH, staticPaths } from '../public-pages.ts';
import { compareStyles, STYLES } from './page-styles.ts';
import { test } from './page-test.ts';
import {
  linksIn,
  loadEveryPicture,
  openLive,
  shiftOf,
  sumShifts,
  thirds,
  waitUntilLive,
} from './public-page.ts';
import { elementsOf, serverPage, textIn } from './server-page.ts';
import { SITE } from './sites.ts';

const PAGES = [...profile.pages.map((page) => page.canonical), POST_PATH, MISSING_PATH];

const KB = 1024;

/** What the first visit of a page may weigh as a browser receives it, in bytes. */
const LIMITS = {
  css: 15 * KB,
  fonts: 90 * KB,
  /** HTML, style and scripts of a page to be read. */
  readingWords: 25 * KB,
  /** The formulas of a post with 24 of them: their font was 29 KB. */
  drawings: 12 * KB,
  /** The scripts of a page with interaction: the framework, the page, what it shares with others. */
  scripts: 106 * KB,
  /** The same of Home with its HTML and style, before the scene in three dimensions. */
  home: 140 * KB,
};

const STILL = ['/', '/platform', '/blog', POST_PATH, '/privacy-policy'];

/** A third of the pages in each test, so that workers share them. */
for (const [number, paths] of thirds(PAGES).entries()) {
  test(`pages, part ${number + 1}: the same words without scripts, no error, no request to another site, nothing moves, and a first visit is light`, async ({
    page,
    request,
  }) => {
    const found: string[] = [];
    const finished: Request[] = [];
    const scripts = new Set<string>();
    watch(page, found);
    page.on('requestfinished', (sent) => finished.push(sent));
    await page.addInitScript(sumShifts);
    for (const path of paths) {
      const isStill = STILL.includes(path);
      // Home says and loads more where it moves.
      const reducedMotion = isStill && path !== '/' ? 'no-preference' : 'reduce';
      await page.emulateMedia({ reducedMotion });
      finished.length = 0;
      const { html, heights } = await visitFirst(page, path, 390);
      if (hydratedPaths.includes(path)) {
        expect.soft(heights.after, `height of ${path}`).toBe(heights.before);
      }
      found.push(...(await brokenPictures(page)));
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page).toHaveTitle(/\S/);
      expect.soft(await wordsAdded(page, html), path).toEqual([]);
      if (staticPaths.includes(path)) await expectStyled(page, path);
      expectLight(path, await weightsOf(finished));
      const loaded = urlsOf(finished, 'script');
      expect.soft(new Set(loaded).size, `${path} loads no script twice`).toBe(loaded.length);
      for (const url of loaded) scripts.add(url);
      if (isStill) await expectStill(page, path);
    }
    // The list of routes names the pages of the admin area, as it names all.
    for (const url of [...scripts].filter((each) => !each.includes('/manifest-'))) {
      expect.soft(await (await request.get(url)).text(), url).not.toContain('/admin/');
    }
    expect(found).toEqual([]);
  });
}

/** Opens a page with an empty cache, and goes through it. */
async function visitFirst(page: Page, path: string, width: number) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
  await page.setViewportSize({ width, height: 900 });
  const response = await page.goto(path);
  const html = (await response?.text()) ?? '';
  if (html.includes('__reactRouterContext')) await waitUntilLive(page);
  await page.evaluate(() => document.fonts.ready);
  return { html, heights: await page.evaluate(heightsWhileScrolled) };
}

const ofType = (requests: Request[], type: string) =>
  requests.filter((request) => request.resourceType() === type);

const urlsOf = (requests: Request[], type: string) =>
  ofType(requests, type).map((request) => request.url());

async function weightsOf(requests: Request[]): Promise<Weights> {
  const sizeOf = async (type: string) => {
    const sizes = await Promise.all(ofType(requests, type).map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  return {
    html: await sizeOf('document'),
    css: await sizeOf('stylesheet'),
    js: await sizeOf('script'),
    fonts: await sizeOf('font'),
  };
}

/** Nothing moves by itself while a page loads for the first time; a late font may move the end of a line. */
async function expectStill(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const width of [390, 1440]) {
    // The page is there already, but for Home, which did not move.
    if (width === 1440 || path === '/') {
      // Else it would begin where it was scrolled to.
      await page.goto('/healthz');
      await visitFirst(page, path, width);
    }
    expect.soft(await shiftOf(page), `${path} moves at ${width} px`).toBeLessThan(0.01);
  }
}

/** A page that is read has all rules that apply to it in its document, and waits for no file. */
async function expectStyled(page: Page, path: string): Promise<void> {
  const { present, missing, blocking } = await page.evaluate(compareStyles, STYLES);
  expect.soft(blocking, path).toEqual([]);
  expect.soft(present, path).toBeGreaterThan(50);
  expect.soft(missing, path).toEqual([]);
}

type Weights = { html: number; css: number; js: number; fonts: number };

function expectLight(path: string, { html, css, js, fonts }: Weights): void {
  const words = html + css + js;
  const most = (what: string, weight: number, limit: number) =>
    expect.soft(weight, `${what} of ${path}`).toBeLessThanOrEqual(limit);
  if (staticPaths.includes(path)) {
    expect.soft(js, `script files of ${path}`).toBe(0);
    const allowed = LIMITS.readingWords + (path === POST_PATH ? LIMITS.drawings : 0);
    most('words', words, allowed);
  } else {
    expect.soft(js, `script files of ${path}`).toBeGreaterThan(0);
    most('script files', js, LIMITS.scripts);
  }
  if (path === '/') most('words', words, LIMITS.home);
  most('styles', css, LIMITS.css);
  most('fonts', fonts, LIMITS.fonts);
}

/** The texts in the main part of a page that its document, as the server sent it, lacks. */
async function wordsAdded(page: Page, html: string): Promise<string[]> {
  const sent = new Set<string>();
  const [main] = elementsOf(unified().use(rehypeParse).parse(html), 'main');
  if (main === undefined) throw new Error('The page has no main part');
  visit(main, (node) => {
    if (node.type === 'element' && /^(?:noscript|script)$/.test(node.tagName)) return SKIP;
    if (node.type === 'text') sent.add(node.value.trim());
    return CONTINUE;
  });
  const shown = await page.evaluate(() => {
    const within = document.querySelector('main') ?? document;
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest('noscript, script')) texts.push(textContent?.trim() ?? '');
    }
    return texts.filter((text) => text !== '');
  });
  return shown.filter((text) => !sent.has(text));
}

/** Runs in the page: a picture that is loaded late has its place already; what a script adds must have, too. */
async function heightsWhileScrolled(): Promise<{ before: number; after: number }> {
  const height = () => document.documentElement.scrollHeight;
  const nextFrame = () => new Promise(requestAnimationFrame);
  // The fonts are drawn where the page begins, not where it has been scrolled to meanwhile.
  for (let frame = 0; frame < 3; frame++) await nextFrame();
  const before = height();
  for (let y = 600; y < before + 1200; y += 1200) {
    window.scrollTo({ top: y, behavior: 'instant' });
    for (let frame = 0; frame < 2; frame++) await nextFrame();
  }
  return { before, after: height() };
}

test('pages that a link leads to are whole, without an error, and tell another site nothing', async ({
  page,
  request,
}) => {
  const found: string[] = [];
  watch(page, found);
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
    const sent = textIn((await serverPage(request, path)).elements('main')[0]);
    const shown = async () => oneLine(await page.getByRole('main').textContent()).length;
    // What is for readers without scripts is not there.
    await expect.poll(shown, `${path} is whole`).toBeGreaterThan(0.8 * sent.length);
    found.push(...(await brokenPictures(page)));
  }
  expect(await page.evaluate(() => 'isFirstDocument' in window), 'without a new document').toBe(
    true,
  );
  expect(found).toEqual([]);
});

/** Waits for the pictures of a page, far down too; the covers in the list are other tests' own. */
async function brokenPictures(page: Page): Promise<string[]> {
  const broken = await page.evaluate(loadEveryPicture);
  return isList(page) ? [] : broken.map((src) => `${page.url()} lacks ${src}`);
}

const oneLine = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();

const isList = (page: Page) => new URL(page.url()).pathname === '/blog';
/**
 * Collects what a page asks of other sites, and what it warns of or throws; what breaks the content
 * policy, or differs between server and browser, is among it.
 */
function watch(page: Page, found: string[]): void {
  const told = (what: string) => found.push(`${page.url()} ${what}`);
  page.on('request', (request) => {
    const isCover = request.resourceType() === 'image' && isList(page);
    if (new URL(request.url()).origin !== SITE.baseURL && !isCover) told(`asks ${request.url()}`);
  });
  page.on('console', (message) => {
    const { url } = message.location();
    // The browser itself complains of a page that is not there, and of such covers.
    const isLoading = message.text().startsWith('Failed to load resource');
    const isExpected =
      isLoading && (isList(page) || url.startsWith(`${SITE.baseURL}${MISSING_PATH}`));
    // On a busy machine, a style sheet is used later than Chromium expects.
    const isLate = message.text().includes('was preloaded using link preload but not used');
    if (['warning', 'error'].includes(message.type()) && !isExpected && !isLate)
      told(`says ${message.text()}`);
  });
  page.on('pageerror', (error) => told(`throws ${error.message}`));
}

const LEGAL_PAGES = {
  '/privacy-policy': privacy,
  '/terms-of-service': terms,
  '/compliance': compliance,
};

test('legal pages have all their sections, each under its own address, and say how old they are', async ({
  page,
}) => {
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
