import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodemailerError, SendMailOptions } from 'nodemailer';
import { makeDirectory } from '../../db/make-directory.ts';
import { lazy } from '../lazy.ts';
import type { Deliver, Mail } from './mail.ts';

export type MailTransport = {
  deliver: Deliver;
  close: () => void;
};

/**
 * Limits of a connection. `socketTimeout` is one of inactivity, so that a slow dialogue may take longer
 * than all of these: the dispatcher's signal limits a delivery as a whole.
 */
const TIMEOUTS_MS = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  socketTimeout: 60_000,
  /** How long a server may take to close its side of a connection that has been closed here. */
  socketCloseTimeout: 1_000,
};

/** Loaded with the first mail: a process that sends none is smaller without it, and starts sooner. */
const mailer = () => import('nodemailer');

/** What a server can say of a mail itself, rather than of the connection or who is calling. */
const MAIL_ERRORS = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * Hands mail to an SMTP server, over a few connections that are kept open.
 *
 * @param url `smtp://` or `smtps://`, with user and password where the server asks for them
 * @param from the sender, as a header has it
 */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const options = { ...TIMEOUTS_MS, url, pool: true as const, maxConnections: 4 };
  let isOpen = false;
  const open = lazy(async () => {
    isOpen = true;
    return (await mailer()).createTransport(options);
  });
  const deliver: Deliver = async (mail, signal) => {
    const transport = await open();
    try {
      const { response } = await transport.sendMail({ ...messageOf(mail, from), signal });
      return { kind: 'accepted', answer: response };
    } catch (error) {
      if (!isMailError(error)) throw error;
      const isFinal = error.permanent === true && MAIL_ERRORS.has(error.code ?? '');
      const answer = error.message;
      return isFinal
        ? { kind: 'refused', answer, noSuchMailbox: isMailboxUnknown(error) }
        : { kind: 'deferred', answer };
    }
  };
  const close = () => {
    if (!isOpen) return;
    open().then(
      (transport) => transport.close({ force: true }),
      () => undefined,
    );
  };
  return { deliver, close };
}

/**
 * Whether a server refuses the recipient for what it is. Refusals by policy (RFC 3463, X.7) come at
 * the same place and say something of the sender: they would end a whole list of addresses at once.
 */
function isMailboxUnknown({ command, response = '' }: NodemailerError): boolean {
  return command === 'RCPT TO' && !/^\d{3}[ -]5\.7\./.test(response);
}

/** Every error of nodemailer names its kind; one without is a bug. */
function isMailError(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error;
}

/**
 * Writes each mail as an `.eml` file, which mail programs open, instead of sending it.
 *
 * @param folder is made when the first mail comes
 */
export function createFileTransport(folder: string, from: string, now: () => Date): MailTransport {
  const deliver: Deliver = async (mail) => {
    const { createTransport } = await mailer();
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await transport.sendMail(messageOf(mail, from));
    makeDirectory(folder);
    // By the order in which they came, on every file system.
    const name = `${now().toISOString().replaceAll(':', '')}-${randomUUID().slice(0, 8)}.eml`;
    const unfinished = join(folder, `.${name}`);
    try {
      await writeFile(unfinished, message as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    } catch (error) {
      // A full disk would fill up further with every attempt.
      await rm(unfinished, { force: true });
      throw error;
    }
    return { kind: 'accepted', answer: name };
  };
  return { deliver, close: () => undefined };
}

function messageOf(mail: Mail, from: string): SendMailOptions {
  return {
    ...mail,
    from,
    // An object: a name or a comma in it would be read as further recipients.
    to: { name: '', address: mail.to },
    headers: { ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
