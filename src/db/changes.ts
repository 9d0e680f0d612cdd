import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connect.ts';

type Told = {
  /** A public post was changed: its id, or null when it may be any, or several. */
  changed: (id: string | null) => void;
  /** Told of what must not happen; it is tried again. */
  reportError: (error: unknown) => void;
};

export type PostWatch = {
  /** A public post was changed, which is known already. */
  note: () => void;
  end: () => Promise<void>;
};

/** How often it is looked whether posts have changed, where nobody tells, in milliseconds. */
const INTERVAL = 500;

/**
 * Tells of changes of public posts by others than this process: another instance, a worker, a script.
 * With PostgreSQL they are heard of at once, and so are one's own; with SQLite, and while nothing can
 * be heard, they are found within half a second.
 */
export function watchPosts(db: Database, { changed, reportError }: Told): PostWatch {
  const ending = new AbortController();
  let stopListening: (() => Promise<void>) | null = null;
  /** What the counter should show; null while that is not known. */
  let expected: number | null = null;
  let isTrusted = true;

  async function look(): Promise<void> {
    const { changes } = await db.query
      .selectFrom('post_changes')
      .select('changes')
      .executeTakeFirstOrThrow();
    const isMissed = expected === null ? !isTrusted : changes !== expected;
    expected = changes;
    isTrusted = true;
    if (isMissed) changed(null);
  }

  async function listen(): Promise<void> {
    if (db.listen === null) return;
    stopListening = await db.listen('post_changes', changed, () => {
      stopListening = null;
    });
    // What was told until now was told to nobody.
    changed(null);
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        if (stopListening === null) await listen();
        if (stopListening === null) await look();
      } catch (error) {
        expected = null;
        isTrusted = false;
        reportError(error);
      }
      await sleep(INTERVAL, undefined, { signal: ending.signal, ref: false }).catch(
        () => undefined,
      );
    }
  }

  const watching = watch();
  return {
    note() {
      if (expected !== null) expected += 1;
    },
    async end() {
      ending.abort();
      await watching;
      await stopListening?.();
    },
  };
}
