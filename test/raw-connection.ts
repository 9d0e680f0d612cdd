import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A response as received: one character of the body is one byte. */
export type RawResponse = { status: number; headers: Headers; body: string };

type Sent = { method?: string; lines?: readonly string[]; body?: string };

/** Sends a request that no browser would: its target and the lines of its headers are exactly as given. */
export async function sendRaw(
  port: number,
  target: string,
  { method = 'GET', lines = [], body = '' }: Sent = {},
): Promise<RawResponse> {
  const headers = lines.flatMap((line) => line.split(/:\s*(.*)/s, 2));
  const options = { port, host: '127.0.0.1', agent: false as const, method, path: target, headers };
  const sending = request(options).end(body, 'latin1');
  const [response]: IncomingMessage[] = await once(sending, 'response');
  // The server may close the connection of a body that it does not read.
  sending.on('error', () => undefined);
  if (response === undefined) throw new Error(`${target} was not answered`);
  const { statusCode: status = 0, rawHeaders } = response;
  const received = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return { status, headers: received, body: await text(response.setEncoding('latin1')) };
}
