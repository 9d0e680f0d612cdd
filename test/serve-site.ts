import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { RenderPage } from '../src/app/http/pages.ts';
import { nextDue } from '../src/posts/public-posts.ts';
import { createPageCache } from '../src/server/http/cache/page-cache.ts';
import { createSiteServer } from '../src/server/http/server.ts';
import { makeApp } from './make-app.ts';
import { makeAssets } from './make-assets.ts';
import { sendRaw } from './raw-connection.ts';

const PUBLIC_URL = 'https://site.test';

type Options = Parameters<typeof makeApp>[0];

/** The test site behind the production server. */
export async function serveSite(options: Options = {}) {
  // Each rendering is unique, and shows the URL and the headers of its request.
  let rendered = 0;
  const renderPage: RenderPage = async ({ url, headers }) => {
    rendered += 1;
    const request = JSON.stringify([url, ...headers]);
    return new Response(`<p>rendering ${rendered} of ${request}</p>`, {
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    });
  };
  const site = await makeApp({ renderPage, ...options });
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
  });
  const reportError = (error: unknown) => site.errors.push(error);
  const server = createSiteServer({ cache, assets, reportError });
  const port = await listen(server);
  const get = (target: string, ...lines: string[]) =>
    sendRaw(port, target, { lines: ['Host: x', 'Connection: close', ...lines] });
  return { site, cache, port, get };
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
