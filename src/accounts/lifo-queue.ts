/**
 * Limits the concurrency of jobs and starts the newest waiting job first, so that a flood delays later
 * jobs little. When more than `maxWaiting` jobs wait, the oldest is dropped.
 */
export function createLifoQueue({
  concurrency,
  maxWaiting,
}: {
  concurrency: number;
  maxWaiting: number;
}) {
  const waiting: { start: () => void; drop: () => void }[] = [];
  let running = 0;

  /** @returns the job's result, or null when it was dropped */
  async function run<T>(job: () => Promise<T>): Promise<T | null> {
    if (running >= concurrency) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.push({ start: () => resolve(true), drop: () => resolve(false) });
      if (waiting.length > maxWaiting) waiting.shift()?.drop();
      // `running` stays as it is: this job takes the place of the one that has ended.
      if (!(await promise)) return null;
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.pop();
      if (next === undefined) running -= 1;
      else next.start();
    }
  }

  return { run };
}

/** One queue per key; a key without jobs takes no memory. */
export function createKeyedLifoQueue(options: Parameters<typeof createLifoQueue>[0]) {
  const queues = new Map<string, ReturnType<typeof createLifoQueue> & { jobs: number }>();

  /** @returns the job's result, or null when it was dropped */
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
