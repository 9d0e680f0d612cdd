import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../server/db/disk.ts';
import type { ImportedItem } from './import.ts';
import { SourceError } from './source.ts';

/** The path of a new report, by which an import is taken back. */
export function newReport(dataDir: string, now: string): string {
  const folder = join(dataDir, 'imports');
  makeDirectory(folder);
  return join(folder, `import-${now.replace(/\D/g, '').slice(0, 14)}.jsonl`);
}

/** Writes items into a report, line by line: an import that is killed can be taken back, too. */
export async function* recorded(items: AsyncIterable<ImportedItem>, file: string) {
  for await (const item of items) {
    appendFileSync(file, `${JSON.stringify(item)}\n`);
    yield item;
  }
}

/** The ids of the posts that an import brought, by its report. */
export function readReport(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  try {
    return lines.flatMap((line) => (JSON.parse(line) as { postId?: string | null }).postId ?? []);
  } catch (cause) {
    throw new SourceError(`${file} is not the report of an import`, { cause });
  }
}
