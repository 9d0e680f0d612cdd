// Fingerprints by which the setup decides whether to install or build. Plain JavaScript, see setup.mjs.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the pages are built from. Tests are not bundled, so they do not count. */
export const BUILD_INPUTS = [
  ...['src', 'public', 'scripts/bundle', 'react-router.config.ts', 'vite.config.ts'],
  ...['tsconfig.json', 'package-lock.json'],
];

/**
 * A hash of the inputs' names and contents, and of what else decides.
 * @param {string} root
 * @param {string[]} inputs files and folders, relative to `root`
 * @param {string} settings
 */
export function fingerprint(root, inputs, settings) {
  const hash = createHash('sha256').update(settings);
  /** @param {string} path */
  const add = (path) => {
    const absolute = join(root, path);
    if (!existsSync(absolute) || /\.test\.tsx?$/.test(path)) return;
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) add(`${path}/${name}`);
    } else hash.update(`\0${path}\0`).update(readFileSync(absolute));
  };
  inputs.forEach(add);
  return hash.digest('hex');
}
