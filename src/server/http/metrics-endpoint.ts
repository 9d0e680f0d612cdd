import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { hashToken } from '../tokens.ts';

type MetricsText = () => Promise<string>;

/** The text format of Prometheus; not taken from prom-client, which is loaded only when needed. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const HEADERS = { 'Content-Type': TYPE, 'Cache-Control': 'no-store' };

/** An idle connection would keep the process from exiting. */
const CLOSE = { Connection: 'close' };

export function metricsBehindToken(token: string, text: MetricsText) {
  const expected = Buffer.from(hashToken(`Bearer ${token}`));
  return new Hono().get('/metrics', async (c, next) => {
    const given = Buffer.from(hashToken(c.req.header('Authorization') ?? ''));
    if (!timingSafeEqual(given, expected)) return next();
    return c.body(await text(), 200, HEADERS);
  });
}

type MetricsPortOptions = {
  port: number;
  host: string;
  text: MetricsText;
  reportError: (error: unknown) => void;
};

/** @throws when the port cannot be opened */
export async function listenForMetrics(options: MetricsPortOptions): Promise<Server> {
  const { port, host, text, reportError } = options;
  const app = new Hono()
    .get('/metrics', async (c) => c.body(await text(), 200, { ...HEADERS, ...CLOSE }))
    .onError((error) => {
      reportError(error);
      return new Response(null, { status: 503, headers: CLOSE });
    });
  const server = createServer(getRequestListener(app.fetch));
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return server;
}
