import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { type ApiDocument, assertDescribed } from '../../test/api-document.ts';
import { type ProductionSite, startProductionSite } from '../../test/production-site.ts';
import { readTable } from '../../test/read-table.ts';
import { signIn } from '../harness/editor.ts';

type Operation = { method: string; template: string; names: string[]; bodies: object[] };
type Sample = { path: string; type: string; body: Buffer | null };

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
  const requests = { type: 'string', default: '10000' } as const;
  const seed = { type: 'string', default: String(Math.floor(Math.random() * 1e9)) } as const;
  const { values } = parseArgs({ args, options: { requests, seed } });
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
    const samples = fc.sample(requestFor(operation, known), { numRuns, seed: seed + at });
    for (const sample of samples) {
      const fault = await send(operation, sample);
      if (fault === null) continue;
      const sent = `${sample.path.slice(0, 300)} ${sample.body?.toString().slice(0, 600)}`;
      faults.push(`${operation.method} ${operation.template}: ${fault.slice(0, 600)}\n  ${sent}`);
    }
  }
  return faults;
}

function createSender(site: ProductionSite) {
  let session = signIn(site);
  let networks = 0;
  return async ({ method }: Operation, { path, type, body }: Sample): Promise<string | null> => {
    // Rate limits count by network: each request comes from a new one. One of ten has no token.
    networks += 1;
    const { token } = await session;
    const response = await fetch(`${site.address}/api${path}`, {
      method,
      headers: {
        'X-Forwarded-For': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
        'Content-Type': type,
        ...(networks % 10 !== 0 && { Authorization: `Bearer ${token}` }),
      },
      body: body && new Uint8Array(body),
    }).catch((error: Error) => error);
    // Signed out by this request.
    if (/\/admin\/(?:logout|sessions)/.test(path)) session = signIn(site);
    if (response instanceof Response) return faultOf(site, method, path, response);
    return (body?.length ?? 0) > LARGE ? null : `no response: ${response.cause ?? response}`;
  };
}

async function faultOf(
  { address }: ProductionSite,
  method: string,
  path: string,
  response: Response,
): Promise<string | null> {
  if (response.status >= 500) return `status ${response.status}`;
  const { pathname } = new URL(`/api${path}`, address);
  if (response.status === 404 && MATCHES_NO_OPERATION.test(pathname)) return null;
  const app = { fetch: ({ url }: Request) => fetch(address + new URL(url).pathname) };
  return assertDescribed(app, method, pathname, response).then(
    () => null,
    (error: Error) => error.message,
  );
}

const CALLS = readTable(new URL('../../test/every-call.tsv', import.meta.url));

/** The operations of the document, each with the bodies that the test of every call sends. */
function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([name, { parameters = [] }]) => {
      const method = name.toUpperCase();
      const call = new RegExp(`^${method} ${template.replace(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`);
      const bodies = CALLS.filter(([made = '', , body = '']) => call.test(made) && body[0] === '{');
      return {
        method,
        template,
        names: parameters.filter((each) => each.in === 'query').map((each) => each.name),
        bodies: bodies.map(([, , body = '']) => JSON.parse(body)),
      };
    }),
  );
}

function requestFor({ method, template, names, bodies }: Operation, known: string[]) {
  const odd = fc.constantFrom('%00', '%zz', '%c0%ae', '..%2f..', '0', ':slug');
  const segment = fc.oneof(fc.constantFrom(...known), fc.uuid(), odd, oddText.map(encoded));
  const segments = template
    .split('/')
    .map((part) => (part.startsWith('{') ? segment : fc.constant(part)));
  const pairs = names.map((name) =>
    oddText.map((text) => (text === '' ? [] : [`${name}=${encoded(text)}`])),
  );
  return fc.record<Sample>({
    path: fc
      .tuple(fc.tuple(...segments), fc.tuple(...pairs))
      .map(([parts, query]) => `${parts.join('/')}?${query.flat().join('&')}`),
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'application/octet-stream'),
    ),
    body: method === 'GET' ? fc.constant(null) : bodyOf(fc.constantFrom({}, ...bodies)),
  });
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3000);

function bodyOf(allowed: fc.Arbitrary<object>): fc.Arbitrary<Buffer> {
  const altered = fc.tuple(allowed, fc.nat(), oddValue).map(([value, at, odd]) => {
    const names = [...Object.keys(value), 'unknown'];
    return { ...value, [names[at % names.length] ?? '']: odd };
  });
  const text = fc.oneof(allowed, altered, oddValue).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 8, arbitrary: text.map((all) => Buffer.from(all)) },
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    text.map((all) => Buffer.from(all.slice(0, all.length / 2))),
    text.map((all) => Buffer.from(all, 'utf16le')),
    text.map((all) => Buffer.from(all.replace(/\{/, '{"__proto__":{"isAdmin":true},'))),
    fc.constantFrom(65 * 1024, 2 * 1024 * 1024 + 1).map((size) => Buffer.alloc(size, ' ')),
  );
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

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 0.5, 1e308, 2 ** 53, [], {}, [null], { a: {} }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(10, 3000).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.constantFrom<unknown>('x', null, {}).map((value) => Array(5000).fill(value)),
);
