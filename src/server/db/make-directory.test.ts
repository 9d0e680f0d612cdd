import { statSync } from 'node:fs';
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
