import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory for its owner alone, and the parents that it lacks. `recursive` of Node.js must not be used
 * for this: it never returns where `mkdir` says ENOENT though the parent is there, as below `/proc`.
 *
 * @throws the system's error when there can be no such directory
 */
export function makeDirectory(path: string): void {
  try {
    makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    makeDirectory(parent);
    makeOne(path);
  }
}

/** Succeeds also where the directory is there already, or is made by another process meanwhile. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
