import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openSite } from '../src/app/boot.ts';
import { run } from '../src/app/operator-error.ts';
import type { Services } from '../src/app/services.ts';
import { type Config, ConfigError, readConfig } from '../src/server/config.ts';
import { SourceError } from '../src/transfer/source.ts';
import { followImport, reportImport } from './import-report.ts';

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

type Values = ReturnType<typeof parse>['values'];

function parse() {
  return parseArgs({ options, allowPositionals: true });
}

await run(async () => {
  const { values, positionals } = parseOrRefuse();
  const [path] = positionals;
  if (positionals.length !== (values.trash === undefined ? 1 : 0)) throw new ConfigError(USAGE);
  if (values.site !== undefined && !URL.canParse(values.site)) {
    throw new ConfigError(
      `--site takes the URL of the old site, such as https://old.example; "${values.site}" is not a URL`,
    );
  }
  const config = readConfig();
  const site = await openSite(config, { mustExist: true });
  try {
    if (values.trash !== undefined) await trashPosts(site.services, resolve(values.trash));
    else await importPath(site.services, config, resolve(path ?? ''), values);
  } catch (error) {
    throw error instanceof SourceError ? new ConfigError(error.message) : error;
  } finally {
    await site.close();
  }
});

function parseOrRefuse() {
  try {
    return parse();
  } catch (cause) {
    // A wrong option, which the message names.
    throw new ConfigError(`${(cause as Error).message}\n${USAGE}`, { cause });
  }
}

async function importPath(
  { transfer, now }: Services,
  { dataDir }: Config,
  path: string,
  values: Values,
): Promise<void> {
  const started = performance.now();
  const isDryRun = values['dry-run'];
  const { system, total, notes, items } = await transfer.startImport(path, {
    isDryRun,
    siteUrl: values.site,
    author: values.author,
    fetchesPictures: values['fetch-pictures'],
  });
  const folder = join(dataDir, 'imports');
  const file = isDryRun
    ? null
    : join(folder, `import-${now().replace(/\D/g, '').slice(0, 14)}.jsonl`);
  if (file !== null) mkdirSync(folder, { recursive: true });
  const done = await followImport(total, items, (item) => {
    // Line by line: an import that is killed can be taken back, too.
    if (file !== null) appendFileSync(file, `${JSON.stringify(item)}\n`);
  });
  const seconds = (performance.now() - started) / 1000;
  reportImport(done, { isDryRun, system, notes, isJson: values.json, seconds, file });
  if (done.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}

/** Moves the posts of a report into the trash; those that were edited since stay. */
async function trashPosts({ transfer }: Services, report: string): Promise<void> {
  const { trashed, kept } = await transfer.trashImported(readReport(report));
  console.log(`${trashed.length} posts were moved into the trash`);
  for (const slug of kept) console.log(`  /blog/${slug} was edited since, and stays`);
}

function readReport(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.flatMap((line) => (JSON.parse(line) as { postId?: string | null }).postId ?? []);
  } catch (cause) {
    const { message } = cause as Error;
    throw new ConfigError(`${file} is not the report of an import: ${message}`, { cause });
  }
}
