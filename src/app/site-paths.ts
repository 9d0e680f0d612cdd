import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { profile } from '../content/profile.ts';

/** A container image has only the built files. */
const FOLDERS = ['../../public', '../../build/client'].map((folder) =>
  resolve(import.meta.dirname, folder),
);

export function sitePaths(): string[] {
  const folder = FOLDERS.find(existsSync);
  const files = folder === undefined ? [] : readdirSync(folder, { recursive: true });
  return [
    ...profile.pages.map(({ canonical }) => canonical),
    ...files.map((file) => `/${String(file).replaceAll('\\', '/')}`),
  ];
}
