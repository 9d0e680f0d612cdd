import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addVary, type Encoding, encode, isCompressible, MIN_COMPRESSED } from '../compression.ts';

export type Representation = {
  status: number;
  headers: Record<string, string>;
  /** The headers of a 304 (RFC 9110, section 15.4.5). */
  notModified: Record<string, string>;
  /** A strong validator: each encoding has its own. */
  tag: string;
  body: Buffer;
};

export type StoredResponse = {
  body: Buffer;
  /** Never rejects. */
  represent: (encoding: Encoding | null) => Representation | Promise<Representation>;
  bytes: number;
};

type Content = {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Encoded at build time. */
  encoded?: Partial<Record<Encoding, Buffer>>;
  compression?: 'fast' | 'best';
};

/** An estimate in bytes for headers and objects. */
const OVERHEAD = 8192;

/** RFC 9110, section 15.4.5. */
const NOT_MODIFIED_HEADERS = ['cache-control', 'content-location', 'expires', 'vary', 'etag'];

/**
 * Stores a response; takes ownership of its headers and body. A `no-store` response is never compressed:
 * its length would leak secrets (BREACH).
 */
export function storeResponse(content: Content): StoredResponse {
  const { status, headers, body, encoded = {}, compression = 'best' } = content;
  const isText = isCompressible(headers.get('Content-Type'));
  const isSecret = headers.get('Cache-Control')?.includes('no-store') ?? false;
  const isEncodable =
    isText && !isSecret && body.length >= MIN_COMPRESSED && !headers.has('Content-Encoding');
  if (isText && !isSecret) addVary(headers);
  const tag = headers.get('ETag')?.replace(/^W\//, '') ?? tagOf(body);
  const identity = toRepresentation(null, body);
  const forms = new Map<Encoding, Representation | Promise<Representation>>();
  for (const [encoding, bytes] of Object.entries(encoded) as [Encoding, Buffer][]) {
    forms.set(encoding, toRepresentation(encoding, bytes));
  }

  function toRepresentation(encoding: Encoding | null, bytes: Buffer): Representation {
    const own = new Headers(headers);
    const ownTag = encoding === null ? tag : `${tag.slice(0, -1)}-${encoding}"`;
    own.set('ETag', ownTag);
    own.set('Content-Length', String(bytes.length));
    if (encoding !== null) own.set('Content-Encoding', encoding);
    const repeated = [...own].filter(([name]) => NOT_MODIFIED_HEADERS.includes(name));
    const notModified = Object.fromEntries(repeated);
    return { status, headers: Object.fromEntries(own), notModified, tag: ownTag, body: bytes };
  }

  /** Falls back to the uncompressed form when compressing fails (memory is short); the next call retries. */
  async function create(encoding: Encoding): Promise<Representation> {
    try {
      const made = toRepresentation(encoding, await encode(body, encoding, compression));
      forms.set(encoding, made);
      return made;
    } catch {
      forms.delete(encoding);
      return identity;
    }
  }

  return {
    body,
    represent(encoding) {
      if (encoding === null || !isEncodable) return identity;
      const form = forms.get(encoding) ?? create(encoding);
      if (form instanceof Promise) forms.set(encoding, form);
      return form;
    },
    // All encoded forms of a text together are smaller than the text.
    bytes: body.length * (isEncodable ? 2 : 1) + OVERHEAD,
  };
}

function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

export function sendStored(
  { status, headers, notModified, tag, body }: Representation,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (status === 200 && matchesTag(request.headers['if-none-match'], tag)) {
    response.writeHead(304, notModified).end();
    return;
  }
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}

export function toResponse(representation: Representation, request: Request): Response {
  const { status, headers, notModified, tag, body } = representation;
  if (status === 200 && matchesTag(request.headers.get('If-None-Match') ?? undefined, tag)) {
    return new Response(null, { status: 304, headers: notModified });
  }
  const isBodiless = request.method === 'HEAD' || status === 204 || status === 304;
  return new Response(isBodiless ? null : new Uint8Array(body), { status, headers });
}

/** Evaluates `If-None-Match` (RFC 9110, section 13.1.2). */
export function matchesTag(tags: string | undefined, tag: string): boolean {
  if (tags === undefined || tags === tag) return tags === tag;
  return tags.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}
