// Clients that hold their connections open and send next to nothing, in a thread of their own, so that
// their work does not count as a delay of the site. Each reconnects as soon as it is closed.
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, count } = workerData as { port: number; count: number };

/** A slow writer waits so long between two bytes. */
const PACE_MS = 1_000;

type Client = { socket: Socket; next: () => string };

const clients = new Set<Client>();
let hasEnded = false;
let closed = 0;

/** Headers that never end, byte by byte. */
function slowHeaders(): () => string {
  const text = `GET /blog HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(10_000)}`;
  let at = 0;
  return () => text[at++] ?? 'x';
}

/** A body that never ends, byte by byte. */
function slowBody(): () => string {
  let hasStarted = false;
  return () => {
    if (hasStarted) return ' ';
    hasStarted = true;
    return 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';
  };
}

/** Requests a cached page more often than the socket buffers hold it, and never reads. */
function neverReading(): () => string {
  let hasStarted = false;
  return () => {
    if (hasStarted) return '';
    hasStarted = true;
    // The most that may be pipelined: a connection with more is closed.
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
    if (hasEnded) return;
    closed += 1;
    open(kind);
  });
}

for (let number = 0; number < count; number++) open(number);

const timer = setInterval(() => {
  for (const { socket, next } of clients) {
    if (socket.readyState === 'open') socket.write(next());
  }
}, PACE_MS);

parentPort?.on('message', (message: 'count' | 'end') => {
  if (message === 'count') {
    const held = [...clients].filter(({ socket }) => socket.readyState === 'open').length;
    parentPort?.postMessage({ held, closed });
    return;
  }
  hasEnded = true;
  clearInterval(timer);
  for (const { socket } of clients) socket.destroy();
  parentPort?.close();
});
