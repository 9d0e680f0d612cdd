import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for their turn. Browsers and proxies send none ahead. */
const MAX_WAITING = 32;

/**
 * Answers the requests of a connection one after another: the next one begins when the operating system
 * has taken the whole answer to the one before, and nothing more is read while one waits. Without this,
 * Node emits every request of the 64 KiB that it reads at once, and holds all of their answers in memory
 * for a client that never reads.
 *
 * A connection with more than `MAX_WAITING` requests waiting is closed. This does not limit connections.
 */
export function limitPipelining(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  return (request, response) => {
    // Node gives a response its socket when the response before it is finished.
    if (response.socket !== null) return answer(request, response);
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
      // The body of this request may not be read yet.
      if (rest === 0) socket.resume();
      // Other connections come first: an answer that needs no waiting would begin the next one at once.
      setImmediate(answer, request, response);
    });
  };
}
