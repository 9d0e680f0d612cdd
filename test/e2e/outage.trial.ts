import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { signIn } from '../../scripts/harness/editor.ts';
import { requirePostgres } from '../postgres-server.ts';
import { startProductionSite } from '../production-site.ts';
import { test } from './page-test.ts';

test.describe.configure({ timeout: 180_000 });

/** Concurrent readers of a cached page, and concurrent searches. */
const READERS = 3;
/** Only pages that were requested since the last publication are cached. */
const QUIET_MS = 1_500;
const AWAY_MS = 1_500;
const RECOVERY_MS = 5_000;

type Phase = 'before' | 'away' | 'after';
type Answer = {
  kind: 'page' | 'search' | 'write';
  phase: Phase;
  status: number;
  took: number;
  mayRetry: boolean;
};

test('a database that goes away and comes back costs neither pages nor posts', async () => {
  const postgres = await requirePostgres('durable');
  const site = await startProductionSite({
    DATABASE_URL: await postgres.createDatabase(),
    LOG_LEVEL: 'silent',
    // One machine acts for all visitors.
    SEARCHES_PER_MINUTE: '0',
  });
  try {
    const { token } = await signIn(site);
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const pid = site.pid();
    const answers: Answer[] = [];
    const written: string[] = [];
    let phase: Phase = 'before';
    let pause = 20;
    let hasEnded = false;
    const repeat = async (kind: Answer['kind'], path: string, write?: (slug: string) => object) => {
      for (let number = 1; !hasEnded; number++) {
        const [asked, started, slug] = [phase, performance.now(), `written-${number}`];
        const response = await fetch(site.address + path, {
          // Readers send no token: what is answered to one is not cached.
          ...(write && { method: 'POST', headers, body: JSON.stringify(write(slug)) }),
        });
        await response.arrayBuffer();
        const { status } = response;
        const mayRetry = response.headers.has('Retry-After');
        const took = performance.now() - started;
        if (write && status === 201) written.push(slug);
        // A request across two phases may end either way.
        if (asked === phase) answers.push({ kind, phase, status, took, mayRetry });
        await sleep(kind === 'write' ? pause : 20);
      }
    };
    const visitors = [
      repeat('write', '/api/admin/blog/posts', (slug) => ({ title: slug, slug, content: 'Text.' })),
      ...Array.from({ length: READERS }, () => [
        repeat('page', '/blog/how-to-read-an-ic50'),
        repeat('search', '/api/blog/posts?q=assay'),
      ]).flat(),
    ];
    await sleep(1_000);
    pause = 2 * QUIET_MS;
    await sleep(QUIET_MS);
    pause = 20;
    phase = 'away';
    await postgres.crash();
    await sleep(AWAY_MS);
    await postgres.startAgain();
    await sleep(RECOVERY_MS);
    phase = 'after';
    await sleep(1_000);
    hasEnded = true;
    await Promise.all(visitors);
    const wrong = answers.filter(({ kind, phase: at, status, took, mayRetry }) => {
      if (took > 10_000) return true;
      if (status === (kind === 'write' ? 201 : 200)) return false;
      return !(kind !== 'page' && at === 'away' && status === 503 && mayRetry);
    });
    expect(wrong).toEqual([]);
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    expect(answers.some(({ kind, phase: at }) => kind === 'write' && at === 'after')).toBe(true);
    const found = await Promise.all(
      written.map(async (slug) => (await fetch(`${site.address}/api/blog/posts/${slug}`)).status),
    );
    expect(found.filter((status) => status !== 200)).toEqual([]);
    expect(site.pid()).toBe(pid);
  } finally {
    await site.stop();
    await postgres.stop();
  }
});
