// Clients that pipeline requests and never read a response, in a thread of their own.
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port } = workerData as { port: number };

/** The responses to any of these, held in memory, would exceed 1 GB. */
const ATTACKS = [
  { clients: 3, requests: 1_500, path: () => '/api/openapi.json' },
  { clients: 80, requests: 2_000, path: () => '/blog' },
  { clients: 1, requests: 1_400, path: (at: number) => `/blog?q=word${at}` },
  { clients: 100, requests: 32, path: () => '/api/openapi.json' },
];

/** A client that reads nothing does not see that its connection was closed. */
const RECONNECT_EVERY_MS = 5_000;

const texts = ATTACKS.flatMap(({ clients, requests, path }) => {
  const heads = Array.from(
    { length: requests },
    (_, at) => `GET ${path(at)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  );
  return Array.from({ length: clients }, () => heads.join(''));
});

let sockets: Socket[] = [];
let opened = 0;

function reconnect(): void {
  for (const socket of sockets) socket.destroy();
  sockets = texts.map((text) => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(text);
    return socket;
  });
  opened += sockets.length;
}

reconnect();
const timer = setInterval(reconnect, RECONNECT_EVERY_MS);

parentPort?.on('message', () => {
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  parentPort?.postMessage(opened);
  parentPort?.close();
});
