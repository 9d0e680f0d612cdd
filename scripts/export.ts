import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { interruption, runOnSite } from '../src/app/command.ts';
import { OperatorError } from '../src/app/operator-error.ts';
import { syncDirectory } from '../src/server/db/disk.ts';
import { exportSite } from '../src/transfer/export.ts';
import { orThrow } from '../src/transfer/source.ts';
import { showProgress } from './show-progress.ts';

/**
 * `npm run export -- FILE.zip` writes the whole content of the site into one new file, while the site runs. Exits with 1
 * when no file was written.
 */

await runOnSite(async ({ site }) => {
  const [path, ...others] = process.argv.slice(2);
  if (path === undefined || others.length > 0) {
    throw new OperatorError('Usage: npm run export -- FILE.zip');
  }
  const file = resolve(path);
  if (existsSync(file)) throw new OperatorError(`${file} already exists. Choose another name`);
  const started = performance.now();
  let progress: ReturnType<typeof showProgress> | undefined;
  const onProgress = (done: number, total: number) => {
    progress ??= showProgress(total, 'posts and files');
    progress(done);
  };
  const { content, finished } = orThrow(exportSite(site, { onProgress }));
  await writeNew(file, content, interruption());
  const { posts, pictures, attachments, changed, missing } = await finished;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const files = `${pictures} pictures, ${attachments} attachments`;
  console.log(`${file}: ${posts} posts, ${files}, ${seconds} s`);
  for (const [what, left] of [
    ['Unpublished changes are not in it, those of', changed],
    ['Left out because their files are missing', missing],
  ] as const) {
    if (left.length > 0) console.error(`${what}: ${left.join(', ')}`);
  }
});

/** The file has another name until it is complete and on the disk. */
async function writeNew(file: string, content: NodeJS.ReadableStream, signal: AbortSignal) {
  const partial = `${file}.part`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    await pipeline(content, handle.createWriteStream({ flush: true }), { signal });
    await rename(partial, file);
    await syncDirectory(dirname(file));
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}
