import { expect, it } from 'vitest';
import { describeEachEngine } from '../../test/engines.ts';
import { makeClock } from '../../test/make-site.ts';
import { createLease } from './leases.ts';

describeEachEngine('a lease', (makeDatabase) => {
  it('is held by one process at a time, until that releases it or is silent for too long', async () => {
    const db = await makeDatabase();
    const clock = makeClock();
    const options = { name: 'job', duration: 1_000 };
    const make = () => createLease({ db, now: () => clock.now().toISOString() }, options);
    const [a, b] = [make(), make()];
    const held = await Promise.all([a.hold(), b.hold()]);
    expect(held.filter(Boolean)).toHaveLength(1);
    const [holder, other] = held[0] ? [a, b] : [b, a];
    clock.advance(900);
    expect(await holder.hold()).toBe(true);
    clock.advance(900);
    expect(await other.hold()).toBe(false);
    await other.release();
    expect(await other.hold()).toBe(false);
    clock.advance(100);
    expect(await other.hold()).toBe(true);
    expect(await holder.hold()).toBe(false);
    await other.release();
    expect(await holder.hold()).toBe(true);
  });
});
