import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument, Schema } from './document.ts';
import type { FuzzRequest } from './requests.ts';

export type FuzzAnswer = {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
  /** From the first byte sent to the last received. */
  milliseconds: number;
};

/** No answer may take longer; in milliseconds. */
const LONGEST = 1_000;

/** Nor there: bodies are rendered in few threads and pictures one after another, and some are large. */
const LONGEST_TURN = 3_000;

const TAKE_TURNS = [
  'POST /admin/preview',
  'POST /admin/blog/posts',
  'PUT /admin/blog/posts/{slug}',
  'POST /admin/media',
];

/** Whether guessing is made slow there: who is wrong often waits, up to four seconds. */
export function isSlowOnPurpose({ path }: Pick<FuzzRequest, 'path'>): boolean {
  return /^\/admin\/(?:login|password|second-factors)/.test(path);
}

/** What a path must not consist of to lead to a call at all. */
const LEADS_ELSEWHERE = /\/(?:\.|%2e){0,2}(?:\/|$)|%(?![0-9a-f]{2})/i;

function longestFor(request: FuzzRequest): number {
  if (isSlowOnPurpose(request)) return Number.POSITIVE_INFINITY;
  return TAKE_TURNS.includes(request.operation?.name ?? '') ? LONGEST_TURN : LONGEST;
}

/** A preview that waits is superseded by the next one of the same administrator, and all requests here are theirs. */
function isSuperseded({ operation }: FuzzRequest, { status, headers }: FuzzAnswer): boolean {
  const isPreview = operation?.name === 'POST /admin/preview';
  return isPreview && status === 503 && headers['retry-after'] !== undefined;
}

/** Says what is wrong with an answer by the document, or null. */
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
    const made = ajv.compile(closed(schema) as Schema);
    compiled.set(schema, made);
    return made;
  }

  return function faultOf(request: FuzzRequest, answer: FuzzAnswer): string | null {
    if (answer.status >= 500 && !isSuperseded(request, answer)) return `status ${answer.status}`;
    if (answer.milliseconds > longestFor(request)) {
      return `${answer.milliseconds.toFixed(0)} ms`;
    }
    if (answer.headers['x-content-type-options'] !== 'nosniff') return 'no security headers';
    return request.operation === null
      ? faultOfStray(request, answer)
      : faultByDocument(request, answer);
  };

  function faultOfStray({ method, path }: FuzzRequest, answer: FuzzAnswer): string | null {
    const { status, headers, body } = answer;
    if (method === 'HEAD' && body.length > 0) return 'a body in the answer to HEAD';
    const methods = methodsAt(document, path);
    // A call of the document after all, by its path.
    if (methods.includes(method)) return null;
    if (methods.length === 0) return [400, 404, 405].includes(status) ? null : `status ${status}`;
    if (status !== 405) return `status ${status} for a method that the document does not have`;
    return headers.allow === methods.join(', ') ? null : `Allow: ${headers.allow}`;
  }

  function faultByDocument({ operation, path }: FuzzRequest, answer: FuzzAnswer): string | null {
    const [address = ''] = path.split('?');
    if (answer.status === 404 && LEADS_ELSEWHERE.test(address)) return null;
    const described = operation?.responses[String(answer.status)];
    if (described === undefined)
      return `status ${answer.status}, which the document does not state`;
    return faultOfBody(described.content ?? {}, answer);
  }

  function faultOfBody(
    content: Record<string, { schema?: Schema }>,
    { status, headers, body }: FuzzAnswer,
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

/** The methods that a document has for a path, sorted; none where there is no call. */
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

/** Undefined when it is no JSON. */
function parsed(body: Buffer, encoding: string | undefined): unknown {
  try {
    const decode = DECODE[encoding ?? ''] ?? ((bytes) => bytes);
    return JSON.parse(decode(body).toString());
  } catch {
    return undefined;
  }
}

/** The schema with every object closed: what it does not name must not be there. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const isObject = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(entries), ...(isObject ? { additionalProperties: false } : {}) };
}
