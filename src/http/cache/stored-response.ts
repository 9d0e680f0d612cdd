import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addVary } from '../compression.ts';
import { type Encoding, encode, isCompressible, WORTHWHILE } from '../encoding.ts';

/** One form of a stored response, ready to be written: nothing is computed when it is sent. */
export type Representation = {
  status: number;
  /** Names and values in turn, as `writeHead` takes them. */
  headers: string[];
  /** Those of a 304 (RFC 9110, section 15.4.5). */
  notModified: string[];
  /** A strong validator: each encoding has its own. */
  tag: string;
  body: Buffer;
};

type Form = Encoding | 'identity';

/** What is kept of an answer: its content, and its representations as far as they were asked for. */
export type StoredResponse = {
  /** Made already, or undefined. */
  ready: (encoding: Encoding | null) => Representation | undefined;
  /** Made now if need be; once, however many ask at the same time. */
  represent: (encoding: Encoding | null) => Promise<Representation>;
  /** The encodings that have been asked for. */
  encodings: () => Encoding[];
  /** What all representations together take at most, roughly. */
  bytes: number;
};

type Content = {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Encoded beforehand. */
  encoded?: Partial<Record<Encoding, Buffer>>;
  /** How often it will be sent, which tells how hard to compress it. */
  sent?: 'once' | 'often';
};

/** Of headers and bookkeeping. */
const OVERHEAD = 8192;

/** Headers that a 304 must repeat. */
const IN_NOT_MODIFIED = ['Cache-Control', 'Content-Location', 'Expires', 'Vary'];

/**
 * Stores an answer that was read whole, and takes over what it is given. What no cache may store is
 * never compressed: its length can give away what is secret in it.
 */
export function storeResponse(content: Content): StoredResponse {
  const { status, headers, body, encoded = {}, sent = 'often' } = content;
  const isText = isCompressible(headers.get('Content-Type'));
  const isSecret = headers.get('Cache-Control')?.includes('no-store') ?? false;
  const mayBeEncoded =
    isText && !isSecret && body.length >= WORTHWHILE && !headers.has('Content-Encoding');
  if (isText && !isSecret) addVary(headers);
  const tag = strongTag(headers.get('ETag')) ?? tagOf(body);
  const forms = new Map<Form, Representation>();
  const underWay = new Map<Form, Promise<Representation>>();
  const identity = represented('identity', body);
  forms.set('identity', identity);

  function represented(form: Form, bytes: Buffer): Representation {
    const own = new Headers(headers);
    const formTag = form === 'identity' ? tag : `${tag.slice(0, -1)}-${form}"`;
    own.set('ETag', formTag);
    own.set('Content-Length', String(bytes.length));
    if (form !== 'identity') own.set('Content-Encoding', form);
    const kept = IN_NOT_MODIFIED.flatMap((name) => {
      const value = own.get(name);
      return value === null ? [] : [name, value];
    });
    return {
      status,
      headers: [...own].flat(),
      notModified: [...kept, 'ETag', formTag],
      tag: formTag,
      body: bytes,
    };
  }

  const formFor = (encoding: Encoding | null): Form =>
    encoding === null || !mayBeEncoded ? 'identity' : encoding;

  /** Gives the uncompressed form where compressing fails, for want of memory; the next one tries again. */
  async function make(encoding: Encoding): Promise<Representation> {
    try {
      const bytes = encoded[encoding] ?? (await encode(body, encoding, sent));
      const made = represented(encoding, bytes);
      forms.set(encoding, made);
      return made;
    } catch {
      return identity;
    } finally {
      underWay.delete(encoding);
    }
  }

  return {
    ready: (encoding) => forms.get(formFor(encoding)),
    async represent(encoding) {
      const form = formFor(encoding);
      const known = forms.get(form) ?? underWay.get(form);
      if (known !== undefined || form === 'identity') return known as Representation;
      const made = make(form);
      underWay.set(form, made);
      return made;
    },
    encodings: () => [...forms.keys()].filter((form) => form !== 'identity'),
    // The encoded forms of a text are together smaller than the text.
    bytes: body.length * (mayBeEncoded ? 2 : 1) + OVERHEAD,
  };
}

/**
 * Writes a representation, or 304 to one who has it.
 *
 * @param id of the request, where it is told; most that are kept go without
 * @returns the status
 */
export function sendStored(
  representation: Representation,
  request: IncomingMessage,
  response: ServerResponse,
  id?: string,
): number {
  const headed = (headers: string[]) =>
    id === undefined ? headers : [...headers, 'X-Request-Id', id];
  if (hasTag(request.headers['if-none-match'], representation)) {
    response.writeHead(304, headed(representation.notModified)).end();
    return 304;
  }
  response.writeHead(representation.status, headed(representation.headers));
  response.end(request.method === 'HEAD' ? undefined : representation.body);
  return representation.status;
}

/** The same as a `Response`. */
export function toResponse(representation: Representation, request: Request): Response {
  if (hasTag(request.headers.get('If-None-Match') ?? undefined, representation)) {
    return new Response(null, { status: 304, headers: pairs(representation.notModified) });
  }
  const { status, headers, body } = representation;
  const isBodiless = request.method === 'HEAD' || status === 204 || status === 304;
  return new Response(isBodiless ? null : new Uint8Array(body), {
    status,
    headers: pairs(headers),
  });
}

/** Whether the asker names this representation by its tag (RFC 9110, section 13.1.2). */
function hasTag(tags: string | undefined, { status, tag }: Representation): boolean {
  if (tags === undefined || status !== 200) return false;
  if (tags === tag) return true;
  return tags.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}

function pairs(flat: readonly string[]): [string, string][] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
}

function strongTag(tag: string | null): string | null {
  return tag?.replace(/^W\//, '') ?? null;
}

function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
