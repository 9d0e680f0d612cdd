import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createListener, type ListenerOptions } from './listener.ts';
import { type RejectionStatus, rejectionBytes } from './malformed-request.ts';
import { limitPipelining } from './pipelining.ts';
import { trackRequests } from './request-tracker.ts';

/** In milliseconds. A client that is slower than this keeps nothing but its own connection. */
const TIMEOUTS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  // Longer than proxies keep connections that they use again (usually 60 s): they close them first.
  keepAliveTimeout: 65_000,
} as const;

/** How long nothing may move on a connection while it is answered: some ask and never read. */
const STANDSTILL = 60_000;

/** In milliseconds, where others than the usual ones are wanted. */
type Patience = Partial<Record<keyof typeof TIMEOUTS | 'standstill', number>>;

/**
 * The site's server, yet to listen. What cannot be taken for a request is refused here, and its
 * connection closed, with the headers of every other answer.
 */
export function createSiteServer(
  parts: ListenerOptions,
  { standstill, ...timeouts }: Patience = {},
): Server {
  const { publicUrl, watch = trackRequests() } = parts;
  const listener = limitPipelining(createListener({ ...parts, watch }));
  const server = createServer(
    // The listener asks for one by itself, and refuses two as well.
    { ...TIMEOUTS, ...timeouts, requireHostHeader: false },
    listener,
  );
  server.setTimeout(standstill ?? STANDSTILL);

  function refuse(socket: Socket, status: RejectionStatus, code: string): void {
    const id = watch.newId();
    // Nobody is left to be told, or would take what is written here for a part of an answer.
    if (socket.writable && !isBeingAnswered(socket)) {
      socket.write(rejectionBytes(status, { publicUrl, id }));
    }
    socket.destroySoon();
    watch.malformed(id, status, code);
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Of a connection that broke off there is nothing to tell.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy();
    else refuse(socket as Socket, statusOf(error.code), error.code ?? error.name);
  });
  server.on('connect', (_request, socket) => refuse(socket as Socket, 405, 'CONNECT'));
  // Who waits to be asked for the body is asked when it is read.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  return server;
}

/** Node's own servers tell by the same field, which is the only one that does. */
function isBeingAnswered(socket: Socket): boolean {
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
