import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type HttpRequest = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string | null;
  /** Not one of the client's connections: a rejected body may end it. */
  ownConnection?: boolean;
};

/** `started` and `ended` are readings of `performance.now()`. */
export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  rawHeaders: readonly string[];
  body: Buffer;
  /** Bytes received on this connection so far, headers included. */
  bytesRead: number;
  started: number;
  ended: number;
};

const TIMEOUT_MS = 30_000;

export type HttpClient = ReturnType<typeof createHttpClient>;

/** Sends paths exactly as given, over at most `connections` keep-alive connections. */
export function createHttpClient(origin: string, connections = Number.POSITIVE_INFINITY) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function send(path: string, sent: HttpRequest = {}): Promise<HttpResponse> {
    const { method = 'GET', headers = {}, body = null, ownConnection = false } = sent;
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const length = body === null ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const options = {
        agent: ownConnection ? (false as const) : agent,
        method,
        path,
        headers: { ...headers, ...length },
      };
      const outgoing = request(origin, options, (response) => {
        const { socket } = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            body: Buffer.concat(chunks),
            bytesRead: socket.bytesRead,
            started,
            ended: performance.now(),
          }),
        );
      });
      outgoing.setTimeout(TIMEOUT_MS, () =>
        outgoing.destroy(new Error(`${path}: no response within ${TIMEOUT_MS} ms`)),
      );
      outgoing.once('error', reject).end(body ?? undefined);
    });
  }

  return { send, close: () => agent.destroy() };
}
