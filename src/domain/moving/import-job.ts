import { inTransaction } from '../../db/transaction.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { BusyError, type Result } from '../../failure.ts';
import { PicturesUnavailableError } from '../media/picture-store.ts';
import { holdImportLease } from './import-lease.ts';
import { ImportStoppedError, recordItems, recordsOf } from './import-rows.ts';
import { type ImportingDeps, UNDER_WAY } from './importing.ts';
import { createSourceOpening, type OpenedSource } from './open-source.ts';
import { createMedia, previewMedia } from './pictures.ts';
import { reasonOf } from './reason-of.ts';
import type { SourceSummary } from './source.ts';
import type { createTakeBack, TakenBack } from './take-back.ts';
import type { OpenedUpload, UploadStore } from './upload-store.ts';
import { WITH_FILE } from './uploaded-imports.ts';

type ImportJobDeps = ImportingDeps &
  Pick<ReturnType<typeof createTakeBack>, 'takeBackImport'> & { uploads: UploadStore };

const JOB_STATES = ['planning', 'running', 'taking-back'] as const;

type Job = { id: string; state: (typeof JOB_STATES)[number]; created_by: string | null };

/** Does in the background what administrators ask of uploaded sources. */
export function createImportJob(deps: ImportJobDeps) {
  const { db, now, uploads, takeBackImport } = deps;
  const { query } = db;
  const { openSource } = createSourceOpening(deps);

  /**
   * Plans, imports and takes back what waits for it, one after the other. What a process that ended has left half-way
   * goes on where it was.
   */
  async function runImports(signal?: AbortSignal): Promise<void> {
    for (const id of await findJobs()) {
      if (signal?.aborted) return;
      const lease = await holdImportLease(deps);
      if (lease === null) return;
      try {
        await runJob(id, AbortSignal.any([lease.signal, ...(signal ? [signal] : [])]));
      } finally {
        await lease.release();
      }
    }
  }

  /** Takes an import back at once, unless another one is under way. */
  async function takeBackNow(id: string): Promise<Result<TakenBack>> {
    const lease = await holdImportLease(deps);
    if (lease === null) return UNDER_WAY;
    try {
      return await takeBackImport(id, { by: undefined });
    } finally {
      await lease.release();
    }
  }

  async function findJobs(): Promise<string[]> {
    const rows = await query
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', JOB_STATES)
      .orderBy('updated_at')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Read while the lease is held: another process may have done it since it was found. */
  async function readJob(id: string): Promise<Job | undefined> {
    const row = await query
      .selectFrom('imports')
      .select(['id', 'state', 'created_by'])
      .where('id', '=', id)
      .where('state', 'in', JOB_STATES)
      .executeTakeFirst();
    return row as Job | undefined;
  }

  async function runJob(id: string, signal: AbortSignal): Promise<void> {
    const job = await readJob(id);
    if (job === undefined) return;
    const { state, created_by } = job;
    try {
      if (state === 'taking-back') await takeBackImport(id, { by: created_by ?? undefined });
      else await runUpload(job, signal);
    } catch (error) {
      // It goes on when the site starts again, or where somebody wants it.
      if (signal.aborted || error instanceof ImportStoppedError) return;
      if (isTemporary(error)) await hesitate(job);
      else
        await finish(
          job,
          'failed',
          'It failed because of an error of the site, which its log names.',
        );
      throw error;
    } finally {
      await removeFile(id);
    }
  }

  async function removeFile(id: string): Promise<void> {
    const needed = await query
      .selectFrom('imports')
      .select('id')
      .where('id', '=', id)
      .where('state', 'in', WITH_FILE)
      .executeTakeFirst();
    if (needed === undefined) await uploads.remove(id);
  }

  async function runUpload(job: Job, signal: AbortSignal): Promise<void> {
    const opened = await uploads.open(job.id);
    // Another instance has its file.
    if (opened === null) return;
    if (!opened.ok) return finish(job, 'failed', reasonOf(opened));
    const { files, options } = opened.value;
    try {
      const source = await openSource(files, options);
      if (!source.ok) return await finish(job, 'failed', reasonOf(source));
      await recordSource(job.id, source.value.source);
      if (job.state === 'planning') await plan(job, source.value, opened.value, signal);
      else await importAll(job, source.value, opened.value, signal);
    } finally {
      await files.close();
    }
  }

  async function plan(
    job: Job,
    { run }: OpenedSource,
    { files, options }: OpenedUpload,
    signal: AbortSignal,
  ): Promise<void> {
    const { id, created_by } = job;
    // Of a dry run that was interrupted.
    await query.deleteFrom('import_items').where('import_id', '=', id).execute();
    const by = created_by ?? undefined;
    const dry = { by, signal, importId: undefined, record: async () => undefined };
    for await (const batch of run(dry, previewMedia(files, options.fetchesPictures))) {
      const planned = { items: batch, instant: now(), isPlan: true };
      await inTransaction(query, (trx) => recordItems(trx, id, planned));
    }
    await finish(job, 'planned', null);
  }

  async function importAll(
    job: Job,
    { run }: OpenedSource,
    { files, options }: OpenedUpload,
    signal: AbortSignal,
  ): Promise<void> {
    const { id, created_by } = job;
    const by = created_by ?? undefined;
    const done = await donePositions(id);
    const records = recordsOf(deps, id, done);
    const media = createMedia({
      ...{ ...deps, files, by, importing: records.importing },
      fetchPicture: options.fetchesPictures ? deps.fetchPicture : undefined,
    });
    for await (const _ of run({ by, signal, importId: id, done, ...records }, media));
    await finish(job, 'done', null);
  }

  /** What the source is, and how far an earlier run has come. */
  async function recordSource(id: string, { system, items, notes }: SourceSummary): Promise<void> {
    const positions = await donePositions(id);
    await query
      .updateTable('imports')
      .set({
        system,
        total: items.length,
        done: positions.size,
        problem: null,
        notes: JSON.stringify(notes),
      })
      .where('id', '=', id)
      .execute();
  }

  async function donePositions(id: string): Promise<Set<number>> {
    const rows = await query
      .selectFrom('import_items')
      .innerJoin('imports', 'imports.id', 'import_items.import_id')
      .select('position')
      .where('import_id', '=', id)
      .where('imports.state', '=', 'running')
      .execute();
    return new Set(rows.map(({ position }) => position));
  }

  /** It is tried again. */
  async function hesitate({ id, state }: Job): Promise<void> {
    await query
      .updateTable('imports')
      .set({ problem: HESITATING })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
  }

  /** Unless somebody has stopped or discarded it meanwhile. */
  async function finish(
    job: Job,
    state: 'planned' | 'done' | 'failed',
    problem: string | null,
  ): Promise<void> {
    await query
      .updateTable('imports')
      .set({ state, problem, updated_at: now() })
      .where('id', '=', job.id)
      .where('state', '=', job.state)
      .execute();
  }

  return { runImports, takeBackNow };
}

function isTemporary(error: unknown): boolean {
  return (
    error instanceof BusyError || error instanceof PicturesUnavailableError || isUnavailable(error)
  );
}

const HESITATING =
  'It waits: the site has too much to do, or its disk, database or storage of pictures cannot be used. It goes on by itself.';
