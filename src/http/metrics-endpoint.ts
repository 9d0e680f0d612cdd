import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Hono } from 'hono';
import { limitPipelining } from './pipelining.ts';

type MetricsText = () => Promise<string>;

/** What Prometheus takes the text for. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const HEADERS = { 'Content-Type': TYPE, 'Cache-Control': 'no-store' };

/** A connection that is kept would keep the process from ending. */
const ONCE = { Connection: 'close' };

/** `/metrics` for whoever has the token; for anybody else there is no such page. */
export function metricsBehindToken(token: string, text: MetricsText) {
  const expected = digest(`Bearer ${token}`);
  return new Hono().get('/metrics', async (c, next) => {
    const given = digest(c.req.header('Authorization') ?? '');
    if (!timingSafeEqual(given, expected)) return next();
    return c.body(await text(), 200, HEADERS);
  });
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

type PortParts = {
  port: number;
  host: string;
  text: MetricsText;
  /** Told of figures that could not be had. */
  reportError: (error: unknown) => void;
};

/**
 * Tells the figures at `/metrics` on a port of their own, to whoever reaches it.
 *
 * @throws when the port cannot be listened on
 */
export async function listenForMetrics(parts: PortParts): Promise<Server> {
  const { port, host, text, reportError } = parts;
  const server = createServer(
    limitPipelining(async ({ method, url }, response) => {
      if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
        response.writeHead(404, ONCE).end();
        return;
      }
      try {
        const figures = await text();
        response.writeHead(200, { ...HEADERS, ...ONCE }).end(figures);
      } catch (error) {
        reportError(error);
        response.writeHead(503, ONCE).end();
      }
    }),
  );
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return server;
}
