import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** As they are named when they are written: by the instant, without colons; after a dot until they are whole. */
const MAIL_FILE = /^\.?\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z-[0-9a-f]{8}\.eml$/;

/**
 * The mails that were written to files instead of being sent.
 *
 * @param folder need not be there
 */
export function createMailFiles(folder: string) {
  /** Removes mails by the names of their files; what is no such name is left alone. */
  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names.filter((each) => MAIL_FILE.test(each))) {
      await rm(join(folder, name), { force: true });
    }
  }

  /** @param instant ISO 8601 in UTC */
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
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  }

  return { remove, removeOlderThan };
}

export type MailFiles = ReturnType<typeof createMailFiles>;
