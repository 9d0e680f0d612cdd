import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where servers are that only their administrator has on PATH. */
const ALSO = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** @returns the path of a program, undefined where it is not installed */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, ...ALSO].map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR') return false;
    throw error;
  }
}
