import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FixedResponse } from './bare-server.ts';
import type { RecordedResponse } from './recorded-response.ts';

/** A URL for each response, in the same order. */
export type BareServer = { urls: string[]; stop: () => Promise<void> };

const PROGRAM = join(import.meta.dirname, 'bare-server.ts');

/** Starts a process of nothing but `node:http`, with a port for each response. */
export async function startBareServer(responses: readonly RecordedResponse[]): Promise<BareServer> {
  const server = fork(PROGRAM);
  const ended = once(server, 'exit');
  const fixed: FixedResponse[] = responses.map(({ status, headers, body }) => ({
    status,
    headers: headers.flat(),
    base64: body.toString('base64'),
  }));
  server.send(fixed);
  const [ports] = (await once(server, 'message')) as [number[]];
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}/`),
    stop: async () => {
      server.disconnect();
      await ended;
    },
  };
}
