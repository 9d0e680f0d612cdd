import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeClock } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makeSqliteStorage } from '../../../test/storages.ts';
import { openWrittenSite } from '../../../test/written-site.ts';
import { BackupError } from './backup-error.ts';
import { copyName, expiredFiles, fileName, RETENTION } from './backup-files.ts';
import { makeBackupInChild } from './backup-process.ts';
import { makeIfDue, startDailyBackups } from './daily-backups.ts';
import type { SiteStorage } from './database-copy.ts';
import { restoreBackup } from './restore-backup.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const { signal } = new AbortController();

/** What is in a folder, but for the files by which processes lock it. */
function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('serving.lock'));
}

/** A folder for backups that are empty files, and a clock. */
function makeDaily(make?: (file: string) => unknown) {
  const clock = makeClock();
  const folder = join(makeFolder(), 'backups');
  const parts = {
    folder,
    now: () => clock.now().getTime(),
    make: async (file: string) => (make ? make(file) : writeFileSync(file, '', { flag: 'wx' })),
  };
  return { clock, folder, parts, turn: () => makeIfDue(parts, signal) };
}

async function makeEmptySite(): Promise<SiteStorage> {
  const place = await makeSqliteStorage();
  await openWrittenSite(place);
  return place;
}

describe('daily backups', () => {
  it('are made once a day, and leave alone what else is in the folder', async () => {
    const { clock, folder, turn } = makeDaily();
    const first = ['2026-03-01T09-00-00Z.tar.zst'];
    // After the last one, the site was not there for a while.
    for (const [hours, names] of [
      [0, first],
      [23.5, first],
      [0.5, [...first, '2026-03-02T09-00-00Z.tar.zst']],
      [79, [...first, '2026-03-02T09-00-00Z.tar.zst', '2026-03-05T16-00-00Z.tar.zst']],
    ] as const) {
      clock.advance(hours * HOUR_MS);
      await turn();
      expect(namesIn(folder)).toEqual(names);
    }
    const others = ['before-the-move.tar.zst', '2026-01-01.tar.zst', 'notes.partial'];
    for (const name of others) writeFileSync(join(folder, name), '');
    clock.advanceDays(50);
    await turn();
    expect(namesIn(folder).sort()).toEqual(['2026-04-24T16-00-00Z.tar.zst', ...others].sort());
  });

  it('keep the days of a week and some weeks, and nothing for 30 days', async () => {
    const { clock, folder, parts, turn } = makeDaily();
    const ages = () =>
      namesIn(folder)
        .map((name) => (parts.now() - Date.parse(`${name.slice(0, 10)}T09:00Z`)) / DAY_MS)
        .sort((a, b) => a - b);
    const oldest: (number | undefined)[] = [];
    for (let day = 0; day < 60; day += 1) {
      await turn();
      expect(ages().length).toBeLessThanOrEqual(RETENTION.daily + RETENTION.weekly);
      // Just before the next one is made.
      clock.advanceDays(1);
      oldest.push(ages().at(-1));
    }
    expect(Math.max(...oldest.map(Number))).toBe(28);
    const [days, [first = 0, ...weeks]] = [ages().slice(0, 7), ages().slice(7)];
    expect(days).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(weeks).toEqual([first + 7, first + 14]);
  });

  it('are pruned after 29 days, except the newest one, with copies before migrations and what an unfinished one has left', async () => {
    const at = Date.parse('2026-03-30T00:00:00Z');
    const days = (...ages: number[]) => ages.map((age) => fileName(at - age * DAY_MS));
    expect(expiredFiles(days(0, 5, 12, 20, 28, 29, 40), at)).toEqual(days(29, 40));
    expect(expiredFiles(days(60, 61), at)).toEqual(days(61));
    expect(expiredFiles([], at)).toEqual([]);

    const { clock, folder, turn, parts } = makeDaily();
    await turn();
    const target = join(folder, copyName('040-next', parts.now()));
    writeFileSync(`${target}.sqlite`, '');
    mkdirSync(`${target}.partial-a1B2c3`);
    clock.advanceDays(28);
    await turn();
    expect(namesIn(folder)).toHaveLength(4);
    clock.advanceDays(1);
    await turn();
    expect(namesIn(folder).filter((name) => name.startsWith('before'))).toEqual([]);
  });

  it('that fail cost no older one, and leave nothing', async () => {
    let isFull = false;
    const full = new BackupError('The disk is full');
    const { clock, folder, turn } = makeDaily((file) => {
      writeFileSync(isFull ? `${file}.partial` : file, '');
      if (isFull) throw full;
    });
    await turn();
    isFull = true;
    clock.advanceDays(40);
    await expect(turn()).rejects.toBe(full);
    expect(namesIn(folder)).toEqual(['2026-03-01T09-00-00Z.tar.zst']);
    clock.advance(HOUR_MS);
    isFull = false;
    await turn();
    // The old one goes with the one that is made.
    expect(namesIn(folder)).toEqual(['2026-04-10T10-00-00Z.tar.zst']);
  });

  it('begin a minute after the start; a failure is reported, and they are tried again in an hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, parts } = makeDaily();
    writeFileSync(folder, '');
    const errors: unknown[] = [];
    const end = startDailyBackups({ ...parts, reportError: (error) => errors.push(error) });
    for (const [ms, failures] of [
      [59_000, 0],
      [1_000, 1],
      [HOUR_MS - 1_000, 1],
      [1_000, 2],
    ] as const) {
      await vi.advanceTimersByTimeAsync(ms);
      expect(errors).toHaveLength(failures);
    }
    await end();
  });
});

