import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMarks } from '../posts/record/records.ts';
import { removePost } from '../posts/trash.ts';
import { makeDirectory } from '../server/db/disk.ts';
import type { Site } from '../site.ts';
import type { ImportedItem } from './import.ts';
import { orThrow, SourceError } from './source.ts';

export function newReport(dataDir: string, now: string): string {
  const folder = join(dataDir, 'imports');
  makeDirectory(folder);
  return join(folder, `import-${now.replace(/\D/g, '').slice(0, 14)}.jsonl`);
}

/** Writes an item into a report as a line: an import that is killed can be taken back, too. */
export function record(item: ImportedItem, file: string): void {
  appendFileSync(file, `${JSON.stringify(item)}\n`);
}

export function readReport(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  try {
    return lines.flatMap((line) => (JSON.parse(line) as { postId?: string | null }).postId ?? []);
  } catch (cause) {
    throw new SourceError(`${file} is not the report of an import`, { cause });
  }
}

/** Those that were edited, corrected or frozen since stay. */
export async function trashImported(site: Site, ids: readonly string[]) {
  const [trashed, kept]: [string[], string[]] = [[], []];
  for (const id of ids) {
    const post = await site.db.query
      .selectFrom('posts')
      .select(['slug', 'latest_version', 'created_at as created', 'noticed_at as noticed'])
      .where((row) => row.and({ id, deleted_at: null }))
      .where('import_key', 'is not', null)
      .executeTakeFirst();
    if (post === undefined) continue;
    const isFrozen = (await readMarks(site.db.query, id)).length > 0;
    const isEdited = isFrozen || post.latest_version > 1 || (post.noticed ?? '') > post.created;
    if (!isEdited) orThrow(await removePost(site, post.slug));
    (isEdited ? kept : trashed).push(post.slug);
  }
  return { trashed, kept };
}
