import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { ADMINISTRATOR, makeApp, type TestApp } from '../../../test/make-app.ts';
import { makeSoftwarePasskey } from '../../../test/software-passkey.ts';
import { succeed } from '../../server/failure.ts';
import { ensureAdministrator } from '../people.ts';
import { guardAttempt, signInWithPasskey } from '../sign-in.ts';

/** Records the delays of attempts without waiting. */
const delays = vi.hoisted(() => [] as number[]);
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    delays.push(milliseconds);
  },
}));

const { email, password } = ADMINISTRATOR;
const HOME = '203.0.113.5';
const PRIVATE = '10.0.0.7';

/** A different IPv6 network (/56) for each number. */
const network = (number: number) => `2001:db8:${number.toString(16)}::1`;

async function siteWithOwner() {
  const site = await makeApp();
  await ensureAdministrator(site.site, ADMINISTRATOR);
  delays.length = 0;
  return site;
}

/** The status of a sign-in from an IP address. */
async function statusFrom({ app }: TestApp, address: string, typed: string, who = email) {
  const response = await app.request(
    '/api/admin/login',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: who, password: typed }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  );
  return response.status;
}

const guess = (site: TestApp, addresses: readonly string[], who?: (number: number) => string) =>
  Promise.all(addresses.map((address, i) => statusFrom(site, address, 'wrong', who?.(i))));

const numbers = (length: number) => Array.from({ length }, (_, number) => number);
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('guardAttempt', () => {
  it('refuses a network after ten wrong guesses, though 200 come at once, at one account or many', async () => {
    const site = await siteWithOwner();
    const addresses = numbers(200).map((number) => `198.51.100.${number}`);
    const statuses = await guess(site, addresses, (number) => `nobody${number % 40}@site.test`);
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 190]);
    expect(await statusFrom(site, '198.51.100.77', password)).toBe(429);
    expect(await statusFrom(site, HOME, password)).toBe(200);
    site.clock.advance(10 * 60_000);
    expect(await statusFrom(site, '198.51.100.77', password)).toBe(200);
  });

  it('checks and counts 200 guesses from as many networks, delays them, and never locks the owner out', async () => {
    const site = await siteWithOwner();
    const attack = guess(site, numbers(200).map(network));
    expect(await statusFrom(site, HOME, password)).toBe(200);
    expect(countOf(await attack, 401)).toBe(200);
    expect(delays.slice(0, 5)).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(Math.max(...delays)).toBe(4_000);
    delays.length = 0;
    // A network is known for two weeks after a sign-in: the account's count is not for it.
    expect(await statusFrom(site, HOME, password)).toBe(200);
    expect(await statusFrom(site, HOME, 'wrong')).toBe(401);
    expect(delays).toEqual([]);
    expect(await statusFrom(site, network(5_000), password)).toBe(200);
    expect(delays).toEqual([4_000]);
  });

  it('checks few at once, so that pages have cores and threads left', async () => {
    const { site } = await siteWithOwner();
    let [running, most] = [0, 0];
    const check = async () => {
      running += 1;
      most = Math.max(most, running);
      await promisify(setImmediate)();
      running -= 1;
      return succeed(null);
    };
    const attempt = (number: number) =>
      guardAttempt(site, `${number}`, { ip: network(number) }, check);
    await Promise.all(numbers(100).map(attempt));
    expect(most).toBe(Math.max(Math.floor(availableParallelism() / 2), 1));
  });

  it('forgets a network two weeks after its last sign-in, and never knows or refuses a private one', async () => {
    const site = await siteWithOwner();
    expect(await statusFrom(site, HOME, password)).toBe(200);
    for (const address of [PRIVATE, '127.0.0.1', '::1']) {
      expect(await statusFrom(site, address, password)).toBe(200);
    }
    const delayFor = async (address: string) => {
      await guess(site, numbers(6).map(network));
      delays.length = 0;
      expect(await statusFrom(site, address, password)).toBe(200);
      return delays;
    };
    expect(await delayFor(HOME)).toEqual([]);
    site.clock.advance(15 * 60_000);
    expect(await delayFor(PRIVATE)).toEqual([500]);
    site.clock.advanceDays(14);
    expect(await delayFor(HOME)).toEqual([500]);
    // It stands for everybody behind a proxy that is not named.
    const statuses = await guess(site, Array(60).fill(PRIVATE));
    expect(countOf(statuses, 401)).toBe(60);
    expect(await statusFrom(site, PRIVATE, password)).toBe(200);
  });

  it('takes back a right password alone, and what failed with the database', async () => {
    const site = await siteWithOwner();
    for (let times = 0; times < 15; times += 1) {
      expect(await statusFrom(site, HOME, password)).toBe(200);
    }
    await guess(site, Array(9).fill(HOME));
    expect(await statusFrom(site, HOME, password)).toBe(200);
    await sql`alter table administrators rename to administrators_away`.execute(site.db.query);
    for (let times = 0; times < 12; times += 1) {
      expect(await statusFrom(site, HOME, password)).toBe(500);
    }
    await sql`alter table administrators_away rename to administrators`.execute(site.db.query);
    expect(await guess(site, [HOME, HOME])).toEqual([401, 429]);
  });

  it('answers and delays a stranger alike, whether or not there is such an account, and not for other steps', async () => {
    const site = await siteWithOwner();
    const seen = async (who: string, number: number) => {
      delays.length = 0;
      const status = await statusFrom(site, network(number), 'wrong', who);
      return { status, delays: [...delays] };
    };
    for (let number = 0; number < 8; number += 1) {
      const unknown = await seen('nobody@site.test', 2 * number);
      expect(await seen(email, 2 * number + 1)).toEqual(unknown);
      if (number === 6) await statusFrom(site, HOME, password);
    }
    delays.length = 0;
    const answer = makeSoftwarePasskey().answer({ challenge: 'made-up' });
    const refused = await signInWithPasskey(site.site, answer, { ip: network(99) });
    expect(refused).toMatchObject({ failure: { kind: 'unauthenticated' } });
    expect(delays).toEqual([]);
  });
});
