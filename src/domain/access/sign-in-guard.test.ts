import { expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { succeed } from '../../failure.ts';
import { createLimits } from '../abuse/limits.ts';
import { createSigning } from '../signing.ts';
import { createSignInGuard } from './sign-in-guard.ts';

const OWNER = { email: 'owner@site.test', address: '203.0.113.5' };

describeEachEngine('the door', (makeDatabase) => {
  it('is open where somebody has signed in before, however many strangers stand in it', async () => {
    const db = await makeDatabase();
    const guard = createSignInGuard(createLimits({ db, signing: createSigning(db) }));
    const signIn = () => guard.attempt(OWNER, async () => succeed('in'));
    expect(await signIn()).toEqual({ ok: true, value: 'in' });
    // Checks that never end, and more that wait for them, until there is no database any more.
    for (let number = 0; number < 300; number++) {
      const address = `198.51.${number >> 6}.${(number & 63) * 4}`;
      const stranger = guard.attempt({ ...OWNER, address }, () => new Promise(() => undefined));
      stranger.catch(() => undefined);
    }
    expect(await signIn()).toEqual({ ok: true, value: 'in' });
  });
});
