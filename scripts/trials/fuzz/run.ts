import * as fc from 'fast-check';
import { type ApiDocument, operationsOf } from './document.ts';
import { createJudge, type FuzzAnswer, isSlowOnPurpose } from './judge.ts';
import { type FuzzRequest, type Known, requestsFor, type Token } from './requests.ts';

/** Sends a request as it is, with the token that it is to carry. */
export type Ask = (request: FuzzRequest, token: string | null) => Promise<FuzzAnswer>;

type Parts = {
  document: ApiDocument;
  known: Known;
  ask: Ask;
  /** Gives a token that works. */
  signIn: () => Promise<string>;
  seed: number;
  requests: number;
  concurrency: number;
};

export type Fault = { number: number; request: FuzzRequest; answer: FuzzAnswer; what: string };

export type FuzzResult = {
  faults: Fault[];
  /** The five answers that took longest, the slowest first, but for those that are slow on purpose. */
  slowest: { name: string; status: number; milliseconds: number }[];
  /** How many answers had which status. */
  statuses: Record<number, number>;
  /** How many calls of the document were made, and how many were answered with 2xx at least once. */
  calls: { described: number; made: number; succeeded: number };
};

/** So many are made at once, and then sent: making them takes the processor that answers are timed on. */
const BATCH = 250;

/** Calls that cost the site a processor or a process each: one of them at a time. */
const COSTLY = ['POST /admin/login', 'PUT /admin/password', 'POST /admin/media'];

/** So many of the calls that cost much, or make the asker wait on purpose; the rest is left out. */
const MOST: Readonly<Record<string, number>> = {
  'POST /admin/login': 200,
  'POST /admin/login/passkey': 20,
  'PUT /admin/password': 20,
  'POST /admin/media': 400,
};

/** Sends wrong requests until there are enough of them; the same ones for the same seed. */
export async function fuzzSite(parts: Parts): Promise<FuzzResult> {
  const { document, ask, signIn, seed, requests, concurrency } = parts;
  const operations = operationsOf(document);
  const arbitraries = requestsFor(document, operations, parts.known);
  const faultOf = createJudge(document);
  const faults: Fault[] = [];
  const made = new Map<string, number>();
  const succeeded = new Set<string>();
  const statuses: Record<number, number> = {};
  let slowest: FuzzResult['slowest'] = [];

  const ended = await signIn();
  await ask(logOut, ended);
  let working = signIn();
  // What renders bodies is started by the first of them.
  await ask(firstBody, await working);

  async function tokenFor(kind: Token): Promise<string | null> {
    if (kind === 'none') return null;
    if (kind === 'broken') return 'broken.token=';
    return kind === 'ended' ? ended : working;
  }

  let costly: Promise<unknown> = Promise.resolve();
  function afterOthers(request: FuzzRequest, token: string | null): Promise<FuzzAnswer> {
    const answer = costly.then(() => ask(request, token));
    costly = answer;
    return answer;
  }

  async function send(request: FuzzRequest, number: number): Promise<void> {
    const token = await tokenFor(request.token);
    const isCostly = COSTLY.includes(request.operation?.name ?? '');
    const answer = isCostly ? await afterOthers(request, token) : await ask(request, token);
    // Signed out by one of the others, or by this one.
    const isOut = answer.status === 401 || /\/admin\/(?:logout|sessions)/.test(request.path);
    if (isOut && request.token === 'theirs' && token === (await working)) working = signIn();
    note(request, answer, number);
  }

  function note(request: FuzzRequest, answer: FuzzAnswer, number: number): void {
    const what = faultOf(request, answer);
    if (what !== null) faults.push({ number, request, answer, what });
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    const name = request.operation?.name ?? `${request.method} ${request.path}`;
    if (answer.status < 300 && request.operation !== null) succeeded.add(name);
    const { status, milliseconds } = answer;
    if (isSlowOnPurpose(request)) return;
    slowest = [...slowest, { name, status, milliseconds }]
      .sort((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, 5);
  }

  for (let first = 0; first < requests; first += BATCH) {
    const batch = sampled(arbitraries, Math.min(BATCH, requests - first), seed + first)
      .map((request, at) => ({ request, number: first + at }))
      .filter(({ request }) => isWithin(request, made));
    const lane = async () => {
      for (let next = batch.shift(); next !== undefined; next = batch.shift()) {
        await send(next.request, next.number);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
  }
  faults.sort((a, b) => a.number - b.number);
  const calls = { described: operations.length, made: made.size, succeeded: succeeded.size };
  return { faults, slowest, statuses, calls };
}

/** So many requests, of each kind in turn. */
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
  return times <= (MOST[operation.name] ?? mostProofs(operation.name));
}

/** Wrong proofs of one account wait for one another, up to four seconds each. */
function mostProofs(name: string): number {
  return name.startsWith('POST /admin/second-factors') ? 10 : Number.POSITIVE_INFINITY;
}

const logOut: FuzzRequest = {
  operation: null,
  method: 'POST',
  path: '/admin/logout',
  token: 'ended',
  headers: {},
  body: null,
};

const firstBody: FuzzRequest = {
  ...logOut,
  path: '/admin/preview',
  token: 'theirs',
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from('{"content":"```js\\nlet a\\n```"}'),
};

/** A fault as somebody needs it who mends it. */
export function describeFault({ number, request, answer, what }: Fault): string {
  const { operation, method, path, token, headers, body } = request;
  return [
    `request ${number}: ${what}`,
    `  call     ${operation?.name ?? 'none of the document'}`,
    `  sent     ${method} /api${shortened(path, 300)}`,
    `  token    ${token}`,
    `  headers  ${shortened(JSON.stringify(headers), 300)}`,
    `  body     ${body === null ? 'none' : `${body.length} bytes ${shortened(JSON.stringify(body.toString()), 600)}`}`,
    `  answer   ${answer.status} in ${answer.milliseconds.toFixed(0)} ms, ${answer.headers['content-type'] ?? 'no type'}`,
    `           ${shortened(answer.body.toString(), 400)}`,
  ].join('\n');
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
