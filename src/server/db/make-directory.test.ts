import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { makeDirectory } from './disk.ts';

it('makes a directory with its parents, for their owner alone, and leaves one that is there', () => {
  const folder = makeFolder();
  for (const path of [join(folder, 'a/b/c'), join(folder, 'a/b/c'), `${folder}/a/b/d/`, folder]) {
    makeDirectory(path);
    expect(statSync(path).isDirectory()).toBe(true);
    expect(statSync(path).mode & 0o077).toBe(0);
  }
});

it('says at once that there can be no directory, instead of trying for ever, or of taking a file for one', () => {
  for (const path of '/proc/no/such/place /proc/no-such-place /dev/null/data /sys/kernel/x'.split(
    ' ',
  )) {
    expect(() => makeDirectory(path)).toThrow(/ENOENT|ENOTDIR|EPERM|EACCES|EROFS/);
  }
  const file = join(makeFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeDirectory(file)).toThrow(/EEXIST/);
  expect(() => makeDirectory(join(file, 'below'))).toThrow(/ENOTDIR/);
});
