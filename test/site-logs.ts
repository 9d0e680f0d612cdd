import { appendFileSync, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the sites that tests start leave behind for `npm run trial -- logs`, which names a folder by
 * `SITE_LOGS`: all that they log, and what they held that nobody may find there. Undefined in an
 * ordinary run.
 */
export function siteLogs(folder = process.env.SITE_LOGS) {
  if (folder === undefined) return;
  return {
    /** Where sites log to, one after another's line. */
    file: join(folder, 'sites.log'),
    /** Keeps the password of an administrator, a line each. */
    keepPassword: (password: string): void => {
      appendFileSync(join(folder, PASSWORDS), `${password}\n`);
    },
    /** Keeps the database of a site that has ended, where it is SQLite's. */
    keepData: (dataDir: string): void => {
      const database = join(dataDir, 'ligara.sqlite');
      if (!existsSync(database)) return;
      const copy = join(folder, `${process.pid}-${performance.now()}.sqlite`);
      for (const part of ['', '-wal']) {
        if (existsSync(database + part)) copyFileSync(database + part, copy + part);
      }
    },
  };
}

/** The name of the file of passwords. */
export const PASSWORDS = 'passwords';
