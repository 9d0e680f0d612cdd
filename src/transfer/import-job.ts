import { randomUUID } from 'node:crypto';
import type { createLibrary } from '../media/library.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { isUnavailable } from '../server/db/unavailable.ts';
import {
  BusyError,
  fail,
  PicturesUnavailableError,
  type Result,
  succeed,
} from '../server/failure.ts';
import { type CrateImportDeps, createCrateImport } from './crate/import-crate.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { holdImportLease, INTERRUPTED } from './import-lease.ts';
import { ImportStoppedError, mayImport, recordItem, recordsOf } from './import-rows.ts';
import { createImportSource, type ImportRun, type ImportSourceDeps } from './import-source.ts';
import type { ImportedItem } from './imported-item.ts';
import { createMedia } from './pictures.ts';
import { reasonOf } from './reason-of.ts';
import type { ReadOptions } from './source.ts';
import {
  type CrateTables,
  type ItemHead,
  type OpenSession,
  type SessionSummary,
  SourceAbandonedError,
  type SourceHost,
  type SourceRequest,
  type SourceSession,
} from './source-session.ts';
import type { createTakeBack, TakenBack } from './take-back.ts';
import type { UploadStore } from './upload-store.ts';
import { WITH_FILE } from './uploaded-imports.ts';
import { type Job, watchImport } from './watch-import.ts';

