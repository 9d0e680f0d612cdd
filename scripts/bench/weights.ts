import type { Browser, Page, Request } from '@playwright/test';
import { startProductionSite } from '../../test/production-site.ts';
import { MISSING_PATH, POST_PATH } from '../../test/public-pages.ts';
import { launchBrowser } from '../harness/launch-browser.ts';
import type { Row } from './main.ts';

/** The transfer sizes of a first visit to one page: bytes of response bodies. */
type Weight = {
  page: string;
  /** The document, inline scripts and data included. */
  html: number;
  css: number;
  /** Script files; inline scripts count as HTML. */
  js: number;
  fonts: number;
  images: number;
  total: number;
  requests: number;
};

const KINDS: Record<string, 'html' | 'css' | 'js' | 'fonts' | 'images'> = {
  document: 'html',
  stylesheet: 'css',
  script: 'js',
  font: 'fonts',
  image: 'images',
};

/**
 * Opens each page in a new browser context and counts transfers until the page is idle. Reduced motion
 * leaves out the three-dimensional scene, which loads after everything else.
 *
 * @param address of the running site, without a trailing slash
 */
async function measureWeights(address: string, pages: readonly string[]): Promise<Weight[]> {
  const browser = await launchBrowser({
    args: ['--disable-gpu', '--disable-background-networking'],
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
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    userAgent: userAgentOf(browser),
  });
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(address + path);
  await untilIdle(page);
  const bytes = { html: 0, css: 0, js: 0, fonts: 0, images: 0, total: 0, requests: 0 };
  for (const request of finished) {
    const { responseBodySize } = await request.sizes();
    const kind = KINDS[request.resourceType()];
    if (kind !== undefined) bytes[kind] += responseBodySize;
    bytes.total += responseBodySize;
    bytes.requests += 1;
  }
  await page.close();
  return { page: path, ...bytes };
}

/** A page requests its scripts only after its first paint, and runs them one after another. */
async function untilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const isHydrated = await page.evaluate(() => '__reactRouterContext' in window);
  if (isHydrated) await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.waitForLoadState('networkidle');
}

/** The site treats a browser with `Headless` in its name as a crawler. */
function userAgentOf(browser: Browser): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0]}.0.0.0 Safari/537.36`;
}

/** Pages with the framework, then static ones. */
const PAGES = ['/', '/platform', '/investors', '/glossary', '/blog', POST_PATH, '/privacy-policy'];

/** KiB of the document, its styles and its scripts. */
const TARGETS: Record<string, Row['target']> = {
  '/': { atMost: 140 },
  [POST_PATH]: { atMost: 35 },
};

/** The transfer sizes of a first visit, in KiB. */
export async function measurePageWeights(): Promise<Row[]> {
  const site = await startProductionSite();
  try {
    const weights = await measureWeights(site.address, [...PAGES, MISSING_PATH]);
    const row = (what: string, bytes: number, target?: Row['target']): Row => {
      return { what, figure: bytes / 1024, unit: 'KiB', target };
    };
    const fonts = Math.max(...weights.map((weight) => weight.fonts));
    return [
      ...weights.flatMap(({ page, html, css, js, total, requests }) => [
        row(`${page}, HTML, CSS and scripts`, html + css + js, TARGETS[page]),
        row(`${page}, script files`, js, { atMost: 106 }),
        row(`${page}, all in ${requests} requests`, total),
      ]),
      row('most fonts of a page', fonts, { atMost: 90 }),
    ];
  } finally {
    await site.stop();
  }
}
