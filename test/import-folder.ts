import type { Import, ImportedItem, ImportOptions } from '../src/transfer/import.ts';
import type { Transfer } from '../src/transfer/transfer.ts';

/** Imports what a path names, and returns what became of each item. */
export async function importPath(
  services: { transfer: Pick<Transfer, 'startImport'> },
  path: string,
  options: ImportOptions = {},
): Promise<ImportedItem[]> {
  return readItems(await services.transfer.startImport(path, options));
}

export async function readItems({ items }: Pick<Import, 'items'>): Promise<ImportedItem[]> {
  const all: ImportedItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}
