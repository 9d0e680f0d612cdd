import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openSite, run } from '../src/app/boot.ts';
import { ConfigError, readConfig } from '../src/server/config.ts';
import { syncDirectory } from '../src/server/db/disk.ts';
import { inOneLine, refuseMissingDatabase } from '../src/transfer/command.ts';
import { orThrow } from '../src/transfer/source.ts';
import { type Progress, showProgress } from './show-progress.ts';

/**
 * `npm run export -- FILE.zip` writes the whole content of the site into one new file, while the site runs. Exits with 1
 * when no file was written.
 */

const INTERRUPTED = new ConfigError('Interrupted: nothing was written');

await run(async () => {
  const [path, ...others] = process.argv.slice(2);
  if (path === undefined || others.length > 0) {
    throw new ConfigError('Usage: npm run export -- FILE.zip');
  }
  const file = resolve(path);
  if (existsSync(file)) throw new ConfigError(`${file} already exists. Choose another name`);
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interrupted.abort(INTERRUPTED));
  }
  const started = performance.now();
  const config = readConfig();
  await refuseMissingDatabase(config);
  const site = await openSite(config);
  try {
    let progress: Progress | undefined;
    const onProgress = (done: number, total: number) => {
      progress ??= showProgress(total, 'posts and files');
      progress.update(done, '');
    };
    const { content, finished } = orThrow(await site.services.transfer.exportSite({ onProgress }));
    await writeNew(file, content, interrupted.signal);
    progress?.stop();
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
  } catch (error) {
    throw inOneLine(error);
  } finally {
    await site.close();
  }
});

/** The file has another name until it is complete and on the disk. */
async function writeNew(
  file: string,
  content: NodeJS.ReadableStream,
  signal: AbortSignal,
): Promise<void> {
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
