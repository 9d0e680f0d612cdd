import { open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../db/make-directory.ts';
import { codeOf } from './backup-error.ts';
import { PARTIAL } from './disk.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/**
 * What is kept: the newest, one for each week before them, and none that is older. What a person asks
 * to be deleted is gone from all within 30 days, so the oldest must be gone before: it is 28 days old
 * when the next one is made.
 */
export const RETENTION = { daily: 7, weekly: 3, days: 29 } as const;

/** A start has enough to do. */
const FIRST_AFTER_MS = 60_000;

/** When a claim says again that its holder lives, and when it is believed to be dead. */
const LEASE_RENEWAL_MS = 60_000;
const LEASE_TIMEOUT_MS = 10 * LEASE_RENEWAL_MS;

type DailyBackupsOptions = {
  /** Where backups are kept; it is made when it is missing. */
  folder: string;
  now: () => number;
  /** Makes a backup; nothing may be left of it when the signal has ended it. */
  make: (file: string, signal: AbortSignal) => Promise<unknown>;
  /** Told of a backup that failed. */
  reportError: (error: unknown) => void;
};

/**
 * Makes a backup every day from now on, in one of all the processes that share the folder.
 *
 * @returns what ends it, and what is being made with it
 */
export function startDailyBackups(options: DailyBackupsOptions): () => Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const plan = (wait: number) => {
    if (signal.aborted) return;
    timer = setTimeout(() => {
      turn = runIfDue(options, signal).then(plan);
    }, wait).unref();
  };
  plan(FIRST_AFTER_MS);
  return async () => {
    controller.abort();
    clearTimeout(timer);
    await turn;
  };
}

/**
 * Makes a backup when one is due and nobody else makes it, and removes those that are over.
 *
 * @returns when to come again, in milliseconds: an hour at the most, since clocks are set and
 *   machines sleep
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
  const claim = await acquireLease(options);
  if (claim === null) return;
  try {
    // Another process may have made it before the claim was free.
    if (!(await isDue(options))) return;
    await removePartial(options);
    await options.make(join(options.folder, nameOf(options.now())), signal);
  } catch (error) {
    if (!signal.aborted) options.reportError(error);
  } finally {
    await claim.release();
  }
}

/** When the backups in the folder were made, as far as that has been: a clock may have been wrong. */
async function backups({ folder, now }: DailyBackupsOptions): Promise<number[]> {
  const instants = (await readdir(folder)).map(instantOf);
  return instants.filter((instant) => instant !== null && instant <= now()) as number[];
}

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\dZ)\.tar\.zst$/;

/** Colons are not for names of files everywhere. */
function nameOf(instant: number): string {
  const iso = new Date(instant).toISOString();
  return `${iso.replace(/\.\d+/, '').replaceAll(':', '-')}.tar.zst`;
}

function instantOf(name: string): number | null {
  const [, date, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return date === undefined ? null : Date.parse(`${date}T${hours}:${minutes}:${seconds}`);
}

async function pruneExpired(options: DailyBackupsOptions): Promise<void> {
  for (const instant of expiredBackups(await backups(options), options.now())) {
    await rm(join(options.folder, nameOf(instant)), { force: true });
  }
}

/**
 * Which backups are not kept any longer. The newest one always is: nothing is lost because no other
 * could be made.
 *
 * @param instants when they were made, in milliseconds since 1970
 */
export function expiredBackups(instants: readonly number[], now: number): number[] {
  const newestFirst = instants.toSorted((a, b) => b - a);
  const daily = newestFirst.slice(0, RETENTION.daily);
  const firstOfWeek = new Map(newestFirst.map((each) => [Math.floor(each / WEEK_MS), each]));
  const weekly = [...firstOfWeek.values()]
    .filter((each) => !daily.includes(each))
    .slice(0, RETENTION.weekly);
  const kept = [...daily, ...weekly].filter((each) => each > now - RETENTION.days * DAY_MS);
  return newestFirst.slice(1).filter((each) => !kept.includes(each));
}

/** What a process has left that ended while it made a backup. */
async function removePartial({ folder }: DailyBackupsOptions): Promise<void> {
  for (const name of await readdir(folder)) {
    const [backup] = name.split(PARTIAL);
    if (backup === name || instantOf(backup ?? '') === null) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

const LEASE_PREFIX = '.claim-';
const LEASE_NAME = /^\.claim-\d+$/;

/**
 * Claims the folder for this process. A claim is a file with a number that only one process can make,
 * and whose time its holder renews. Where the holder has died, one process takes the next number.
 *
 * @returns null when another process has it
 */
async function acquireLease({
  folder,
  now,
  reportError,
}: DailyBackupsOptions): Promise<{ release(): Promise<void> } | null> {
  const claims = (await readdir(folder)).filter((name) => LEASE_NAME.test(name));
  const latest = Math.max(0, ...claims.map((name) => Number(name.slice(LEASE_PREFIX.length))));
  if (
    latest > 0 &&
    now() - (await timeOf(join(folder, `${LEASE_PREFIX}${latest}`))) < LEASE_TIMEOUT_MS
  ) {
    return null;
  }
  const claim = join(folder, `${LEASE_PREFIX}${latest + 1}`);
  const renew = () => utimes(claim, now() / 1000, now() / 1000);
  try {
    await (await open(claim, 'wx', 0o600)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
  await renew();
  for (const name of claims) await rm(join(folder, name), { force: true });
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      clearInterval(timer);
      // Whoever has taken the claim of a process that stood still has removed this one.
      if (codeOf(error) !== 'ENOENT') reportError(error);
    });
  }, LEASE_RENEWAL_MS).unref();
  return {
    release: async () => {
      clearInterval(timer);
      await rm(claim, { force: true });
    },
  };
}

/** One that is gone by now has just been released. */
async function timeOf(claim: string): Promise<number> {
  return stat(claim).then(
    ({ mtimeMs }) => mtimeMs,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Number.POSITIVE_INFINITY;
      throw error;
    },
  );
}