export type ImportOptions = ReadOptions & {
  /** Whether pictures of other sites are fetched; they stay there otherwise. */
  fetchesPictures?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

/** An import of the command line under way. */
export type Import = {
  /** Empty for a dry run. */
  id: string;
  source: SessionSummary;
  /** What became of the items, batch by batch, after each was committed. To be read to its end. */
  items: AsyncGenerator<ImportedItem>;
};

type ImportJobDeps = ImportSourceDeps &
  CrateImportDeps &
  Pick<ReturnType<typeof createLibrary>, 'uploadPicture' | 'uploadAttachment'> &
  Pick<ReturnType<typeof createTakeBack>, 'takeBackImport'> & {
    uploads: UploadStore;
    /** Opens sources where they can do the site no harm. */
    openSession: OpenSession;
    fetchPicture: FetchPicture;
    /** Milliseconds, monotonic. */
    elapsed: () => number;
    /** Paths of the site's pages. */
    pages: readonly string[];
    site: { timeZone: string };
  };

const JOB_STATES = ['planning', 'running', 'taking-back'] as const;

/** Interruptions by a crash, without progress between them, after which a job fails. */
const MAX_ATTEMPTS = 2;

/** What an import makes and how, beside its source. */
type Target = Omit<ImportRun, 'session'>;

/** Imports exports of this program, and posts from other systems: for administrators and the command line. */
export function createImportJob(deps: ImportJobDeps) {
  const { db, now, uploads, takeBackImport } = deps;
  const { query } = db;
  const { importSource } = createImportSource(deps);
  const { importCrate } = createCrateImport(deps);

  /** Tells what an import would do. Nothing is written, and nothing is asked of the network. */
  function planImport(path: string, options: ImportOptions = {}): Promise<Result<Import>> {
    const { signal } = options;
    return begin({ path, ...options }, { ...NO_IMPORT, signal }, async () => succeed(undefined));
  }

  /**
   * Starts an import; one runs at a time. Each batch of posts is committed with all that belongs to it, so that an import
   * that ends early can be run again, which goes on where it was, or be taken back.
   */
  async function startImport(path: string, options: ImportOptions = {}): Promise<Result<Import>> {
    const id = randomUUID();
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, ...(options.signal ? [options.signal] : [])]);
    const target = { by: undefined, importId: id, signal, ...recordsOf(deps, id) };
    return begin({ path, ...options }, target, async (source) => {
      const lease = await holdImportLease(deps);
      if (lease === null) return UNDER_WAY;
      try {
        await insertImport(id, source);
      } catch (error) {
        await lease.release();
        throw error;
      }
      const watch = watchImport(query, { id, state: 'running', created_by: null });
      AbortSignal.any([lease.signal, watch.signal]).addEventListener('abort', ({ target }) =>
        lost.abort((target as AbortSignal).reason),
      );
      return succeed(async (problem) => {
        watch.end();
        await endImport(id, problem);
        await lease.release();
      });
    });
  }

  type Source = Pick<SourceRequest, 'path' | 'name'> & ImportOptions;
  type End = (problem: string | null) => Promise<void>;

  /** @param enter called when it is known what the source is; what it returns, when the import has ended */
  async function begin(
    source: Source,
    target: Target,
    enter: (summary: SessionSummary) => Promise<Result<End | undefined>>,
  ): Promise<Result<Import>> {
    const opened = await open(source, target);
    if (!opened.ok) return opened;
    const session = opened.value;
    const summary = await session.summary();
    const entered = await enter(summary);
    if (!entered.ok) {
      await session.close();
      return entered;
    }
    const items = endingWith(run({ ...target, session }), session, entered.value);
    return succeed({ id: target.importId ?? '', source: summary, items });
  }

  async function* endingWith(
    items: AsyncGenerator<ImportedItem>,
    session: SourceSession,
    end: End = async () => undefined,
  ): AsyncGenerator<ImportedItem> {
    let problem: string | null = INTERRUPTED;
    try {
      yield* items;
      problem = null;
    } catch (error) {
      if (error instanceof SourceAbandonedError) problem = error.message;
      throw error;
    } finally {
      await session.close();
      await end(problem);
    }
  }

  /** Opens a source, and lets it add pictures to the library. */
  async function open(source: Source, target: Target): Promise<Result<SourceSession>> {
    const { path, name, siteUrl, author, fetchesPictures = false } = source;
    const { by, importing, signal } = target;
    let session: SourceSession | undefined;
    const content = (file: string) => (session as SourceSession).content(file);
    const media =
      importing &&
      createMedia({
        ...deps,
        by,
        importing,
        content,
        signal,
        fetchPicture: fetchesPictures ? deps.fetchPicture : undefined,
      });
    const host: SourceHost = {
      store: async (file) => media?.store(file) ?? NOT_STORED,
      fetch: async (url) => media?.fetch(url) ?? NOT_STORED,
      progress: () => undefined,
    };
    const opened = await deps.openSession(
      {
        path,
        name,
        fetchesPictures,
        isDryRun: media === undefined,
        pages: deps.pages,
        options: { now: now(), timeZone: deps.site.timeZone, siteUrl, author },
      },
      host,
      signal,
    );
    if (opened.ok) session = opened.value;
    return opened;
  }

  async function* run(target: ImportRun): AsyncGenerator<ImportedItem> {
    const items: ItemHead[] = [];
    const crate: CrateTables = {
      terms: [],
      pictures: [],
      attachments: [],
      posts: [],
      redirects: [],
    };
    const { system } = await target.session.summary();
    for await (const rows of target.session.rows()) {
      if (Array.isArray(rows)) items.push(...rows);
      else (crate[rows.table] as unknown[]).push(...rows.rows);
    }
    yield* system === 'ligara' ? importCrate({ ...target, crate }) : importSource(target, items);
  }

  async function insertImport(
    id: string,
    { system, name, total, notes }: SessionSummary,
  ): Promise<void> {
    const instant = now();
    await query
      .insertInto('imports')
      .values({
        id,
        name,
        system,
        state: 'running',
        total,
        done: 0,
        attempts: 1,
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
    const job: Job = { id, state: 'running', created_by: null };
    await finish(job, problem === null ? 'done' : 'failed', problem);
  }

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

  async function runJob(id: string, ending: AbortSignal): Promise<void> {
    const job = await readJob(id);
    if (job === undefined) return;
    const watch = watchImport(query, job);
    const signal = AbortSignal.any([ending, watch.signal]);
    try {
      if (!(await mayImport(query, job.created_by))) await endOfOther(job);
      else if (job.state === 'taking-back') await takeBack(job, signal);
      else await runUpload(job, signal);
    } catch (error) {
      // This process lives, so that it was not the job that ended it.
      await setAttempts(id, 0);
      if (!ending.aborted) await endFailed(job, watch.signal.aborted ? signal.reason : error);
    } finally {
      watch.end();
      await removeFile(id);
    }
  }

  /** @throws what is to be reported */
  async function endFailed(job: Job, error: unknown): Promise<void> {
    if (error instanceof ImportStoppedError) {
      if (!(await mayImport(query, job.created_by))) await endOfOther(job);
    } else if (error instanceof SourceAbandonedError) await finish(job, 'failed', error.message);
    else {
      if (isTemporary(error)) await waitForSite(job);
      else await finish(job, 'failed', SITE_ERROR);
      throw error;
    }
  }

  /** @returns false for a job that was interrupted too often, which has failed */
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
    const { id, state, created_by } = job;
    const upload = await uploads.find(id);
    // Another instance has its file.
    if (upload === null || !(await countAttempt(job))) return;
    const by = created_by ?? undefined;
    const isPlan = state === 'planning';
    const done = await donePositions(id);
    const target = targetOf(job, { by, signal }, done);
    const opened = await open({ ...upload.options, path: upload.path }, target);
    if (!opened.ok) return finish(job, 'failed', reasonOf(opened));
    const session = opened.value;
    try {
      await recordSource(id, await session.summary(), done.size);
      const items = run({ ...target, session });
      if (isPlan) await recordPlan(id, by, items);
      else for await (const _ of items);
      await finish(job, isPlan ? 'planned' : 'done', null);
    } finally {
      await session.close();
    }
  }

  function targetOf(
    { id, state }: Job,
    run: Pick<Target, 'by' | 'signal'>,
    done: ReadonlySet<number>,
  ): Target {
    if (state === 'planning') return { ...NO_IMPORT, ...run };
    return { ...run, importId: id, done, ...recordsOf(deps, id, { by: run.by, done }) };
  }

  async function recordPlan(
    id: string,
    by: string | undefined,
    items: AsyncIterable<ImportedItem>,
  ): Promise<void> {
    // Of a dry run that was interrupted.
    await query.deleteFrom('import_items').where('import_id', '=', id).execute();
    for await (const item of items) {
      const planned = { item, by, instant: now(), isPlan: true };
      await inTransaction(query, (trx) => recordItem(trx, id, planned));
    }
  }

  /** What the source is, and how far an earlier run has come. */
  async function recordSource(
    id: string,
    { system, total, notes }: SessionSummary,
    done: number,
  ): Promise<void> {
    await query
      .updateTable('imports')
      .set({ system, total, done, problem: null, notes: JSON.stringify(notes) })
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
  async function waitForSite({ id, state }: Job): Promise<void> {
    await query
      .updateTable('imports')
      .set({ problem: WAITING })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute();
  }

  /** The person who started it may no more; another one may go on with it. */
  async function endOfOther(job: Job): Promise<void> {
    await finish(job, job.state === 'running' ? 'stopped' : 'failed', NO_ADMINISTRATOR);
  }

  /** Unless somebody has stopped or discarded it meanwhile. */
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

/** What a dry run has instead of an import. */
const NO_IMPORT = { by: undefined, importId: undefined, record: async () => undefined } as const;

function isTemporary(error: unknown): boolean {
  return (
    error instanceof BusyError || error instanceof PicturesUnavailableError || isUnavailable(error)
  );
}

const UNDER_WAY = fail({
  kind: 'conflict',
  detail: 'Another import is under way: wait until it has ended.',
});
const NOT_STORED = fail({ kind: 'malformed', detail: 'nothing is stored in a dry run' });
const SITE_ERROR = 'It failed because of an error of the site, which its log names.';
const WAITING =
  'It waits: the site has too much to do, or its disk, database or storage of pictures cannot be used. It goes on by itself.';
const INTERRUPTED_TWICE =
  'It was given up: the site ended twice while it ran, without progress between. Its source may need more memory than there is.';
const NO_ADMINISTRATOR =
  'It was stopped: the person who started it is not an administrator any more.';
