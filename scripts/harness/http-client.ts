import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
  body: Buffer;
  /** Bytes received on this connection so far, headers included. */
  bytesRead: number;
};

type HttpRequest = { method?: string; headers?: Record<string, string>; body?: Buffer | null };

const TIMEOUT_MS = 30_000;

export type HttpClient = ReturnType<typeof createHttpClient>;

/** Sends paths exactly as given, over at most `connections` keep-alive connections. */
export function createHttpClient(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function send(path: string, sent: HttpRequest = {}): Promise<HttpResponse> {
    const { method = 'GET', headers = {}, body = null } = sent;
    const length = body === null ? {} : { 'Content-Length': String(body.length) };
    return new Promise((resolve, reject) => {
      const options = { agent, method, path, headers: { ...headers, ...length } };
      const outgoing = request(origin, options, (response) => {
        const { statusCode: status = 0, headers, rawHeaders, socket } = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status, headers, rawHeaders, body, bytesRead: socket.bytesRead });
        });
      });
      const late = new Error(`${path}: no response within ${TIMEOUT_MS} ms`);
      outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(late));
      outgoing.once('error', reject).end(body ?? undefined);
    });
  }

  return { send, close: () => agent.destroy() };
}
