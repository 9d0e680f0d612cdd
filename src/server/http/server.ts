import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LONGEST_BODY_S } from './body-limit.ts';
import { createListener, type ListenerOptions } from './listener.ts';
import { type RejectionStatus, rejectionBytes } from './malformed-request.ts';
import { trackRequests } from './request-tracker.ts';

/** Queued requests per connection. Browsers and proxies do not pipeline. */
const MAX_WAITING = 32;

/**
 * Handles the pipelined requests of a connection (RFC 9112, section 9.3.2) one after another: the next one
 * starts when the operating system has taken the whole response to the one before, and the socket is
 * paused while one waits. Without this, Node emits every request of the 64 KiB that it reads at once, and
 * holds all of their responses in memory for a client that never reads.
 *
 * A connection with more than `MAX_WAITING` queued requests is closed. This does not limit connections.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  return (request, response) => {
    // Node gives a response its socket when the response before it is finished.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MAX_WAITING) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count);
    socket.pause();
    response.once('socket', () => {
      const rest = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, rest);
      // The body of this request may still be unread.
      if (rest === 0) socket.resume();
      // Other connections first: a synchronous response would start the next one at once.
      setImmediate(handle, request, response);
    });
  };
}

/** In milliseconds. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  // Bodies have limits of their own; this one closes connections that outlive all of them.
  requestTimeout: (LONGEST_BODY_S + 60) * 1_000,
  connectionsCheckingInterval: 5_000,
  // Longer than the keep-alive of proxies (usually 60 s), so that the proxy closes first.
  keepAliveTimeout: 65_000,
} as const;

/** Closes a connection on which no bytes move during a response: some clients never read. */
const IDLE_TIMEOUT_MS = 60_000;

/** Overrides, in milliseconds. */
type Timeouts = Partial<Record<keyof typeof TIMEOUTS | 'idleTimeout', number>>;

/**
 * Creates the site's server, not yet listening. Malformed requests are rejected here, with the same
 * security headers as every other response, and their connections closed.
 */
export function createSiteServer(
  options: ListenerOptions,
  { idleTimeout = IDLE_TIMEOUT_MS, ...timeouts }: Timeouts = {},
): Server {
  const { publicUrl, tracker = trackRequests() } = options;
  const listener = limitPipelining(createListener({ ...options, tracker }));
  const server = createServer(
    // The listener checks the Host header: Node would accept two.
    { ...TIMEOUTS, ...timeouts, requireHostHeader: false },
    listener,
  );
  server.setTimeout(idleTimeout);

  function reject(socket: Socket, status: RejectionStatus, code: string): void {
    const id = tracker.newId();
    // Within a response that has started, these bytes would be taken for its body.
    if (socket.writable && !hasStartedResponse(socket)) {
      socket.write(rejectionBytes(status, { publicUrl, id }));
    }
    socket.destroySoon();
    tracker.trackMalformed(id, status, code);
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A broken connection is not worth a log entry.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy();
    else reject(socket as Socket, statusOf(error.code), error.code ?? error.name);
  });
  server.on('connect', (_request, socket) => reject(socket as Socket, 405, 'CONNECT'));
  // `100 Continue` is sent when a handler reads the body.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  return server;
}

/** An internal field of Node's, which its own http server reads too: there is no public one. */
function hasStartedResponse(socket: Socket): boolean {
  const { _httpMessage } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return _httpMessage?.headersSent ?? false;
}

function statusOf(code: string | undefined): RejectionStatus {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
}

type Listening = { setting: 'PORT' | 'METRICS_PORT'; port: number; host: string };

/** One line that names the wrong setting, or null when the error has another cause. */
export function describeListenFailure(
  error: unknown,
  { setting, port, host }: Listening,
): string | null {
  const { code = '' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `${setting} ${port} is in use by another program. Choose another one`;
    case 'EACCES':
      return `${setting} ${port} cannot be used by this user. Choose one of 1024 or higher (${code})`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `HOST ${host} is not an address of this machine (${code})`;
    default:
      return null;
  }
}
