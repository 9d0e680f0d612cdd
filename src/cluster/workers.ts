import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMessage, type PostChanged } from './messages.ts';

/** A worker that ended sooner than this after its start is not started again at once, in milliseconds. */
const SHORT_LIFE = 5_000;
const PAUSE = 1_000;

/** A worker that has not shown a change by then is not waited for, in milliseconds. */
const PATIENCE = 5_000;

/**
 * Serves with several processes, which share the port. One that ends by itself is replaced; what one
 * changes is shown by the others before it answers. SIGTERM and SIGINT let all of them finish.
 *
 * @param announce called once all of them serve
 */
export function startWorkers(count: number, announce: () => void): void {
  const waiting = new Map<string, () => void>();
  let isEnding = false;
  let serving = 0;

  cluster.on('listening', () => {
    serving += 1;
    if (serving === count) announce();
  });

  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.kind === 'post-shown') waiting.get(`${worker.id}/${message.number}`)?.();
    else void relay(worker, message);
  });

  async function relay(from: Worker, { number, id }: PostChanged): Promise<void> {
    const others = Object.values(cluster.workers ?? {}).filter(
      (worker) => worker !== undefined && worker !== from && worker.isConnected(),
    ) as Worker[];
    await Promise.all(others.map((worker) => untilShown(worker, id)));
    if (from.isConnected()) from.send({ kind: 'post-shown', number });
  }

  let lastNumber = 0;
  async function untilShown(worker: Worker, id: string): Promise<void> {
    lastNumber += 1;
    const number = lastNumber;
    const key = `${worker.id}/${number}`;
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    waiting.set(key, resolve);
    worker.once('exit', resolve);
    worker.send({ kind: 'post-changed', number, id });
    await Promise.race([shown, sleep(PATIENCE, undefined, { ref: false })]);
    worker.off('exit', resolve);
    waiting.delete(key);
  }

  function start(): void {
    const begun = performance.now();
    cluster.fork().once('exit', async (code) => {
      if (isEnding) return;
      if (serving < count) {
        // It has said why; the others would end the same way.
        process.exitCode = code || 1;
        end('SIGTERM');
        return;
      }
      if (performance.now() - begun < SHORT_LIFE) await sleep(PAUSE);
      if (!isEnding) start();
    });
  }

  function end(signal: NodeJS.Signals): void {
    isEnding = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }

  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  for (let started = 0; started < count; started += 1) start();
}
