import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openSite, run } from '../src/app/boot.ts';
import type { Services } from '../src/app/services.ts';
import { readConfig } from '../src/server/config.ts';
import { ImportStoppedError } from '../src/transfer/import-rows.ts';
import { reasonOf } from '../src/transfer/reason-of.ts';
import { SourceAbandonedError } from '../src/transfer/source-session.ts';
import { followImport, reportImport } from './import-report.ts';

/**
 * `npm run import -- PATH` imports posts from other systems, and tells what became of each. Exits with 1 when an item
 * could not be imported.
 */

const USAGE = `Usage: npm run import -- PATH [--dry-run] [--fetch-pictures] [--site URL] [--author NAME] [--memory MB] [--json]
       npm run import -- --take-back ID`;

const options = {
  'dry-run': { type: 'boolean', default: false },
  'fetch-pictures': { type: 'boolean', default: false },
  site: { type: 'string' },
  author: { type: 'string' },
  memory: { type: 'string' },
  json: { type: 'boolean', default: false },
  'take-back': { type: 'string' },
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
  const takeBack = values['take-back'];
  if (takeBack !== undefined && path === undefined) return run(() => takeBackImport(takeBack));
  if (path === undefined || others.length > 0 || takeBack !== undefined) return refuse(USAGE);
  if (values.site !== undefined && !URL.canParse(values.site)) {
    return refuse(
      `--site takes the URL of the old site, such as https://old.example; "${values.site}" is not a URL`,
    );
  }
  if (values.memory !== undefined && !/^[1-9]\d{1,5}$/.test(values.memory)) {
    return refuse(
      `--memory takes a number of megabytes, such as 2000; "${values.memory}" is not one`,
    );
  }
  await run(() => importPath(resolve(path), values));
}

async function importPath(path: string, values: Values): Promise<void> {
  const memory = values.memory === undefined ? undefined : Number(values.memory);
  const site = await openSite(readConfig(), { importMemory: memory });
  try {
    await importSource(site.services, path, values);
  } finally {
    await site.close();
  }
}

async function importSource(services: Services, path: string, values: Values): Promise<void> {
  let id = '';
  try {
    const isDryRun = values['dry-run'];
    const started = performance.now();
    const { planImport, startImport } = services.transfer;
    const begun = await (isDryRun ? planImport : startImport)(path, {
      siteUrl: values.site,
      author: values.author,
      fetchesPictures: values['fetch-pictures'],
    });
    if (!begun.ok) return refuse(reasonOf(begun));
    const { source, items } = begun.value;
    id = begun.value.id;
    const done = await followImport(source.total, items);
    reportImport(done, {
      id,
      isDryRun,
      system: source.system,
      notes: source.notes,
      isJson: values.json,
      seconds: (performance.now() - started) / 1000,
    });
    if (done.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
  } catch (error) {
    const back = id === '' ? '' : ` To undo this import: npm run import -- --take-back ${id}`;
    if (error instanceof ImportStoppedError) return refuse(`The import was stopped.${back}`);
    if (error instanceof SourceAbandonedError) return refuse(error.message + back);
    throw error;
  }
}

async function takeBackImport(id: string): Promise<void> {
  const site = await openSite(readConfig());
  try {
    const taken = await site.services.transfer.takeBackNow(id);
    if (!taken.ok) return refuse(reasonOf(taken));
    const { posts, redirects, edited } = taken.value;
    console.log(`${posts} posts moved to the trash, ${redirects} redirects removed`);
    for (const { slug, title } of edited)
      console.log(`  kept because it was edited: ${title} (/blog/${slug})`);
  } finally {
    await site.close();
  }
}

function refuse(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
