// The baseline: a process of nothing but `node:http` that sends one fixed response. Its parent sends the
// response, receives the port, and takes this process with it when it exits.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.once('disconnect', () => process.exit());
process.once('message', ({ headers, base64 }: { headers: string[]; base64: string }) => {
  const body = Buffer.from(base64, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(200, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
