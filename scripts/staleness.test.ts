import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { BUILD_INPUTS, fingerprint } from './staleness.mjs';

const FILES = { 'src/root.tsx': 'a', 'src/posts/pages/post.tsx': 'b', 'public/icon.svg': 'c' };

function fingerprintOf(files: Record<string, string>, settings = ''): string {
  const root = makeFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return fingerprint(root, BUILD_INPUTS, settings);
}

test('an unchanged project is not built or installed again', () => {
  expect(fingerprintOf(FILES)).toBe(fingerprintOf(FILES));
});

test.each([
  ['a source', { ...FILES, 'src/posts/pages/post.tsx': 'changed' }],
  ['a public file', { ...FILES, 'public/icon.svg': 'changed' }],
  ['a new source', { ...FILES, 'src/new.tsx': '' }],
  ['a renamed source', { ...FILES, 'src/root.tsx': '', 'src/roots.tsx': 'a' }],
  ['the configuration of the build', { ...FILES, 'vite.config.ts': 'changed' }],
  ['the locked packages', { ...FILES, 'package-lock.json': 'changed' }],
])('a change is never served from an old build: %s', (_, files) => {
  expect(fingerprintOf(files)).not.toBe(fingerprintOf(FILES));
});

test('a changed setting of the build, or another machine, is not ignored', () => {
  expect(fingerprintOf(FILES, 'linux arm64')).not.toBe(fingerprintOf(FILES, 'linux x64'));
});

test('editing a test does not cost a build', () => {
  expect(fingerprintOf({ ...FILES, 'src/root.test.tsx': '' })).toBe(fingerprintOf(FILES));
});
