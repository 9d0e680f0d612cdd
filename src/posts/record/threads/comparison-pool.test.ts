import { afterAll, expect, test } from 'vitest';
import { BusyError } from '../../../server/failure.ts';
import { createComparisonPool } from './comparison-pool.ts';

const { compareTexts, close } = createComparisonPool();
afterAll(close);

test('long versions are compared while other readers are answered, and no more than can be', async () => {
  expect(await compareTexts('One\n', 'Two\n')).toMatchObject([
    { text: 'One\n' },
    { text: 'Two\n' },
  ]);
  const long = 'x '.repeat(1_000_000);
  const before = process.threadCpuUsage();
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      index === 0 ? compareTexts(long, `${long}y`) : compareTexts('One\n', 'Two\n'),
    ),
  );
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
  expect(answers[0]).toMatchObject({ status: 'fulfilled' });
  expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: expect.any(BusyError) });
});
