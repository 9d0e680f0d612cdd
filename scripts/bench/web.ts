import { type Browser, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium, missingChromium } from '../../test/browser.ts';
import { freePort } from '../../test/free-port.ts';
import { startProductionSite } from '../../test/production-site.ts';

const PAGES = ['/', '/platform', '/blog', '/blog/how-to-read-an-ic50', '/privacy-policy'];

/** What is printed of a page: of each round one figure, of which the median is taken. */
const COLUMNS: Record<string, { of: (result: Result) => number; unit: string; target: string }> = {
  perf: { of: scoreOf('performance'), unit: '', target: '≥ 98' },
  a11y: { of: scoreOf('accessibility'), unit: '', target: '100' },
  best: { of: scoreOf('best-practices'), unit: '', target: '100' },
  seo: { of: scoreOf('seo'), unit: '', target: '100' },
  LCP: { of: figureOf('largest-contentful-paint'), unit: ' ms', target: '≤ 1800 ms' },
  CLS: { of: figureOf('cumulative-layout-shift'), unit: '', target: '≤ 0.01' },
  TBT: { of: figureOf('total-blocking-time'), unit: ' ms', target: '≤ 100 ms' },
  sent: { of: (result) => figureOf('total-byte-weight')(result) / 1000, unit: ' kB', target: '' },
};

/**
 * What Lighthouse says of the built pages on a phone of the middle class with a slow line, which it
 * simulates: on a machine that is busy, blocking times tell more of the machine than of the page.
 */
export async function measurePages(rounds: number): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(missingChromium());
  const site = await startProductionSite();
  const port = await freePort();
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath,
      // An ordinary browser: the site treats automated ones as crawlers.
      ignoreDefaultArgs: ['--enable-automation', '--disable-back-forward-cache'],
      args: [
        `--remote-debugging-port=${port}`,
        '--no-sandbox',
        '--disable-blink-features=AutomationControlled',
        '--disable-quic',
        // Draws in three dimensions without a graphics card.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    });
    const rows = [Object.entries(COLUMNS).map(([name, { target }]) => `${name} ${target}`.trim())];
    const notes: string[] = [];
    for (const path of PAGES) {
      const results: Result[] = [];
      for (let round = 1; round <= rounds; round++) {
        console.error(`${path}, round ${round} of ${rounds} …`);
        results.push(await audit(site.address + path, port));
      }
      rows.push(Object.values(COLUMNS).map(({ of, unit }) => median(results.map(of)) + unit));
      notes.push(`${path}: ${failedAudits(results).join(', ') || 'nothing'}`);
    }
    print(['', ...PAGES], rows);
    console.log(`\nBelow the full score:\n${notes.join('\n')}`);
  } finally {
    await browser?.close();
    await site.stop();
  }
}

/** A trace now and then lacks its beginning: then the round is run again. */
async function audit(url: string, port: number, attempts = 3): Promise<Result> {
  const run = await lighthouse(url, { port, logLevel: 'error' });
  if (run === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  const { runtimeError } = run.lhr;
  if (runtimeError === undefined) return run.lhr;
  if (attempts === 1) throw new Error(runtimeError.message);
  return audit(url, port, attempts - 1);
}

/** Of 100. */
function scoreOf(category: string): (result: Result) => number {
  return ({ categories }) => Math.round((categories[category]?.score ?? 0) * 100);
}

function figureOf(audit: string): (result: Result) => number {
  return ({ audits }) => audits[audit]?.numericValue ?? Number.NaN;
}

/** Rounded to what is worth telling. */
function median(figures: readonly number[]): string {
  const middle = figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
  return middle < 1 ? `${Number(middle.toFixed(3))}` : middle.toFixed(0);
}

/** The audits below the full score in any of the rounds, each with what it says. */
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
