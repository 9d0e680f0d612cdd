import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openSite } from '../src/app/boot.ts';
import { run } from '../src/app/operator-error.ts';
import type { Services } from '../src/app/services.ts';
import { readConfig } from '../src/server/config.ts';
import { reasonOf } from '../src/transfer/reason-of.ts';
import { followImport, reportImport } from './import-report.ts';

/**
 * `npm run import -- PATH` imports posts from other systems, and tells what became of each. Exits with 1 when an item
 * could not be imported.
 */

const USAGE =
  'Usage: npm run import -- PATH [--dry-run] [--fetch-pictures] [--site URL] [--author NAME] [--json]';

const options = {
  'dry-run': { type: 'boolean', default: false },
  'fetch-pictures': { type: 'boolean', default: false },
  site: { type: 'string' },
  author: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse() {
  return parseArgs({ options, allowPositionals: true });
}

function parseOrRefuse() {
  try {
    return parse();
  } catch (error) {
    // A wrong option, which the message names.
    refuse(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    return null;
  }
}

await main();

async function main(): Promise<void> {
  const parsed = parseOrRefuse();
  if (parsed === null) return;
  const { values, positionals } = parsed;
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) return refuse(USAGE);
  if (values.site !== undefined && !URL.canParse(values.site)) {
    return refuse(
      `--site takes the URL of the old site, such as https://old.example; "${values.site}" is not a URL`,
    );
  }
  await run(async () => {
    const site = await openSite(readConfig());
    try {
      await importPath(site.services, resolve(path), values);
    } finally {
      await site.close();
    }
  });
}

async function importPath(services: Services, path: string, values: Values): Promise<void> {
  const started = performance.now();
  const isDryRun = values['dry-run'];
  const begun = await services.transfer.startImport(path, {
    isDryRun,
    siteUrl: values.site,
    author: values.author,
    fetchesPictures: values['fetch-pictures'],
  });
  if (!begun.ok) return refuse(reasonOf(begun));
  const { system, total, notes, items } = begun.value;
  const done = await followImport(total, items);
  const seconds = (performance.now() - started) / 1000;
  reportImport(done, { isDryRun, system, notes, isJson: values.json, seconds });
  if (done.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}

function refuse(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
