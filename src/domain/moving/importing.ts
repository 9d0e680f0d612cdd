import { randomUUID } from 'node:crypto';
import { fail, type Result, succeed } from '../../failure.ts';
import { createLease } from '../leases.ts';
import type { createLibrary } from '../media/library.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { recordItems, recordPictures } from './import-rows.ts';
import type { ImportedItem } from './import-source.ts';
import { createSourceOpening, type OpenedRun, type SourceOpeningDeps } from './open-source.ts';
import { createMedia, previewMedia } from './pictures.ts';
import type { ReadOptions, SourceFiles, SourceSummary } from './source.ts';

export type ImportOptions = ReadOptions & {
  /** Email of an administrator; undefined for the command line. */
  by?: string | undefined;
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

/** One import runs at a time, of the command line or of administrators. The duration is in milliseconds. */
export const IMPORT_LEASE = { name: 'import', duration: 60_000 } as const;

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
    const { by, signal } = options;
    const dry: OpenedRun = { by, signal, importId: undefined, record: async () => undefined };
    return succeed({ id: '', source, items: run(dry, previewMedia(files)) });
  }

  /**
   * Starts an import; one runs at a time. Each batch of posts is committed with all that belongs to it, so that an import
   * that ends early can be run again, which goes on where it was, or be taken back.
   */
  async function startImport(files: SourceFiles, options: ImportOptions): Promise<Result<Import>> {
    const opened = await openSource(files, options);
    if (!opened.ok) return opened;
    const { source } = opened.value;
    const lease = createLease(deps, IMPORT_LEASE);
    if (!(await lease.hold())) return UNDER_WAY;
    const id = randomUUID();
    const holding = setInterval(
      () => void lease.hold().catch(() => undefined),
      IMPORT_LEASE.duration / 3,
    );
    holding.unref();
    const release = async () => {
      clearInterval(holding);
      await lease.release();
    };
    try {
      await endCrashed();
      await insertImport(id, source, options.by);
    } catch (error) {
      await release();
      throw error;
    }
    const media = createMedia({
      ...{ files, by: options.by, uploadPicture, uploadAttachment, elapsed },
      fetchPicture: options.fetchesPictures ? fetchPicture : undefined,
    });
    const run: OpenedRun = {
      ...{ by: options.by, importId: id, signal: options.signal },
      async record(trx, items, pictures) {
        await recordItems(trx, id, { items, instant: now(), isPlan: false });
        await recordPictures(trx, id, pictures);
      },
    };
    return succeed({ id, source, items: runImport(opened.value.run(run, media), id, release) });
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

  /** Imports whose process has ended: the caller holds the lease, so none of them runs. */
  async function endCrashed(): Promise<void> {
    await query
      .updateTable('imports')
      .set({ state: 'failed', problem: INTERRUPTED, updated_at: now() })
      .where('state', '=', 'running')
      .execute();
  }

  async function insertImport(
    id: string,
    { system, files, items, notes }: SourceSummary,
    by: string | undefined,
  ): Promise<void> {
    const instant = now();
    await query
      .insertInto('imports')
      .values({
        ...{ id, name: files.name, system, state: 'running', total: items.length, done: 0 },
        notes: JSON.stringify(notes),
        problem: null,
        created_at: instant,
        created_by: by ?? null,
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
      .execute();
  }

  return { planImport, startImport };
}

const INTERRUPTED = 'It was interrupted. Import the same source again to go on, or take it back.';

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'Another import is under way: wait until it has ended.',
});
