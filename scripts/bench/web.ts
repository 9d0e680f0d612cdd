import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { freePort } from '../../test/free-port.ts';
import { startProductionSite } from '../../test/production-site.ts';
import { launchBrowser } from '../harness/launch-browser.ts';
import { median } from '../harness/statistics.ts';
import type { Row } from './main.ts';

type Figures = Record<string, { numericValue?: number; score?: number | null }>;
type Result = { audits: Figures; categories: Figures; runtimeError?: { message: string } };

const PAGES = ['/', '/platform', '/blog', '/blog/how-to-read-an-ic50', '/privacy-policy'];

const SCORES: Record<string, Row['target']> = {
  performance: { atLeast: 98 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
};

/**
 * Lighthouse on a simulated mid-range phone with a slow connection, in turn with a bare file of
 * each page's text and pictures: on a busy machine, times say more about the machine than about the
 * page.
 */
export async function measurePages(rounds: number): Promise<Row[]> {
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
    const measured = PAGES.map((path) => ({ path, ours: [] as Result[], bare: [] as Result[] }));
    for (let round = 1; round <= rounds; round++) {
      for (const { path, ours, bare } of measured) {
        console.error(`${path}, round ${round} of ${rounds} …`);
        const barePage = await serveBarePage(site.address + path);
        ours.push(await audit(site.address + path, port));
        bare.push(await audit(barePage.url, port));
        barePage.stop();
      }
    }
    return measured.flatMap(({ path, ours, bare }) => rowsOf(path, ours, bare));
  } finally {
    await browser?.close();
    await site.stop();
  }
}

function rowsOf(path: string, ours: readonly Result[], bare: readonly Result[]): Row[] {
  const row = (what: string, figure: number, unit: string, more: Partial<Row> = {}): Row => {
    return { what: `${path}, ${what}`, figure, unit, ...more };
  };
  const of = (results: readonly Result[], name: string) =>
    median(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  const paint = of(ours, 'largest-contentful-paint');
  const ratio = { value: paint / of(bare, 'largest-contentful-paint'), of: 'the bare file' };
  return [
    ...Object.entries(SCORES).map(([name, target]) => {
      const scores = ours.map(({ categories }) => 100 * (categories[name]?.score ?? 0));
      return row(name, Math.round(median(scores)), '', { target });
    }),
    row('largest paint', paint, 'ms', { ratio }),
    row('layout shift', of(ours, 'cumulative-layout-shift'), '', { target: { atMost: 0.01 } }),
    row('blocking', of(ours, 'total-blocking-time'), 'ms', { target: { atMost: 100 } }),
    row('blocking of the bare file', of(bare, 'total-blocking-time'), 'ms'),
  ];
}

/** A trace sometimes lacks its beginning: then the round is retried. */
async function audit(url: string, port: number, attempts = 3): Promise<Result> {
  // Fetched by npm when it is asked for: installed with the project, it would be a tenth of all packages.
  const args = ['--yes', 'lighthouse@13.5.0', url, `--port=${port}`, '--output=json', '--quiet'];
  const ran = promisify(execFile)('npx', args, { maxBuffer: 64 * 1024 * 1024 });
  // It fails, but prints its result, too, when a page could not be audited.
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  const result = JSON.parse(stdout) as Result;
  if (result.runtimeError === undefined) return result;
  if (attempts === 1) throw new Error(result.runtimeError.message);
  return audit(url, port, attempts - 1);
}

async function serveBarePage(pageUrl: string): Promise<{ url: string; stop: () => void }> {
  const { origin } = new URL(pageUrl);
  const html = bareDocument(await (await fetch(pageUrl)).text());
  const server = createServer(async ({ url = '/' }, response) => {
    const picture = url === '/' ? undefined : await fetch(origin + url);
    const type = picture?.headers.get('Content-Type') ?? 'text/html; charset=utf-8';
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' });
    response.end(brotliCompressSync((await picture?.bytes()) ?? html));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

function bareDocument(html: string): string {
  const title = /<title>[^<]*<\/title>/.exec(html)?.[0] ?? '';
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  const text = main.replace(/<(script|style|svg|canvas)\b[\s\S]*?<\/\1>/g, '');
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${title}<style>img { max-width: 100%; height: auto }</style><body>${text}`;
}
