import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../server/db/make-directory.ts';
import {
  expiredBackups,
  fileName,
  instantOf,
  isExpiredCopy,
  PARTIAL_SUFFIX,
} from './backup-files.ts';
import { acquireLease } from './folder-lease.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Leaves the start of the process undisturbed. */
const FIRST_AFTER_MS = 60_000;

type DailyBackupsOptions = {
  /** Created when it is missing. */
  folder: string;
  now: () => number;
  /** Makes a backup; an aborted backup must leave nothing. */
  make: (file: string, signal: AbortSignal) => Promise<unknown>;
  reportError: (error: unknown) => void;
};

/**
 * Makes a backup every day, in one of the processes that share the folder.
 *
 * @returns stops the schedule and aborts the current backup
 */
export function startDailyBackups(options: DailyBackupsOptions): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const plan = (wait: number) => {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      running = runIfDue(options, signal).then(plan);
    }, wait).unref();
  };
  plan(FIRST_AFTER_MS);
  return async () => {
    controller.abort();
    clearTimeout(timer);
    await running;
  };
}

/**
 * Makes a backup if one is due and no other process is making it, and prunes expired ones and copies before migrations.
 *
 * @returns milliseconds until the next run: an hour at most, since clocks are adjusted and machines sleep
 */
export async function runIfDue(options: DailyBackupsOptions, signal: AbortSignal): Promise<number> {
  const { folder, now, reportError } = options;
  try {
    makeDirectory(folder);
    if (await isDue(options)) await makeUnderLease(options, signal);
    await pruneExpired(options);
    const untilDue = (await newest(options)) + DAY_MS - now();
    return untilDue > 0 ? Math.min(untilDue, HOUR_MS) : HOUR_MS;
  } catch (error) {
    if (!signal.aborted) reportError(error);
    return HOUR_MS;
  }
}

async function isDue(options: DailyBackupsOptions): Promise<boolean> {
  return (await newest(options)) + DAY_MS <= options.now();
}

async function newest(options: DailyBackupsOptions): Promise<number> {
  return Math.max(...(await backups(options)), Number.NEGATIVE_INFINITY);
}

async function makeUnderLease(options: DailyBackupsOptions, signal: AbortSignal): Promise<void> {
  const lease = await acquireLease(options);
  if (lease === null) return;
  try {
    // Another process may have made it before this one got the lease.
    if (!(await isDue(options))) return;
    await removePartial(options);
    await options.make(join(options.folder, fileName(options.now())), signal);
  } catch (error) {
    if (!signal.aborted) options.reportError(error);
  } finally {
    await lease.release();
  }
}

/** Instants of the backups in the folder, without future ones, which a wrong clock has made. */
async function backups({ folder, now }: DailyBackupsOptions): Promise<number[]> {
  const instants = (await readdir(folder)).map((name) => instantOf(name));
  return instants.filter((instant) => instant !== null && instant <= now()) as number[];
}

async function pruneExpired(options: DailyBackupsOptions): Promise<void> {
  for (const instant of expiredBackups(await backups(options), options.now())) {
    await rm(join(options.folder, fileName(instant)), { force: true });
  }
  for (const name of await readdir(options.folder)) {
    if (!isExpiredCopy(name, options.now())) continue;
    await rm(join(options.folder, name), { recursive: true, force: true });
  }
}

/** Removes unfinished backups of dead processes. */
async function removePartial({ folder }: DailyBackupsOptions): Promise<void> {
  for (const name of await readdir(folder)) {
    const [backup] = name.split(PARTIAL_SUFFIX);
    if (backup === name || instantOf(backup ?? '') === null) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
