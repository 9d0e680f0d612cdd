// Clients that hold on to their connections and hardly do anything with them, in a thread of their own:
// what they take of the processor must not be taken for a delay of the site. Each that is thrown out
// comes back at once.
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, count } = workerData as { port: number; count: number };

/** How often each slow writer sends its next byte, in milliseconds. */
const PACE = 1_000;

type Client = { socket: Socket; next: () => string };

const clients = new Set<Client>();
let isOver = false;
let thrownOut = 0;

/** Headers that never end, byte by byte. */
function slowHeaders(): () => string {
  const text = `GET /blog HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(10_000)}`;
  let at = 0;
  return () => text[at++] ?? 'x';
}

/** A body that never ends, byte by byte. */
function slowBody(): () => string {
  let isBegun = false;
  return () => {
    if (isBegun) return ' ';
    isBegun = true;
    return 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
  };
}

/** Asks for a page that is kept, more often than the buffers hold it, and never reads. */
function neverReading(): () => string {
  let isBegun = false;
  return () => {
    if (isBegun) return '';
    isBegun = true;
    // As many as may wait: a connection with more is closed.
    return 'GET /blog HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(32);
  };
}

const KINDS = [slowHeaders, slowBody, neverReading];

function open(kind: number): void {
  const next = (KINDS[kind % KINDS.length] ?? slowHeaders)();
  const socket = connect(port, '127.0.0.1');
  const client = { socket, next };
  clients.add(client);
  socket.once('connect', () => socket.write(next()));
  if (kind % KINDS.length === 2) socket.pause();
  else socket.resume();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clients.delete(client);
    if (isOver) return;
    thrownOut += 1;
    open(kind);
  });
}

for (let number = 0; number < count; number++) open(number);

const writing = setInterval(() => {
  for (const { socket, next } of clients) {
    if (socket.readyState === 'open') socket.write(next());
  }
}, PACE);

parentPort?.on('message', (message: 'count' | 'end') => {
  if (message === 'count') {
    const held = [...clients].filter(({ socket }) => socket.readyState === 'open').length;
    parentPort?.postMessage({ held, thrownOut });
    return;
  }
  isOver = true;
  clearInterval(writing);
  for (const { socket } of clients) socket.destroy();
  parentPort?.close();
});
