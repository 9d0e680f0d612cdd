import { Agent, request } from 'node:http';

export type Visit = { status: number; body: Buffer; began: number; ended: number };

/** Visits a site over connections that stay open, so many at once. */
export type Client = {
  connections: number;
  get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Visit>;
  close: () => void;
};

export function createClient(address: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const get: Client['get'] = (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const asked = request(address + path, { agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, body, began, ended: performance.now() });
        });
      });
      asked.once('error', reject).end();
    });
  return { connections, get, close: () => agent.destroy() };
}

/** Goes on with every connection at once until `next` has nothing more to do. */
export async function onEachConnection(
  { connections }: Client,
  next: () => Promise<unknown> | undefined,
): Promise<void> {
  const lane = async () => {
    for (let task = next(); task !== undefined; task = next()) await task;
  };
  await Promise.all(Array.from({ length: connections }, lane));
}
