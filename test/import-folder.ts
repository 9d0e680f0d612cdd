import { openFiles } from '../src/domain/moving/files/open-files.ts';
import type { ImportedItem } from '../src/domain/moving/imported-item.ts';
import type { Import, ImportOptions } from '../src/domain/moving/importing.ts';
import type { Services } from '../src/domain/services.ts';
import { unwrap } from './unwrap.ts';

/** Imports what a path names, and returns what became of each item. */
export async function importPath(
  services: Pick<Services, 'startImport'>,
  path: string,
  options: ImportOptions = {},
): Promise<ImportedItem[]> {
  const files = unwrap(await openFiles(path));
  try {
    return await readItems(unwrap(await services.startImport(files, options)));
  } finally {
    await files.close();
  }
}

/** What an import would do. */
export async function planPath(
  services: Pick<Services, 'planImport'>,
  path: string,
  options: ImportOptions = {},
): Promise<ImportedItem[]> {
  const files = unwrap(await openFiles(path));
  try {
    return await readItems(unwrap(await services.planImport(files, options)));
  } finally {
    await files.close();
  }
}

export async function readItems({ items }: Import): Promise<ImportedItem[]> {
  const all: ImportedItem[] = [];
  for await (const batch of items) all.push(...batch);
  return all;
}
