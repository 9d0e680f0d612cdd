import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Site } from '../src/app/boot.ts';
import { interruption, runOnSite } from '../src/app/command.ts';
import { OperatorError } from '../src/app/operator-error.ts';
import { exists, syncDirectory } from '../src/server/db/disk.ts';
import type { ExportSummary } from '../src/transfer/crate/export-site.ts';
import { reasonOf } from '../src/transfer/reason-of.ts';
import { type Progress, showProgress } from './show-progress.ts';

/**
 * `npm run export -- FILE.zip` writes the whole content of the site into one new file, while the site runs. Exits with 1
 * when no file was written.
 */

const [path, ...others] = process.argv.slice(2);
if (path === undefined || others.length > 0) {
  console.error('Usage: npm run export -- FILE.zip');
  process.exitCode = 1;
} else {
  await runOnSite((site) => exportTo(site, resolve(path), interruption()));
}

async function exportTo({ services }: Site, file: string, signal: AbortSignal): Promise<void> {
  if (await exists(file)) throw new OperatorError(`${file} already exists. Choose another name`);
  const started = performance.now();
  let progress: Progress | undefined;
  const begun = await services.transfer.exportSite({
    onProgress(done, total) {
      progress ??= showProgress(total, 'posts and files');
      progress.update(done, '');
    },
  });
  if (!begun.ok) throw new OperatorError(reasonOf(begun));
  const { content, finished } = begun.value;
  await writeNew(file, content, signal);
  progress?.stop();
  report(file, await finished, (performance.now() - started) / 1000);
}

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

function report(file: string, summary: ExportSummary, seconds: number): void {
  const { posts, pictures, attachments, missing, files, bytes, manifest, isReadable } = summary;
  console.log(
    `${file}: ${posts} posts, ${pictures} pictures, ${attachments} attachments in ${files} files (${(bytes / 1e6).toFixed(1)} MB unpacked), ${seconds.toFixed(1)} s`,
  );
  console.log(`SHA-256 of the manifest: ${manifest}`);
  if (missing.length > 0) {
    console.error(`Left out because their files are missing: ${missing.join(', ')}`);
  }
  if (!isReadable) console.error(TOO_LARGE);
}

const TOO_LARGE =
  'This archive is complete, but larger than npm run import can read (100,000 files, 8 GiB). Use a backup to move such a site.';
