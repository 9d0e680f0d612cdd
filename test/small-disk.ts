import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { makeFolder } from './make-folder.ts';

/** A file system of 2 MB, removed after the test. Mounting needs root: without it the test is skipped. */
export function makeSmallDisk({ skip }: TestContext) {
  const folder = makeFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0) {
    const why = mounted.error?.message ?? mounted.stderr.trim();
    console.warn(`Small disk: skipped, no tmpfs can be mounted (${why})`);
    skip(`no tmpfs can be mounted: ${why}`);
  }
  // Lazy: open files do not prevent it.
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  const filling = join(folder, 'filling');
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filling, Buffer.alloc(bavail * bsize));
    },
    free: () => rmSync(filling),
  };
}
