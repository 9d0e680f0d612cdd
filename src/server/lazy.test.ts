import { expect, test } from 'vitest';
import { lazy } from './lazy.ts';

test('a failed value is made again by the next call, and then shared by all', async () => {
  const outcomes = [Promise.reject(new Error('EMFILE')), Promise.resolve('made')];
  outcomes[0]?.catch(() => undefined);
  let calls = 0;
  const get = lazy(() => outcomes[calls++] ?? Promise.reject(new Error('Made again')));
  const first = await Promise.allSettled([get(), get()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls).toBe(1);
  expect(await Promise.all([get(), get()])).toEqual(['made', 'made']);
  expect(calls).toBe(2);
});
