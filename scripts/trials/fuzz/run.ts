import * as fc from 'fast-check';
import { runConcurrently } from '../../harness/run-concurrently.ts';
import { type ApiDocument, operationsOf } from './document.ts';
import { createJudge, type FuzzResponse, isSlowOnPurpose } from './judge.ts';
import { type FuzzRequest, requestsFor, type Token } from './requests.ts';
import type { Known } from './urls.ts';

export type SendRequest = (request: FuzzRequest, token: string | null) => Promise<FuzzResponse>;

type FuzzOptions = {
  document: ApiDocument;
  known: Known;
  send: SendRequest;
  /** @returns a valid token */
  signIn: () => Promise<string>;
  seed: number;
  requests: number;
  concurrency: number;
};

export type Fault = { number: number; request: FuzzRequest; response: FuzzResponse; what: string };

export type FuzzResult = {
  faults: Fault[];
  /** The five slowest responses, slowest first, without those that are delayed on purpose. */
  slowest: { name: string; status: number; milliseconds: number }[];
  /** Responses by status. */
  statuses: Record<number, number>;
  /** Numbers of operations; `succeeded` had a 2xx response at least once. */
  calls: { described: number; made: number; succeeded: number };
};

/** Requests are generated in batches between sending: generation takes the processor that is timed. */
const BATCH = 250;

/** Each occupies a processor or a process of the site: one at a time. */
const COSTLY = ['POST /admin/login', 'PUT /admin/password', 'POST /admin/media'];

/** Upper limits for operations that are costly or delayed on purpose. */
const MAX_REQUESTS: Readonly<Record<string, number>> = {
  'POST /admin/login': 200,
  'POST /admin/login/passkey': 20,
  'PUT /admin/password': 20,
  'POST /admin/media': 400,
};

const EXPORT = 'POST /admin/export';
/** `fuzz.ts` gives this status to an answer without an end. */
const CUT_OFF = 599;

/** Sends mostly invalid requests, the same ones for the same seed. */
export async function fuzzSite(options: FuzzOptions): Promise<FuzzResult> {
  const { document, send, signIn, seed, requests, concurrency } = options;
  const operations = operationsOf(document);
  const arbitraries = requestsFor(document, operations, options.known);
  const faultOf = createJudge(document);
  const faults: Fault[] = [];
  const made = new Map<string, number>();
  const succeeded = new Set<string>();
  const statuses: Record<number, number> = {};
  let slowest: FuzzResult['slowest'] = [];

  const expired = await signIn();
  await send(logOut, expired);
  let valid = signIn();
  // The first body starts the render threads.
  await send(firstBody, await valid);

  async function tokenFor(kind: Token): Promise<string | null> {
    if (kind === 'none') return null;
    if (kind === 'broken') return 'broken.token=';
    return kind === 'expired' ? expired : valid;
  }

  let costly: Promise<unknown> = Promise.resolve();
  function sendInTurn(request: FuzzRequest, token: string | null): Promise<FuzzResponse> {
    const response = costly.then(() => send(request, token));
    costly = response;
    return response;
  }

  async function sendNumbered(request: FuzzRequest, number: number): Promise<void> {
    const token = await tokenFor(request.token);
    const isCostly = COSTLY.includes(request.operation?.name ?? '');
    const response = isCostly ? await sendInTurn(request, token) : await send(request, token);
    // Signed out by this or another request.
    const isOut = response.status === 401 || /\/admin\/(?:logout|sessions)/.test(request.path);
    if (isOut && request.token === 'valid' && token === (await valid)) valid = signIn();
    // An export is cut off when its session ends, which another of these requests did.
    const isCutOff = request.operation?.name === EXPORT && response.status === CUT_OFF;
    if (isCutOff && request.token === 'valid' && token !== (await valid)) return;
    record(request, response, number);
  }

  function record(request: FuzzRequest, response: FuzzResponse, number: number): void {
    const what = faultOf(request, response);
    if (what !== null) faults.push({ number, request, response, what });
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const name = request.operation?.name ?? `${request.method} ${request.path}`;
    if (response.status < 300 && request.operation !== null) succeeded.add(name);
    const { status, milliseconds } = response;
    if (isSlowOnPurpose(request)) return;
    slowest = [...slowest, { name, status, milliseconds }]
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, 5);
  }

  for (let first = 0; first < requests; first += BATCH) {
    const batch = sampled(arbitraries, Math.min(BATCH, requests - first), seed + first)
      .map((request, at) => ({ request, number: first + at }))
      .filter(({ request }) => isWithin(request, made));
    await runConcurrently(concurrency, () => {
      const next = batch.shift();
      return next && sendNumbered(next.request, next.number);
    });
  }
  faults.sort((a, b) => a.number - b.number);
  const calls = { described: operations.length, made: made.size, succeeded: succeeded.size };
  return { faults, slowest, statuses, calls };
}

/** `count` requests, of each kind in turn. */
function sampled(kinds: fc.Arbitrary<FuzzRequest>[], count: number, seed: number): FuzzRequest[] {
  const numRuns = Math.ceil(count / kinds.length);
  const columns = kinds.map((kind, at) => fc.sample(kind, { numRuns, seed: seed + at }));
  return Array.from({ length: numRuns }, (_, row) => columns.flatMap((column) => column[row] ?? []))
    .flat()
    .slice(0, count);
}

function isWithin({ operation }: FuzzRequest, made: Map<string, number>): boolean {
  if (operation === null) return true;
  const times = (made.get(operation.name) ?? 0) + 1;
  made.set(operation.name, times);
  return times <= (MAX_REQUESTS[operation.name] ?? maxProofs(operation.name));
}

/** Wrong proofs of one account queue up, with a delay of up to four seconds each. */
function maxProofs(name: string): number {
  return /^(?:POST|PATCH) \/admin\/(?:second-factors|people\/)/.test(name)
    ? 5
    : Number.POSITIVE_INFINITY;
}

const logOut: FuzzRequest = {
  operation: null,
  method: 'POST',
  path: '/admin/logout',
  token: 'expired',
  headers: {},
  body: null,
};

const firstBody: FuzzRequest = {
  ...logOut,
  path: '/admin/preview',
  token: 'valid',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from('{"content":"```js\\nlet a\\n```"}'),
};

/** A fault with all that is needed to reproduce it. */
export function describeFault({ number, request, response, what }: Fault): string {
  const { operation, method, path, token, headers, body } = request;
  return [
    `request ${number}: ${what}`,
    `  call     ${operation?.name ?? 'none of the document'}`,
    `  sent     ${method} /api${shortened(path, 300)}`,
    `  token    ${token}`,
    `  headers  ${shortened(JSON.stringify(headers), 300)}`,
    `  body     ${body === null ? 'none' : `${body.length} bytes ${shortened(JSON.stringify(body.toString()), 600)}`}`,
    `  response ${response.status} in ${response.milliseconds.toFixed(0)} ms, ${response.headers['content-type'] ?? 'no type'}`,
    `           ${shortened(response.body.toString(), 400)}`,
  ].join('\n');
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`;
}
