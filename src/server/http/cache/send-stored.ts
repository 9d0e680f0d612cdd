import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Representation } from './stored-response.ts';

/**
 * Writes a representation, or a 304 when `If-None-Match` names it.
 *
 * @param id of the request, for the `X-Request-Id` header
 * @returns the status
 */
export function sendStored(
  representation: Representation,
  request: IncomingMessage,
  response: ServerResponse,
  id?: string,
): number {
  const withId = (headers: string[]) =>
    id === undefined ? headers : [...headers, 'X-Request-Id', id];
  if (isNotModified(request.headers['if-none-match'], representation)) {
    response.writeHead(304, withId(representation.notModified)).end();
    return 304;
  }
  response.writeHead(representation.status, withId(representation.headers));
  response.end(request.method === 'HEAD' ? undefined : representation.body);
  return representation.status;
}

/** Like `sendStored`, as a `Response`. */
export function toResponse(representation: Representation, request: Request): Response {
  if (isNotModified(request.headers.get('If-None-Match') ?? undefined, representation)) {
    return new Response(null, { status: 304, headers: pairs(representation.notModified) });
  }
  const { status, headers, body } = representation;
  const isBodiless = request.method === 'HEAD' || status === 204 || status === 304;
  return new Response(isBodiless ? null : new Uint8Array(body), {
    status,
    headers: pairs(headers),
  });
}

function isNotModified(tags: string | undefined, { status, tag }: Representation): boolean {
  return status === 200 && matchesTag(tags, tag);
}

/** Evaluates `If-None-Match` (RFC 9110, section 13.1.2). */
export function matchesTag(tags: string | undefined, tag: string): boolean {
  if (tags === undefined || tags === tag) return tags === tag;
  return tags.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
}
