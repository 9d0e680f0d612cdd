import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient, type HttpRequest } from '../../harness/http-client.ts';

export type Kind = 'cached page' | 'search' | 'call' | 'sign-in';

/** Milliseconds of each response, by kind. */
export type Times = Record<Kind, number[]>;

export type Visitor = ReturnType<typeof createVisitor>;

/** A visitor with keep-alive connections. */
export function createVisitor(address: string) {
  const client = createHttpClient(address);

  /** @returns milliseconds; @throws when the status is not 200 */
  async function visit(path: string, sent: HttpRequest = {}): Promise<number> {
    const { status, started, ended } = await client.send(path, sent);
    if (status !== 200) throw new Error(`${sent.method ?? 'GET'} ${path}: status ${status}`);
    return ended - started;
  }

  return { visit, close: client.close };
}

/** The owner signs in. @returns milliseconds */
export function signInOf(
  { visit }: Pick<Visitor, 'visit'>,
  owner: { email: string; password: string },
): Promise<number> {
  const body = JSON.stringify(owner);
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': '192.0.2.1',
  };
  return visit('/api/admin/login', { method: 'POST', body, headers });
}

const PAUSE_MS: Record<Kind, number> = { 'cached page': 10, search: 40, call: 40, 'sign-in': 400 };

/** Visits of every kind, concurrently, for `seconds`. */
export async function visitFor(
  seconds: number,
  visitor: Visitor,
  { owner, without = [] }: { owner: { email: string; password: string }; without?: Kind[] },
): Promise<Times> {
  const times: Times = { 'cached page': [], search: [], call: [], 'sign-in': [] };
  const deadline = performance.now() + seconds * 1000;
  let number = 0;
  const calls: Record<Kind, () => Promise<number>> = {
    'cached page': () => visitor.visit('/blog'),
    search: () => visitor.visit(`/blog?q=ic50+${number++ % 50}`),
    call: () => visitor.visit('/api/blog/posts'),
    'sign-in': () => signInOf(visitor, owner),
  };
  const repeat = async (kind: Kind) => {
    while (performance.now() < deadline) {
      times[kind].push(await calls[kind]());
      await sleep(PAUSE_MS[kind]);
    }
  };
  const kinds = (Object.keys(calls) as Kind[]).filter((kind) => !without.includes(kind));
  await Promise.all(kinds.map(repeat));
  return times;
}
