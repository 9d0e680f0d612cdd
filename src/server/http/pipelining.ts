import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

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
