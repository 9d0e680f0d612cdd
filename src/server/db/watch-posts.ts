import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connect.ts';

type WatchHandlers = {
  /** A public post changed; `id` is null when it is unknown or several changed. */
  onChange: (id: string | null) => void;
  /** Receives errors, after which the watch retries. */
  reportError: (error: unknown) => void;
};

/** In milliseconds. */
const TIMING = {
  /** The pause between polls of the change counter while not listening, and between attempts to listen. */
  interval: 500,
  /** The pause between polls while listening. */
  listeningInterval: 10_000,
  /** Timeout of a poll. */
  deadline: 5_000,
};

export type PostWatch = {
  /** Counts a change of this process, so that polling does not report it again. */
  noteOwnChange: () => void;
  end: () => Promise<void>;
};

/**
 * Watches for changes of public posts by other processes: another instance or a script. PostgreSQL notifies of
 * them at once, and of changes of this process, too; with SQLite, and while not listening, polling finds them
 * within half a second.
 *
 * The change counter is polled while listening, too: a connection that a firewall dropped silently looks like one
 * without notifications.
 */
export function watchPosts(
  db: Database,
  { onChange, reportError }: WatchHandlers,
  timing: Partial<typeof TIMING> = {},
): PostWatch {
  const { interval, listeningInterval, deadline } = { ...TIMING, ...timing };
  const ending = new AbortController();
  let stopListening: (() => void) | null = null;
  /** The counter as far as changes are known; null while unknown. */
  let expected: number | null = null;
  /** False if a change may have been missed while `expected` was null. */
  let isTrusted = true;
  let nextPollAt = 0;

  async function poll(): Promise<void> {
    nextPollAt = performance.now() + listeningInterval;
    const before = expected;
    const changes = await readCounter();
    // The notification of the latest commit may not have arrived yet.
    if (stopListening !== null && expected !== null && changes > expected) await pause(interval);
    // `expected` may have grown since the counter was read.
    const isMissed =
      before === null || expected === null ? !isTrusted : changes < before || changes > expected;
    const isNotificationMissed = isMissed && before !== null && stopListening !== null;
    if (before === null || isMissed) expected = changes;
    isTrusted = true;
    if (isMissed) onChange(null);
    if (isNotificationMissed) {
      unlisten();
      reportError(new Error('PostgreSQL did not notify of a change; it is asked to again'));
    }
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

  async function listen(): Promise<void> {
    if (db.listen === null) return;
    let isLost = false;
    const stop = await db.listen('post_changes', onMessage, () => {
      isLost = true;
      stopListening = null;
    });
    if (isLost) return;
    stopListening = stop;
    // Earlier notifications are lost.
    resync();
  }

  function onMessage(id: string): void {
    if (expected !== null) expected += 1;
    onChange(id === '' ? null : id);
  }

  function resync(): void {
    expected = null;
    isTrusted = false;
    nextPollAt = 0;
  }

  function unlisten(): void {
    stopListening?.();
    stopListening = null;
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        // If listening fails, polling goes on.
        if (stopListening === null) await listen().catch(reportError);
        if (stopListening === null || performance.now() >= nextPollAt) await poll();
      } catch (error) {
        // Both connections may be lost, the one that polls and the one that listens.
        unlisten();
        resync();
        reportError(error);
      }
      await pause(interval);
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    const { signal } = ending;
    await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }

  const watching = watch();
  return {
    noteOwnChange() {
      // PostgreSQL notifies of own changes, too.
      if (expected !== null && stopListening === null) expected += 1;
    },
    async end() {
      ending.abort();
      await watching;
      unlisten();
    },
  };
}
