import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { RenderPage } from '../src/app/http/pages.ts';
import { nextDue } from '../src/posts/public-posts.ts';
import { createPageCache } from '../src/server/http/cache/page-cache.ts';
import { type CompletedRequest, trackRequests } from '../src/server/http/request-tracker.ts';
import { createSiteServer } from '../src/server/http/server.ts';
import { makeApp } from './make-app.ts';
import { makeAssets } from './make-assets.ts';
import { sendRaw } from './raw-connection.ts';

const PUBLIC_URL = 'https://site.test';

/** The head of a POST to the contact form, without its framing. */
export const POST = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

/** A request that must not be handled when it is hidden in the body of another one. */
export const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n';

/** Bytes: more than the socket buffers of a client that does not read. */
export const LARGE = 32 * 1024 * 1024;

type Options = NonNullable<Parameters<typeof createSiteServer>[1]> & {
  renderPage?: RenderPage;
  trustedProxies?: readonly string[];
};

/** The test site behind the production server. */
export async function serveSite({ renderPage, trustedProxies = [], ...timeouts }: Options = {}) {
  // Each rendering is unique, and shows the URL and the headers of its request.
  let rendered = 0;
  const site = await makeApp({
    renderPage:
      renderPage ??
      (async ({ url, headers }) => {
        rendered += 1;
        const request = JSON.stringify([url, ...headers]);
        return new Response(`<p>rendering ${rendered} of ${request}</p>`, {
          headers: { 'Content-Type': 'text/html; charset=utf-8' },
        });
      }),
  });
  const cache = createPageCache({
    fetch: site.app.fetch,
    publicUrl: PUBLIC_URL,
    nextDue: (since) => nextDue(site.site, since),
    now: () => site.clock.now().getTime(),
    maxBytes: 1_000_000,
  });
  const assets = await makeAssets({
    'static/a.js': 'a()',
    'static/a.js.br': brotliCompressSync('a()'),
    'static/large.js': Buffer.alloc(timeouts.idleTimeout ? LARGE : 1),
  });
  const reportError = (error: unknown) => site.errors.push(error);
  /** What the log would hold of each request. */
  const completed: CompletedRequest[] = [];
  const tracker = trackRequests({
    routeAt: site.routeAt,
    trustedProxies,
    onCompleted: (request) => completed.push(request),
  });
  const server = createSiteServer(
    { cache, assets, publicUrl: PUBLIC_URL, reportError, tracker },
    timeouts,
  );
  const port = await listen(server);
  const send = (text: string) => sendRaw(port, text);
  const get = async (target: string, ...lines: string[]) => {
    const { answers } = await send(
      [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n'),
    );
    const [answer] = answers;
    if (answers.length !== 1 || answer === undefined) throw new Error(`${answers.length} answers`);
    return answer;
  };
  const connections = promisify(server.getConnections.bind(server));
  return { site, cache, tracker, completed, port, send, get, connections };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
