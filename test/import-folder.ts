import type { ImportedItem } from '../src/transfer/imported-item.ts';
import type { Import, ImportOptions } from '../src/transfer/imports.ts';
import type { Transfer } from '../src/transfer/transfer.ts';
import { unwrap } from './unwrap.ts';

/** Imports what a path names, and returns what became of each item. */
export async function importPath(
  services: { transfer: Pick<Transfer, 'startImport'> },
  path: string,
  options: ImportOptions = {},
): Promise<ImportedItem[]> {
  return readItems(unwrap(await services.transfer.startImport(path, options)));
}

export async function readItems({ items }: Pick<Import, 'items'>): Promise<ImportedItem[]> {
  const all: ImportedItem[] = [];
  for await (const each of items) all.push(each);
  return all;
}
