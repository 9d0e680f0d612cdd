import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodemailerError, SendMailOptions, Transporter } from 'nodemailer';
import { makeDirectory } from '../server/db/disk.ts';
import { withoutValues } from '../server/log.ts';
import { type Deliver, isMailboxUnknown, type Mail, type MailTransport } from './mail.ts';

/** The instant without colons, and a random suffix; a leading dot marks a file that is still being written. */
const MAIL_FILE = /^\.?\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z-[0-9a-f]{8}\.eml$/;

/**
 * The mails that `createFileTransport` wrote.
 *
 * @param folder need not exist
 */
export function createMailFiles(folder: string) {
  /** Ignores names that are not mail files. @returns how many */
  async function remove(names: readonly string[]): Promise<number> {
    const mails = names.filter((name) => MAIL_FILE.test(name));
    for (const name of mails) await rm(join(folder, name), { force: true });
    return mails.length;
  }

  /** @param instant ISO 8601 in UTC */
  async function removeOlderThan(instant: string): Promise<number> {
    const names = existsSync(folder) ? await readdir(folder) : [];
    return remove(names.filter((name) => name.replace(/^\./, '') < instant.replaceAll(':', '')));
  }

  return { remove, removeOlderThan };
}

export type MailFiles = ReturnType<typeof createMailFiles>;

const HOUR_MS = 60 * 60 * 1000;

type Log = { warn: (fields: object, message: string) => void };

export function createMailFailures(log: Log, now: () => number) {
  let failures = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function report(answer: string): void {
    failures += 1;
    if (now() - loggedAt < HOUR_MS) return;
    loggedAt = now();
    log.warn({ answer: withoutValues(answer) }, 'Mail does not leave');
  }

  return { count: () => failures, report };
}

/** Imported lazily: a process that sends no mail starts sooner and uses less memory without it. */
const mailer = () => import('nodemailer');

/** Nodemailer codes of errors about the mail itself, not about the connection or the credentials. */
const MAIL_ERRORS = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Sends mail to an SMTP server over a pool of connections.
 *
 * @param url `smtp://` or `smtps://`, with user and password if the server requires them
 * @param from the sender, as in the `From` header
 */
export function createSmtpTransport(url: string, from: string): MailTransport {
  // The server may take a second to close its side of a connection that we have closed.
  const options = { url, pool: true as const, maxConnections: 4, socketCloseTimeout: 1_000 };
  let transport: Pick<Transporter, 'sendMail' | 'close'> | undefined;
  const deliver: Deliver = async (mail, signal) => {
    const { createTransport } = await mailer();
    transport ??= createTransport(options);
    try {
      const { response } = await transport.sendMail({ ...messageOf(mail, from), signal });
      return { kind: 'accepted', answer: response ?? '' };
    } catch (error) {
      // Every error of nodemailer has a code; an error without one is a bug.
      if (!(error instanceof Error && 'code' in error)) throw error;
      const {
        message: answer,
        code = '',
        command,
        permanent,
        response = '',
      } = error as NodemailerError;
      const noSuchMailbox = command === 'RCPT TO' && isMailboxUnknown(response);
      return permanent === true && MAIL_ERRORS.has(code)
        ? { kind: 'refused', answer, noSuchMailbox }
        : { kind: 'deferred', answer };
    }
  };
  return { deliver, close: () => transport?.close({ force: true }) };
}

/**
 * Mail programs open `.eml` files.
 *
 * @param folder created with the first mail
 */
export function createFileTransport(folder: string, from: string, now: () => Date): MailTransport {
  const deliver: Deliver = async (mail) => {
    const { createTransport } = await mailer();
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await transport.sendMail(messageOf(mail, from));
    makeDirectory(folder);
    // Names sort by time; colons are not allowed on every file system.
    const name = `${now().toISOString().replaceAll(':', '')}-${randomUUID().slice(0, 8)}.eml`;
    const unfinished = join(folder, `.${name}`);
    await writeFile(unfinished, message as Buffer, { mode: 0o600 });
    await rename(unfinished, join(folder, name));
    return { kind: 'accepted', answer: name };
  };
  return { deliver, close: () => undefined };
}

function messageOf(mail: Mail, from: string): SendMailOptions {
  return {
    ...mail,
    from,
    // An object: nodemailer would parse a comma in a string as a list of recipients.
    to: { name: '', address: mail.to },
    headers: { ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
