import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { findChromium, missingChromium } from '../../test/browser.ts';

/** What one page makes a browser receive that has never been here, in bytes of bodies as sent. */
export type Weight = {
  page: string;
  /** The document, the scripts and data within it included. */
  html: number;
  css: number;
  /** Script files; what a page writes into its own document is counted there. */
  js: number;
  fonts: number;
  images: number;
  total: number;
  requests: number;
};

/** One page of each kind. */
export const WEIGHED_PAGES = [
  '/',
  '/platform',
  '/pipeline',
  '/purpose',
  '/teams',
  '/investors',
  '/investor-opportunity',
  '/newsletter',
  '/contact',
  '/glossary',
  '/blog',
  '/blog/how-to-read-an-ic50',
  '/privacy-policy',
  '/terms-of-service',
  '/compliance',
  '/no/such/page',
] as const;

const KINDS: Record<string, 'html' | 'css' | 'js' | 'fonts' | 'images'> = {
  document: 'html',
  stylesheet: 'css',
  script: 'js',
  font: 'fonts',
  image: 'images',
};

/**
 * Opens each page in a browser of its own and counts what arrives until the page is idle: what a
 * first visit costs. Motion is unwelcome to this visitor, so that the scene in three dimensions, which
 * comes when everything else has, is not among it.
 *
 * @param address of the running site, without a trailing slash
 */
export async function measureWeights(
  address: string,
  pages: readonly string[] = WEIGHED_PAGES,
): Promise<Weight[]> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(missingChromium());
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      // An ordinary browser: the site treats automated ones as crawlers.
      '--disable-blink-features=AutomationControlled',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
    ],
  });
  try {
    const weights: Weight[] = [];
    for (const page of pages) weights.push(await weigh(browser, address, page));
    return weights;
  } finally {
    await browser.close();
  }
}

async function weigh(browser: Browser, address: string, path: string): Promise<Weight> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    userAgent: browserName(browser),
  });
  try {
    const page = await context.newPage();
    return { page: path, ...(await receivedBy(page, address + path)) };
  } finally {
    await context.close();
  }
}

/** Opens the address and counts the bodies of what comes for it. */
async function receivedBy(page: Page, address: string): Promise<Omit<Weight, 'page'>> {
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(address);
  await untilAllHasCome(page);
  const weight = { html: 0, css: 0, js: 0, fonts: 0, images: 0, total: 0, requests: 0 };
  for (const request of finished) {
    const { responseBodySize } = await request.sizes();
    const kind = KINDS[request.resourceType()];
    if (kind !== undefined) weight[kind] += responseBodySize;
    weight.total += responseBodySize;
    weight.requests += 1;
  }
  return weight;
}

/** A page asks for its scripts when it has been painted, and runs them one after another. */
async function untilAllHasCome(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const isTakenOver = await page.evaluate(() => '__reactRouterContext' in window);
  if (isTakenOver) await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.waitForLoadState('networkidle');
}

/** As a person's browser calls itself. */
function browserName(browser: Browser): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0]}.0.0.0 Safari/537.36`;
}
