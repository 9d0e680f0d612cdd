import { setImmediate } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { onePerIteration } from './one-per-iteration.ts';

test('a hundred requests for one long post do not keep all other readers waiting', async () => {
  let started = 0;
  const app = new Hono()
    .use(onePerIteration(/^\/blog\/./))
    .get('/blog/slow', () => new Promise(() => undefined))
    .get('*', (c) => c.text(String(++started)));
  // One that never ends holds up nothing.
  void app.request('/blog/slow');
  const answers = Array.from({ length: 100 }, () => app.request('/blog/long'));
  await setImmediate();
  await setImmediate();
  expect(await (await app.request('/other')).text()).toMatch(/^[1-4]$/);
  const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
  const numbers = texts.map(Number);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
});
