import { expect, type Page } from '@playwright/test';
import { profile } from '../../src/content/profile.ts';
import { hydratedPaths, MISSING_PATH, POST_PATH } from '../public-pages.ts';
import { writePost } from './admin-area.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import {
  expectAccessible,
  expectUsable,
  linksIn,
  loadEveryPicture,
  openLive,
  sectionUnder,
  waitUntilLive,
} from './public-page.ts';
import { signIn } from './sign-in.ts';

const INDEXED = profile.pages.map((page) => page.canonical);
const PAGES = [...INDEXED, POST_PATH, MISSING_PATH];
const PRINTED = ['/', '/purpose', '/platform', '/pipeline', '/investors', '/teams', '/contact'];
PRINTED.push('/glossary', '/privacy-policy', POST_PATH);
/** Of A4, where sections that may not break could leave half of them empty. */
const MOST_SHEETS: Record<string, number> = { '/platform': 6, '/investors': 5, [POST_PATH]: 5 };
const WITH_FIGURES = ['/', '/purpose', '/platform', '/investors', '/investor-opportunity'];

for (const path of PAGES) {
  test(`${path} is whole: the same words without scripts, a heading and an address of its own, no error, no request to another site, and nothing moves away from a pointer`, async ({
    page,
    baseURL,
  }) => {
    const found = watch(page, baseURL);
    const response = await page.goto(path);
    const html = (await response?.text()) ?? '';
    if (html.includes('__reactRouterContext')) await waitUntilLive(page);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page).toHaveTitle(/\S/);
    // The demo on Home begins to play.
    expect((await page.evaluate(wordsAdded)).filter((text) => text !== 'Pause')).toEqual([]);
    if (INDEXED.includes(path)) {
      expect(response?.status()).toBe(200);
      const canonical = page.locator('link[rel=canonical]');
      await expect(canonical).toHaveAttribute('href', `${baseURL}${path}`);
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^index, follow/);
    }
    if (hydratedPaths.includes(path)) {
      const { before, after } = await page.evaluate(heightsWhileScrolled);
      expect(after).toBe(before);
    }
    found.push(...(await brokenPictures(page, path)));
    expect(found).toEqual([]);
  });

  test(`${path} can be used with a disability, in light and dark, on every screen, in large type, in colours of the reader's own, and printed`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expectUsable(page, path);
    // The list shows what other tests write meanwhile.
    if (path !== '/blog') await expectContrastInForcedColours(page);
    await expectNothingCut(page);
    if (WITH_FIGURES.includes(path)) await expectFiguresInColumn(page);
    if (PRINTED.includes(path)) await expectPrintable(page);
    const sheets = MOST_SHEETS[path];
    if (sheets !== undefined) expect(await countSheets(page)).toBeLessThanOrEqual(sheets);
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

const STATES: Record<string, (page: Page) => Promise<void>> = {
  'the open waitlist': async (page) => {
    await openLive(page, '/platform');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
  },
  'the diseases of an area': async (page) => {
    await openLive(page, '/pipeline');
    await page.getByRole('button', { name: /Show diseases.*Oncology/ }).click();
  },
  'a refused message': async (page) => {
    await openLive(page, '/contact?type=demo');
    await page.getByLabel('Name').fill(' ');
    await page.getByLabel('Email').fill('reader@example.org');
    await page.getByRole('textbox', { name: 'Message' }).fill(' ');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
};

for (const [state, reach] of Object.entries(STATES)) {
  test(`${state} can be used with a disability, in light and dark`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await reach(page);
    await expectAccessible(page, state);
  });
}

/** Text, drawings, buttons and the page in the menu are told apart in colours of the reader's own. */
async function expectContrastInForcedColours(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    expect.soft(await page.evaluate(faintParts), `in forced colours, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
}

test("what is found is marked in colours of the reader's own", async ({ page }) => {
  await page.goto('/blog?q=ic50');
  await expectContrastInForcedColours(page);
});

/** Runs in the page: finds what has hardly another colour than the ground, by the contrast that it needs. */
function faintParts(): string[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No canvas');
  const luminance = (colour: string) => {
    context.fillStyle = 'Canvas';
    context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** The body has an opaque background. */
  const groundOf = (element: Element | null): string => {
    const { backgroundColor } = getComputedStyle(element ?? document.body);
    return element === null || !/^rgba\(.*, 0\)$/.test(backgroundColor)
      ? backgroundColor
      : groundOf(element.parentElement);
  };
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const faint: string[] = [];
  const expectContrast = (needed: number, part: string, element: Element, ratios: number[]) => {
    if (Math.max(...ratios) < needed) faint.push(`${part} ${element.outerHTML.slice(0, 90)}`);
  };
  for (const svg of seen('main svg:not(:has(text))')) {
    const drawn = [...svg.querySelectorAll('path, line, circle, rect')]
      .map((shape) => getComputedStyle(shape))
      .flatMap(({ fill, stroke }) => [fill, stroke])
      .filter((paint) => /^(rgb|color)/.test(paint));
    const ratios = drawn.map((paint) => contrast(paint, groundOf(svg)));
    if (ratios.length > 0) expectContrast(3, 'drawing', svg, ratios);
  }
  for (const mark of seen('mark')) {
    expectContrast(4.5, 'mark', mark, [contrast(getComputedStyle(mark).color, groundOf(mark))]);
  }
  for (const button of seen('main :is(button, a).border')) {
    const { borderTopColor, color } = getComputedStyle(button);
    const around = groundOf(button.parentElement);
    expectContrast(3, 'edge', button, [contrast(borderTopColor, around)]);
    expectContrast(4.5, 'text', button, [contrast(color, groundOf(button))]);
  }
  for (const link of seen('header [aria-current=page].nav-link')) {
    const line = getComputedStyle(link, '::after').backgroundColor;
    expectContrast(3, 'line', link, [contrast(line, groundOf(link))]);
  }
  return faint;
}

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('words of a post that are wider than the page break, wherever they are shown, and lose no letter', async ({
    page,
  }) => {
    const { token } = await signIn(page, page.request);
    const long = 'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2);
    const [slug, next] = [freshSlug('long'), freshSlug('next')];
    const tags = [`${long.slice(0, 40)}`, 'b'];
    const common = { author: long, tags, status: 'published' } as const;
    await writePost(page.request, token, { ...common, slug, title: `${long} ${slug}` });
    await writePost(page.request, token, { ...common, slug: next, title: next });
    for (const path of [`/blog/${slug}`, `/blog/${next}`, '/blog', `/blog?q=${slug}`]) {
      await page.goto(path);
      const found = await page.evaluate(() => ({
        isWide: document.documentElement.scrollWidth > innerWidth,
        // A card cuts off what is beyond its edge.
        cut: [...document.querySelectorAll('.post-card .tag-line > li')]
          .filter((tag) => {
            const text = document.createRange();
            text.selectNodeContents(tag);
            const card = tag.closest('.post-card') as Element;
            return text.getBoundingClientRect().left < card.getBoundingClientRect().left + 20;
          })
          .map((tag) => tag.textContent),
      }));
      expect.soft(found, path).toEqual({ isWide: false, cut: [] });
    }
  });
});

/** On the narrowest phone, and at twice the size, by zoom or by the size of letters, at a desk and on a phone. */
const SIZES = [
  { size: 'the narrowest phone', width: 320, height: 640, letters: 16, header: 640 },
  { size: 'zoom', width: 640, height: 400, letters: 16 },
  { size: 'letters', width: 1280, height: 800, letters: 32 },
  { size: 'zoom of a phone', width: 195, height: 422, letters: 16 },
  { size: 'letters of a phone', width: 390, height: 844, letters: 32 },
];

/** No page is cut or scrolled sideways, and the header leaves two thirds. */
async function expectNothingCut(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  const setLetters = (standard: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
  for (const { size, width, height, letters, header = height / 3 } of SIZES) {
    await page.setViewportSize({ width, height });
    await setLetters(letters);
    await expect(page.locator('html')).toHaveCSS('font-size', `${letters}px`);
    const found = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      header: document.querySelector('.site-header')?.clientHeight ?? innerHeight,
      // A card cuts off what is wider than it is.
      cut: [...document.querySelectorAll('main :is(article, section, figure, ul)')]
        .filter((box) => getComputedStyle(box).overflowX === 'hidden')
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .map((box) => box.outerHTML.slice(0, 90)),
      // The page clips what is wider than it is: only what scrolls by itself may be.
      beyond: [...document.querySelectorAll('main :is(p, h1, h2, h3, input, li, dd)')]
        .filter(
          (box) => box.checkVisibility() && box.getBoundingClientRect().right > innerWidth + 1,
        )
        .filter((box) => {
          for (let each = box.parentElement; each !== null; each = each.parentElement) {
            if (each.tagName === 'MAIN') return true;
            if (getComputedStyle(each).overflowX !== 'visible') return false;
          }
          return true;
        })
        .map((box) => box.outerHTML.slice(0, 90)),
    }));
    expect.soft(found.beyond, size).toEqual([]);
    expect.soft(found.width, size).toBeLessThanOrEqual(width);
    expect.soft(found.header, size).toBeLessThanOrEqual(header);
    expect.soft(found.cut, size).toEqual([]);
  }
  await setLetters(16);
}

/** No figure in large type is wider than its column. */
async function expectFiguresInColumn(page: Page): Promise<void> {
  for (const width of [481, 720, 770, 1024, 1200]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main .display.whitespace-nowrap')]
        .filter((figure) => figure.scrollWidth > figure.clientWidth)
        .map((figure) => figure.textContent),
    );
    expect.soft(wide, `figures at ${width} px`).toEqual([]);
  }
}

/**
 * A printed page keeps figures whole and headings with their text, is black on white, whatever the theme, and has
 * nothing to press.
 */
async function expectPrintable(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 1280, height: 720 });
  const printed = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('main *')].filter((it) => it.checkVisibility());
    const texts = shown.filter(({ childNodes }) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    );
    return {
      colours: [...new Set(texts.map((it) => getComputedStyle(it).color))],
      split: shown
        .filter((it) => it.matches('figure') && getComputedStyle(it).breakInside !== 'avoid')
        .map((it) => it.outerHTML.slice(0, 90)),
      // With the lead of the heading, where it has one.
      parted: shown
        .filter((it) => it.matches('h2'))
        .map((it) => it.closest('section > div > :first-child') ?? it)
        .filter((it) => getComputedStyle(it).breakAfter !== 'avoid')
        .map((it) => it.textContent),
      useless: shown
        .filter((it) =>
          it.matches('nav, form, canvas, summary svg, button:not(th > *, .prose-link)'),
        )
        .map((it) => it.outerHTML.slice(0, 90)),
    };
  });
  expect.soft(printed.split, 'figures in print').toEqual([]);
  expect.soft(printed.parted, 'headings in print').toEqual([]);
  expect.soft(printed.useless, 'controls in print').toEqual([]);
  for (const colour of printed.colours) {
    expect.soft(['rgb(0, 0, 0)', 'rgb(51, 51, 51)'], 'colours in print').toContain(colour);
  }
}

async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

test('a printed timeline has the diseases, which are folded on the screen', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/pipeline');
  const cards = page.locator('.area-card');
  await expect(cards.first().getByText('2.3M new cases a year').first()).toBeVisible();
  const lefts = await cards.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().x));
  expect(lefts[1]).toBe(lefts[0]);
});

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

const LEGAL_PAGES = [
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    sections: [
      'Information we collect',
      'How we use information',
      'Data sharing',
      'Data security',
      'Privacy rights',
      'Contact',
    ],
  },
  {
    path: '/terms-of-service',
    title: 'Terms of Service',
    sections: [
      'Acceptance',
      'Description',
      'User accounts',
      'Acceptable use',
      'Intellectual property',
      'Data ownership',
      'Limitations',
      'Contact',
    ],
  },
  {
    path: '/compliance',
    title: 'Compliance status',
    sections: [
      'Overview',
      'Data protection',
      'Security standards',
      'Regulatory',
      'International',
      'Contact',
    ],
  },
];

test('legal pages have all their sections, each under its own address, and say how old they are', async ({
  page,
}) => {
  for (const { path, title, sections } of LEGAL_PAGES) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.locator('h1')).toHaveText(title);
    await expect(main.getByText('Last updated: January 15, 2025')).toBeVisible();
    const contents = main.getByRole('navigation', { name: 'On this page' });
    await expect(contents.getByRole('link')).toHaveText(sections);
    const anchors = await linksIn(contents);
    for (const [index, section] of sections.entries()) {
      const target = main.locator(anchors[index] ?? '');
      await expect(target.getByRole('heading', { level: 2 })).toContainText(section);
    }
    await contents.getByRole('link').last().click();
    const last = main.getByRole('heading', { level: 2 }).last();
    await expect(last).toBeInViewport();
    expect((await last.boundingBox())?.y, 'clear of the header').toBeGreaterThanOrEqual(80);
  }
});

test('a security team sees which certifications are held and which are not', async ({ page }) => {
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
