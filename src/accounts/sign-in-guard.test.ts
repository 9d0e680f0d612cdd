import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock } from '../../test/make-app.ts';
import type { Database } from '../server/db/connect.ts';
import { succeed } from '../server/failure.ts';
import { createLimits } from '../server/limits/limits.ts';
import { createSigning } from '../server/signing.ts';
import { createKnownNetworks } from './known-networks.ts';
import { createSignInGuard } from './sign-in-guard.ts';

const OWNER = { step: 'password', email: 'owner@site.test', ip: '203.0.113.5' } as const;

function makeGuard(db: Database) {
  const clock = makeClock();
  const deps = { db, now: () => clock.now().toISOString(), signing: createSigning(db) };
  const limits = createLimits(deps);
  return { clock, ...createSignInGuard({ limits, networks: createKnownNetworks(deps) }) };
}

const strangerIp = (number: number) => `198.51.${number >> 6}.${(number & 63) * 4}`;

describeEachEngine('the sign-in guard', (makeDatabase) => {
  it('lets a known network sign in during a flood from unknown ones', async () => {
    const db = await makeDatabase();
    const guard = makeGuard(db);
    const signIn = () => guard.attempt(OWNER, async () => succeed('in'));
    expect(await signIn()).toEqual({ ok: true, value: 'in' });
    // Checks that never end, and more that wait for them.
    for (let number = 0; number < 300; number++) {
      const ip = strangerIp(number);
      const stranger = guard.attempt({ ...OWNER, ip }, () => new Promise(() => undefined));
      stranger.catch(() => undefined);
    }
    expect(await signIn()).toEqual({ ok: true, value: 'in' });
  });

  it('knows a network after a restart, for two weeks', async () => {
    const db = await makeDatabase();
    await makeGuard(db).attempt(OWNER, async () => succeed('in'));
    const guard = makeGuard(db);
    guard.clock.advanceDays(14);
    guard.clock.advance(-1);
    for (let number = 0; number < 6; number++) {
      const stranger = guard.attempt(
        { ...OWNER, ip: strangerIp(number) },
        () => new Promise(() => undefined),
      );
      stranger.catch(() => undefined);
    }
    expect(await guard.attempt(OWNER, async () => succeed('in'))).toMatchObject({ ok: true });
  });

  it('refunds an attempt when the database is unreachable', async () => {
    const guard = makeGuard(await makeDatabase());
    for (let times = 0; times < 12; times++) {
      const attempt = guard.attempt(OWNER, () => Promise.reject(new Error('No database')));
      await expect(attempt).rejects.toThrow('No database');
    }
    expect(await guard.attempt(OWNER, async () => succeed('in'))).toMatchObject({ ok: true });
  });
});
