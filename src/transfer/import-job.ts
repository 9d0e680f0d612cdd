import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { inTransaction } from '../server/db/transaction.ts';
import { isUnavailable } from '../server/db/unavailable.ts';
import {
  BusyError,
  fail,
  PicturesUnavailableError,
  type Result,
  succeed,
} from '../server/failure.ts';
import { holdImportLease, INTERRUPTED } from './import-lease.ts';
import {
  deleteUnmade,
  ImportStoppedError,
  insertImport,
  mayImport,
  recordItem,
  recordsOf,
} from './import-rows.ts';
import type { ImportedItem } from './imported-item.ts';
import {
  createSources,
  DRY_RUN,
  type OpenedSource,
  type SourceDeps,
  type SourceOptions,
} from './open-source.ts';
import { reasonOf } from './reason-of.ts';
import { type SessionSummary, SourceAbandonedError } from './source-session.ts';
import type { createTakeBack, TakenBack } from './take-back.ts';
import type { UploadStore } from './upload-store.ts';
import { WITH_FILE } from './uploaded-imports.ts';
import { type Job, watchImport } from './watch-import.ts';

export type ImportOptions = SourceOptions & { signal?: AbortSignal | undefined };

/** An import of the command line. */
export type Import = {
  /** Empty for a dry run. */
  id: string;
  source: SessionSummary;
  /** What became of the items, after each was committed. To be read to its end. */
  items: AsyncGenerator<ImportedItem>;
};

type ImportJobDeps = SourceDeps &
  Pick<ReturnType<typeof createTakeBack>, 'takeBackImport'> & { uploads: UploadStore };

const JOB_STATES = ['planning', 'running', 'taking-back'] as const;

/** Interruptions by a crash, without progress between them, after which a job fails. */
const MAX_ATTEMPTS = 2;

/**
 * Runs imports, each as a job with a row: those that administrators upload, and those of the command line. One runs at a
 * time. Each post is committed with all that belongs to it, so that an interrupted import can be continued or taken back.
 */
