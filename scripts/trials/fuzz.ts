import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { type ApiDocument, assertDescribed } from '../../test/api-document.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { signIn } from '../harness/editor.ts';

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: string; schema: Schema };
type Operation = { method: string; template: string; parameters: Parameter[]; body?: Schema };
type Sent = { type: string; body: Buffer } | null;
type Sample = { path: string; headers: Record<string, string>; sent: Sent; isSignedIn: boolean };

/** Guessing is slowed down there: repeated failures are delayed by up to four seconds. */
const SLOW_ON_PURPOSE = /^\/admin\/(?:login|password|second-factors|people\/)/;
const MAX_SLOW = 5;
/** Such paths match no operation: empty segments, malformed escapes. */
const MATCHES_NO_OPERATION = /\/(?:\/|$)|%(?![0-9a-f]{2})/i;
/** Bytes. The site closes a connection whose body it rejects before it has read it. */
const LARGE = 32 * 1024;
const MAX_REPORTED = 20;

/**
 * Sends odd values for the parameters and bodies of every operation of the API's document. No response is a 5xx, and
 * each is one that the document describes.
 */
export async function tryFuzz(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    },
  });
  const site = await startProductionSite({ LIVE_FORMS: 'on', TRUST_PROXY: '127.0.0.1' });
  try {
    console.log(`fuzz: ${values.requests} requests, --seed ${values.seed}`);
    const faults = await fuzz(site, Number(values.requests), Number(values.seed));
    for (const fault of faults.slice(0, MAX_REPORTED)) console.log(fault);
    console.log(`${faults.length} faults`);
    return faults.length === 0;
  } finally {
    await site.stop();
  }
}

async function fuzz(site: ProductionSite, requests: number, seed: number): Promise<string[]> {
  const document = (await (await fetch(`${site.address}/api/openapi.json`)).json()) as ApiDocument;
  const { call } = await signIn(site);
  const { posts } = await call<{ posts: { id: string; slug: string }[] }>('GET', '/api/blog/posts');
  const known = posts.flatMap(({ id, slug }) => [id, slug]);
  const operations = operationsOf(document);
  const times = Math.ceil(requests / operations.length);
  const send = createSender(site);
  const faults: string[] = [];
  for (const [at, operation] of operations.entries()) {
    const isSlow = SLOW_ON_PURPOSE.test(operation.template) && operation.method !== 'GET';
    const numRuns = isSlow ? Math.min(times, MAX_SLOW) : times;
    const samples = fc.sample(requestFor(document, operation, known), { numRuns, seed: seed + at });
    for (const sample of samples) {
      const fault = await send(operation, sample);
      if (fault !== null) faults.push(faultText(operation, sample, fault));
    }
  }
  console.log(`${operations.length} operations, responses: ${JSON.stringify(send.statuses)}`);
  return faults;
}

async function faultOf(status: number, pathname: string, described: () => Promise<void>) {
  if (status >= 500) return `status ${status}`;
  if ([404, 405].includes(status) && MATCHES_NO_OPERATION.test(pathname)) return null;
  return described()
    .then(() => null)
    .catch((error: Error) => error.message);
}

/** Sends a request, and returns what is wrong with its response. */
function createSender(site: ProductionSite) {
  const app = { fetch: ({ url }: Request) => fetch(site.address + new URL(url).pathname) };
  const statuses: Record<number, number> = {};
  let session = signIn(site);
  let networks = 0;
  const send = async ({ method }: Operation, { path, headers, sent, isSignedIn }: Sample) => {
    // Rate limits count by network: each request comes from a new one.
    networks += 1;
    const { token } = await session;
    const response = await fetch(`${site.address}/api${path}`, {
      method,
      headers: {
        ...headers,
        'X-Forwarded-For': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
        ...(sent && { 'Content-Type': sent.type }),
        ...(isSignedIn && { Authorization: `Bearer ${token}` }),
      },
      body: sent && new Uint8Array(sent.body),
    }).catch((error: Error) => error);
    if (response instanceof Error) {
      return (sent?.body.length ?? 0) > LARGE ? null : `no response: ${response.cause ?? response}`;
    }
    const { status } = response;
    statuses[status] = (statuses[status] ?? 0) + 1;
    // Signed out by this request.
    if (status === 401 || /\/admin\/(?:logout|sessions)/.test(path)) session = signIn(site);
    const { pathname } = new URL(`/api${path}`, site.address);
    const described = () => assertDescribed(app, method, pathname, response);
    return faultOf(status, pathname, described);
  };
  return Object.assign(send, { statuses });
}

