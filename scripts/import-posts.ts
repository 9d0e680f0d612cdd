import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { openSite, run } from '../src/boot.ts';
import { readConfig } from '../src/config.ts';
import { findPostFiles, type ImportOutcome, importPosts } from '../src/domain/posts/import.ts';

/**
 * `npm run import-posts -- FOLDER` imports the Markdown posts of a folder and its subfolders, and prints
 * the outcome of each. Exits with 1 when a file could not be imported.
 */

const PROGRESS_EVERY_MS = 5_000;

const [argument, ...others] = process.argv.slice(2);
if (argument === undefined || others.length > 0) {
  refuse('Usage: npm run import-posts -- FOLDER');
} else if (!(await isFolder(argument))) {
  refuse(`There is no folder ${resolve(argument)}`);
} else {
  await run(() => importFolder(resolve(argument)));
}

async function importFolder(folder: string): Promise<void> {
  const site = await openSite(readConfig());
  try {
    const files = await findPostFiles(folder);
    const started = performance.now();
    const outcomes = await showProgress(files.length, importPosts(folder, files, site.services));
    report(outcomes, (performance.now() - started) / 1000);
  } finally {
    await site.close();
  }
}

/** A progress bar on a terminal, a line every few seconds elsewhere. */
async function showProgress(
  total: number,
  imported: AsyncIterable<ImportOutcome>,
): Promise<ImportOutcome[]> {
  const outcomes: ImportOutcome[] = [];
  const progress = process.stderr.isTTY ? makeBar(total) : makeLines(total);
  for await (const outcome of imported) {
    outcomes.push(outcome);
    progress.update(outcomes.length, outcome.file);
  }
  progress.stop();
  return outcomes;
}

function makeBar(total: number) {
  const format = '{bar} {value}/{total} posts, {eta_formatted} to go, {file}';
  const bar = new SingleBar({ format, clearOnComplete: true, stopOnComplete: true }, Presets.rect);
  bar.start(total, 0, { file: '' });
  return {
    update: (done: number, file: string) => bar.update(done, { file }),
    stop: () => bar.stop(),
  };
}

function makeLines(total: number) {
  let last = performance.now();
  return {
    update: (done: number) => {
      if (performance.now() - last < PROGRESS_EVERY_MS) return;
      last = performance.now();
      console.error(`${done} of ${total} posts`);
    },
    stop: () => undefined,
  };
}

function report(outcomes: readonly ImportOutcome[], seconds: number): void {
  const of = <O extends ImportOutcome['outcome']>(outcome: O) =>
    outcomes.filter((each): each is ImportOutcome & { outcome: O } => each.outcome === outcome);
  const [imported, skipped, failed] = [of('imported'), of('skipped'), of('failed')];
  console.log(
    `${outcomes.length} files in ${seconds.toFixed(1)} s: ${imported.length} imported, ${skipped.length} skipped, ${failed.length} failed`,
  );
  for (const [reason, files] of Map.groupBy(skipped, (each) => each.reason)) {
    console.log(`  skipped ${files.length}: ${reason}`);
  }
  for (const { file, reason } of failed) console.log(`  failed ${file}: ${reason}`);
  if (failed.length > 0) process.exitCode = 1;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return found?.isDirectory() ?? false;
}

function refuse(line: string): void {
  console.error(line);
  process.exitCode = 1;
}
