import type { Services } from '../src/app/services.ts';
import type { Import, ImportOptions } from '../src/transfer/import-job.ts';
import type { ImportedItem } from '../src/transfer/imported-item.ts';
import { unwrap } from './unwrap.ts';

/** Imports what a path names, and returns what became of each item. */
export async function importPath(
  services: Pick<Services, 'startImport'>,
  path: string,
  options: ImportOptions = {},
): Promise<ImportedItem[]> {
  return readItems(unwrap(await services.startImport(path, options)));
}

/** What an import would do. */
export async function planPath(
  services: Pick<Services, 'planImport'>,
  path: string,
  options: ImportOptions = {},
): Promise<ImportedItem[]> {
  return readItems(unwrap(await services.planImport(path, options)));
}

export async function readItems({ items }: Import): Promise<ImportedItem[]> {
  const all: ImportedItem[] = [];
  for await (const each of items) all.push(each);
  return all;
}
