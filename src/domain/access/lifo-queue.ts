/**
 * Does jobs a few at a time, the newest that waits first: somebody who has just come is served soon,
 * however many came at once before. Those that have waited longest give way when too many wait.
 */
export function createLifoQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number;
  maxWaiting: number;
}) {
  const waiting: { begin: () => void; giveUp: () => void }[] = [];
  let running = 0;

  /** @returns what the job gives, or null when it was never begun */
  async function run<T>(job: () => Promise<T>): Promise<T | null> {
    if (running >= concurrency) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.push({ begin: () => resolve(true), giveUp: () => resolve(false) });
      if (waiting.length > maxWaiting) waiting.shift()?.giveUp();
      // Its turn was counted by the job that ended before it.
      if (!(await promise)) return null;
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.pop();
      if (next === undefined) running -= 1;
      else next.begin();
    }
  }

  return { run };
}

/** The same for each key by itself; a key without jobs takes no memory. */
export function createKeyedLifoQueue(options: Parameters<typeof createLifoQueue>[0]) {
  const queues = new Map<string, ReturnType<typeof createLifoQueue> & { jobs: number }>();

  /** @returns what the job gives, or null when it was never begun */
  async function run<T>(key: string, job: () => Promise<T>): Promise<T | null> {
    const queue = queues.get(key) ?? { ...createLifoQueue(options), jobs: 0 };
    queues.set(key, queue);
    queue.jobs += 1;
    try {
      return await queue.run(job);
    } finally {
      queue.jobs -= 1;
      if (queue.jobs === 0) queues.delete(key);
    }
  }

  return { run };
}
