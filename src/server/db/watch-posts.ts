import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connect.ts';

type WatchHandlers = {
  /** Posts changed that the public sees. */
  onChange: () => void;
  /** Receives errors, after which the watch retries. */
  reportError: (error: unknown) => void;
};

/** In milliseconds. */
const TIMING = {
  /** The pause between polls of the change counter while not listening, and between attempts to listen. */
  interval: 500,
  /** The pause between polls while listening. */
  listeningInterval: 10_000,
  /** The pause after a change: an import makes ten in a second, and no page would be cached meanwhile. */
  changeInterval: 1_000,
  /** Timeout of a poll. */
  deadline: 5_000,
};

/**
 * Watches the counter of changes of public posts, which this process, another instance or a script makes.
 * PostgreSQL notifies of them at once, and the counter is read; with SQLite, and while not listening, polling
 * finds them within half a second.
 *
 * The counter is polled while listening, too: a connection that a firewall dropped silently looks like one
 * without notifications.
 *
 * @returns ends the watch
 */
export function watchPosts(
  db: Database,
  { onChange, reportError }: WatchHandlers,
  timing: Partial<typeof TIMING> = {},
): () => Promise<void> {
  const { interval, listeningInterval, changeInterval, deadline } = { ...TIMING, ...timing };
  const ending = new AbortController();
  let stopListening: (() => void) | null = null;
  /** Aborted by a notification, and when the connection that listens is lost. */
  let waking = new AbortController();
  /** The counter as it was last read. */
  let known: number | undefined;

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await check().catch((error: unknown) => {
        // Both connections may be lost, the one that polls and the one that listens.
        unlisten();
        reportError(error);
      });
      const signal = AbortSignal.any([ending.signal, waking.signal]);
      await pause(stopListening === null ? interval : listeningInterval, signal);
    }
  }

  /** @throws when the counter cannot be read, or changed without a notification */
  async function check(): Promise<void> {
    const isUnnotified = stopListening !== null && !waking.signal.aborted;
    waking = new AbortController();
    // If listening fails, polling goes on.
    if (stopListening === null) await listen().catch(reportError);
    if (!(await hasChanged())) return;
    onChange();
    await pause(changeInterval, ending.signal);
    // The notification may arrive a moment after the counter was read.
    if (isUnnotified && !waking.signal.aborted && !ending.signal.aborted) {
      throw new Error('PostgreSQL did not notify of a change; it is asked to again');
    }
  }

  async function listen(): Promise<void> {
    if (db.listen === null) return;
    let isLost = false;
    const wake = () => waking.abort();
    const stop = await db.listen('post_changes', wake, () => {
      isLost = true;
      stopListening = null;
      wake();
    });
    if (!isLost) stopListening = stop;
  }

  /** Whether the counter is another one than when it was last read; also the first time, since what was cached before may be older. */
  async function hasChanged(): Promise<boolean> {
    const before = known;
    known = await readCounter();
    return before !== known;
  }

  async function readCounter(): Promise<number> {
    const finished = new AbortController();
    const timedOut = sleep(deadline, undefined, { signal: finished.signal, ref: false }).then(
      () => {
        throw new Error(`The counter of changes could not be read within ${deadline} ms`);
      },
    );
    const counter = db.query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow();
    try {
      return (await Promise.race([counter, timedOut])).changes;
    } finally {
      finished.abort();
    }
  }

  function unlisten(): void {
    stopListening?.();
    stopListening = null;
  }

  async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }

  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
    unlisten();
  };
}
