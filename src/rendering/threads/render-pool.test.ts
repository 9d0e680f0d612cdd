import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Reference } from '../../science/references/reference.ts';
import { BusyError } from '../../server/failure.ts';
import { createThreadPool } from '../../server/threads/thread-pool.ts';
import { renderBody } from '../body.ts';
import { createRenderPool, type RenderPool, type RenderPoolOptions } from './render-pool.ts';

const pools: RenderPool[] = [];

function poolWith(options?: RenderPoolOptions): RenderPool {
  const pool = createRenderPool(options);
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** A long post: 80 sections with a list, a table, links and code. */
const LONG = Array.from(
  { length: 80 },
  (_, n) =>
    `## Section ${n}\n\n- *a* [b](https://c.example/${n})\n\n| d | e |\n| - | - |\n| \`f\` | **g** |\n\n\`\`\`js\nlet h = ${n};\n\`\`\`\n`,
).join('\n');

/** A worker that replies and then throws. */
const FAILS_LATER = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    parentPort.postMessage(task);
    setTimeout(() => { throw new Error('broken'); }, 10);
  });
  parentPort.postMessage('ready');
`;

/** Each of the 300,000 emphases becomes several nodes. */
const HUGE = '*a* '.repeat(300_000);

test('a post is the same from a thread, and other requests are served meanwhile', async () => {
  const { render } = poolWith();
  let turns = 0;
  let isRendering = true;
  const rendering = render(LONG).finally(() => {
    isRendering = false;
  });
  while (isRendering) {
    await setTimeout(1);
    turns++;
  }
  expect(await rendering).toEqual(await renderBody(LONG));
  expect(turns).toBeGreaterThan(10);
});

test('a post that takes too long is given up, and does not hold up those after it', async () => {
  const { render } = poolWith({ threads: 1, timeout: 1 });
  expect(await Promise.all([render(LONG), render(LONG), render(LONG)])).toEqual([null, null, null]);
});

test('a post that the renderer fails at, or that takes too much memory, is refused, and the next one is rendered', async () => {
  const onFailure = vi.fn();
  const { render } = poolWith({ threads: 1, memory: 96, onFailure });
  // No text is known to make it fail.
  const references = [null as unknown as Reference];
  expect(await render('x', { references })).toBeNull();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
  expect((await render('still *here*'))?.text).toBe('still here');
  expect(await render(HUGE)).toBeNull();
  expect((await render('still *here*'))?.text).toBe('still here');
});

test('closing ends what is being rendered instead of waiting for it', async () => {
  const pool = poolWith();
  await pool.render('warm');
  const rejection = expect(pool.render(HUGE)).rejects.toThrow('aborted');
  await pool.close();
  await rejection;
});

test('an ordinary save waits for no hostile text, of its own writer or of others', async () => {
  const { render } = poolWith({ timeout: 60_000 });
  const given = new AbortController();
  const hostile = ['a', 'a'].map((owner) =>
    render(HUGE, { owner, signal: given.signal }).catch((error: unknown) => error),
  );
  expect(
    await Promise.all(['a', 'b', 'c'].map(async (owner) => (await render('*x*', { owner }))?.text)),
  ).toEqual(['x', 'x', 'x']);
  given.abort();
  expect(await Promise.all(hostile)).toEqual(hostile.map(() => expect.any(BusyError)));
});

test('a thread that fails while it has nothing to do is replaced', async () => {
  const failing = createThreadPool<string, string>(
    new URL(`data:text/javascript,${encodeURIComponent(FAILS_LATER)}`),
  );
  expect(await failing.run('a')).toBe('a');
  await setTimeout(100);
  expect(await failing.run('b')).toBe('b');
  await failing.close();
});
