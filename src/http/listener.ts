import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Assets } from './cache/assets.ts';
import type { PageCache } from './cache/page-cache.ts';
import { type StoredResponse, sendStored } from './cache/stored-response.ts';
import { type Encoding, preferredEncoding } from './encoding.ts';

type Parts = { cache: Pick<PageCache, 'find' | 'answer'>; assets: Assets };

/** There are few different ones, but anybody may send others. */
const MOST_REMEMBERED = 100;

/**
 * Answers the requests of a server. What is kept is written at once, without routing and without a
 * `Request`; everything else goes through the site.
 */
export function createListener({ cache, assets }: Parts): RequestListener {
  const anew = getRequestListener((request, env) => cache.answer(request, env));
  const encodings = new Map<string | undefined, Encoding | null>();

  function encodingFor(accepted: string | undefined): Encoding | null {
    const known = encodings.get(accepted);
    if (known !== undefined) return known;
    const preferred = preferredEncoding(accepted);
    if (encodings.size < MOST_REMEMBERED) encodings.set(accepted, preferred);
    return preferred;
  }

  function send(stored: StoredResponse, request: IncomingMessage, response: ServerResponse): void {
    const encoding = encodingFor(request.headers['accept-encoding']);
    const ready = stored.ready(encoding);
    if (ready !== undefined) {
      sendStored(ready, request, response);
      return;
    }
    stored.represent(encoding).then(
      (made) => sendStored(made, request, response),
      () => anew(request, response),
    );
  }

  return (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', headers } = request;
    if ((method === 'GET' || method === 'HEAD') && headers.authorization === undefined) {
      const stored = assets.get(url) ?? cache.find(url);
      if (stored !== undefined) {
        send(stored, request, response);
        return;
      }
    }
    void anew(request, response);
  };
}
