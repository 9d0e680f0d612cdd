import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { failures } from '../../src/content/newsletter.ts';
import { contentPaths, POST_PATH } from '../public-pages.ts';
import { freshSlug } from './api.ts';
import { test } from './page-test.ts';
import {
  DESKTOP,
  expectAccessible,
  expectUsable,
  openLive,
  sectionUnder,
  thirds,
} from './public-page.ts';
import { LIVE_SITE } from './sites.ts';

/** Whether everybody can use each public page and each of its states: axe, widths, large type, colours and print. */

test.use({ viewport: DESKTOP });

const PRINTED = ['/', '/purpose', '/platform', '/pipeline', '/investors', '/teams', '/contact'];
PRINTED.push('/glossary', '/privacy-policy', POST_PATH);
/** Of A4, where sections that may not break could leave half of them empty. */
const WITH_FIGURES = ['/', '/purpose', '/platform', '/investors', '/investor-opportunity'];

for (const [number, paths] of thirds(contentPaths).entries()) {
  test(`accessibility of pages, part ${number + 1}: axe in light and dark, every screen, large type, colours of the reader's own, and print`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    for (const path of paths) {
      await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' });
      await page.goto(path);
      await expectUsable(page, path);
      // The list shows what other tests write meanwhile.
      if (path !== '/blog') await expectContrastInForcedColours(page);
      await expectNothingCut(page);
      if (WITH_FIGURES.includes(path)) await expectFiguresInColumn(page);
      if (PRINTED.includes(path)) await expectPrintable(page);
      if (path === '/pipeline') await expectTimelinePrinted(page);
      if (path === POST_PATH) expect.soft(await countSheets(page)).toBeLessThanOrEqual(5);
    }
  });
}

/** Each state with what leads to it, some from the one before. */
const STATES: Record<string, (page: Page) => Promise<void>> = {
  'the open waitlist': async (page) => {
    await openLive(page, '/platform');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
  },
  'the diseases of an area': async (page) => {
    await openLive(page, '/pipeline');
    await page.getByRole('button', { name: /Show diseases.*Oncology/ }).click();
  },
  'a message without what is required': async (page) => {
    await openLive(page, '/contact?type=demo');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'a refused message': async (page) => {
    await page.getByLabel('Name').fill(' ');
    await page.getByLabel('Email').fill('reader@example.org');
    await page.getByRole('textbox', { name: 'Message' }).fill(' ');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toContainText('Please fill in');
  },
};

test('accessibility of states: waitlist, diseases, refused forms, search results, a post with all of science, and molecules', async ({
  page,
  api,
}) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [state, reach] of Object.entries(STATES)) {
    await reach(page);
    await expectAccessible(page, state);
  }
  for (const [state, path] of [
    ['search results', '/blog?q=binding+affinity'],
    ['no search results', '/blog?q=zebrafish'],
  ] as const) {
    await page.goto(path);
    await expectUsable(page, state);
  }
  // What is found is marked in colours of the reader's own, too.
  await page.goto('/blog?q=ic50');
  await expectContrastInForcedColours(page);
  await test.step('accessibility of science: a post with everything, an open citation and definition, and the pages of molecules', async () => {
    const { slug } = await api.writePost({ content: SCIENCE, references: REFERENCES });
    await page.goto(`/blog/${slug}`);
    await expectUsable(page, 'a post with science');
    await page.getByText('Cite this post').click();
    await page.getByRole('button', { name: 'Show references 1, 2' }).click();
    await expectAccessible(page, 'an open citation');
    await page.goto(POST_PATH);
    await page.getByRole('button', { name: 'Definition of IC50' }).first().click();
    await expectAccessible(page, 'an open definition');
    for (const path of [
      '/molecules?q=CC(C)Cc1ccccc1&mode=substructure',
      '/molecules/hefnnwsxxwatrw-uhfffaoysa-n',
      '/molecules?q=c1cc',
    ]) {
      await page.goto(path);
      await expectUsable(page, path);
      const html = await (await page.request.get(path)).text();
      expect.soft(html, path).not.toMatch(/__reactRouter|type="module"/);
      // Only drawings, style sheets and fonts come besides.
      expect.soft(html.match(/ style="/), path).toBeNull();
    }
  });
});

const SCIENCE = readFileSync('test/articles/all-drawings.md', 'utf8');

const REFERENCES = ['k1', 'k2'].map((key) => ({
  key,
  title: `Paper ${key}`,
  url: `https://example.org/${key}`,
}));

test.describe('with live forms', () => {
  test.use({ baseURL: LIVE_SITE.baseURL });

  test('accessibility of live forms: refused inquiry and sign-up, a failed registration, sign-up below posts, a broken link', async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.route(/\/api\/(?:investor-inquiries|waitlist|newsletter)$/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await openLive(page, '/investors');
    const inquiry = sectionUnder(page, 'Partner With Us');
    for (const label of ['Name', 'Message']) await inquiry.getByLabel(label).fill('Text');
    await inquiry.getByLabel('Email').fill('reader@example.org');
    await page.getByRole('button', { name: 'Send enquiry' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'a refused inquiry');
    await openLive(page, '/platform');
    await page.getByRole('button', { name: 'Join the waitlist' }).first().click();
    const modal = page.getByRole('dialog', { name: 'Join the waitlist' });
    await modal.getByLabel('Name').fill('Text');
    await modal.getByLabel('Email').fill('reader@example.org');
    await modal.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByRole('main').getByRole('status')).toContainText('nothing is lost');
    await expectAccessible(page, 'a failed registration');
    await openLive(page, '/newsletter');
    await page.getByRole('textbox', { name: 'Email' }).fill('reader@example.org');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('alert')).toHaveText(failures.other);
    await expectAccessible(page, 'a refused sign-up');
    for (const path of ['/newsletter/confirm?token=x', POST_PATH]) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
  });
});

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('narrow phone: words of a post that are wider than the page break, wherever they are shown, and lose no letter', async ({
    page,
    api,
  }) => {
    const long = 'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2);
    const [slug, next] = [freshSlug('long'), freshSlug('next')];
    const tags = [`${long.slice(0, 40)}`, 'b'];
    const common = { author: long, tags, status: 'published' } as const;
    await api.writePost({ ...common, slug, title: `${long} ${slug}` });
    await api.writePost({ ...common, slug: next, title: next });
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

/** Text, drawings, buttons and the page in the menu are told apart in colours of the reader's own. */
async function expectContrastInForcedColours(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    expect.soft(await page.evaluate(faintParts), `in forced colours, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
}

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

/** On the narrowest phone, and at twice the size, by zoom or by the size of letters, at a desk and on a phone. */
const SIZES = [
  { size: 'the narrowest phone', width: 320, height: 640, letters: 16, header: 640 },
  { size: 'zoom', width: 640, height: 400, letters: 16 },
  { size: 'zoom of a phone', width: 195, height: 422, letters: 16 },
  { size: 'letters', width: 1280, height: 800, letters: 32 },
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

/** A printed timeline has the diseases, which are folded on the screen. */
async function expectTimelinePrinted(page: Page): Promise<void> {
  const cards = page.locator('.area-card');
  await expect(cards.first().getByText('2.3M new cases a year').first()).toBeVisible();
  const lefts = await cards.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().x));
  expect(lefts[1]).toBe(lefts[0]);
}

async function countSheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
