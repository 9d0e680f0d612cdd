import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';

/** The mails to an address that a site without a mail server has written to files, the oldest first. */
export async function writtenMails(dataDir: string, address: string): Promise<ParsedMail[]> {
  const folder = join(dataDir, 'outbox');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const mails = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .map((file) => simpleParser(readFileSync(join(folder, file)))),
  );
  return mails.filter(({ to }) => [to].flat()[0]?.text === address);
}
