import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createReadiness, health } from './readiness.ts';

it('a database that hangs is not ready, and is not probed twice at once', async () => {
  let asked = 0;
  const answers: ((isReady: boolean) => void)[] = [];
  const readiness = createReadiness(() => {
    asked += 1;
    return new Promise<boolean>((resolve) => answers.push(resolve));
  }, 20);
  const many = Array.from({ length: 50 }, () => readiness.isReady());
  expect(new Set(await Promise.all(many))).toEqual(new Set([false]));
  expect(await readiness.isReady()).toBe(false);
  expect(asked).toBe(1);
  answers[0]?.(true);
  await new Promise((resolve) => setImmediate(resolve));
  const next = readiness.isReady();
  answers[1]?.(true);
  expect(await next).toBe(true);
});

it('a database that fails is not ready, and is when it answers again', async () => {
  let isUp = false;
  const readiness = createReadiness(async () => {
    if (!isUp) throw new Error('gone');
    return true;
  });
  expect(await readiness.isReady()).toBe(false);
  isUp = true;
  expect(await readiness.isReady()).toBe(true);
});

it('a draining process is not ready, and still alive', async () => {
  const readiness = createReadiness(async () => true);
  const app = new Hono().route('/', health(readiness.isReady));
  const ask = async (path: string) => {
    const { status, headers } = await app.request(path);
    return [status, headers.get('Cache-Control')];
  };
  expect(await ask('/readyz')).toEqual([200, 'no-store']);
  readiness.drain();
  expect(await ask('/readyz')).toEqual([503, 'no-store']);
  expect(await ask('/healthz')).toEqual([200, 'no-store']);
});
