import { STATUS_CODES } from 'node:http';
import { addSecurityHeaders } from './security-headers.ts';

/** Responses to malformed requests, sent before routing. */
const MESSAGES = {
  400: 'This is not a request that can be understood.',
  405: 'This is not a proxy.',
  408: 'The request took too long to arrive.',
  413: 'A part of the request is too large.',
  417: 'Nothing but 100-continue can be expected.',
  431: 'The headers of the request are too large.',
  500: 'Internal server error.',
} as const;

export type RejectionStatus = keyof typeof MESSAGES;

/**
 * A response that closes its connection: the bytes that follow cannot be parsed safely.
 */
export function rejection(status: RejectionStatus, publicUrl: string) {
  const body = `${MESSAGES[status]}\n`;
  const headers = new Headers({
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  addSecurityHeaders(headers, { contentPolicy: true, publicUrl });
  return { status, headers: Object.fromEntries(headers), body };
}

/** The same as raw bytes, for a connection without a request to respond to. */
export function rejectionBytes(
  status: RejectionStatus,
  { publicUrl, id }: { publicUrl: string; id: string },
): string {
  const { headers, body } = rejection(status, publicUrl);
  const extra = { Date: new Date().toUTCString(), 'X-Request-Id': id };
  const lines = Object.entries({ ...extra, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`;
}