it('several processes leave a backup to the one that makes it, until that has ended', async () => {
  const { folder, parts } = makeDaily();
  const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'daily-backups.ts')));
  const program = `
    const { makeIfDue } = await import(${module});
    const make = () => new Promise(() => console.log('making'));
    const parts = { folder: ${JSON.stringify(folder)}, now: () => ${parts.now()}, make };
    setInterval(() => undefined, 1_000);
    await makeIfDue(parts, new AbortController().signal);`;
  const flags = ['--input-type=module', '--eval', program];
  const holder = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'], env: {} });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  await makeIfDue(parts, signal);
  expect(namesIn(folder)).toEqual([]);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const made: string[] = [];
  const make = async (file: string) => {
    made.push(file);
    // Nobody else's turn meanwhile.
    await makeIfDue({ ...parts, make }, signal);
    writeFileSync(file, '');
  };
  await Promise.all(Array.from({ length: 5 }, () => makeIfDue({ ...parts, make }, signal)));
  expect(made).toHaveLength(1);
  expect(namesIn(folder)).toEqual(['2026-03-01T09-00-00Z.tar.zst']);
});

describe('a process that makes a backup', () => {
  it('makes one that only its owner can read, or says in one line what an operator can mend, and leaves the last of the disk to the site', async () => {
    const place = await makeEmptySite();
    const file = join(makeFolder(), 'backup');
    const reserve = Number.MAX_SAFE_INTEGER;
    const full = makeBackupInChild(place, file, { signal, reserve });
    await expect(full).rejects.toThrow(/the disk is almost full/);
    const refused = makeBackupInChild(await makeSqliteStorage(), file, { signal });
    await expect(refused).rejects.toThrow(/^DATA_DIR: there is no database at .*ligara\.sqlite$/);
    await expect(refused).rejects.toBeInstanceOf(BackupError);
    expect(namesIn(dirname(file))).toEqual([]);
    await makeBackupInChild(place, file, { signal });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const restored = restoreBackup(await makeSqliteStorage(), file, signal);
    expect(await restored).toMatchObject({ posts: 0 });
  });

  it('ends with the site, which waits for it, and leaves nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const place = await makeEmptySite();
    const folder = join(place.dataDir, 'backups');
    const errors: unknown[] = [];
    const begun = Promise.withResolvers<void>();
    const end = startDailyBackups({
      folder,
      now: Date.now,
      make: (file, ending) => {
        begun.resolve();
        return makeBackupInChild(place, file, { signal: ending });
      },
      reportError: (error) => errors.push(error),
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await begun.promise;
    await end();
    expect(namesIn(folder)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
