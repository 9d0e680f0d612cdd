import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { PASSWORDS, siteLogs } from '../../test/site-logs.ts';
import { run } from '../child.mjs';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import type { Needle } from './secrets/find-secrets.ts';
import { reportSecrets } from './secrets.ts';
import type { Trial } from './trial.ts';

const root = join(import.meta.dirname, '../..');

/** Personal data: the columns of each table. */
const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  administrators: ['email', 'password_hash'],
  inquiries: ['email', 'message'],
  subscribers: ['email'],
  outbox: ['recipient'],
  post_versions: ['content'],
};
/** Shorter values occur in a log by chance. */
const MIN_LENGTH = 12;
/** A log may truncate a long text: only this much of its longest line is searched for. */
const MAX_LENGTH = 60;

/** Runs the browser tests at log level trace, and searches the logs for the data of the tests. */
export const logs: Trial = {
  name: 'logs',
  async run(args) {
    const { path: folder, remove } = temporaryFolder('logs');
    try {
      const { code } = await run(
        process.execPath,
        [join(root, 'scripts/test.ts'), 'browser', ...args],
        { cwd: root, env: { ...process.env, SITE_LOGS: folder } },
      );
      const log = readFileSync(siteLogs(folder)?.file ?? '', 'utf8');
      const needles = [...passwordsIn(folder), ...readdirSync(folder).flatMap(needlesIn(folder))];
      const isClean = reportSecrets(log, uniqueOf(needles));
      return isClean && code === 0;
    } finally {
      remove();
    }
  },
};

function passwordsIn(folder: string): Needle[] {
  const passwords = readFileSync(join(folder, PASSWORDS), 'utf8').split('\n');
  return passwords.map((value) => ({ what: 'the password of an administrator', value }));
}

/** The personal data in a database that a test left behind. */
function needlesIn(folder: string) {
  return (name: string): Needle[] => {
    if (!name.endsWith('.sqlite')) return [];
    const database = new SqliteDatabase(join(folder, name));
    try {
      return Object.entries(PERSONAL).flatMap(([table, columns]) => {
        // A test may have dropped the table.
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
  return longest.trim().slice(0, MAX_LENGTH);
}

function uniqueOf(needles: readonly Needle[]): Needle[] {
  const long = needles.filter(({ value }) => value.length >= MIN_LENGTH);
  return [...new Map(long.map((needle) => [needle.value, needle])).values()];
}
