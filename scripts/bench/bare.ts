import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer } from './answer.ts';
import type { BareAnswer } from './bare-server.ts';

/** A server that holds an answer for each port and does nothing but write it. */
export type StaticServers = { addresses: string[]; stop: () => Promise<void> };

const PROGRAM = join(import.meta.dirname, 'bare-server.ts');

/** Starts a process of nothing but `node:http`, with a port for each answer. */
export async function startBare(answers: readonly Answer[]): Promise<StaticServers> {
  const server = fork(PROGRAM);
  const ended = once(server, 'exit');
  const given: BareAnswer[] = answers.map(({ status, headers, body }) => ({
    status,
    headers: headers.flat(),
    base64: body.toString('base64'),
  }));
  server.send(given);
  const [ports] = (await once(server, 'message')) as [number[]];
  return {
    addresses: ports.map((port) => `http://127.0.0.1:${port}/`),
    stop: async () => {
      server.disconnect();
      await ended;
    },
  };
}
