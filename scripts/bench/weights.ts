import type { Browser, Request } from '@playwright/test';
import { startProductionSite } from '../../test/production-site.ts';
import { MISSING_PATH, POST_PATH } from '../../test/public-pages.ts';
import { launchBrowser } from '../harness/launch-browser.ts';
import type { Row } from './main.ts';

/** Pages with the framework, then static ones. */
const PAGES = ['/', '/platform', '/investors', '/glossary', '/blog', POST_PATH, '/privacy-policy'];

/** KiB of the document, its styles and its scripts. */
const TARGETS: Record<string, Row['target']> = {
  '/': { atMost: 140 },
  [POST_PATH]: { atMost: 35 },
};

/** The transfer sizes of a first visit, in KiB of response bodies. Inline scripts count as HTML. */
export async function measurePageWeights(): Promise<Row[]> {
  const site = await startProductionSite();
  const browser = await launchBrowser({
    args: ['--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rows: Row[] = [];
    const row = (what: string, bytes: number, target?: Row['target']) =>
      rows.push({ what, figure: bytes / 1024, unit: 'KiB', target });
    let fonts = 0;
    for (const path of [...PAGES, MISSING_PATH]) {
      const { sum, requests } = await weigh(browser, site.address + path);
      const read = sum('document') + sum('stylesheet') + sum('script');
      row(`${path}, HTML, CSS and scripts`, read, TARGETS[path]);
      row(`${path}, script files`, sum('script'), { atMost: 106 });
      row(`${path}, all in ${requests} requests`, sum());
      fonts = Math.max(fonts, sum('font'));
    }
    row('most fonts of a page', fonts, { atMost: 90 });
    return rows;
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Reduced motion leaves out the three-dimensional scene, which loads after everything else. */
async function weigh(browser: Browser, url: string) {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    // The site treats a browser with `Headless` in its name as a crawler.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0]}.0.0.0 Safari/537.36`,
  });
  const finished: Request[] = [];
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(url);
  // A page requests its scripts only after its first paint, and runs them one after another.
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const isHydrated = await page.evaluate(() => '__reactRouterContext' in window);
  if (isHydrated) await page.waitForFunction(() => '__reactRouterDataRouter' in window);
  await page.waitForLoadState('networkidle');
  const weighed = await Promise.all(
    finished.map(async (request) => {
      const { responseBodySize } = await request.sizes();
      return { type: request.resourceType(), bytes: responseBodySize };
    }),
  );
  await page.close();
  const sum = (kind?: string) =>
    weighed.reduce((all, { type, bytes }) => all + ((kind ?? type) === type ? bytes : 0), 0);
  return { sum, requests: finished.length };
}
