import { createHash } from 'node:crypto';
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
  /** The encodings that have been created. */
  encodings: () => Encoding[];
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
    encodings: () => [...forms.keys()].filter((form) => form !== 'identity'),
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
