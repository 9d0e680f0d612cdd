import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer as it came over a connection. */
export type RawAnswer = { status: number; headers: Headers; body: string };

export type Conversation = {
  /** Every answer that came, in order; interim ones (1xx) are left out. */
  answers: RawAnswer[];
  /** Whether the server closed the connection. */
  isClosed: boolean;
  /** Everything that came, byte for byte. */
  bytes: string;
};

/** How long a connection that stays open is listened to, in milliseconds. */
const LISTENING = 300;

/**
 * Sends bytes over a connection of its own, as no client would, and listens until the server closes it
 * or says nothing more. One character of `text` is one byte.
 */
export async function sendRaw(port: number, text: string): Promise<Conversation> {
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  let lastHeard = performance.now();
  let isClosed = false;
  socket.on('data', (piece) => {
    pieces.push(piece);
    lastHeard = performance.now();
  });
  // What is still being sent to a server that has closed is of no interest.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  await once(socket, 'connect');
  socket.write(Buffer.from(text, 'latin1'));
  const began = performance.now();
  const isSilent = () => performance.now() - lastHeard > LISTENING;
  // The first answer may take its time.
  const isWaiting = () => pieces.length === 0 && performance.now() - began < 20_000;
  while (!isClosed && (isWaiting() || !isSilent())) await sleep(5);
  socket.destroy();
  const bytes = Buffer.concat(pieces).toString('latin1');
  return { answers: answersIn(bytes), isClosed, bytes };
}

/** Splits what came by the lengths that it states. */
function answersIn(bytes: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
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
