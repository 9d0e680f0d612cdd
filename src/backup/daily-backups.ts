import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../db/error-code.ts';
import { makeDirectory } from '../db/make-directory.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Suffix of a backup's name while it is being written. */
export const PARTIAL_SUFFIX = '.partial';

/**
 * The newest backups are kept, then one for each week. Erased personal data must be gone from all backups within
 * 30 days: the oldest backup is 28 days old when the next one is made.
 */
export const RETENTION = { daily: 7, weekly: 3, days: 29 } as const;

/** Leaves the start of the process undisturbed. */
const FIRST_AFTER_MS = 60_000;

const LEASE_RENEWAL_MS = 60_000;
const LEASE_TIMEOUT_MS = 10 * LEASE_RENEWAL_MS;

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
 * Makes a backup if one is due and no other process is making it, and prunes expired ones.
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
  const instants = (await readdir(folder)).map(instantOf);
  return instants.filter((instant) => instant !== null && instant <= now()) as number[];
}

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\dZ)\.tar\.zst$/;

/** Colons are not allowed in file names everywhere. */
function fileName(instant: number): string {
  const iso = new Date(instant).toISOString();
  return `${iso.replace(/\.\d+/, '').replaceAll(':', '-')}.tar.zst`;
}

function instantOf(name: string): number | null {
  const [, date, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return date === undefined ? null : Date.parse(`${date}T${hours}:${minutes}:${seconds}`);
}

async function pruneExpired(options: DailyBackupsOptions): Promise<void> {
  for (const instant of expiredBackups(await backups(options), options.now())) {
    await rm(join(options.folder, fileName(instant)), { force: true });
  }
}

/**
 * The backups to delete. The newest one is never among them, even if no later backup could be made.
 *
 * @param instants milliseconds since 1970
 */
export function expiredBackups(instants: readonly number[], now: number): number[] {
  const descending = instants.toSorted((a, b) => b - a);
  const daily = descending.slice(0, RETENTION.daily);
  const firstOfWeek = new Map(descending.map((each) => [Math.floor(each / WEEK_MS), each]));
  const weekly = [...firstOfWeek.values()]
    .filter((each) => !daily.includes(each))
    .slice(0, RETENTION.weekly);
  const kept = [...daily, ...weekly].filter((each) => each > now - RETENTION.days * DAY_MS);
  return descending.slice(1).filter((each) => !kept.includes(each));
}

/** Removes unfinished backups of dead processes. */
async function removePartial({ folder }: DailyBackupsOptions): Promise<void> {
  for (const name of await readdir(folder)) {
    const [backup] = name.split(PARTIAL_SUFFIX);
    if (backup === name || instantOf(backup ?? '') === null) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

const LEASE_PREFIX = '.claim-';
const LEASE_NAME = /^\.claim-\d+$/;

/**
 * Leases the folder to this process. A lease is a numbered file, which only one process can create and whose
 * modification time its holder renews. When the holder has died, one process takes the next number.
 *
 * @returns null when another process holds the lease
 */
async function acquireLease({
  folder,
  now,
  reportError,
}: DailyBackupsOptions): Promise<{ release(): Promise<void> } | null> {
  const leases = (await readdir(folder)).filter((name) => LEASE_NAME.test(name));
  const latest = Math.max(0, ...leases.map((name) => Number(name.slice(LEASE_PREFIX.length))));
  if (
    latest > 0 &&
    now() - (await renewedAt(join(folder, `${LEASE_PREFIX}${latest}`))) < LEASE_TIMEOUT_MS
  ) {
    return null;
  }
  const lease = join(folder, `${LEASE_PREFIX}${latest + 1}`);
  const renew = () => utimes(lease, now() / 1000, now() / 1000);
  try {
    await (await open(lease, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return null;
    throw error;
  }
  await renew();
  for (const name of leases) await rm(join(folder, name), { force: true });
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      clearInterval(timer);
      // ENOENT: this process was suspended, and another one has taken over the lease.
      if (errorCode(error) !== 'ENOENT') reportError(error);
    });
  }, LEASE_RENEWAL_MS).unref();
  return {
    release: async () => {
      clearInterval(timer);
      await rm(lease, { force: true });
    },
  };
}

/** Infinity for a lease that was released meanwhile. */
async function renewedAt(lease: string): Promise<number> {
  return stat(lease).then(
    ({ mtimeMs }) => mtimeMs,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Number.POSITIVE_INFINITY;
      throw error;
    },
  );
}
