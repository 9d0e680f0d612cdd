// Decides whether the setup has to install or build. Plain JavaScript: it runs before any installation.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The inputs of the build, relative to the project's root. */
const BUILD_INPUTS = [
  ...['src', 'public', 'scripts/bundle', 'react-router.config.ts', 'vite.config.ts'],
  ...['tsconfig.json', 'package-lock.json'],
];

/**
 * An entry of `packages` in a lock file.
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
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
 * @param {{ platform: string, arch: string }} machine
 * @returns {boolean}
 */
export function isInstalled({ packages: locked = {} }, found, { platform, arch }) {
  const installed = found?.packages ?? {};
  /** @param {[string, LockedPackage]} entry */
  const isAsLocked = ([path, { version, integrity, optional, os, cpu }]) => {
    const present = installed[path];
    if (path === '' || !present) return path === '' || optional === true;
    const isSame = present.version === version && present.integrity === integrity;
    return isSame && allows(os, platform) && allows(cpu, arch);
  };
  return (
    Object.entries(installed).every(([path, { optional }]) => path in locked || optional) &&
    Object.entries(locked).every(isAsLocked)
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
  /** @param {string} path */
  const add = (path) => {
    const absolute = join(root, path);
    if (!existsSync(absolute) || /\.test\.[cm]?[jt]sx?$/.test(path)) return;
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) add(`${path}/${name}`);
    } else {
      const bytes = readFileSync(absolute);
      hash.update(`${path}\0${bytes.length}\0`).update(bytes);
    }
  };
  BUILD_INPUTS.forEach(add);
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${env[name]}\0`);
  }
  return hash.digest('hex');
}
