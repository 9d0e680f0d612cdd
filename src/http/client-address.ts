import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The address at the other end of the connection: a visitor's, or that of the proxy in front.
 * Null where there is no connection.
 */
export function clientAddress(c: Context): string | null {
  // There is none where the app is called without a server.
  const bindings = c.env as Partial<HttpBindings> | undefined;
  return bindings?.incoming?.socket.remoteAddress ?? null;
}
