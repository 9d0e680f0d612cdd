import { expect, type Page, test } from '@playwright/test';
import { profile } from '../../src/content/profile.ts';
import {
  expectAccessible,
  linksIn,
  loadEveryPicture,
  openLive,
  sectionUnder,
} from './public-page.ts';

/** Pages that no other test changes. */
const STEADY_PAGES = [
  ...profile.pages.map((page) => page.canonical).filter((path) => path !== '/blog'),
  '/blog/how-to-read-an-ic50',
  '/no/such/page',
];
/** The list shows what other tests write meanwhile. */
const PAGES = [...STEADY_PAGES, '/blog'];

for (const path of PAGES) {
  test(`${path} can be used with a disability, in light and dark, at a desk and on a phone`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page, `${path} at ${width} px`);
    }
  });
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

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('no page has to be scrolled sideways', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, path).toBeLessThanOrEqual(320);
    }
  });
});

test.describe('no page tells another site of its reader, and no page is broken underneath', () => {
  test('when it is opened by its address', async ({ page, baseURL }) => {
    const found = watch(page, baseURL);
    for (const path of PAGES) {
      await page.goto(path);
      found.push(...(await brokenPictures(page, path)));
    }
    expect(found).toEqual([]);
  });

  test('when a link leads to it', async ({ page, baseURL }) => {
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
