import { createLease } from '../leases.ts';
import { recordItems, recordPictures } from './import-rows.ts';
import type { ImportRun } from './import-source.ts';
import { IMPORT_LEASE, type ImportingDeps } from './importing.ts';
import { createSourceOpening, type OpenedSource } from './open-source.ts';
import { createMedia, previewMedia } from './pictures.ts';
import { reasonOf } from './reason-of.ts';
import type { SourceFiles, SourceSummary } from './source.ts';
import type { createTakeBack } from './take-back.ts';
import type { OpenedUpload, UploadStore } from './upload-store.ts';

type ImportJobDeps = ImportingDeps &
  Pick<ReturnType<typeof createTakeBack>, 'takeBackImport'> & { uploads: UploadStore };

type Job = { id: string; state: 'planning' | 'running' | 'taking-back'; created_by: string | null };

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
    for (const job of await findJobs()) {
      if (signal?.aborted) return;
      const lease = createLease(deps, IMPORT_LEASE);
      if (!(await lease.hold())) return;
      const holding = setInterval(
        () => void lease.hold().catch(() => undefined),
        IMPORT_LEASE.duration / 3,
      );
      holding.unref();
      try {
        await runJob(job, signal);
      } finally {
        clearInterval(holding);
        await lease.release();
      }
    }
  }

  async function findJobs(): Promise<Job[]> {
    const rows = await query
      .selectFrom('imports')
      .select(['id', 'state', 'created_by'])
      .where('state', 'in', ['planning', 'running', 'taking-back'])
      .orderBy('updated_at')
      .execute();
    return rows as Job[];
  }

  async function runJob(job: Job, signal: AbortSignal | undefined): Promise<void> {
    const { id, state, created_by } = job;
    try {
      if (state === 'taking-back') await takeBackImport(id, { by: created_by ?? undefined });
      else await runUpload(job, signal);
    } catch (error) {
      // It goes on when the site starts again.
      if (signal?.aborted) return;
      await finish(id, 'failed', 'It failed because of an error of the site, which its log names.');
      throw error;
    }
  }

  async function runUpload(job: Job, signal: AbortSignal | undefined): Promise<void> {
    const opened = await uploads.open(job.id);
    // An import of the command line, or of another instance.
    if (opened === null) return;
    if (!opened.ok) return finish(job.id, 'failed', reasonOf(opened));
    const { files, options } = opened.value;
    try {
      const source = await openSource(files, options);
      if (!source.ok) return await finish(job.id, 'failed', reasonOf(source));
      await recordSource(job.id, source.value.source);
      if (job.state === 'planning') await plan(job, source.value, files, signal);
      else await importAll(job, source.value, opened.value, signal);
    } finally {
      await files.close();
    }
    if (job.state === 'running') await uploads.remove(job.id);
  }

  async function plan(
    { id, created_by }: Job,
    { run }: OpenedSource,
    files: SourceFiles,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    // Of a dry run that was interrupted.
    await query.deleteFrom('import_items').where('import_id', '=', id).execute();
    const by = created_by ?? undefined;
    const dry = { by, signal, importId: undefined, record: async () => undefined };
    for await (const batch of run(dry, previewMedia(files))) {
      const planned = { items: batch, instant: now(), isPlan: true };
      await query.transaction().execute((trx) => recordItems(trx, id, planned));
    }
    await finish(id, 'planned', null);
  }

  async function importAll(
    { id, created_by }: Job,
    { run }: OpenedSource,
    { files, options }: OpenedUpload,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const by = created_by ?? undefined;
    const media = createMedia({
      ...{ ...deps, files, by },
      fetchPicture: options.fetchesPictures ? deps.fetchPicture : undefined,
    });
    const done = await donePositions(id);
    const record: ImportRun['record'] = async (trx, batch, pictures) => {
      const items = batch.filter(({ position }) => !done.has(position));
      await recordItems(trx, id, { items, instant: now(), isPlan: false });
      await recordPictures(trx, id, pictures);
    };
    for await (const _ of run({ by, signal, importId: id, done, record }, media));
    await finish(id, 'done', null);
  }

  /** What the source is, and how far an earlier run has come. */
  async function recordSource(id: string, { system, items, notes }: SourceSummary): Promise<void> {
    const positions = await donePositions(id);
    await query
      .updateTable('imports')
      .set({ system, total: items.length, done: positions.size, notes: JSON.stringify(notes) })
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

  async function finish(id: string, state: 'planned' | 'done' | 'failed', problem: string | null) {
    await query
      .updateTable('imports')
      .set({ state, problem, updated_at: now() })
      .where('id', '=', id)
      .execute();
  }

  return { runImports };
}
