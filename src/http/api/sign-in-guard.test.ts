import { describe, expect, it } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';

/** Signs in from an address of the network, as a server sees it. */
function signInFrom({ app }: TestApp, address: string, password: string, email?: string) {
  const body = JSON.stringify({ email: email ?? ADMINISTRATOR.email, password });
  return app.request(
    '/api/admin/login',
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body },
    { incoming: { socket: { remoteAddress: address } } },
  );
}

async function siteWithOwner(): Promise<TestApp> {
  const site = await makeApp();
  await site.services.ensureAdministrator(ADMINISTRATOR);
  return site;
}

const { password } = ADMINISTRATOR;

describe('guessing passwords', () => {
  it('from one network ends after ten, also with another address in it, and says for how long', async () => {
    const site = await siteWithOwner();
    for (let tries = 0; tries < 10; tries += 1) {
      // Of accounts that are not there: those of the owner would wait longer each time.
      const answer = await signInFrom(site, '198.51.100.1', 'wrong', `nobody${tries}@site.test`);
      expect(answer.status).toBe(401);
    }
    const refused = await signInFrom(site, '198.51.100.77', password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(500);
    expect(await refused.json()).toEqual({
      detail: 'Too many attempts to sign in. Try again in 10 minutes.',
    });
    // The owner, elsewhere.
    expect((await signInFrom(site, '203.0.113.5', password)).status).toBe(200);
  });

  it('from a thousand networks at once does not keep the owner out', async () => {
    const site = await siteWithOwner();
    const attack = Array.from({ length: 1_000 }, (_, number) =>
      signInFrom(site, `198.51.${number >> 2}.${(number & 3) * 64}`, 'wrong'),
    );
    const owner = await signInFrom(site, '203.0.113.5', password);
    expect(owner.status).toBe(200);
    const statuses = (await Promise.all(attack)).map(({ status }) => status);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    // And afterwards, when all of that has been counted.
    expect((await signInFrom(site, '203.0.113.5', password)).status).toBe(200);
  }, 60_000);

  it('slowly is slowed down more and more; a right password ends that', async () => {
    const site = await siteWithOwner();
    for (let tries = 0; tries < 5; tries += 1) {
      await signInFrom(site, `198.51.${tries}.1`, 'wrong');
    }
    const pauses: number[] = [];
    for (const each of ['wrong', 'wrong', password, 'wrong']) {
      const begun = performance.now();
      await signInFrom(site, '203.0.113.5', each);
      pauses.push(performance.now() - begun);
    }
    const [first = 0, second = 0, right = 0] = pauses;
    // Timers never fire early; how late they fire is the machine's affair.
    expect(first).toBeGreaterThanOrEqual(245);
    expect(second).toBeGreaterThanOrEqual(495);
    expect(right).toBeGreaterThanOrEqual(995);
  });
});
