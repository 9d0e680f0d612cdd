import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../../test/software-passkey.ts';
import { ensureAdministrator } from '../administrators.ts';
import { redeemPasswordReset, requestPasswordReset } from '../password-resets.ts';
import { signIn, signInWithPasskey } from '../sign-in.ts';

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

describe('guessing passwords', () => {
  async function siteWithOwner(): Promise<TestApp> {
    const site = await makeApp();
    await ensureAdministrator(site.site, ADMINISTRATOR);
    Object.assign(pauses, { all: [], running: 0, mostAtOnce: 0 });
    return site;
  }

  it('from one network ends after ten, though 100 come at once, to one account or many', async () => {
    const site = await siteWithOwner();
    const guesses = Array.from({ length: 100 }, (_, number) =>
      signInFrom(site, `198.51.100.${number}`, 'wrong', `nobody${number % 40}@site.test`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);

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
    const attack = Array.from({ length: 200 }, (_, number) =>
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
  });

  it('of one account from new networks is limited, also for an unknown email, but not by passkeys', async () => {
    const site = await siteWithOwner();
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
    for (const [start, who] of [
      [0, email],
      [1000, 'nobody@site.test'],
    ] as const) {
      const statuses: number[] = [];
      for (let number = start; number < start + 62; number += 1) {
        statuses.push((await signInFrom(site, network(number), 'wrong', who)).status);
      }
      expect([who, ...statuses]).toEqual([who, ...Array(60).fill(401), 429, 429]);
    }
    expect((await signInFrom(site, network(5000), password)).status).toBe(429);
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
    const answer = makeSoftwarePasskey().answer({ challenge: 'made-up' });
    const ip = network(99);
    expect(await signInWithPasskey(site.site, answer, { ip })).toMatchObject({
      failure: { kind: 'unauthenticated' },
    });
  });

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
  });

  it('does not delay the owner who has set a new password by mail', async () => {
    const site = await siteWithOwner();

    for (let times = 0; times < 8; times += 1)
      await signIn(site.site, { email, password: 'wrong' });
    expect(pauses.all).toEqual([250, 500, 1_000]);
    await requestPasswordReset(site.site, { email });
    const [mail] = await site.sendMails();
    const [, token = ''] = /#([0-9a-f]{40})/.exec(mail?.text ?? '') ?? [];
    const next = 'a password chosen by mail';
    expect(await redeemPasswordReset(site.site, { token, password: next })).toMatchObject({
      ok: true,
    });
    expect(await signIn(site.site, { email, password: next })).toMatchObject({ ok: true });
    expect(pauses.all).toHaveLength(3);
  });

  it('does not count attempts that failed with the database', async () => {
    const site = await siteWithOwner();
    await sql`alter table administrators rename to administrators_away`.execute(site.db.query);
    for (let times = 0; times < 12; times += 1) {
      expect((await signInFrom(site, HOME, password)).status).toBe(500);
    }
    await sql`alter table administrators_away rename to administrators`.execute(site.db.query);
    expect((await signInFrom(site, HOME, password)).status).toBe(200);
  });
});
