import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument, Schema } from './document.ts';
import type { FuzzRequest } from './requests.ts';

export type FuzzResponse = {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
  /** Counts from the first byte sent to the last received. */
  milliseconds: number;
};

const MAX_MS = 1_000;

/** Bodies are rendered in few threads and pictures one after another, and some are large. */
const MAX_QUEUED_MS = 3_000;

const QUEUED = [
  'POST /admin/preview',
  'POST /admin/posts/check',
  // Renders twenty.
  'GET /admin/posts/check',
  'POST /admin/blog/posts',
  'PUT /admin/blog/posts/{slug}',
  'POST /admin/media',
  'POST /admin/attachments',
];

/** Guessing is slowed down there: repeated failures are delayed by up to four seconds. */
export function isSlowOnPurpose({ path }: Pick<FuzzRequest, 'path'>): boolean {
  return /^\/admin\/(?:login|password|second-factors|people\/)/.test(path);
}

/** Paths that match no operation: dot segments, empty segments, malformed escapes. */
const MATCHES_NO_OPERATION = /\/(?:\.|%2e){0,2}(?:\/|$)|%(?![0-9a-f]{2})/i;

function maxMsFor(request: FuzzRequest): number {
  if (isSlowOnPurpose(request)) return Number.POSITIVE_INFINITY;
  return QUEUED.includes(request.operation?.name ?? '') ? MAX_QUEUED_MS : MAX_MS;
}

/** A queued preview is superseded by the next one of the same administrator, who sends all requests here. */
function isSuperseded({ operation }: FuzzRequest, { status, headers }: FuzzResponse): boolean {
  const isPreview = operation?.name === 'POST /admin/preview';
  return isPreview && status === 503 && headers['retry-after'] !== undefined;
}

/** The judge returns what is wrong with a response by the document, or null. */
export function createJudge(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(closed(schema) as Schema, `#/components/schemas/${name}`);
  }
  const compiled = new WeakMap<Schema, ValidateFunction>();

  function compile(schema: Schema): ValidateFunction {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const validate = ajv.compile(closed(schema) as Schema);
    compiled.set(schema, validate);
    return validate;
  }

  return function faultOf(request: FuzzRequest, response: FuzzResponse): string | null {
    if (response.status >= 500 && !isSuperseded(request, response))
      return `status ${response.status}`;
    if (response.milliseconds > maxMsFor(request)) {
      return `${response.milliseconds.toFixed(0)} ms`;
    }
    if (response.headers['x-content-type-options'] !== 'nosniff') return 'no security headers';
    return request.operation === null
      ? faultOfStray(request, response)
      : faultByDocument(request, response);
  };

  function faultOfStray({ method, path }: FuzzRequest, response: FuzzResponse): string | null {
    const { status, headers, body } = response;
    if (method === 'HEAD' && body.length > 0) return 'a body in the response to HEAD';
    const methods = methodsAt(document, path);
    // The path matches an operation after all.
    if (methods.includes(method)) return null;
    if (methods.length === 0) {
      return [400, 404, 405, 413].includes(status) ? null : `status ${status}`;
    }
    if (status !== 405) return `status ${status} for a method that the document does not have`;
    return headers.allow === methods.join(', ') ? null : `Allow: ${headers.allow}`;
  }

  function faultByDocument(
    { operation, path }: FuzzRequest,
    response: FuzzResponse,
  ): string | null {
    const [pathname = ''] = path.split('?');
    const isElsewhere = MATCHES_NO_OPERATION.test(pathname);
    if (isElsewhere && [404, 405].includes(response.status)) return null;
    const described = operation?.responses[String(response.status)];
    if (described === undefined)
      return `status ${response.status}, which the document does not state`;
    return faultOfBody(described.content ?? {}, response);
  }

  function faultOfBody(
    content: Record<string, { schema?: Schema }>,
    { status, headers, body }: FuzzResponse,
  ): string | null {
    if (Object.keys(content).length === 0) {
      return body.length === 0 ? null : `a body, which ${status} does not have`;
    }
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    const stated = content[type];
    if (stated === undefined) return `type "${type}", which the document does not state`;
    if (type !== 'application/json' || stated.schema === undefined) return null;
    const value = parsed(body, headers['content-encoding']);
    if (value === undefined) return 'a body that is no JSON';
    const check = compile(stated.schema);
    return check(value) ? null : `a body that differs: ${ajv.errorsText(check.errors)}`;
  }
}

/** The methods that a document has for a path, sorted; empty where it has no operation. */
function methodsAt({ paths }: ApiDocument, path: string): string[] {
  const methods = Object.entries(paths)
    .filter(([template]) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .flatMap(([, operations]) => Object.keys(operations).map((method) => method.toUpperCase()));
  if (methods.includes('GET')) methods.push('HEAD');
  return [...new Set(methods)].sort();
}

const DECODE: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** @returns undefined for a malformed body */
function parsed(body: Buffer, encoding: string | undefined): unknown {
  try {
    const decode = DECODE[encoding ?? ''] ?? ((bytes) => bytes);
    return JSON.parse(decode(body).toString());
  } catch {
    return undefined;
  }
}

/** The schema with `additionalProperties: false` in every object. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const isObject = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(entries), ...(isObject ? { additionalProperties: false } : {}) };
}
