// Decides whether the setup has to install or build. Plain JavaScript: it runs before any installation.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The inputs of the build, relative to the project's root. */
const BUILD_INPUTS = [
  'src',
  'public',
  'scripts/bundle',
  'react-router.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/**
 * An entry of `packages` in a lock file.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 * @typedef {{ platform: string, arch: string }} Machine
 */

/** @param {string[] | undefined} allowed @param {string} value */
const allows = (allowed, value) =>
  !allowed || allowed.includes(value) || allowed.some((name) => name.startsWith('!'));

/**
 * Returns true if node_modules matches the lock file on this platform: the same versions, and nothing
 * missing or extra that is not optional. (A lock file need not list the native builds of every
 * platform; npm adds the one that fits.) npm writes node_modules/.package-lock.json last, so an
 * interrupted installation never matches.
 * @param {Lock} wanted package-lock.json
 * @param {Lock | undefined} found node_modules/.package-lock.json, if there is one
 * @param {Machine} machine
 * @returns {boolean}
 */
export function isInstalled(wanted, found, machine) {
  const installed = found?.packages;
  if (!installed || !wanted.packages) return false;
  const locked = wanted.packages;
  return (
    Object.entries(installed).every(([path, entry]) => path in locked || entry.optional) &&
    Object.entries(locked).every(([path, entry]) => {
      if (path === '') return true;
      const present = installed[path];
      if (!present) return entry.optional === true;
      return (
        present.version === entry.version &&
        present.integrity === entry.integrity &&
        allows(entry.os, machine.platform) &&
        allows(entry.cpu, machine.arch)
      );
    })
  );
}

/**
 * A fingerprint of the inputs of the build: file names, file contents, and the settings that Vite writes
 * into the bundle (`VITE_*`). Tests are not bundled, so they do not count.
 * @param {string} root absolute path of the project
 * @param {Record<string, string | undefined>} env
 * @returns {string} 64 hexadecimal digits
 */
export function buildFingerprint(root, env) {
  const hash = createHash('sha256');
  for (const input of BUILD_INPUTS) {
    if (existsSync(join(root, input))) addPath(hash, root, input);
  }
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${env[name]}\0`);
  }
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} root @param {string} path */
function addPath(hash, root, path) {
  const absolute = join(root, path);
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTDIR') throw error;
    const bytes = readFileSync(absolute);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    return;
  }
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!/\.test\.[cm]?[jt]sx?$/.test(name)) addPath(hash, root, `${path}/${name}`);
  }
}
