// The least that Node can do: a program of its own that writes one answer from memory, whatever it is
// asked. It gets its answers from the process that starts it, opens a port for each, tells them, and
// ends with that process.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BareAnswer = { status: number; headers: string[]; base64: string };

process.once('disconnect', () => process.exit());
process.once('message', async (answers: BareAnswer[]) => {
  process.send?.(await Promise.all(answers.map(listen)));
});

function listen({ status, headers, base64 }: BareAnswer): Promise<number> {
  const body = Buffer.from(base64, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
