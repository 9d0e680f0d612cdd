import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../test/make-folder.ts';
import { buildFingerprint, isInstalled } from './staleness.mjs';

describe('installing only when it is needed', () => {
  const linux = { platform: 'linux', arch: 'x64' };
  const react = { version: '19.0.0', integrity: 'sha512-a' };
  const native = { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['linux'] };
  const wanted = { packages: { '': {}, 'node_modules/react': react, 'node_modules/n': native } };

  test('a checkout that is installed as locked starts at once', () => {
    const found = { packages: { 'node_modules/react': react, 'node_modules/n': native } };
    expect(isInstalled(wanted, found, linux)).toBe(true);
  });

  test('a package left out because it is for another platform is not installed again and again', () => {
    const found = { packages: { 'node_modules/react': react } };
    expect(isInstalled(wanted, found, { platform: 'darwin', arch: 'arm64' })).toBe(true);
  });

  test("a platform's build that the lock file does not list is not installed again and again", () => {
    const darwin = { version: '1.0.0', integrity: 'sha512-c', optional: true, os: ['darwin'] };
    const found = { packages: { 'node_modules/react': react, 'node_modules/n-darwin': darwin } };
    expect(isInstalled(wanted, found, { platform: 'darwin', arch: 'arm64' })).toBe(true);
  });

  test.each([
    ['nothing is installed', undefined],
    ['a package is missing', { packages: { 'node_modules/n': native } }],
    ['another version is there', { packages: { 'node_modules/react': { version: '18.0.0' } } }],
    [
      'other bytes are there',
      { packages: { 'node_modules/react': { ...react, integrity: 'sha512-x' } } },
    ],
    [
      'a package is there that was removed from the lock file',
      { packages: { 'node_modules/react': react, 'node_modules/gone': { version: '1.0.0' } } },
    ],
  ])('the program does not run on the wrong packages: %s', (_, found) => {
    expect(isInstalled(wanted, found, linux)).toBe(false);
  });

  test('packages installed on another kind of machine are installed anew', () => {
    const found = { packages: { 'node_modules/react': react, 'node_modules/n': native } };
    expect(isInstalled(wanted, found, { platform: 'darwin', arch: 'arm64' })).toBe(false);
  });
});

describe('building only when it is needed', () => {
  function project(files: Record<string, string>): string {
    const root = makeFolder();
    for (const [name, text] of Object.entries(files)) write(root, name, text);
    return root;
  }

  function write(root: string, name: string, text: string): void {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }

  const files = { 'src/root.tsx': 'a', 'src/posts/pages/post.tsx': 'b', 'public/icon.svg': 'c' };

  test('an unchanged project is not built again', () => {
    expect(buildFingerprint(project(files), {})).toBe(buildFingerprint(project(files), {}));
  });

  test.each([
    ['a source', 'src/posts/pages/post.tsx'],
    ['a public file', 'public/icon.svg'],
    ['a new source', 'src/new.tsx'],
    ['the configuration of the build', 'vite.config.ts'],
    ['the locked packages', 'package-lock.json'],
  ])('a change is never served from an old build: %s', (_, name) => {
    const root = project(files);
    const before = buildFingerprint(root, {});
    write(root, name, 'changed');
    expect(buildFingerprint(root, {})).not.toBe(before);
  });

  test('a renamed source is not served from an old build', () => {
    const { 'src/root.tsx': root, ...others } = files;
    const renamed = project({ ...others, 'src/roots.tsx': root });
    expect(buildFingerprint(renamed, {})).not.toBe(buildFingerprint(project(files), {}));
  });

  test('a changed setting of the build is not ignored', () => {
    const root = project(files);
    const settings = { VITE_API_ORIGIN: 'https://api.example' };
    expect(buildFingerprint(root, settings)).not.toBe(buildFingerprint(root, {}));
  });

  test('editing a test does not cost a build', () => {
    const root = project(files);
    const before = buildFingerprint(root, {});
    write(root, 'src/root.test.tsx', 'changed');
    expect(buildFingerprint(root, {})).toBe(before);
  });
});
