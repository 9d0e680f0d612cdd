import { expect, test } from 'vitest';
import { makeClock } from '../../../test/make-site.ts';
import { createLimits, type Limit } from './limits.ts';

const LIMIT: Limit = { name: 'test', max: 2, seconds: 600 };
const [A, B] = ['a@site.test', 'b@site.test'];

function makeLimits() {
  const clock = makeClock();
  return { clock, limits: createLimits(() => clock.now().toISOString()) };
}

test('limits refuse a client above the maximum, say until when, and refuse no other client', () => {
  const { clock, limits } = makeLimits();
  const waits = Array.from({ length: 50 }, () => limits.spend(LIMIT, A));
  expect(waits).toEqual([null, null, ...Array.from({ length: 48 }, () => 600)]);
  expect(limits.spend(LIMIT, B)).toBeNull();
  expect(limits.spend({ ...LIMIT, name: 'other' }, A)).toBeNull();
  clock.advance(599_001);
  expect(limits.spend(LIMIT, A)).toBe(1);
  clock.advance(999);
  expect(limits.spend(LIMIT, A)).toBeNull();
});

test('limits take events back, never below zero, and allow a client again after a reset', () => {
  const { limits } = makeLimits();
  for (const count of [1, 2, 3]) expect(limits.tally(LIMIT, A)).toEqual({ count, seconds: 600 });
  for (const count of [3, 2, 1, 1]) {
    limits.refund([LIMIT], A);
    expect(limits.tally(LIMIT, A)).toMatchObject({ count });
    limits.refund([LIMIT], A);
  }
  for (const wait of [null, null, 600]) expect(limits.spend(LIMIT, A)).toBe(wait);
  limits.reset(LIMIT, A);
  expect(limits.spend(LIMIT, A)).toBeNull();
});

test('limits keep a bounded number of clients, and those that came last', () => {
  const { limits } = makeLimits();
  for (let number = 0; number <= 10_000; number += 1) limits.spend(LIMIT, `${number}`);
  expect(limits.tally(LIMIT, '9999')).toMatchObject({ count: 2 });
  expect(limits.tally(LIMIT, '0')).toMatchObject({ count: 1 });
});
