import type { Site } from '../src/site.ts';
import { type ImportedItem, type ImportOptions, startImport } from '../src/transfer/import.ts';

/** Imports what a path names, and returns what became of each item. */
export async function importPath(
  site: Site,
  path: string,
  options: ImportOptions = {},
): Promise<ImportedItem[]> {
  return readItems(await startImport(site, path, options));
}

export async function readItems({ items }: { items: AsyncIterable<ImportedItem> }) {
  const all: ImportedItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}
