import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../harness/editor.ts';
import { requirePostgres } from '../harness/require-postgres.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** Concurrent visitors of each kind. */
const VISITORS = 8;
/** No response may take longer, whatever its status. */
const MAX_MS = 10_000;
/** How long nothing is published before the database goes away. */
const QUIET_MS = 1_500;
/** The time to recover once the database is back. */
const RECOVERY_MS = 5_000;
const PAGE = '/blog/how-to-read-an-ic50';

type Phase = 'before' | 'away' | 'returning' | 'after';
type Kind = 'page' | 'search' | 'write';
type TimedResponse = {
  phase: Phase;
  kind: Kind;
  status: number;
  hasRetryAfter: boolean;
  took: number;
};

/** PostgreSQL goes away under load: cached pages stay, the rest is a 503, and then it recovers. */
export const outage: Trial = {
  name: 'outage',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { seconds: { type: 'string', default: '30' } },
    });
    const postgres = await requirePostgres('durable');
    const site = await startProductionSite({
      DATABASE_URL: await postgres.createDatabase(),
      LOG_LEVEL: 'silent',
      // One machine acts for all visitors.
      SEARCHES_PER_MINUTE: '0',
    });
    try {
      const editor = await signIn(site);
      const pid = site.pid();
      let phase: Phase = 'before';
      const responses: TimedResponse[] = [];
      const written: string[] = [];
      let hasEnded = false;
      const pauses = { page: 20, search: 20, write: 20 };
      const kinds: readonly Kind[] = ['page', 'search', 'write'];
      const visitors = kinds.flatMap((kind) =>
        Array.from({ length: kind === 'write' ? 1 : VISITORS }, async (_, visitor) => {
          for (let number = 1; !hasEnded; number++) {
            const phaseBefore = phase;
            const response = await request(
              site.address,
              editor,
              kind,
              `${kind}-${visitor}-${number}`,
            );
            // A request across two phases may end either way.
            if (phaseBefore === phase) responses.push({ ...response, kind, phase });
            if (kind === 'write' && response.status === 201)
              written.push(`write-${visitor}-${number}`);
            await sleep(pauses[kind]);
          }
        }),
      );
      await sleep(2_000);
      // Only pages that were requested since the last publication are cached.
      pauses.write = 2 * QUIET_MS;
      await sleep(QUIET_MS);
      pauses.write = 20;
      phase = 'away';
      await postgres.crash();
      await sleep(wholeNumber('seconds', values.seconds) * 1000);
      phase = 'returning';
      await postgres.startAgain();
      await sleep(RECOVERY_MS);
      phase = 'after';
      await sleep(2_000);
      hasEnded = true;
      await Promise.all(visitors);
      report(responses);
      const lost: string[] = [];
      for (const slug of written) {
        const response = await fetch(`${site.address}/api/blog/posts/${slug}`);
        if (response.status !== 200) lost.push(slug);
      }
      const isSame = site.pid() === pid;
      console.log(
        `${written.length} posts were confirmed, ${lost.length} of them lost; ${isSame ? 'the process is the same' : 'the process is another'}`,
      );
      const faults = responses.filter((response) => !isRight(response));
      for (const fault of faults.slice(0, 5)) console.error('  wrong:', JSON.stringify(fault));
      return faults.length === 0 && lost.length === 0 && isSame;
    } finally {
      await site.stop();
      await postgres.stop();
    }
  },
};

async function request(
  address: string,
  { token }: Editor,
  kind: Kind,
  name: string,
): Promise<Pick<TimedResponse, 'status' | 'hasRetryAfter' | 'took'>> {
  const started = performance.now();
  const requests = {
    page: () => fetch(address + PAGE),
    search: () => fetch(`${address}/api/blog/posts?q=${name}`),
    write: () =>
      fetch(`${address}/api/admin/blog/posts`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ title: name, slug: name, content: 'Text.', status: 'published' }),
      }),
  };
  const response = await requests[kind]();
  await response.arrayBuffer();
  const hasRetryAfter = response.headers.has('Retry-After');
  return { status: response.status, hasRetryAfter, took: performance.now() - started };
}

function isRight({ phase, kind, status, hasRetryAfter, took }: TimedResponse): boolean {
  if (took > MAX_MS) return false;
  if (status === (kind === 'write' ? 201 : 200)) return true;
  const mayBeUnavailable = kind !== 'page' && (phase === 'away' || phase === 'returning');
  return mayBeUnavailable && status === 503 && hasRetryAfter;
}

function report(responses: readonly TimedResponse[]): void {
  for (const phase of ['before', 'away', 'returning', 'after'] as const) {
    for (const kind of ['page', 'search', 'write'] as const) {
      const of = responses.filter((each) => each.phase === phase && each.kind === kind);
      const statuses = Map.groupBy(of, ({ status }) => status);
      const counts = [...statuses].map(([status, those]) => `${those.length} × ${status}`);
      const slowest = Math.max(0, ...of.map(({ took }) => took));
      console.log(
        `${phase.padEnd(10)} ${kind.padEnd(7)} ${counts.join(', ').padEnd(24)} slowest ${slowest.toFixed(0)} ms`,
      );
    }
  }
}
