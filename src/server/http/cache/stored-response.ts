import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addVary } from '../compression.ts';
import { type Encoding, encode, isCompressible, MIN_COMPRESSED } from '../encoding.ts';

/** A stored response in one encoding; sending it computes nothing. */
export type Representation = {
  status: number;
  /** Alternating names and values, as `writeHead` takes them. */
  headers: string[];
  /** The headers of a 304 (RFC 9110, section 15.4.5). */
  notModified: string[];
  /** A strong validator: each encoding has its own. */
  tag: string;
  body: Buffer;
};

type Form = Encoding | 'identity';

/** A response in memory. Its encoded representations are created on demand. */
export type StoredResponse = {
  /** Returns an existing representation. */
  ready: (encoding: Encoding | null) => Representation | undefined;
  /** Creates the representation if needed, once for concurrent calls. Never rejects. */
  represent: (encoding: Encoding | null) => Promise<Representation>;
  /** An estimate of the memory for all representations. */
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
const NOT_MODIFIED_HEADERS = ['Cache-Control', 'Content-Location', 'Expires', 'Vary'];

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
  const tag = strongTag(headers.get('ETag')) ?? tagOf(body);
  const forms = new Map<Form, Representation>();
  const inFlight = new Map<Form, Promise<Representation>>();
  const identity = toRepresentation('identity', body);
  forms.set('identity', identity);

  function toRepresentation(form: Form, bytes: Buffer): Representation {
    const formHeaders = new Headers(headers);
    const formTag = form === 'identity' ? tag : `${tag.slice(0, -1)}-${form}"`;
    formHeaders.set('ETag', formTag);
    formHeaders.set('Content-Length', String(bytes.length));
    if (form !== 'identity') formHeaders.set('Content-Encoding', form);
    const repeated = NOT_MODIFIED_HEADERS.flatMap((name) => {
      const value = formHeaders.get(name);
      return value === null ? [] : [name, value];
    });
    return {
      status,
      headers: [...formHeaders].flat(),
      notModified: [...repeated, 'ETag', formTag],
      tag: formTag,
      body: bytes,
    };
  }

  const formFor = (encoding: Encoding | null): Form =>
    encoding === null || !isEncodable ? 'identity' : encoding;

  /** Falls back to the uncompressed form when compressing fails (memory is short); the next call retries. */
  async function create(encoding: Encoding): Promise<Representation> {
    try {
      const bytes = encoded[encoding] ?? (await encode(body, encoding, compression));
      const representation = toRepresentation(encoding, bytes);
      forms.set(encoding, representation);
      return representation;
    } catch {
      return identity;
    } finally {
      inFlight.delete(encoding);
    }
  }

  return {
    ready: (encoding) => forms.get(formFor(encoding)),
    async represent(encoding) {
      const form = formFor(encoding);
      const known = forms.get(form) ?? inFlight.get(form);
      if (known !== undefined || form === 'identity') return known as Representation;
      const created = create(form);
      inFlight.set(form, created);
      return created;
    },
    // All encoded forms of a text together are smaller than the text.
    bytes: body.length * (isEncodable ? 2 : 1) + OVERHEAD,
  };
}

function strongTag(tag: string | null): string | null {
  return tag?.replace(/^W\//, '') ?? null;
}

function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/**
 * Writes a representation, or a 304 when `If-None-Match` names it.
 */
export function sendStored(
  representation: Representation,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isNotModified(request.headers['if-none-match'], representation)) {
    response.writeHead(304, representation.notModified).end();
    return;
  }
  response.writeHead(representation.status, representation.headers);
  response.end(request.method === 'HEAD' ? undefined : representation.body);
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
