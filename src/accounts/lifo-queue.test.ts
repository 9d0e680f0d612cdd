import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKeyedLifoQueue, createLifoQueue } from './sign-in-guard.ts';

/** Jobs that run until `end`. */
function makeJobs(options: { concurrency: number; maxWaiting: number }) {
  const { run } = createLifoQueue(options);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    run(async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await sleep(1);
  };
  return { start, end, started };
}

it('starts the newest waiting job first, within its concurrency', async () => {
  const { start, end, started } = makeJobs({ concurrency: 2, maxWaiting: 10 });
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(start));
  expect(started).toEqual(['a', 'b']);
  for (const name of ['a', 'e', 'b', 'd', 'c']) await end(name);
  expect(started).toEqual(['a', 'b', 'e', 'd', 'c']);
  expect(await all).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('drops the oldest waiting job when too many wait, and goes on after one that failed', async () => {
  const { start, end } = makeJobs({ concurrency: 1, maxWaiting: 2 });
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(start);
  expect(await b).toBeNull();
  for (const name of ['a', 'd', 'c']) await end(name);
  expect(await Promise.all([a, c, d])).toEqual(['a', 'c', 'd']);
  const { run } = createLifoQueue({ concurrency: 1, maxWaiting: 2 });
  await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await run(async () => 'next')).toBe('next');
});

it('runs jobs of different keys concurrently, and jobs of one key one by one', async () => {
  const { run } = createKeyedLifoQueue({ concurrency: 1, maxWaiting: 2 });
  const ends = new Map<string, () => void>();
  const start = (key: string, name: string) =>
    run(key, () => new Promise<string>((resolve) => ends.set(name, () => resolve(name))));
  const all = [start('a', 'a1'), start('a', 'a2'), start('b', 'b1')];
  expect([...ends.keys()]).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) {
    ends.get(name)?.();
    await sleep(1);
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1']);
});
