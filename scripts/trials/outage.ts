import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/postgres-server.ts';
import { startProductionSite } from '../../test/production-site.ts';
import { type Editor, signIn } from '../bench/editor.ts';
import { type Trial, wholeNumber } from './trial.ts';

/** How many visitors of each kind ask at the same time. */
const VISITORS = 8;
/** In milliseconds; no answer may take longer, whatever it says. */
const HANG = 10_000;
/** All is as before this long after the database is back, in milliseconds. */
const RECOVERY = 5_000;
const PAGE = '/blog/how-to-read-an-ic50';

type Phase = 'before' | 'away' | 'returning' | 'after';
type Kind = 'page' | 'search' | 'write';
type Answer = { phase: Phase; kind: Kind; status: number; hasRetryAfter: boolean; took: number };

/** PostgreSQL goes away under load: kept pages, clear refusals, and then all is as before. */
export const outage: Trial = {
  name: 'outage',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { seconds: { type: 'string', default: '30' } },
    });
    const postgres = await startPostgres('durably');
    if (postgres === undefined) {
      throw new Error('PostgreSQL: no server binaries found (install postgresql)');
    }
    const site = await startProductionSite({
      DATABASE_URL: await postgres.createDatabase(),
      LOG_LEVEL: 'silent',
      // One machine stands for all visitors.
      SEARCHES_PER_MINUTE: '0',
    });
    try {
      const editor = await signIn(site);
      const pid = site.pid();
      let phase: Phase = 'before';
      const answers: Answer[] = [];
      const written: string[] = [];
      let isOver = false;
      const kinds: readonly Kind[] = ['page', 'search', 'write'];
      const visitors = kinds.flatMap((kind) =>
        Array.from({ length: kind === 'write' ? 1 : VISITORS }, async (_, visitor) => {
          for (let number = 1; !isOver; number++) {
            const asked = phase;
            const answer = await ask(site.address, editor, kind, `${kind}-${visitor}-${number}`);
            // What began before a change of phase may end either way.
            if (asked === phase) answers.push({ ...answer, kind, phase });
            if (kind === 'write' && answer.status === 201)
              written.push(`write-${visitor}-${number}`);
            await sleep(20);
          }
        }),
      );
      await sleep(2_000);
      phase = 'away';
      await postgres.crash();
      await sleep(wholeNumber('seconds', values.seconds) * 1000);
      phase = 'returning';
      await postgres.startAgain();
      await sleep(RECOVERY);
      phase = 'after';
      await sleep(2_000);
      isOver = true;
      await Promise.all(visitors);
      report(answers);
      const lost: string[] = [];
      for (const slug of written) {
        const response = await fetch(`${site.address}/api/blog/posts/${slug}`);
        if (response.status !== 200) lost.push(slug);
      }
      const isSame = site.pid() === pid;
      console.log(
        `${written.length} posts were answered, ${lost.length} of them lost; ${isSame ? 'the process is the same' : 'the process is another'}`,
      );
      const faults = answers.filter((answer) => !isRight(answer));
      for (const fault of faults.slice(0, 5)) console.error('  wrong:', JSON.stringify(fault));
      return faults.length === 0 && lost.length === 0 && isSame;
    } finally {
      await site.stop();
      await postgres.stop();
    }
  },
};

async function ask(
  address: string,
  { token }: Editor,
  kind: Kind,
  name: string,
): Promise<Pick<Answer, 'status' | 'hasRetryAfter' | 'took'>> {
  const began = performance.now();
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
  return { status: response.status, hasRetryAfter, took: performance.now() - began };
}

function isRight({ phase, kind, status, hasRetryAfter, took }: Answer): boolean {
  if (took > HANG) return false;
  if (status === (kind === 'write' ? 201 : 200)) return true;
  const mayBeRefused = kind !== 'page' && (phase === 'away' || phase === 'returning');
  return mayBeRefused && status === 503 && hasRetryAfter;
}

function report(answers: readonly Answer[]): void {
  for (const phase of ['before', 'away', 'returning', 'after'] as const) {
    for (const kind of ['page', 'search', 'write'] as const) {
      const of = answers.filter((answer) => answer.phase === phase && answer.kind === kind);
      const statuses = Map.groupBy(of, ({ status }) => status);
      const counts = [...statuses].map(([status, those]) => `${those.length} × ${status}`);
      const slowest = Math.max(0, ...of.map(({ took }) => took));
      console.log(
        `${phase.padEnd(10)} ${kind.padEnd(7)} ${counts.join(', ').padEnd(24)} slowest ${slowest.toFixed(0)} ms`,
      );
    }
  }
}
