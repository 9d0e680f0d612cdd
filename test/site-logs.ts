import { appendFileSync, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Collects, for `npm run trial -- logs`, the logs of the sites that tests start, and the personal data that
 * must not be in them. `SITE_LOGS` is the folder; the function returns undefined without it.
 */
export function siteLogs(folder = process.env.SITE_LOGS) {
  if (folder === undefined) return;
  return {
    /** All sites append to this file. */
    file: join(folder, 'sites.log'),
    /** Saves the password of an administrator, one per line. */
    savePassword: (password: string): void => {
      appendFileSync(join(folder, PASSWORDS), `${password}\n`);
    },
    /** Saves the SQLite database of a site that has ended. */
    saveData: (dataDir: string): void => {
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
