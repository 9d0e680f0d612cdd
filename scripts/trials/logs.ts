import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { PASSWORDS, siteLogs } from '../../test/site-logs.ts';
import { run } from '../child.mjs';
import type { Needle } from './secrets/find-secrets.ts';
import { tellSecrets } from './secrets.ts';
import type { Trial } from './trial.ts';

const root = join(import.meta.dirname, '../..');

/** What people wrote or are reached at, by its table. */
const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  administrators: ['email', 'password_hash'],
  inquiries: ['email', 'message'],
  subscribers: ['email'],
  outbox: ['recipient'],
  posts: ['content'],
  post_revisions: ['content'],
};
/** Anything shorter stands in a log by chance. */
const SHORTEST = 12;
/** Of a long text, so much of its longest line: a log might cut it short. */
const LONGEST = 60;

/** Runs the tests with everything logged, and searches what was logged for what was used. */
export const logs: Trial = {
  name: 'logs',
  async run(args) {
    const folder = mkdtempSync(join(tmpdir(), 'ligara-logs-'));
    try {
      const { code } = await run(
        process.execPath,
        [join(root, 'scripts/test.ts'), 'browser', ...args],
        { cwd: root, env: { ...process.env, SITE_LOGS: folder } },
      );
      const log = readFileSync(siteLogs(folder)?.file ?? '', 'utf8');
      const needles = [...passwordsIn(folder), ...readdirSync(folder).flatMap(needlesIn(folder))];
      const isClean = tellSecrets(log, uniqueOf(needles));
      return isClean && code === 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function passwordsIn(folder: string): Needle[] {
  const passwords = readFileSync(join(folder, PASSWORDS), 'utf8').split('\n');
  return passwords.map((value) => ({ what: 'the password of an administrator', value }));
}

/** What a database that was kept holds of people. */
function needlesIn(folder: string) {
  return (name: string): Needle[] => {
    if (!name.endsWith('.sqlite')) return [];
    const database = new SqliteDatabase(join(folder, name));
    try {
      return Object.entries(PERSONAL).flatMap(([table, columns]) => {
        // A test may have dropped it.
        const exists = database
          .prepare('select 1 from sqlite_schema where name = ?')
          .pluck()
          .get(table);
        if (exists === undefined) return [];
        return columns.flatMap((column) =>
          database
            .prepare(`select "${column}" from "${table}" where "${column}" is not null`)
            .pluck()
            .all()
            .map((value) => ({ what: `${column} of ${table}`, value: partOf(String(value)) })),
        );
      });
    } finally {
      database.close();
    }
  };
}

function partOf(text: string): string {
  const [longest = ''] = text.split('\n').sort((a, b) => b.length - a.length);
  return longest.trim().slice(0, LONGEST);
}

function uniqueOf(needles: readonly Needle[]): Needle[] {
  const long = needles.filter(({ value }) => value.length >= SHORTEST);
  return [...new Map(long.map((needle) => [needle.value, needle])).values()];
}
