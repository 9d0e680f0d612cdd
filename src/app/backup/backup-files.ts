import { mkdir, rm } from 'node:fs/promises';
import { errorCode } from '../../server/db/error-code.ts';
import { BackupError } from './backup-error.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;

/** Suffix of the name of what is being written. */
export const PARTIAL_SUFFIX = '.partial';

/**
 * The newest backups are kept, then one for each week. Erased personal data must be gone from all backups within
 * 30 days: the oldest backup is 28 days old when the next one is made.
 */
export const RETENTION = { daily: 7, weekly: 3, days: 29 } as const;

const TIME = String.raw`(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\dZ)`;
const BACKUP = new RegExp(String.raw`^${TIME}\.tar\.zst$`);
const PARTIAL_BACKUP = new RegExp(String.raw`^${TIME}\.tar\.zst\.partial`);
/** Finished or not. */
const COPY = new RegExp(String.raw`^before-\d{3}-[a-z\d-]+-${TIME}\.`);

/** The name of the backup of an instant: milliseconds since 1970. */
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

/** The instants of backups by their names, the newest first; without future ones, which a wrong clock has made. */
export function backupsIn(names: readonly string[], now: number): Map<string, number> {
  const dated = instantsIn(names, BACKUP).filter(([, instant]) => instant <= now);
  return new Map(dated.sort(([, a], [, b]) => b - a));
}

function instantsIn(names: readonly string[], pattern: RegExp): [name: string, instant: number][] {
  return names.flatMap((name) => {
    const [, date, hours, minutes, seconds] = pattern.exec(name) ?? [];
    return date === undefined ? [] : [[name, Date.parse(`${date}T${hours}:${minutes}:${seconds}`)]];
  });
}

/**
 * The names to delete while no backup is under way. The newest backup is never among them, even if no later one could be
 * made.
 */
export function expiredFiles(names: readonly string[], now: number): string[] {
  const isExpired = (instant: number) => instant <= now - RETENTION.days * DAY_MS;
  const backups = [...backupsIn(names, now)];
  const daily = backups.slice(0, RETENTION.daily);
  const firstOfWeek = new Map(backups.map((each) => [Math.floor(each[1] / WEEK_MS), each]));
  const weekly = [...firstOfWeek.values()]
    .filter((each) => !daily.includes(each))
    .slice(0, RETENTION.weekly);
  const kept = [...daily, ...weekly].filter(([, instant]) => !isExpired(instant));
  const expired = backups.slice(1).filter((each) => !kept.includes(each));
  const copies = instantsIn(names, COPY).filter(([, instant]) => isExpired(instant));
  return [...expired, ...copies, ...instantsIn(names, PARTIAL_BACKUP)].map(([name]) => name);
}

/** Creates a private folder for some work and removes it afterwards. */
export async function inNewFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new BackupError(
      `${folder} already exists: another backup is running, or one was interrupted (then remove it)`,
      { cause: error },
    );
  });
  try {
    return await work();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
