import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Forwards TCP connections to the host and port of a URL until the test ends. */
export async function startStallingProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => void to.write(bytes));
      from.on('close', () => {
        sockets.delete(from);
        if (!isStalled) to.destroy();
      });
      // `close` follows.
      from.on('error', () => undefined);
      if (isStalled) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const proxied = new URL(url);
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    /** The given URL, through the proxy. */
    url: proxied.href,
    /** Nothing is forwarded from now on, and nothing is closed: a firewall that drops packets, a stopped server. */
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    /** What was held back is forwarded, and so is everything after it. */
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
