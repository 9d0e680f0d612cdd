import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runOnSite } from '../src/app/command.ts';
import { OperatorError } from '../src/app/operator-error.ts';
import { readConfig } from '../src/server/config.ts';
import type { Site } from '../src/site.ts';
import { startImport } from '../src/transfer/import.ts';
import { newReport, readReport, trashImported } from '../src/transfer/import-reports.ts';
import { followImport, printJson, reportImport } from './import-report.ts';

/**
 * `npm run import -- PATH` imports posts from other systems, and tells what became of each. Exits with 1 when an item
 * could not be imported. `--trash REPORT` takes an import back.
 */

const USAGE = `Usage: npm run import -- PATH [--dry-run] [--fetch-pictures] [--site URL] [--author NAME] [--json]
       npm run import -- --trash REPORT`;

const options = {
  'dry-run': { type: 'boolean', default: false },
  'fetch-pictures': { type: 'boolean', default: false },
  site: { type: 'string' },
  author: { type: 'string' },
  json: { type: 'boolean', default: false },
  trash: { type: 'string' },
} as const;

await runOnSite(async ({ site }) => {
  const { values, positionals } = parseOrRefuse();
  const { trash } = values;
  if (positionals.length !== (trash === undefined ? 1 : 0)) throw new OperatorError(USAGE);
  if (trash === undefined) await importPath(site, positionals[0] ?? '', values);
  else await trashPosts(site, resolve(trash));
});

async function trashPosts(site: Site, report: string): Promise<void> {
  const { trashed, kept } = await trashImported(site, readReport(report));
  const stay = kept.map((slug) => `\n  /blog/${slug} was edited since, and stays`);
  console.log(`${trashed.length} posts were moved into the trash${stay.join('')}`);
}

function parseOrRefuse() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (cause) {
    // A wrong option, which the message names.
    throw new OperatorError(`${(cause as Error).message}\n${USAGE}`, { cause });
  }
}

type Values = ReturnType<typeof parseOrRefuse>['values'];

async function importPath(site: Site, path: string, values: Values): Promise<void> {
  const started = performance.now();
  const { 'dry-run': isDryRun, 'fetch-pictures': fetchesPictures, site: siteUrl, author } = values;
  const chosen = { isDryRun, fetchesPictures, siteUrl, author };
  const { system, total, notes, items } = await startImport(site, resolve(path), chosen);
  const file = isDryRun ? null : newReport(readConfig().dataDir, site.now());
  const done = await followImport(total, items, file);
  const seconds = (performance.now() - started) / 1000;
  const report = values.json ? printJson : reportImport;
  report(done, { isDryRun, system, notes, seconds, file });
  if (done.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}
