import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A response as received over a connection. */
export type RawResponse = { status: number; headers: Headers; body: string };

/** A server that is silent for this time has sent everything. */
const SILENCE_MS = 300;

/**
 * Sends raw bytes over a new connection, and returns all responses in order, without interim ones (1xx): reads until the server closes it or is silent. One character
 * of `text` is one byte.
 */
export async function sendRaw(port: number, text: string): Promise<{ answers: RawResponse[] }> {
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  let lastReceived = performance.now();
  let isClosed = false;
  socket.on('data', (piece) => {
    pieces.push(piece);
    lastReceived = performance.now();
  });
  // Sending to a server that has closed the connection fails.
  socket.on('error', () => undefined);
  const { promise: closed, resolve: noteClosed } = Promise.withResolvers<void>();
  socket.on('close', () => {
    isClosed = true;
    noteClosed();
  });
  await once(socket, 'connect');
  socket.write(Buffer.from(text, 'latin1'));
  const started = performance.now();
  const isSilent = () => performance.now() - lastReceived > SILENCE_MS;
  // The first response may take long.
  const isWaiting = () => pieces.length === 0 && performance.now() - started < 20_000;
  while (!isClosed && (isWaiting() || !isSilent())) await Promise.race([closed, sleep(5)]);
  socket.destroy();
  return { answers: responsesIn(Buffer.concat(pieces).toString('latin1')) };
}

/** Splits the responses by their Content-Length or chunks. */
function responsesIn(bytes: string): RawResponse[] {
  const answers: RawResponse[] = [];
  let rest = bytes;
  while (rest.startsWith('HTTP/')) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) break;
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    const [body, after] = bodyOf(headers, rest.slice(end + 4));
    if (status >= 200) answers.push({ status, headers, body });
    rest = after;
  }
  return answers;
}

function bodyOf(headers: Headers, rest: string): [body: string, after: string] {
  if (headers.get('Transfer-Encoding') === 'chunked') return chunksOf(rest);
  const length = Number(headers.get('Content-Length') ?? 0);
  return [rest.slice(0, length), rest.slice(length)];
}

function chunksOf(bytes: string): [body: string, after: string] {
  let body = '';
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (!(size > 0)) return [body, rest.slice(end + 4)];
    body += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 4 + size);
  }
}