export function createImportJob(deps: ImportJobDeps) {
  const { db, now, uploads, takeBackImport } = deps;
  const { query } = db;
  const { openSource } = createSources(deps);

  /** Tells what an import would do. Writes nothing, and requests nothing from the network. */
  async function planImport(
    path: string,
    { signal, ...options }: ImportOptions = {},
  ): Promise<Result<Import>> {
    const opened = await openSource({ path, ...options }, { ...DRY_RUN, signal });
    if (!opened.ok) return opened;
    const { summary: source, close } = opened.value;
    return succeed({ id: '', source, items: endingWith(opened.value, close) });
  }

  /** Starts an import of the command line. */
  async function startImport(
    path: string,
    { signal, ...options }: ImportOptions = {},
  ): Promise<Result<Import>> {
    const lease = await holdImportLease(deps);
    if (lease === null) return UNDER_WAY;
    const id = randomUUID();
    const job: Job = { id, state: 'running', created_by: null };
    try {
      const name = basename(path);
      const made = { id, name, state: 'running', createdBy: null, attempts: 1 } as const;
      await insertImport(query, { ...made, instant: now() });
    } catch (error) {
      await lease.release();
      throw error;
    }
    const watch = watchImport(query, job);
    const signals = [lease.signal, watch.signal, ...(signal ? [signal] : [])];
    const end = async (problem: string | null) => {
      watch.end();
      try {
        await endImport(job, problem);
      } finally {
        await lease.release();
      }
    };
    try {
      const opened = await openJob(job, { path, ...options }, AbortSignal.any(signals));
      if (!opened.ok) {
        await end(null);
        return opened;
      }
      const { summary: source, close } = opened.value;
      const items = endingWith(opened.value, async (problem) => {
        await close();
        await end(problem);
      });
      return succeed({ id, source, items });
    } catch (error) {
      await end(problemOf(error));
      throw error;
    }
  }

  async function* endingWith(
    { items }: OpenedSource,
    end: (problem: string | null) => Promise<void>,
  ): AsyncGenerator<ImportedItem> {
    let problem: string | null = INTERRUPTED;
    try {
      yield* items;
      problem = null;
    } catch (error) {
      problem = problemOf(error);
      throw error;
    } finally {
      await end(problem);
    }
  }

  /** Opens the source of a job, and records what it is, and how far an earlier run has come. */
  async function openJob(
    { id, state, created_by }: Job,
    source: Parameters<typeof openSource>[0],
    signal: AbortSignal,
  ): Promise<Result<OpenedSource>> {
    const by = created_by ?? undefined;
    const done = state === 'running' ? await donePositions(id) : new Set<number>();
    const target =
      state === 'running' ? { importId: id, done, ...recordsOf(deps, id, { by, done }) } : DRY_RUN;
    const opened = await openSource(source, { ...target, by, signal });
    if (!opened.ok) return opened;
    const { summary, close } = opened.value;
    try {
      const { system, total, notes } = summary;
      await query
        .updateTable('imports')
        .set({ system, total, done: done.size, problem: null, notes: JSON.stringify(notes) })
        .where('id', '=', id)
        .execute();
    } catch (error) {
      await close();
      throw error;
    }
    return opened;
  }

  /** An import that made nothing leaves nothing. */
  async function endImport(job: Job, problem: string | null): Promise<void> {
    if (await deleteUnmade(query, job.id, ['running', 'failed'])) return;
    await finish(job, problem === null ? 'done' : 'failed', problem);
  }

  /** Runs the jobs that wait, one after the other. Those of a process that has ended are continued. */
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

  /** Called while the lease is held: another process may have done the job since it was found. */
  async function readJob(id: string): Promise<Job | undefined> {
    const row = await query
      .selectFrom('imports')
      .select(['id', 'state', 'created_by'])
      .where('id', '=', id)
      .where('state', 'in', JOB_STATES)
      .executeTakeFirst();
    return row as Job | undefined;
  }

  async function runJob(id: string, ending: AbortSignal): Promise<void> {
    const job = await readJob(id);
    if (job === undefined) return;
    const watch = watchImport(query, job);
    const signal = AbortSignal.any([ending, watch.signal]);
    try {
      if (!(await mayImport(query, job.created_by))) await finishUnpermitted(job);
      else if (job.state === 'taking-back') await takeBack(job, signal);
      else await runUpload(job, signal);
    } catch (error) {
      // The process is alive: the job did not end it.
      await setAttempts(id, 0);
      if (!ending.aborted) await finishFailed(job, watch.signal.aborted ? signal.reason : error);
    } finally {
      watch.end();
      await removeUnneededFile(id);
    }
  }

  /** @throws what the log is to report */
  async function finishFailed(job: Job, error: unknown): Promise<void> {
    if (error instanceof ImportStoppedError) {
      if (!(await mayImport(query, job.created_by))) await finishUnpermitted(job);
    } else if (error instanceof SourceAbandonedError) await finish(job, 'failed', error.message);
    else {
      if (isTemporary(error)) await retryLater(job);
      else await finish(job, 'failed', SITE_ERROR);
      throw error;
    }
  }

  /** @returns false for a job that was interrupted too often: it has failed */
  async function countAttempt(job: Job): Promise<boolean> {
    const { attempts } = await query
      .selectFrom('imports')
      .select('attempts')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    if (attempts >= MAX_ATTEMPTS) await finish(job, 'failed', INTERRUPTED_TWICE);
    else await setAttempts(job.id, attempts + 1);
    return attempts < MAX_ATTEMPTS;
  }

  async function setAttempts(id: string, attempts: number): Promise<void> {
    await query.updateTable('imports').set({ attempts }).where('id', '=', id).execute();
  }

  async function takeBack(job: Job, signal: AbortSignal): Promise<void> {
    if (!(await countAttempt(job))) return;
    await takeBackImport(job.id, { by: job.created_by ?? undefined, signal });
  }

  async function removeUnneededFile(id: string): Promise<void> {
    const needed = await query
      .selectFrom('imports')
      .select('id')
      .where('id', '=', id)
      .where('state', 'in', WITH_FILE)
      .executeTakeFirst();
    if (needed === undefined) await uploads.remove(id);
  }

  async function runUpload(job: Job, signal: AbortSignal): Promise<void> {
    const upload = await uploads.find(job.id);
    // Another instance has its file.
    if (upload === null || !(await countAttempt(job))) return;
    const opened = await openJob(job, { ...upload.options, path: upload.path }, signal);
    if (!opened.ok) return finish(job, 'failed', reasonOf(opened));
    const { items, close } = opened.value;
    try {
      if (job.state === 'planning') await recordPlan(job, items);
      else for await (const _ of items);
      await finish(job, job.state === 'planning' ? 'planned' : 'done', null);
    } finally {
      await close();
    }
  }

  async function recordPlan(
    { id, created_by }: Job,
    items: AsyncIterable<ImportedItem>,
  ): Promise<void> {
    // An interrupted dry run has left some.
    await query.deleteFrom('import_items').where('import_id', '=', id).execute();
    for await (const item of items) {
      const planned = { item, by: created_by ?? undefined, instant: now(), isPlan: true };
      await inTransaction(query, (trx) => recordItem(trx, id, planned));
    }
  }

  async function donePositions(id: string): Promise<Set<number>> {
    const rows = await query
      .selectFrom('import_items')
      .select('position')
      .where('import_id', '=', id)
      .execute();
    return new Set(rows.map(({ position }) => position));
  }

  async function retryLater({ id, state }: Job): Promise<void> {
    await query
      .updateTable('imports')
      .set({ problem: WAITING })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
  }

  /** The person who started it may no longer import; another one may continue it. */
  async function finishUnpermitted(job: Job): Promise<void> {
    await finish(job, job.state === 'running' ? 'stopped' : 'failed', NO_ADMINISTRATOR);
  }

  /** Changes nothing if somebody has stopped or discarded it meanwhile. */
  async function finish(
    job: Job,
    state: 'planned' | 'stopped' | 'done' | 'failed',
    problem: string | null,
  ): Promise<void> {
    await query
      .updateTable('imports')
      .set({ state, problem, updated_at: now() })
      .where('id', '=', job.id)
      .where('state', '=', job.state)
      .execute();
  }

  return { planImport, startImport, runImports, takeBackNow };
}

function problemOf(error: unknown): string {
  return error instanceof SourceAbandonedError ? error.message : INTERRUPTED;
}

function isTemporary(error: unknown): boolean {
  return (
    error instanceof BusyError || error instanceof PicturesUnavailableError || isUnavailable(error)
  );
}

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'Another import is already running. Wait until it has finished.',
});
const SITE_ERROR = 'It failed because of an internal error. See the site’s log.';
const WAITING =
  'It is waiting because the site is too busy, or its disk, database or picture storage is unavailable. It will continue by itself.';
const INTERRUPTED_TWICE =
  'It was abandoned because the site stopped twice while it ran, without progress in between. The source may need more memory than is available.';
const NO_ADMINISTRATOR =
  'It was stopped because the person who started it is no longer an administrator.';
