import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeClock } from '../../../test/make-app.ts';
import { makeFolder } from '../../../test/make-folder.ts';
import { makeSqliteStorage } from '../../../test/storages.ts';
import { connect } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
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
  const db = connect(place);
  await migrate(db);
  await db.close();
  return place;
}

describe('daily backups', () => {
  it('are made once a day', async () => {
    const { clock, folder, turn } = makeDaily();
    await turn();
    expect(namesIn(folder)).toEqual(['2026-03-01T09-00-00Z.tar.zst']);
    clock.advance(23.5 * HOUR_MS);
    await turn();
    expect(namesIn(folder)).toHaveLength(1);
    clock.advance(0.5 * HOUR_MS);
    await turn();
    expect(namesIn(folder)).toHaveLength(2);
    // The site was not there for a while.
    clock.advanceDays(3.3);
    await turn();
    expect(namesIn(folder)).toHaveLength(3);
  });

  it('keep the days of a week and some weeks, and nothing for 30 days', async () => {
    const { clock, folder, parts, turn } = makeDaily();
    const ageOf = (name: string) =>
      (parts.now() - Date.parse(`${name.slice(0, 10)}T09:00Z`)) / DAY_MS;
    let most = 0;
    let oldest = 0;
    for (let day = 0; day < 60; day += 1) {
      await turn();
      const names = namesIn(folder);
      most = Math.max(most, names.length);
      // Just before the next one is made.
      clock.advanceDays(1);
      oldest = Math.max(oldest, ...names.map(ageOf));
    }
    expect([most, oldest]).toEqual([RETENTION.daily + RETENTION.weekly, 28]);
    const ages = namesIn(folder)
      .map(ageOf)
      .sort((a, b) => a - b);
    expect(ages.slice(0, RETENTION.daily)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const [first = 0, ...weeks] = ages.slice(RETENTION.daily);
    expect(weeks).toEqual([first + 7, first + 14]);
  });

  it('are pruned after 29 days, except the newest one', () => {
    const now = Date.parse('2026-03-30T00:00:00Z');
    const days = (...ages: number[]) => ages.map((age) => fileName(now - age * DAY_MS));
    expect(expiredFiles(days(0, 5, 12, 20, 28, 29, 40), now)).toEqual(days(29, 40));
    expect(expiredFiles(days(60, 61), now)).toEqual(days(61));
    expect(expiredFiles([], now)).toEqual([]);
  });

  it('prune copies before migrations after 29 days, and what an unfinished one has left', async () => {
    const { clock, folder, turn, parts } = makeDaily();
    await turn();
    const target = join(folder, copyName('036-post-versions', parts.now()));
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

  it('leave alone what else is in the folder', async () => {
    const { folder, turn, clock } = makeDaily();
    await turn();
    const others = ['before-the-move.tar.zst', '2026-01-01.tar.zst', 'notes.partial'];
    for (const name of others) writeFileSync(join(folder, name), '');
    clock.advanceDays(50);
    await turn();
    expect(namesIn(folder).sort()).toEqual(['2026-04-20T09-00-00Z.tar.zst', ...others].sort());
  });

  it('begin a minute after the start; a failure is reported, and they are tried again in an hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, parts } = makeDaily();
    writeFileSync(folder, '');
    const errors: unknown[] = [];
    const end = startDailyBackups({ ...parts, reportError: (error) => errors.push(error) });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(errors).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(errors).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1_000);
    expect(errors).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(errors).toHaveLength(2);
    await end();
  });
});

describe('several processes', () => {
  const module = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)));

  it('that start at once make one backup', async () => {
    const place = await makeEmptySite();
    const folder = join(place.dataDir, 'backups');
    const program = `
      const { makeIfDue } = await import(${module('daily-backups.ts')});
      const { makeBackup } = await import(${module('make-backup.ts')});
      const signal = new AbortController().signal;
      const place = ${JSON.stringify(place)};
      process.stdin.once('data', async () => {
        await makeIfDue({
          folder: ${JSON.stringify(folder)},
          now: Date.now,
          make: (file) => makeBackup(place, file, { signal }),
        }, signal);
        process.exit();
      });
      console.log('ready');`;
    const processes = Array.from({ length: 2 }, () => start(program));
    await Promise.all(processes.map(({ stdout }) => stdout && once(stdout, 'data')));
    const words = processes.map(({ stderr }) => stderr && text(stderr));
    for (const { stdin } of processes) stdin?.write('go\n');
    await Promise.all(processes.map((each) => once(each, 'exit')));
    expect(await Promise.all(words)).toEqual(['', '']);
    expect(namesIn(folder)).toEqual([expect.stringMatching(/^[\dTZ-]+\.tar\.zst$/)]);
  });

  function start(program: string): ChildProcess {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: 'pipe',
      env: {},
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  it('leave it to the one that makes it, until that has ended', async () => {
    const { folder, parts } = makeDaily();
    const holder = start(`
      const { makeIfDue } = await import(${module('daily-backups.ts')});
      const make = () => new Promise(() => console.log('making'));
      const parts = { folder: ${JSON.stringify(folder)}, now: () => ${parts.now()}, make };
      setInterval(() => undefined, 1_000);
      await makeIfDue(parts, new AbortController().signal);`);
    await once(holder.stdout as Readable, 'data');
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
});

describe('a process that makes a backup', () => {
  it('makes one that only its owner can read', async () => {
    const place = await makeEmptySite();
    const file = join(makeFolder(), 'backup');
    await makeBackupInChild(place, file, { signal });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await restoreBackup(await makeSqliteStorage(), file, signal)).toMatchObject({
      posts: 0,
    });
  });

  it('says in one line what an operator can mend', async () => {
    const place = await makeSqliteStorage();
    const file = join(makeFolder(), 'backup');
    const refused = makeBackupInChild(place, file, { signal });
    await expect(refused).rejects.toThrow(/^DATA_DIR: there is no database at .*ligara\.sqlite$/);
    await expect(refused).rejects.toBeInstanceOf(BackupError);
  });

  it('leaves the last of the disk to the site', async () => {
    const place = await makeEmptySite();
    const folder = makeFolder();
    const reserve = Number.MAX_SAFE_INTEGER;
    const refused = makeBackupInChild(place, join(folder, 'backup'), { signal, reserve });
    await expect(refused).rejects.toThrow(/the disk is almost full/);
    expect(namesIn(folder)).toEqual([]);
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
