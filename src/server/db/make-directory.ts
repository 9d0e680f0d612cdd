import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Creates a directory that only its owner can read, and missing parents. `recursive` of Node.js must not be used
 * for this: it never returns where `mkdir` says ENOENT though the parent is there, as below `/proc`.
 *
 * @throws the system's error when the directory cannot be created
 */
export function makeDirectory(path: string): void {
  try {
    makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || parent === path) throw error;
    makeDirectory(parent);
    makeOne(path);
  }
}

/** Also succeeds when the directory exists, or another process creates it meanwhile. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}