function faultText(
  { method, template }: Operation,
  { path, headers, sent }: Sample,
  fault: string,
) {
  return [
    `${method} ${template}: ${fault.slice(0, 600)}`,
    `  sent ${path.slice(0, 300)} ${JSON.stringify({ ...headers, type: sent?.type }).slice(0, 300)}`,
    `  body ${JSON.stringify(sent?.body.toString().slice(0, 600))}`,
  ].join('\n');
}

function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [] } = operation as { parameters?: Parameter[] };
      const [content] = Object.entries(operation.requestBody?.content ?? {});
      const isJson = content?.[0] === 'application/json';
      const body = content && (isJson ? content[1].schema : { format: 'binary' });
      return { method: method.toUpperCase(), template, parameters, ...(body && { body }) };
    }),
  );
}

function requestFor(
  document: ApiDocument,
  { template, parameters, body }: Operation,
  known: string[],
): fc.Arbitrary<Sample> {
  const odd = fc.constantFrom('%00', '%zz', '%c0%ae', '..%2f..', '0', ':slug');
  const segment = fc.oneof(fc.constantFrom(...known), fc.uuid(), odd, oddText.map(encoded));
  const parts = template.split('/');
  const segments = parts.map((part) => (part.startsWith('{') ? segment : fc.constant(part)));
  const valuesOf = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema }) =>
        fc
          .option(fc.oneof(allowedBy(document, schema).map(String), oddText))
          .map((value): [string, string][] => (value === null ? [] : [[name, value]])),
      );
  return fc.record({
    path: fc.tuple(fc.tuple(...segments), fc.tuple(...valuesOf('query'))).map(([path, pairs]) => {
      const query = pairs.flat().map(([name, value]) => `${name}=${encoded(value)}`);
      return `${path.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    }),
    // Headers carry bytes.
    headers: fc
      .tuple(...valuesOf('header'))
      .map((pairs) =>
        Object.fromEntries(pairs.flat().map(([name, value]) => [name, encoded(value)])),
      ),
    sent: body === undefined ? fc.constant(null) : bodyOf(document, body),
    isSignedIn: fc.integer({ max: 9, min: 0 }).map((ten) => ten > 1),
  });
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3000);

function bodyOf(document: ApiDocument, schema: Schema): fc.Arbitrary<Sent> {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((rest) => Buffer.from(rest));
  if (schema.format === 'binary') {
    const signature = fc.constantFrom('', '89504e470d0a1a0a', 'ffd8ffe0', '504b0304', '3c737667');
    return fc.tuple(signature, bytes).map(([hex, rest]) => ({
      type: 'application/octet-stream',
      body: Buffer.concat([Buffer.from(hex, 'hex'), rest]),
    }));
  }
  const allowed = allowedBy(document, schema);
  const altered = fc
    .tuple(allowed, fc.nat(), oddValue)
    .map(([value, at, odd]) => alter(value, at, odd));
  const json = fc.oneof(
    { weight: 2, arbitrary: allowed },
    { weight: 4, arbitrary: altered },
    oddValue,
  );
  const text = json.map((value) => JSON.stringify(value));
  const broken = fc.oneof(
    bytes,
    text.map((all) => Buffer.from(all.slice(0, all.length / 2))),
    text.map((all) => Buffer.from(all, 'utf16le')),
    text.map((all) => Buffer.from(all.replace(/\{/, '{"__proto__":{"isAdmin":true},'))),
    text.map((all) => Buffer.concat([Buffer.from(all.slice(0, -1)), Buffer.of(0xff, 0xfe)])),
    fc.constantFrom(65 * 1024, 2 * 1024 * 1024 + 1).map((size) => Buffer.alloc(size, ' ')),
  );
  return fc.record({
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'APPLICATION/JSON;;'),
    ),
    body: fc.oneof({ weight: 8, arbitrary: text.map((all) => Buffer.from(all)) }, broken),
  });
}

const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\0', 'a\ud800b', '\ufeff', '\u202eevil', '👩‍👩‍👧‍👦', '%00', '_%\\_'),
  fc.constantFrom("' or 1=1 --", 'NaN', '1e400', '-1', '__proto__', 'a@b', '\r\nX: y'),
  fc.constantFrom('<script>alert(1)</script>', '../../etc/passwd', '2026-02-30T25:61:61Z'),
  fc.constant('+275760-09-13T00:00:00.000Z'),
  fc
    .constantFrom('a', '"', '\\', '🧪', '*', '[', '> ', '- ', '`', '<b>')
    .map((part) => part.repeat(2000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Any JSON, deep and unusual. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 0.5, 1e308, 2 ** 53, [], {}, [null], { a: {} }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(10, 3000).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.constantFrom<unknown>('x', null, {}).map((value) => Array(5000).fill(value)),
);

/** Values that a schema allows, often at its limits. */
function allowedBy(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf = anyOf } = schema as { $ref?: string } & Record<string, Schema[]>;
  if ($ref !== undefined) {
    return allowedBy(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (oneOf !== undefined) return fc.oneof(...oneOf.map((each) => allowedBy(document, each)));
  const types = [schema.type].flat().map((type) => BY_TYPE[String(type)]?.(document, schema));
  return fc.oneof(...types.map((values) => values ?? oddValue));
}

const BY_TYPE: Record<string, (document: ApiDocument, schema: Schema) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
  integer: (_, { minimum: min = -1000, maximum: max = 1000 }) =>
    fc.integer({ min: Number(min), max: Math.min(Number(max), 2 ** 31 - 1) }),
  array: (document, { items }) =>
    fc.array(allowedBy(document, (items ?? {}) as Schema), { maxLength: 4 }),
  object(document, { properties = {}, required = [] }) {
    const entries = Object.entries(properties as Record<string, Schema>);
    const model = entries.map(([name, each]) => [name, allowedBy(document, each)]);
    return fc.record(Object.fromEntries(model), { requiredKeys: required as never[] });
  },
  string(_, { format, pattern, minLength = 0, maxLength = 100 }) {
    if (format === 'uuid') return fc.uuid();
    if (format === 'date-time') return fc.constantFrom('2026-02-03T04:05:06.000Z');
    // Unique, so that limits by email do not apply.
    if (String(pattern).includes('@')) return fc.uuid().map((id) => `${id}@fuzz.example`);
    if (pattern !== undefined) return fc.stringMatching(new RegExp(String(pattern)));
    const [min, max] = [Number(minLength), Number(maxLength)];
    const ordinary = fc.string({ minLength: min, maxLength: Math.max(min, Math.min(max, 60)) });
    const longest = fc.constantFrom(max, max + 1).map((length) => 'x'.repeat(length));
    return fc.oneof({ weight: max > 100_000 ? 99 : 9, arbitrary: ordinary }, longest);
  },
};

/** A value with one member removed, added or replaced, at any depth. */
function alter(value: unknown, at: number, odd: unknown): unknown {
  if (typeof value !== 'object' || value === null) return odd;
  const keys = Object.keys(value);
  const key = keys[at % (keys.length + 1)];
  if (Array.isArray(value))
    return key === undefined ? [...value, odd] : value.with(Number(key), odd);
  if (key === undefined) return { ...value, unknown: odd };
  const { [key]: before, ...others } = value as Record<string, unknown>;
  if (at % 5 === 0) return others;
  return { ...others, [key]: at % 5 === 1 ? alter(before, Math.floor(at / 5), odd) : odd };
}
