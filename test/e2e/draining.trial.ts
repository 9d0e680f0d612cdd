import { type Agent, request as ask, Agent as HttpAgent } from 'node:http';
import { expect } from '@playwright/test';
import { startProductionSite } from '../production-site.ts';
import { test } from './page-test.ts';

type Answer = { status: number; isWhole: boolean } | { refused: string };

function get(address: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    ask(address, { agent }, async (answer) => {
      try {
        const body = Buffer.concat(await answer.toArray()).toString();
        resolve({ status: answer.statusCode ?? 0, isWhole: body.endsWith('</html>') });
      } catch {
        resolve({ status: answer.statusCode ?? 0, isWhole: false });
      }
    })
      .on('error', ({ message }) => resolve({ refused: message }))
      .end();
  });
}

const VISITORS = 6;

test('a restart under load: every request that was accepted is answered whole', async () => {
  const site = await startProductionSite({ PAGE_CACHE_MB: '0' });
  try {
    const answers: Answer[] = [];
    const visitor = async () => {
      const agent = new HttpAgent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const answer = await get(`${site.address}/blog`, agent);
        answers.push(answer);
        if ('refused' in answer) break;
      }
      agent.destroy();
    };
    const visitors = Promise.all(Array.from({ length: VISITORS }, visitor));
    await expect.poll(() => answers.length).toBeGreaterThan(2 * VISITORS);
    process.kill(site.pid(), 'SIGTERM');
    await visitors;
    const answered = answers.filter((answer) => 'status' in answer);
    expect(answered.filter(({ status, isWhole }) => status !== 200 || !isWhole)).toEqual([]);
    // Each client fails once to connect; a connection that was being used again
    // at that instant is closed.
    for (const answer of answers) {
      if ('refused' in answer) expect(answer.refused).toMatch(/ECONNREFUSED|ECONNRESET|hang up/);
    }
  } finally {
    await site.stop();
  }
});
