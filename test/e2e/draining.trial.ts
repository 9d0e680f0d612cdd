import { expect } from '@playwright/test';
import { startProductionSite } from '../production-site.ts';
import { test } from './page-test.ts';

const VISITORS = 6;

test('a restart under load: every request that was accepted is answered whole', async () => {
  const site = await startProductionSite({ PAGE_CACHE_MB: '0' });
  try {
    const answers: { status: number; isWhole: boolean }[] = [];
    /** Visits until no connection is accepted any more. */
    const visitor = async () => {
      for (;;) {
        const response = await fetch(`${site.address}/blog`).catch(() => null);
        if (response === null) return;
        const page = await response.text().catch(() => '');
        answers.push({ status: response.status, isWhole: page.endsWith('</html>') });
      }
    };
    const visitors = Promise.all(Array.from({ length: VISITORS }, visitor));
    await expect.poll(() => answers.length).toBeGreaterThan(2 * VISITORS);
    process.kill(site.pid(), 'SIGTERM');
    await visitors;
    expect(answers.filter(({ status, isWhole }) => status !== 200 || !isWhole)).toEqual([]);
  } finally {
    await site.stop();
  }
});
