import type { SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { openMailServer } from './collecting-mail-server.ts';

/** A mail server for one test of Vitest. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const { close, ...server } = await openMailServer(options);
  onTestFinished(close);
  return server;
}

/** A negative reply of a mail server; 4xx is transient, 5xx permanent. */
export function smtpError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}
