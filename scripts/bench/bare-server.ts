// The baseline: a process of nothing but `node:http` that sends one fixed response per port. Its parent
// sends the responses, receives the ports, and takes this process with it when it exits.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FixedResponse = { status: number; headers: string[]; base64: string };

process.once('disconnect', () => process.exit());
process.once('message', async (responses: FixedResponse[]) => {
  process.send?.(await Promise.all(responses.map(listen)));
});

function listen({ status, headers, base64 }: FixedResponse): Promise<number> {
  const body = Buffer.from(base64, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
