import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Site } from '../src/site.ts';
import { exportSite as startExport } from '../src/transfer/export.ts';
import { openFiles, readBytes } from '../src/transfer/files.ts';
import { makeFolder } from './make-folder.ts';
import { unwrap } from './unwrap.ts';

/** Exports a site into a file, and reads the file back: all files by their paths, as Latin-1. */
export async function exportSite(site: Site) {
  const file = join(makeFolder(), 'site.zip');
  const { content, finished } = unwrap(startExport(site));
  await pipeline(content, createWriteStream(file));
  return { file, summary: await finished, content: await unzip(file) };
}

export async function unzip(file: string): Promise<Record<string, string>> {
  const files = await openFiles(file);
  const content: Record<string, string> = {};
  for (const path of files.paths) content[path] = (await readBytes(files, path)).toString('latin1');
  files.close();
  return content;
}
