import type { Site } from '../src/site.ts';
import { type ImportedItem, type ImportOptions, startImport } from '../src/transfer/import.ts';
import { makeApp } from './make-app.ts';
import { makeFolder } from './make-folder.ts';

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

/** A site that has no pages. */
export const makeEmptyApp = () =>
  makeApp({ renderPage: async () => new Response('Not found', { status: 404 }) });

/** Imports files into a site, and returns it with what became of each item, and with the notes on the source. */
export async function importFiles(
  files: Parameters<typeof makeFolder>[0],
  options: ImportOptions = {},
  into?: Awaited<ReturnType<typeof makeApp>>,
) {
  const app = into ?? (await makeEmptyApp());
  const started = await startImport(app.site, makeFolder(files), options);
  return { ...app, items: await readItems(started), notes: started.notes };
}
