import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer of a server, to be compared with others or sent again. */
export type Answer = {
  status: number;
  /** As they came, but for those that every server writes of the connection and the hour. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** Of the whole answer on the wire, headers included. */
  bytes: number;
};

const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'date']);

/** Asks once, on a connection of its own that could be used again. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const agent = new Agent({ keepAlive: true });
  try {
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      request(url, { agent, headers }, resolve).once('error', reject).end();
    });
    const { socket } = response;
    const body = await buffer(response);
    return {
      status: response.statusCode ?? 0,
      headers: pairs(response.rawHeaders).filter(
        ([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()),
      ),
      body,
      bytes: socket.bytesRead,
    };
  } finally {
    agent.destroy();
  }
}

function pairs(flat: readonly string[]): [string, string][] {
  const names = flat.filter((_, at) => at % 2 === 0);
  return names.map((name, at) => [name, flat[2 * at + 1] ?? '']);
}

/** @returns the value of a header, undefined when there is none */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
