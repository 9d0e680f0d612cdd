import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../../test/make-folder.ts';
import { parseConfig } from '../../server/config.ts';
import { connectSqlite } from '../../server/db/connect.ts';
import { appliedMigrations, migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../open-storage.ts';
import { backupName, expiredBackups, makeDailyBackup, runBackup } from './daily-backups.ts';
import { restoreBackup } from './restore-backup.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-03-01T09:00:00Z');

/** A folder for backups that are empty files, and what the clock of the last call said. */
function makeDaily() {
  const folder = join(makeFolder(), 'backups');
  const at = (ms: number, make = async (file: string) => writeFileSync(file, '', { flag: 'wx' })) =>
    makeDailyBackup(folder, START + ms, make);
  const names = () => readdirSync(folder).filter((name) => !name.startsWith('serving.lock'));
  return { folder, at, names };
}

describe('daily backups', () => {
  it('are made once a day by one process, and leave alone what else is in the folder', async () => {
    const { folder, at, names } = makeDaily();
    await Promise.all([at(0), at(0)]);
    await at(DAY_MS - 1);
    expect(names()).toEqual(['2026-03-01T09-00-00Z.tar.zst']);
    await at(DAY_MS);
    expect(names()).toHaveLength(2);
    const others = ['before-the-move.tar.zst', '2026-01-01.tar.zst', 'notes.partial'];
    for (const name of others) writeFileSync(join(folder, name), '');
    await at(50 * DAY_MS);
    expect(names().sort()).toEqual([backupName(START + 50 * DAY_MS), ...others].sort());
    // A failed one costs no older one.
    const full = () => Promise.reject(new Error('The disk is full'));
    await expect(at(99 * DAY_MS, full)).rejects.toThrow('The disk is full');
    expect(names()).toHaveLength(4);
  });

  it('keep seven days and four weeks, and nothing for 30 days', async () => {
    const { at, names } = makeDaily();
    const ages = (day: number) =>
      names()
        .map((name) => day - (Date.parse(name.slice(0, 10)) - Date.parse('2026-03-01')) / DAY_MS)
        .sort((a, b) => a - b);
    for (let day = 0; day < 60; day += 1) {
      await at(day * DAY_MS);
      // Just before the next one is made.
      expect(Math.max(...ages(day + 1))).toBeLessThanOrEqual(28);
      if (day < 28) continue;
      const kept = ages(day);
      expect(kept.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      // A week ends on a Wednesday: the newest backup is this week's.
      const ends = kept.filter((age) => new Date(START + (day - age) * DAY_MS).getUTCDay() === 3);
      expect(new Set([0, ...ends]).size).toBe(4);
      expect(kept.length).toBeLessThanOrEqual(10);
    }
  });

  it('are deleted after 29 days, except the newest one, with those before migrations, and unfinished ones at once', () => {
    const daily = (...ages: number[]) => ages.map((age) => backupName(START - age * DAY_MS));
    const beforeNext = (age: number) => `before-040-next-${backupName(START - age * DAY_MS)}`;
    expect(expiredBackups(daily(0, 5, 12, 20, 29, 40), START)).toEqual(daily(29, 40));
    expect(expiredBackups(daily(60, 61), START)).toEqual(daily(61));
    const unfinished = `${backupName(START)}.partial`;
    const names = [
      beforeNext(28),
      beforeNext(29),
      `${beforeNext(1)}.partial`,
      unfinished,
      backupName(START + 1),
    ];
    expect(expiredBackups(names, START)).toEqual([beforeNext(29), unfinished]);
  });
});

it('the process of a daily backup makes one, or says in one line why not, and ends with the site without leaving anything', async () => {
  const folder = makeFolder();
  const config = parseConfig({ DATA_DIR: join(folder, 'data') });
  vi.stubEnv('DATA_DIR', config.dataDir);
  const { signal } = new AbortController();
  const missing = runBackup(join(folder, 'a'), signal);
  await expect(missing).rejects.toThrow(/^DATA_DIR: there is no site in \S+$/);
  await (await openDatabase(config, undefined)).close();
  const stopped = runBackup(join(folder, 'b'), AbortSignal.abort());
  await expect(stopped).rejects.toThrow();
  await runBackup(join(folder, 'c'), signal);
  expect(readdirSync(folder).sort()).toEqual(['c', 'data']);
}, 60_000);

describe('a start that migrates', () => {
  async function makeFormerSite(settings: Record<string, string> = {}) {
    const dataDir = makeFolder();
    const former = connectSqlite(join(dataDir, 'ligara.sqlite'));
    await migrate(former, '039-ligara-ai');
    await former.close();
    return { dataDir, config: parseConfig({ DATA_DIR: dataDir, ...settings }) };
  }

  it('makes a backup first, from which the version before can be started again', async () => {
    const { dataDir, config } = await makeFormerSite();
    for (let start = 0; start < 2; start += 1)
      await (await openDatabase(config, undefined)).close();
    const [backup = '', ...others] = readdirSync(join(dataDir, 'backups'));
    expect(others).toEqual([]);
    expect(backup).toMatch(/^before-040-import-key-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst$/);
    const place = { dataDir: makeFolder(), databaseUrl: undefined };
    await restoreBackup(place, join(dataDir, 'backups', backup), new AbortController().signal);
    expect(existsSync(join(place.dataDir, 'ligara.sqlite'))).toBe(true);
  });

  it('migrates nothing when no backup can be made, and makes none with BACKUPS=off', async () => {
    const { dataDir, config } = await makeFormerSite();
    writeFileSync(join(dataDir, 'backups'), 'in the way');
    await expect(openDatabase(config, undefined)).rejects.toThrow(/^BACKUPS: no backup before the/);
    const db = connectSqlite(join(dataDir, 'ligara.sqlite'));
    expect((await appliedMigrations(db)).at(-1)).toBe('039-ligara-ai');
    await db.close();
    const off = await makeFormerSite({ BACKUPS: 'off' });
    await (await openDatabase(off.config, undefined)).close();
    expect(readdirSync(off.dataDir)).not.toContain('backups');
  });
});
