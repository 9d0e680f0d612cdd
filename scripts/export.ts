import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { interruption, runOnSite } from '../src/app/command.ts';
import { OperatorError } from '../src/app/operator-error.ts';
import { writeNewFile } from '../src/app/write-new-file.ts';
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
  const started = performance.now();
  let progress: ReturnType<typeof showProgress> | undefined;
  const onProgress = (done: number, total: number) => {
    progress ??= showProgress(total, 'posts and files');
    progress(done);
  };
  const signal = interruption();
  const exported = await writeNewFile(file, signal, async (sink) => {
    const { content, finished } = orThrow(exportSite(site, { onProgress }));
    await pipeline(content, sink, { signal });
    return finished;
  });
  const { posts, pictures, attachments, changed, missing } = exported;
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
