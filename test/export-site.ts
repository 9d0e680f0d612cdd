import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportSummary } from '../src/transfer/crate/export-site.ts';
import { writeManifest } from '../src/transfer/crate/manifest.ts';
import { openFiles } from '../src/transfer/files/open-files.ts';
import type { Transfer } from '../src/transfer/transfer.ts';
import { makeFolder } from './make-folder.ts';
import { unwrap } from './unwrap.ts';

export type ExportedSite = {
  /** Path of the zip. */
  file: string;
  summary: ExportSummary;
  /** All files by their paths. */
  content: Readonly<Record<string, Buffer>>;
};

/** Exports a site into a file, and reads the file back. */
export async function exportSite(services: {
  transfer: Pick<Transfer, 'exportSite'>;
}): Promise<ExportedSite> {
  const file = join(makeFolder(), 'site.zip');
  const { content, finished } = unwrap(await services.transfer.exportSite());
  await pipeline(content, createWriteStream(file));
  const summary = await finished;
  return { file, summary, content: await unzip(file) };
}

export async function unzip(file: string): Promise<Record<string, Buffer>> {
  const files = unwrap(await openFiles(file));
  const content: Record<string, Buffer> = {};
  for (const path of files.paths) content[path] = Buffer.from(unwrap(await files.read(path)));
  await files.close();
  return content;
}

export function textOf(content: ExportedSite['content'], path: string): string {
  const file = content[path];
  if (file === undefined) throw new Error(`There is no ${path}: ${Object.keys(content)}`);
  return file.toString();
}

/** A copy of an export as a folder, with some files changed; null removes one. */
export function changedCopy(
  { content }: ExportedSite,
  changes: Readonly<Record<string, string | null>>,
): string {
  const files = Object.entries({ ...content, ...changes }).filter(
    (entry): entry is [string, string | Buffer] => entry[1] !== null,
  );
  return makeFolder(Object.fromEntries(files));
}

/** The same, with a manifest of the changed files. */
export function resealedCopy(
  exported: ExportedSite,
  changes: Readonly<Record<string, string>>,
): string {
  const content = { ...exported.content, ...changes };
  const files = Object.entries(content)
    .filter(([path]) => path !== 'manifest-sha256.txt')
    .map(([path, text]) => ({
      path,
      bytes: text.length,
      sha256: createHash('sha256').update(text).digest('hex'),
    }));
  return changedCopy(exported, { ...changes, 'manifest-sha256.txt': writeManifest(files) });
}
