import { execFile } from 'node:child_process';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../server/config.ts';
import { lockDataDir } from '../../server/db/disk.ts';
import { OperatorError } from '../operator-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The newest backups, and the newest one of each of the last weeks, this one included. Erased personal data must be gone
 * from all of them within 30 days: the oldest one is 28 days old when the next one is made.
 */
const RETENTION = { daily: 7, weekly: 4, days: 29 } as const;

const RESERVED_BYTES = 512 * 1024 * 1024;

const DAILY = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst$/;
const DATED = /^(?:before-.+-)?(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)\.tar\.zst(?:\.partial)?$/;

export function backupFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return resolve(dataDir, 'backups');
}

/** @param instant milliseconds since 1970 */
export function backupName(instant: number): string {
  // Not all file systems allow colons in names.
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`;
}

/** Milliseconds since 1970; NaN for a file that somebody else has put there. */
function timeOf(name: string): number {
  return Date.parse(DATED.test(name) ? name.replace(DATED, '$1:$2:$3') : '');
}

function dailyBackups(names: readonly string[], now: number): string[] {
  const made = names.filter((name) => DAILY.test(name) && timeOf(name) <= now);
  return made.sort().reverse();
}

/** The files to delete while no daily backup is made; never the newest one, even if no later one could be made. */
export function expiredBackups(names: readonly string[], now: number): string[] {
  const daily = dailyBackups(names, now);
  const weeks = Map.groupBy(daily, (name) => Math.floor(timeOf(name) / (7 * DAY_MS))).values();
  const weekly = [...weeks].slice(0, RETENTION.weekly).map(([newest]) => newest);
  const kept = [...daily.slice(0, RETENTION.daily), ...weekly];
  return names.filter((name) => {
    const isOld = timeOf(name) <= now - RETENTION.days * DAY_MS;
    const isSurplus = daily.includes(name) && !kept.includes(name);
    const isUnfinished = DAILY.test(name.replace(/\.partial$/, '')) && !DAILY.test(name);
    return name !== daily[0] && (isOld || isSurplus || isUnfinished);
  });
}

/**
 * Only one of the processes that share the folder makes one. Deletes expired ones.
 *
 * @param make a failed one must leave nothing
 */
export async function makeDailyBackup(
  folder: string,
  now: number,
  make: (file: string) => Promise<unknown>,
): Promise<void> {
  // The operating system releases the lock however this process ends.
  const lock = lockDataDir(folder);
  if (lock === null) return;
  try {
    const [newest] = dailyBackups(await readdir(folder), now);
    if (newest === undefined || timeOf(newest) + DAY_MS <= now) {
      await requireSpace(folder, newest);
      await make(join(folder, backupName(now)));
    }
  } finally {
    for (const name of expiredBackups(await readdir(folder), now)) {
      await rm(join(folder, name), { force: true });
    }
    lock.release();
  }
}

/** A backup is about as large as the last one. */
async function requireSpace(folder: string, newest = '.'): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const { size } = await stat(join(folder, newest));
  if (bavail * bsize - size >= RESERVED_BYTES) return;
  throw new OperatorError(`${folder}: the disk is almost full`);
}

/** When `signal` aborts, it removes what it has written. */
export async function runBackup(file: string, signal: AbortSignal): Promise<void> {
  const script = fileURLToPath(new URL('../../../scripts/backup.ts', import.meta.url));
  const running = promisify(execFile)(process.execPath, [script, file], { signal });
  setPriority(running.child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  await running.catch((error: Error & { stderr?: string }) => {
    throw new OperatorError(error.stderr?.trim().split('\n')[0] || error.message);
  });
}
