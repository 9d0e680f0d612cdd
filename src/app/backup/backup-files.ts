import { mkdir, rm } from 'node:fs/promises';
import { errorCode } from '../../server/db/error-code.ts';
import { BackupError } from './backup-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;

/** Suffix of a backup's name while it is being written. */
export const PARTIAL_SUFFIX = '.partial';

/**
 * The newest backups are kept, then one for each week. Erased personal data must be gone from all backups within
 * 30 days: the oldest backup is 28 days old when the next one is made.
 */
export const RETENTION = { daily: 7, weekly: 3, days: 29 } as const;

const TIME = String.raw`(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\dZ)`;
const NAME = new RegExp(String.raw`^${TIME}\.tar\.zst$`);
const COPY_NAME = new RegExp(String.raw`^before-\d{3}-[a-z\d-]+-${TIME}\.`);

/** The name of the backup of an instant. */
export function fileName(instant: number): string {
  return `${timeOf(instant)}.tar.zst`;
}

/** The name of a copy of the database before a migration, without its extension. */
export function copyName(migration: string, instant: number): string {
  return `before-${migration}-${timeOf(instant)}`;
}

/** Colons are not allowed in file names everywhere. */
function timeOf(instant: number): string {
  const iso = new Date(instant).toISOString();
  return iso.replace(/\.\d+/, '').replaceAll(':', '-');
}

export function instantOf(name: string, pattern = NAME): number | null {
  const [, date, hours, minutes, seconds] = pattern.exec(name) ?? [];
  return date === undefined ? null : Date.parse(`${date}T${hours}:${minutes}:${seconds}`);
}

/** Returns true for a copy before a migration that has expired, finished or not. */
export function isExpiredCopy(name: string, now: number): boolean {
  const instant = instantOf(name, COPY_NAME);
  return instant !== null && instant <= now - RETENTION.days * DAY_MS;
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

/** Creates a private folder for some work and removes it afterwards. */
export async function inNewFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new BackupError(
      `${folder} exists: another program is writing there, or was cut off (remove it then)`,
      { cause: error },
    );
  });
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
