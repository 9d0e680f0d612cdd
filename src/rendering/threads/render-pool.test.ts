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
  vi.unstubAllEnvs();
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** A long post: 80 sections with a list, a table, links and code. */
const LONG = Array.from(
  { length: 80 },
  (_, n) =>
    `## Section ${n}\n\n- *a* [b](https://c.example/${n})\n\n| d | e |\n| - | - |\n| \`f\` | **g** |\n\n\`\`\`js\nlet h = ${n};\n\`\`\`\n`,
).join('\n');

/** A worker that replies after the time limit without using the processor, or uses it without end. */
const WAITS_OR_WORKS = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (task) => {
    if (task === 'works') for (;;);
    setTimeout(() => parentPort.postMessage(task), 1500);
  });
  parentPort.postMessage('ready');
`;

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

test('a body is rendered in the development server, where Node.js watches the modules of threads', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  expect(await poolWith({ threads: 1 }).render('Some *text*.')).toEqual(
    await renderBody('Some *text*.'),
  );
});

test('a post is the same whichever thread renders it', async () => {
  const { render } = poolWith();
  expect(await render(LONG)).toEqual(await renderBody(LONG));
});

test('other requests are served while a long post is rendered', async () => {
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
  await rendering;
  expect(turns).toBeGreaterThan(10);
});

test('posts that come at once are all rendered, each as itself', async () => {
  const { render } = poolWith({ threads: 1 });
  const bodies = await Promise.all(['# a', '<p>b</p>', 'c'].map((content) => render(content)));
  expect(bodies.map((body) => body?.text)).toEqual(['a', 'b', 'c']);
});

test('a post that takes too long is given up, and does not hold up those after it', async () => {
  const { render } = poolWith({ threads: 1, timeout: 1 });
  expect(await Promise.all([render(LONG), render(LONG), render(LONG)])).toEqual([null, null, null]);
});

test('a post that the renderer fails at is refused and reported, and the thread renders the next one', async () => {
  const onFailure = vi.fn();
  const { render } = poolWith({ threads: 1, onFailure });
  // No text is known to make it fail.
  const references = [null as unknown as Reference];
  expect(await render('x', { references })).toBeNull();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
  expect((await render('still *here*'))?.text).toBe('still here');
});

test('a post that takes too much memory is given up, and the next one is rendered', async () => {
  const { render } = poolWith({ threads: 1, memory: 96 });
  expect(await render(HUGE)).toBeNull();
  expect((await render('still *here*'))?.text).toBe('still here');
});

test('several huge posts at once are put off, and an ordinary one beside them is saved', async () => {
  // With less memory, a thread that only loads its modules could have the largest heap.
  const { render } = poolWith({ timeout: 60_000 });
  const given = new AbortController();
  const hostile = ['a', 'a', 'b'].map((owner) =>
    render(HUGE, { owner, signal: given.signal }).catch((error: unknown) => error),
  );
  expect(await Promise.race(hostile)).toBeInstanceOf(BusyError);
  expect((await render('*x*', { owner: 'c' }))?.text).toBe('x');
  given.abort();
  await Promise.all(hostile);
});

test('a thread that has nothing to do ends, and another takes its place', async () => {
  const { render } = poolWith({ threads: 1, idleTimeout: 0 });
  expect((await render('a'))?.text).toBe('a');
  await setTimeout(50);
  expect((await render('b'))?.text).toBe('b');
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

test('an honest text is not refused because the machine is busy with others', async () => {
  const pool = createThreadPool<string, string>(
    new URL(`data:text/javascript,${encodeURIComponent(WAITS_OR_WORKS)}`),
    { timeout: 1000 },
  );
  expect(await pool.run('waits')).toBe('waits');
  expect(await pool.run('works')).toBeNull();
  await pool.close();
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
