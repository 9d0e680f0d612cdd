import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { BusyError } from '../failure.ts';
import { createPool, MAX_WAITING_OF_OWNER, type PoolOptions, type TaskOptions } from './pool.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A thread that asks what it was sent, and is done when it is answered. */
const ASKS = `
  let isAnswer = false;
  parentPort.on('message', (message) => {
    parentPort.postMessage(isAnswer ? { done: message } : { ask: message });
    isAnswer = !isAnswer;
  });
`;
/** Replies and then throws. */
const FAILS_LATER = `
  parentPort.on('message', (task) => {
    parentPort.postMessage({ done: task });
    setTimeout(() => { throw new Error('broken'); }, 10);
  });
`;

/** Counts its tasks, and keeps what they take. */
const GROWS = `
  const kept = [];
  parentPort.on('message', (bytes) => {
    parentPort.postMessage({ done: kept.push(new Uint8Array(Number(bytes))) });
  });
`;

function poolOf(code: string, options: Partial<PoolOptions> = {}) {
  const module = `import { parentPort } from 'node:worker_threads';${code};parentPort.postMessage('ready');`;
  const pool = createPool<string, string>(
    new URL(`data:text/javascript,${encodeURIComponent(module)}`),
    { threads: 1, timeout: 10_000, memory: 64, ...options },
  );
  closing.push(pool.close);
  return pool;
}

/** Sends tasks that run until they are released, and records whose began and which were refused. */
function makeTasks(options: Partial<PoolOptions>) {
  const begun: unknown[] = [];
  const refused: unknown[] = [];
  const releases: (() => void)[] = [];
  const pool = poolOf(ASKS, {
    ...options,
    answer: (owner) => {
      begun.push(owner);
      return new Promise((resolve) => releases.push(() => resolve('')));
    },
  });
  const send = (owner: string, task: TaskOptions = {}) =>
    pool.run(owner, { owner, ...task }).catch((error: unknown) => refused.push(error));
  const expectBegun = (owners: string[]) =>
    vi.waitFor(() => expect(begun).toEqual(owners), { timeout: 10_000 });
  return { send, refused, releases, expectBegun };
}

const settled = () => setTimeout(1);

it('an owner has three of five threads, fifty tasks wait, more are refused, and others have the rest', async () => {
  const { send, refused, expectBegun } = makeTasks({ threads: 5 });
  void send('a');
  for (let sent = 1; sent < 3 + MAX_WAITING_OF_OWNER; sent += 1) void send('a');
  await expectBegun(['a', 'a', 'a']);
  expect([MAX_WAITING_OF_OWNER >= 50, refused]).toEqual([true, []]);
  await send('a');
  expect(refused).toHaveLength(1);
  void send('b');
  await expectBegun(['a', 'a', 'a', 'b']);
  for (let sent = 0; sent < 200; sent += 1) void send(`${sent}`);
  await settled();
  // One has the last thread, and 150 wait.
  expect(refused).toHaveLength(1 + 200 - 1 - (150 - MAX_WAITING_OF_OWNER));
});

it('a task that is alone waits for the other of its owner', async () => {
  const { send, releases, expectBegun } = makeTasks({ threads: 5 });
  void send('a', { isAlone: true });
  void send('a', { isAlone: true });
  await expectBegun(['a']);
  void send('b', { isAlone: true });
  await expectBegun(['a', 'b']);
  releases.shift()?.();
  await expectBegun(['a', 'b', 'a']);
});

it('waiting ends after the maximum time, and when the caller aborts', async () => {
  const { send, refused, expectBegun } = makeTasks({ maxWait: 500 });
  void send('a');
  await expectBegun(['a']);
  await send('b');
  const gone = new AbortController();
  const waiting = send('b', { signal: gone.signal });
  gone.abort();
  await waiting;
  await send('b', { signal: gone.signal });
  const abandoned = new BusyError('Nobody waits for it any more.');
  expect(refused).toEqual([expect.any(BusyError), abandoned, abandoned]);
});

it('a thread that cannot be started is not blamed on its task', async () => {
  const { run } = poolOf('throw new Error("EMFILE");');
  await expect(run('task')).rejects.toThrow(BusyError);
});

it('a thread that fails while it has nothing to do is replaced', async () => {
  const { run } = poolOf(FAILS_LATER);
  expect(await run('a')).toBe('a');
  await setTimeout(1_000);
  expect(await run('b')).toBe('b');
});

it('a thread is kept for the next task, unless it has become large', async () => {
  const { run } = poolOf(GROWS);
  expect([await run('1'), await run('2e8'), await run('1'), await run('1')]).toEqual([1, 2, 1, 2]);
});

it('a thread that may not set its priority serves as well: the site may have been started by `nice`', async () => {
  const pool = poolOf(`
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.setPriority = () => { throw new Error('EACCES'); };
    syncBuiltinESMExports();
    const { serveTasks } = await import(${JSON.stringify(import.meta.resolve('./serve-tasks.ts'))});
    serveTasks(async (task) => task);
  `);
  expect(await pool.run('task')).toBe('task');
});
