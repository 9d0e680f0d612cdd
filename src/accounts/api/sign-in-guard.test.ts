import { expect, it, vi } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../../test/software-passkey.ts';

/** Records pauses, and how many run at the same time, without waiting. */
const pauses = vi.hoisted(() => ({ all: [] as number[], running: 0, mostAtOnce: 0 }));
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    pauses.all.push(milliseconds);
    pauses.running += 1;
    pauses.mostAtOnce = Math.max(pauses.mostAtOnce, pauses.running);
    await new Promise((resolve) => setImmediate(resolve));
    pauses.running -= 1;
  },
}));

/** Signs in from an IP address. */
function signInFrom({ app }: TestApp, address: string, password: string, email?: string) {
  const body = JSON.stringify({ email: email ?? ADMINISTRATOR.email, password });
  return app.request(
    '/api/admin/login',
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body },
    { incoming: { socket: { remoteAddress: address } } },
  );
}

const { email, password } = ADMINISTRATOR;
const HOME = '203.0.113.5';

/** A different IPv6 network (/56) for each number. */
const network = (number: number) => `2001:db8:${number.toString(16)}::1`;

describeEachEngine('guessing passwords', (makeDatabase, { engine }) => {
  async function siteWithOwner(): Promise<TestApp> {
    const site = await makeApp({ db: await makeDatabase() });
    await site.services.accounts.ensureAdministrator(ADMINISTRATOR);
    Object.assign(pauses, { all: [], running: 0, mostAtOnce: 0 });
    return site;
  }

  it('from one network ends after ten, though 300 come at once, to one account or many', async () => {
    const site = await siteWithOwner();
    const guesses = Array.from({ length: 300 }, (_, number) =>
      signInFrom(site, `198.51.100.${number % 250}`, 'wrong', `nobody${number % 40}@site.test`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(290);

    const refused = await signInFrom(site, '198.51.100.77', password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(500);
    expect(await refused.json()).toEqual({
      detail: 'Too many sign-in attempts. Try again in 10 minutes.',
    });
    // The owner, from another network.
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
  });

  it('does not count right passwords: a team in one office signs in as often as it likes', async () => {
    const site = await siteWithOwner();
    for (let times = 0; times < 15; times += 1) {
      expect((await signInFrom(site, HOME, password)).status).toBe(200);
    }
    expect(pauses.all).toEqual([]);
  });

  it('from hundreds of networks at once is checked one by one, and never keeps the owner out of a known network', async () => {
    const site = await siteWithOwner();
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
    const attack = Array.from({ length: engine === 'sqlite' ? 1_000 : 200 }, (_, number) =>
      signInFrom(site, network(number), 'wrong'),
    );
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
    const statuses = (await Promise.all(attack)).map(({ status }) => status);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    // One at a time; those that waited longest were rejected.
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(15);
    expect(pauses.mostAtOnce).toBe(1);
    // And afterwards, when all attempts have been counted.
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
  }, 60_000);

  it('of one account from new networks is limited, also for an unknown email', async () => {
    const site = await siteWithOwner();
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
    for (const [start, who] of [
      [0, email],
      [1000, 'nobody@site.test'],
    ] as const) {
      const statuses: number[] = [];
      for (let number = start; number < start + 70; number += 1) {
        statuses.push((await signInFrom(site, network(number), 'wrong', who)).status);
      }
      expect([who, statuses.filter((status) => status === 401).length]).toEqual([who, 60]);
      expect(statuses.slice(60).every((status) => status === 429)).toBe(true);
    }
    const elsewhere = await signInFrom(site, network(5000), password);
    expect(elsewhere.status).toBe(429);
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
  }, 60_000);

  it('tells a stranger nothing of which accounts exist, also when the owner has just signed in', async () => {
    const site = await siteWithOwner();
    const seen = async (who: string, number: number) => {
      pauses.all = [];
      const answer = await signInFrom(site, network(number), 'wrong', who);
      return { status: answer.status, body: await answer.text(), pauses: pauses.all };
    };
    for (let number = 0; number < 9; number += 1) {
      const unknown = await seen('nobody@site.test', 2 * number);
      expect(await seen(email, 2 * number + 1)).toEqual(unknown);
      // From a new network, then again from it.
      if (number === 6) await signInFrom(site, HOME, password);
      if (number === 7) await signInFrom(site, HOME, password);
    }
    expect(pauses.all).toEqual([2_000]);
    // Nor to a client in the owner's network.
    const beside = async (who: string) => {
      const answer = await signInFrom(site, '203.0.113.77', 'wrong', who);
      return [answer.status, await answer.text()];
    };
    pauses.all = [];
    expect(await beside(email)).toEqual(await beside('nobody@site.test'));
    expect(pauses.all).toEqual([]);
  }, 60_000);

  it('does not use up what a passkey may try', async () => {
    const site = await siteWithOwner();
    for (let number = 0; number < 70; number += 1) {
      await signInFrom(site, network(number), 'wrong');
    }
    const answer = makeSoftwarePasskey().answer({ challenge: 'made-up' });
    expect(
      await site.services.accounts.signInWithPasskey(answer, { ip: network(99) }),
    ).toMatchObject({
      failure: { kind: 'unauthenticated' },
    });
  }, 60_000);
});
