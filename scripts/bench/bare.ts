import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer } from './answer.ts';
import type { BareAnswer } from './bare-server.ts';

/** Servers that hold an answer each and do nothing but write it. */
export type StaticServers = { addresses: string[]; stop: () => Promise<void> };

const PROGRAM = join(import.meta.dirname, 'bare-server.ts');

/**
 * Starts processes of nothing but `node:http`, with a port for each answer. Several share the ports as
 * the site's workers do.
 */
export async function startBare(answers: readonly Answer[], processes = 1): Promise<StaticServers> {
  cluster.setupPrimary({ exec: PROGRAM });
  const servers = Array.from({ length: processes }, () =>
    processes === 1 ? fork(PROGRAM) : cluster.fork().process,
  );
  const ended = Promise.all(servers.map((server) => once(server, 'exit')));
  const given: BareAnswer[] = answers.map(({ status, headers, body }) => ({
    status,
    headers: headers.flat(),
    base64: body.toString('base64'),
  }));
  const listening = servers.map(async (server) => {
    server.send(given);
    const [ports] = (await once(server, 'message')) as [number[]];
    return ports;
  });
  const [ports = []] = await Promise.all(listening);
  return {
    addresses: ports.map((port) => `http://127.0.0.1:${port}/`),
    stop: async () => {
      for (const server of servers) server.disconnect();
      await ended;
    },
  };
}
