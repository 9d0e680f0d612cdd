import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openSite } from '../src/app/boot.ts';
import { run } from '../src/app/operator-error.ts';
import type { Services } from '../src/app/services.ts';
import { type Config, ConfigError, readConfig } from '../src/server/config.ts';
import {
  inOneLine,
  newReport,
  readReport,
  recorded,
  refuseMissingDatabase,
} from '../src/transfer/command.ts';
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

type Values = ReturnType<typeof parseOrRefuse>['values'];

await run(async () => {
  const { values, positionals } = parseOrRefuse();
  if (positionals.length !== (values.trash === undefined ? 1 : 0)) throw new ConfigError(USAGE);
  const config = readConfig();
  await refuseMissingDatabase(config);
  const { services, close } = await openSite(config);
  try {
    if (values.trash === undefined) await importPath(services, config, positionals, values);
    else await trashPosts(services, resolve(values.trash));
  } catch (error) {
    throw inOneLine(error);
  } finally {
    await close();
  }
});

async function trashPosts({ transfer }: Services, report: string): Promise<void> {
  const { trashed, kept } = await transfer.trashImported(readReport(report));
  const stay = kept.map((slug) => `\n  /blog/${slug} was edited since, and stays`);
  console.log(`${trashed.length} posts were moved into the trash${stay.join('')}`);
}

function parseOrRefuse() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (cause) {
    // A wrong option, which the message names.
    throw new ConfigError(`${(cause as Error).message}\n${USAGE}`, { cause });
  }
}

async function importPath(
  { transfer, now }: Services,
  { dataDir }: Config,
  [path = '']: string[],
  values: Values,
): Promise<void> {
  const started = performance.now();
  const isDryRun = values['dry-run'];
  const { system, total, notes, items } = await transfer.startImport(resolve(path), {
    isDryRun,
    siteUrl: values.site,
    author: values.author,
    fetchesPictures: values['fetch-pictures'],
  });
  const file = isDryRun ? null : newReport(dataDir, now());
  const done = await followImport(total, file === null ? items : recorded(items, file));
  const seconds = (performance.now() - started) / 1000;
  reportImport(done, { isDryRun, system, notes, isJson: values.json, seconds, file });
  if (done.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}
