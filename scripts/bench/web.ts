import type { Browser } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { freePort } from '../../test/free-port.ts';
import { startProductionSite } from '../../test/production-site.ts';
import { launchBrowser } from '../harness/launch-browser.ts';
import { median } from '../harness/statistics.ts';
import { serveBarePage } from './bare-page.ts';

const PAGES = ['/', '/platform', '/blog', '/blog/how-to-read-an-ic50', '/privacy-policy'];

/** The printed columns: the median of one figure per round. */
const COLUMNS = {
  perf: { of: scoreOf('performance'), unit: '', target: '≥ 98' },
  a11y: { of: scoreOf('accessibility'), unit: '', target: '100' },
  best: { of: scoreOf('best-practices'), unit: '', target: '100' },
  seo: { of: scoreOf('seo'), unit: '', target: '100' },
  LCP: { of: figureOf('largest-contentful-paint'), unit: ' ms', target: '≤ 1800 ms' },
  CLS: { of: figureOf('cumulative-layout-shift'), unit: '', target: '≤ 0.01' },
  TBT: { of: figureOf('total-blocking-time'), unit: ' ms', target: '≤ 100 ms' },
  sent: {
    of: (result) => figureOf('total-byte-weight')(result) / 1000,
    unit: ' kB',
    target: '',
  },
} satisfies Record<string, { of: (result: Result) => number; unit: string; target: string }>;

/**
 * Lighthouse's results for the built pages on a simulated mid-range phone with a slow connection, in turn
 * with a bare file of each page's text and pictures: on a busy machine, times say more about the machine
 * than about the page.
 */
export async function measurePages(rounds: number): Promise<void> {
  const site = await startProductionSite();
  const port = await freePort();
  let browser: Browser | undefined;
  try {
    browser = await launchBrowser({
      ignoreDefaultArgs: ['--enable-automation', '--disable-back-forward-cache'],
      args: [
        `--remote-debugging-port=${port}`,
        // WebGL without a graphics card.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    });
    const measured = PAGES.map((path) => ({ path, site: [] as Result[], bare: [] as Result[] }));
    for (let round = 1; round <= rounds; round++) {
      for (const { path, site: ofSite, bare } of measured) {
        console.error(`${path}, round ${round} of ${rounds} …`);
        const barePage = await serveBarePage(site.address + path);
        ofSite.push(await audit(site.address + path, port));
        bare.push(await audit(barePage.url, port));
        barePage.stop();
      }
    }
    const rows = [Object.entries(COLUMNS).map(([name, { target }]) => `${name} ${target}`.trim())];
    for (const { site: ofSite, bare } of measured) rows.push(medians(ofSite), medians(bare));
    print(['', ...PAGES.flatMap((path) => [path, '  bare file'])], rows);
    for (const { path, site: ofSite, bare } of measured)
      console.log(comparison(path, ofSite, bare));
    const notes = measured.map(
      ({ path, site: ofSite }) => `${path}: ${failedAudits(ofSite).join(', ') || 'nothing'}`,
    );
    console.log(`\nBelow the full score:\n${notes.join('\n')}`);
  } finally {
    await browser?.close();
    await site.stop();
  }
}

function medians(results: readonly Result[]): string[] {
  return Object.values(COLUMNS).map(({ of, unit }) => formatted(median(results.map(of))) + unit);
}

/** What a page costs beyond its text: reading pages may paint 15 % later, others block 100 ms longer. */
function comparison(path: string, site: readonly Result[], bare: readonly Result[]): string {
  const of = (results: readonly Result[], { of: figure }: { of: (result: Result) => number }) =>
    median(results.map(figure));
  const later = of(site, COLUMNS.LCP) / of(bare, COLUMNS.LCP);
  const longer = of(site, COLUMNS.TBT) - of(bare, COLUMNS.TBT);
  return `${path}: largest paint ×${later.toFixed(2)} of the bare file, blocking ${longer.toFixed(0)} ms more`;
}

/** A trace sometimes lacks its beginning: then the round is retried. */
async function audit(url: string, port: number, attempts = 3): Promise<Result> {
  const run = await lighthouse(url, { port, logLevel: 'error' });
  if (run === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  const { runtimeError } = run.lhr;
  if (runtimeError === undefined) return run.lhr;
  if (attempts === 1) throw new Error(runtimeError.message);
  return audit(url, port, attempts - 1);
}

/** A score from 0 to 100. */
function scoreOf(category: string): (result: Result) => number {
  return ({ categories }) => Math.round((categories[category]?.score ?? 0) * 100);
}

function figureOf(audit: string): (result: Result) => number {
  return ({ audits }) => audits[audit]?.numericValue ?? Number.NaN;
}

function formatted(figure: number): string {
  return figure < 1 ? `${Number(figure.toFixed(3))}` : figure.toFixed(0);
}

/** The audits below the full score in any round, with their display values. */
function failedAudits(results: readonly Result[]): string[] {
  const found = results.flatMap(({ audits }) =>
    Object.values(audits)
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, displayValue }) => ({ id, displayValue })),
  );
  return [...Map.groupBy(found, ({ id }) => id)].map(([id, [first]]) =>
    first?.displayValue ? `${id} (${first.displayValue})` : id,
  );
}

function print(names: readonly string[], rows: readonly string[][]): void {
  const nameWidth = Math.max(...names.map((name) => name.length));
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  for (const [at, row] of rows.entries()) {
    const cells = row.map((cell, column) => cell.padStart(widths[column] ?? 0));
    console.log([(names[at] ?? '').padEnd(nameWidth), ...cells].join('  '));
  }
}
