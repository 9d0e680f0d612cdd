import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../server/db/error-code.ts';
import type { MailFiles } from './mail.ts';

/** The instant without colons, and a random suffix; a leading dot marks a file that is still being written. */
const MAIL_FILE = /^\.?\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z-[0-9a-f]{8}\.eml$/;

/**
 * The mails that `createFileTransport` wrote.
 *
 * @param folder need not exist
 */
export function createMailFiles(folder: string): MailFiles {
  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names.filter((each) => MAIL_FILE.test(each))) {
      await rm(join(folder, name), { force: true });
    }
  }

  async function removeOlderThan(instant: string): Promise<number> {
    const limit = instant.replaceAll(':', '');
    const old = (await files()).filter((name) => name.replace(/^\./, '') < limit);
    await remove(old);
    return old.length;
  }

  async function files(): Promise<string[]> {
    try {
      return (await readdir(folder)).filter((name) => MAIL_FILE.test(name));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  return { remove, removeOlderThan };
}
