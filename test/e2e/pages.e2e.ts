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

test('no page tells another site of its reader, and no page is broken underneath', async ({
  page,
  baseURL,
}) => {
  const found: string[] = [];
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== baseURL) found.push(`${page.url()} asks ${request.url()}`);
  });
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) {
      found.push(`${page.url()} says ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => found.push(`${page.url()} throws ${error.message}`));
  // The browser itself complains of a page that is not there.
  for (const path of STEADY_PAGES.filter((path) => path !== '/no/such/page')) {
    await page.goto(path);
    const broken = await page.evaluate(loadEveryPicture);
    found.push(...broken.map((src) => `${path} lacks ${src}`));
  }
  expect(found).toEqual([]);
});

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
