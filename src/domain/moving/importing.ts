import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '../../failure.ts';
import type { createLibrary } from '../media/library.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { holdImportLease, INTERRUPTED } from './import-lease.ts';
import { recordsOf } from './import-rows.ts';
import type { ImportedItem } from './imported-item.ts';
import { createSourceOpening, type OpenedRun, type SourceOpeningDeps } from './open-source.ts';
import { createMedia, previewMedia } from './pictures.ts';
import type { ReadOptions, SourceFiles, SourceSummary } from './source.ts';

export type ImportOptions = ReadOptions & {
  /** Whether pictures of other sites are fetched; they stay there otherwise. */
  fetchesPictures?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

/** An import under way. */
export type Import = {
  /** Empty for a dry run. */
  id: string;
  source: SourceSummary;
  /** What became of the items, batch by batch, after each was committed. To be read to its end. */
  items: AsyncGenerator<ImportedItem[]>;
};

export type ImportingDeps = SourceOpeningDeps &
  Pick<ReturnType<typeof createLibrary>, 'uploadPicture' | 'uploadAttachment'> & {
    fetchPicture: FetchPicture;
    /** Milliseconds, monotonic. */
    elapsed: () => number;
  };

/** Imports exports of this program, and posts from other systems. */
export function createImporting(deps: ImportingDeps) {
  const { db, now, uploadPicture, uploadAttachment, fetchPicture, elapsed } = deps;
  const { query } = db;
  const { openSource } = createSourceOpening(deps);

  /** Tells what an import would do. Nothing is written, and nothing is asked of the network. */
  async function planImport(files: SourceFiles, options: ImportOptions): Promise<Result<Import>> {
    const opened = await openSource(files, options);
    if (!opened.ok) return opened;
    const { source, run } = opened.value;
    const { signal } = options;
    const dry: OpenedRun = {
      ...{ by: undefined, signal, importId: undefined, record: async () => undefined },
    };
    return succeed({
      id: '',
      source,
      items: run(dry, previewMedia(files, options.fetchesPictures)),
    });
  }

  /**
   * Starts an import; one runs at a time. Each batch of posts is committed with all that belongs to it, so that an import
   * that ends early can be run again, which goes on where it was, or be taken back.
   */
  async function startImport(files: SourceFiles, options: ImportOptions): Promise<Result<Import>> {
    const opened = await openSource(files, options);
    if (!opened.ok) return opened;
    const { source } = opened.value;
    const lease = await holdImportLease(deps);
    if (lease === null) return UNDER_WAY;
    const id = randomUUID();
    try {
      await insertImport(id, source);
    } catch (error) {
      await lease.release();
      throw error;
    }
    const records = recordsOf(deps, id);
    const media = createMedia({
      ...{
        files,
        by: undefined,
        importing: records.importing,
        uploadPicture,
        uploadAttachment,
        elapsed,
      },
      fetchPicture: options.fetchesPictures ? fetchPicture : undefined,
    });
    const signal = AbortSignal.any([lease.signal, ...(options.signal ? [options.signal] : [])]);
    const run: OpenedRun = { by: undefined, importId: id, signal, ...records };
    const items = runImport(opened.value.run(run, media), id, lease.release);
    return succeed({ id, source, items });
  }

  async function* runImport(
    items: AsyncGenerator<ImportedItem[]>,
    id: string,
    release: () => Promise<void>,
  ): AsyncGenerator<ImportedItem[]> {
    let problem: string | null = INTERRUPTED;
    try {
      yield* items;
      problem = null;
    } finally {
      await endImport(id, problem);
      await release();
    }
  }

  async function insertImport(
    id: string,
    { system, files, items, notes }: SourceSummary,
  ): Promise<void> {
    const instant = now();
    await query
      .insertInto('imports')
      .values({
        ...{ id, name: files.name, system, state: 'running', total: items.length, done: 0 },
        notes: JSON.stringify(notes),
        problem: null,
        created_at: instant,
        created_by: null,
        updated_at: instant,
      })
      .execute();
  }

  /** An import that made nothing leaves nothing. */
  async function endImport(id: string, problem: string | null): Promise<void> {
    const made = await query
      .selectFrom('import_items')
      .select('position')
      .where('import_id', '=', id)
      .where('outcome', '=', 'imported')
      .limit(1)
      .executeTakeFirst();
    if (made === undefined) {
      await query.deleteFrom('imports').where('id', '=', id).execute();
      return;
    }
    await query
      .updateTable('imports')
      .set({ state: problem === null ? 'done' : 'failed', problem, updated_at: now() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute();
  }

  return { planImport, startImport };
}

export const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'Another import is under way: wait until it has ended.',
});
