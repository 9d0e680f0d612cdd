import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../../server/db/data-dir-lock.ts';
import { startRecurringJob } from '../../server/recurring-job.ts';
import { backupsIn, DAY_MS, expiredFiles, fileName } from './backup-files.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type DailyBackupsOptions = {
  /** Created when it is missing. */
  folder: string;
  now: () => number;
  /** Makes a backup; an aborted backup must leave nothing. */
  make: (file: string, signal: AbortSignal) => Promise<unknown>;
  reportError: (error: unknown) => void;
};

/**
 * Makes a backup every day, in one of the processes that share the folder. Looks every minute, since clocks are adjusted
 * and machines sleep; the first time after a minute, which leaves the start of the process undisturbed.
 *
 * @returns stops the schedule and aborts the current backup
 */
export function startDailyBackups(options: DailyBackupsOptions): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const reportError = (error: unknown) => {
    if (!signal.aborted) options.reportError(error);
  };
  let stop: () => Promise<void> = async () => undefined;
  const timer = setTimeout(() => {
    const schedule = { everyMs: MINUTE_MS, retryMs: HOUR_MS, reportError };
    stop = startRecurringJob(() => makeIfDue(options, signal), schedule);
  }, MINUTE_MS).unref();
  return () => {
    controller.abort();
    clearTimeout(timer);
    return stop();
  };
}

/** Makes a backup if one is due and no other process is making it, and prunes expired ones and copies before migrations. */
export async function makeIfDue(
  { folder, now, make }: Omit<DailyBackupsOptions, 'reportError'>,
  signal: AbortSignal,
): Promise<void> {
  // The operating system releases the lock however this process ends.
  const lock = lockDataDir(folder);
  if (lock === null) return;
  try {
    const [newest = Number.NEGATIVE_INFINITY] = backupsIn(await readdir(folder), now()).values();
    if (newest + DAY_MS <= now()) await make(join(folder, fileName(now())), signal);
  } finally {
    await prune(folder, now()).finally(() => lock.release());
  }
}

async function prune(folder: string, now: number): Promise<void> {
  for (const name of expiredFiles(await readdir(folder), now)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
