import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What ordinary visitors do meanwhile, and how long each of it takes. */

export type Kind = 'kept page' | 'search' | 'call' | 'sign-in';

/** Milliseconds of every answer of a kind. */
export type Times = Record<Kind, number[]>;

type Sent = { method?: string; body?: string; headers?: Record<string, string> };

export type Visitor = ReturnType<typeof createVisitor>;

/** A visitor over connections that are kept. */
export function createVisitor(address: string) {
  const agent = new Agent({ keepAlive: true });

  /** @throws when the answer is not the one that is expected */
  function visit(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(address + path, { method, agent, headers }, (answer) => {
        answer.resume().once('error', reject);
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - began);
          else reject(new Error(`${method} ${path} was answered with ${answer.statusCode}`));
        });
      });
      sent.setTimeout(30_000, () => sent.destroy(new Error(`${path} was not answered in 30 s`)));
      sent.once('error', reject);
      sent.end(body);
    });
  }

  return { visit, close: () => agent.destroy() };
}

/** The owner signs in; how long it took, in milliseconds. */
export function signInOf(
  { visit }: Pick<Visitor, 'visit'>,
  owner: { email: string; password: string },
): Promise<number> {
  const body = JSON.stringify(owner);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Forwarded-For': '192.0.2.1',
  };
  return visit('/api/admin/login', { method: 'POST', body, headers });
}

/** In milliseconds. */
const PAUSE: Record<Kind, number> = { 'kept page': 10, search: 40, call: 40, 'sign-in': 400 };

/** Visits of every kind, side by side, for so many seconds. */
export async function visitFor(
  seconds: number,
  visitor: Visitor,
  { owner, without = [] }: { owner: { email: string; password: string }; without?: Kind[] },
): Promise<Times> {
  const times: Times = { 'kept page': [], search: [], call: [], 'sign-in': [] };
  const until = performance.now() + seconds * 1000;
  let number = 0;
  const calls: Record<Kind, () => Promise<number>> = {
    'kept page': () => visitor.visit('/blog'),
    search: () => visitor.visit(`/blog?q=ic50+${number++ % 50}`),
    call: () => visitor.visit('/api/blog/posts'),
    'sign-in': () => signInOf(visitor, owner),
  };
  const lane = async (kind: Kind) => {
    while (performance.now() < until) {
      times[kind].push(await calls[kind]());
      await sleep(PAUSE[kind]);
    }
  };
  const kinds = (Object.keys(calls) as Kind[]).filter((kind) => !without.includes(kind));
  await Promise.all(kinds.map(lane));
  return times;
}

/** The value that so many hundredths of all are not above; not a number for none. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(Math.ceil((sorted.length * hundredths) / 100), sorted.length) - 1;
  return sorted[at] ?? Number.NaN;
}
