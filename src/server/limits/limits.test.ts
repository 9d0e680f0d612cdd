import { expect, test } from 'vitest';
import { describeEachEngine } from '../../../test/engines.ts';
import { makeClock } from '../../../test/make-site.ts';
import { createSigning } from '../signing.ts';
import { createLimits, createMemoryCounts, type Limit } from './limits.ts';

const LIMIT: Limit = { name: 'test', max: 2, seconds: 600 };

describeEachEngine('limits', (makeDatabase) => {
  async function makeLimits() {
    const db = await makeDatabase();
    const clock = makeClock();
    const now = () => clock.now().toISOString();
    return { clock, limits: createLimits({ db, now, signing: createSigning(db) }) };
  }

  const times = (count: number) => Array.from({ length: count });

  test('refuse a client above the maximum, say until when, and refuse no other client', async () => {
    const { clock, limits } = await makeLimits();
    const many = await Promise.all(times(50).map(() => limits.spend(LIMIT, 'a@site.test')));
    expect(many.filter((wait) => wait === null)).toHaveLength(2);
    expect(new Set(many)).toEqual(new Set([null, 600]));
    expect(await limits.spend(LIMIT, 'b@site.test')).toBeNull();
    expect(await limits.spend({ ...LIMIT, name: 'other' }, 'a@site.test')).toBeNull();

    clock.advance(599_001);
    expect(await limits.spend(LIMIT, 'a@site.test')).toBe(1);
    clock.advance(999);
    expect(await limits.spend(LIMIT, 'a@site.test')).toBeNull();
  });

  test('count concurrent events one by one, and refund them', async () => {
    const { limits } = await makeLimits();
    const tallies = await Promise.all(times(20).map(() => limits.tally(LIMIT, 'a@site.test')));
    const numbers = tallies.map((tally) => tally.count).sort((one, other) => one - other);
    expect(numbers).toEqual(times(20).map((_, index) => index + 1));
    await Promise.all(times(19).map(() => limits.refund([LIMIT], 'a@site.test')));
    expect(await limits.tally(LIMIT, 'a@site.test')).toEqual({ count: 2, seconds: 600 });
    // Never below zero.
    await Promise.all(times(9).map(() => limits.refund([LIMIT], 'a@site.test')));
    expect(await limits.tally(LIMIT, 'a@site.test')).toMatchObject({ count: 1 });
  });

  test('allow a client again after a reset', async () => {
    const { limits } = await makeLimits();
    for (const wait of [null, null, 600]) {
      expect(await limits.spend(LIMIT, 'a@site.test')).toBe(wait);
    }
    await limits.reset(LIMIT, 'a@site.test');
    expect(await limits.spend(LIMIT, 'a@site.test')).toBeNull();
  });
});

test('counts in memory are bounded, however many keys clients make up', () => {
  const counts = createMemoryCounts({ duration: 1000, maxKeys: 3 });
  for (let name = 0; name < 1000; name++) counts.add(`${name}`, 0);
  expect(counts.size()).toBe(3);
  // The latest are still known.
  expect(counts.add('999', 1)).toEqual({ count: 2, endsAt: 1000 });
  expect(counts.add('998', 1)).toMatchObject({ count: 2 });
  // Ended windows are deleted.
  counts.add('later', 1000);
  expect(counts.size()).toBe(1);
});
