import { createHttpClient } from '../harness/http-client.ts';

/** A response of a server, to be compared with others or replayed. */
export type RecordedResponse = {
  status: number;
  /** The headers in order and as sent, without those that every server generates for itself. */
  headers: [name: string, value: string][];
  body: Buffer;
  /** Size on the wire, headers included. */
  bytes: number;
};

const GENERATED = new Set(['connection', 'keep-alive', 'date']);

/** Requests a URL once, over a new keep-alive connection. */
export async function recordResponse(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RecordedResponse> {
  const { origin, pathname, search } = new URL(url);
  const client = createHttpClient(origin, 1);
  try {
    const response = await client.send(pathname + search, { headers });
    return {
      status: response.status,
      headers: pairs(response.rawHeaders).filter(([name]) => !GENERATED.has(name.toLowerCase())),
      body: response.body,
      bytes: response.bytesRead,
    };
  } finally {
    client.close();
  }
}

function pairs(flat: readonly string[]): [string, string][] {
  const names = flat.filter((_, at) => at % 2 === 0);
  return names.map((name, at) => [name, flat[2 * at + 1] ?? '']);
}
