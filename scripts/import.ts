import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runOnSite } from '../src/app/command.ts';
import { OperatorError } from '../src/app/operator-error.ts';
import { site as ownSite } from '../src/content/site.ts';
import { readConfig } from '../src/server/config.ts';
import type { Site } from '../src/site.ts';
import { type ImportedItem, startImport } from '../src/transfer/import.ts';
import { newReport, readReport, record, trashImported } from '../src/transfer/import-reports.ts';
import { showProgress } from './show-progress.ts';

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

const day = new Intl.DateTimeFormat('sv-SE', { timeZone: ownSite.timeZone });

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
  const progress = showProgress(total, 'items');
  const done: ImportedItem[] = [];
  for await (const item of items) {
    if (file !== null) record(item, file);
    done.push(item);
    progress(done.length);
  }
  const { imported = [], skipped = [], failed = [] } = Object.groupBy(done, (item) => item.outcome);
  if (failed.length > 0) process.exitCode = 1;
  if (values.json) {
    const counts = { imported: imported.length, skipped: skipped.length, failed: failed.length };
    console.log(JSON.stringify({ dryRun: isDryRun, system, counts, notes, items: done }, null, 2));
    return;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verb = isDryRun ? 'would be imported' : 'imported';
  console.log(
    `${done.length} items of ${system} in ${seconds} s: ${imported.length} ${verb}, ${skipped.length} skipped, ${failed.length} failed`,
  );
  for (const note of notes) console.log(`  ${note}`);
  if (isDryRun) printTable(imported);
  for (const [reason, all] of Map.groupBy(skipped, (item) => item.reason)) {
    console.log(`  skipped ${all.length}: ${reason}`);
  }
  for (const { label, reason } of failed) console.log(`  failed ${label}: ${reason}`);
  if (file === null || imported.length === 0) return;
  const changed = done.filter((item) => item.notes.length > 0).length;
  if (changed > 0) console.log(`  ${changed} were changed or lost something: see ${file}`);
  console.log(`  npm run import -- --trash ${file} takes it back`);
}

function printTable(items: readonly ImportedItem[]): void {
  const width = Math.min(60, Math.max(0, ...items.map(({ label }) => label.length)));
  for (const { label, slug, status, date, notes } of items) {
    const published = date === null ? 'no date   ' : day.format(new Date(date));
    const path = slug === '' ? '' : `/blog/${slug}`;
    console.log(`  ${label.padEnd(width)}  ${published}  ${status.padEnd(9)}  ${path}`.trimEnd());
    for (const note of notes) console.log(`      ${note}`);
  }
}
