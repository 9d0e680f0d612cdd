import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connect.ts';

type Handlers = {
  /** A public post was changed: its id, or null when it may be any, or several. */
  changed: (id: string | null) => void;
  /** Called with errors; the watch tries again. */
  reportError: (error: unknown) => void;
};

/** In milliseconds. */
const TIMING = {
  /** Between two looks at the counter of changes where nothing is listened to, and between two attempts to listen. */
  interval: 500,
  /** Between two looks while notifications come. */
  listeningInterval: 10_000,
  /** For one look. */
  deadline: 5_000,
};

export type PostWatch = {
  /** A public post was changed, which is known already. */
  noteOwnChange: () => void;
  end: () => Promise<void>;
};

/**
 * Watches for changes of public posts by others than this process: another instance or a script. With
 * PostgreSQL they are heard of at once, and so are one's own; with SQLite, and while nothing can be heard,
 * they are found within half a second.
 *
 * The counter of changes is read while notifications come, too: a connection that a firewall has dropped
 * without a word looks like one on which nothing happens.
 */
export function watchPosts(
  db: Database,
  { changed, reportError }: Handlers,
  timing: Partial<typeof TIMING> = {},
): PostWatch {
  const { interval, listeningInterval, deadline } = { ...TIMING, ...timing };
  const ending = new AbortController();
  let stopListening: (() => void) | null = null;
  /** What the counter should show; null while that is not known. */
  let expected: number | null = null;
  /** Whether a change may have been missed while `expected` was null. */
  let isTrusted = true;
  let nextPollAt = 0;

  async function poll(): Promise<void> {
    nextPollAt = performance.now() + listeningInterval;
    const before = expected;
    const changes = await readCounter();
    // What has just been committed may not have been heard yet.
    if (stopListening !== null && expected !== null && changes > expected) await pause(interval);
    // Further changes may have become known since the counter was read.
    const isMissed =
      before === null || expected === null ? !isTrusted : changes < before || changes > expected;
    const isDeaf = isMissed && before !== null && stopListening !== null;
    if (before === null || isMissed) expected = changes;
    isTrusted = true;
    if (isMissed) changed(null);
    if (isDeaf) {
      unlisten();
      reportError(new Error('PostgreSQL did not notify of a change; it is asked to again'));
    }
  }

  async function readCounter(): Promise<number> {
    const answered = new AbortController();
    const late = sleep(deadline, undefined, { signal: answered.signal, ref: false }).then(() => {
      throw new Error(`The counter of changes could not be read within ${deadline} ms`);
    });
    const counter = db.query.selectFrom('post_changes').select('changes').executeTakeFirstOrThrow();
    try {
      return (await Promise.race([counter, late])).changes;
    } finally {
      answered.abort();
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
    // What was announced until now was announced to nobody.
    resync();
  }

  function onMessage(id: string): void {
    if (expected !== null) expected += 1;
    changed(id);
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
        // Where notifications cannot be had, the counter still tells.
        if (stopListening === null) await listen().catch(reportError);
        if (stopListening === null || performance.now() >= nextPollAt) await poll();
      } catch (error) {
        // Both connections may be cut: the one that looks, and the one that listens.
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
      // With PostgreSQL, one's own changes are heard of as well.
      if (expected !== null && stopListening === null) expected += 1;
    },
    async end() {
      ending.abort();
      await watching;
      unlisten();
    },
  };
}
