import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that a firewall may cut without a word. */
export type TcpProxy = {
  /** The server's URL, by way of the proxy. */
  url: string;
  /** Forwards nothing more on the connections that there are, and leaves them open; new ones work. */
  freeze: () => void;
  /** Ends all connections, the frozen ones too. */
  close: () => void;
};

/** Forwards connections to the host and port of a URL until it is closed. */
export async function createProxy(target: string): Promise<TcpProxy> {
  const url = new URL(target);
  const [host, port] = [url.hostname, Number(url.port)];
  const connections = new Set<[Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    const pair: [Socket, Socket] = [client, upstream];
    connections.add(pair);
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze() {
      for (const socket of [...connections].flat()) socket.unpipe().pause();
    },
    close() {
      server.close();
      for (const socket of [...connections].flat()) socket.destroy();
    },
  };
}
