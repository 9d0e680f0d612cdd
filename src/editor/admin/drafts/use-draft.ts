import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { storedSession } from '../../../admin/session/session.ts';
import { isSame } from '../../../posts/admin/post-form-values.ts';
import type { FormStart } from '../post-form/read-stored.ts';
import type { PostValues } from '../post-form/use-post-values.ts';
import { createSender, type Draft, keepHere, newId } from './drafts.ts';

/** Both count from the first change: a write covers several keys, and a loss would be small. */
const HERE_DELAY_MS = 150;
const SERVER_DELAY_MS = 3_000;

export type StoredIn = 'saved' | 'browser' | 'signed-out' | 'server' | 'nowhere';

/** Where a text is that is not on the server yet. */
const inBrowser = () => (storedSession() === null ? 'signed-out' : 'browser');

type DraftOptions = {
  post: string;
  base: string | null;
  /** What is equal to the post's values on the server is not stored. */
  values: Pick<PostValues, 'fields' | 'writing' | 'saved' | 'read'>;
  start: Pick<FormStart, 'resumed' | 'writers'>;
};

export function useDraft({ post, base, values, start }: DraftOptions) {
  const { fields, saved, read } = values;
  const { text } = values.writing;
  // A draft is continued in its own place. A restored version has none yet.
  const [tab, setTab] = useState(() => start.resumed?.tab || newId());
  // Read once: values typed after the session's end still belong to its administrator.
  const [writer] = useState(() => storedSession()?.email ?? '');
  const [writers, setWriters] = useState(start.writers);
  const [storedIn, setStoredIn] = useState<StoredIn>('saved');
  const sender = useMemo(() => createSender(post, tab, setWriters), [post, tab]);
  const isStopped = useRef(false);
  const isKept = useRef(start.resumed !== null);
  const timers = useRef<{ here?: number | undefined; server?: number | undefined }>({});

  function stopTimers() {
    clearTimeout(timers.current.here);
    clearTimeout(timers.current.server);
    timers.current = {};
  }

  function keep() {
    timers.current.here = undefined;
    const written = read();
    if (isStopped.current || isSame(written, saved)) return;
    isKept.current = true;
    const draft = { post, tab, base, values: written, savedAt: new Date().toISOString() };
    const isHere = keepHere(draft, writer);
    const found = isHere ? inBrowser() : 'nowhere';
    setStoredIn((before) => (before === 'server' ? before : found));
  }
  const write = useEffectEvent(keep);

  const send = useEffectEvent(async () => {
    timers.current.server = undefined;
    const sent = read();
    if (isStopped.current || isSame(sent, saved)) return;
    const isSent = await sender.send(sent, base);
    // Values that have changed since are not on the server.
    if (isSent && isSame(read(), sent)) setStoredIn('server');
    if (isSent) return;
    // A call without a valid token has ended the session.
    setStoredIn((before) => (before === 'nowhere' ? before : inBrowser()));
    timers.current.server ??= window.setTimeout(send, 3 * SERVER_DELAY_MS);
  });

  const changed = useEffectEvent(() => {
    if (isSame(read(), saved)) {
      stopTimers();
      // Undone changes are not offered again.
      if (isKept.current) void discard();
      setStoredIn('saved');
      return;
    }
    setStoredIn((before) => (before === 'nowhere' ? before : inBrowser()));
    timers.current.here ??= window.setTimeout(write, HERE_DELAY_MS);
    timers.current.server ??= window.setTimeout(send, SERVER_DELAY_MS);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a change of a field, or a save in place
  useEffect(() => changed(), [fields, saved]);
  useEffect(() => text.subscribe(() => changed()), [text]);

  const leave = useEffectEvent(() => {
    stopTimers();
    keep();
  });
  useEffect(() => {
    // The last events of a page: a phone may kill a hidden page without `pagehide`.
    const ended = new AbortController();
    window.addEventListener('pagehide', () => write(), ended);
    window.addEventListener('visibilitychange', () => write(), ended);
    window.addEventListener('online', () => void send(), ended);
    return () => {
      leave();
      ended.abort();
    };
  }, []);

  function discard() {
    isKept.current = false;
    return sender.discard();
  }

  return {
    storedIn,
    writers,
    discard,
    stop() {
      isStopped.current = true;
      stopTimers();
      return discard();
    },
    setAside() {
      stopTimers();
      keep();
      isKept.current = false;
      setTab(newId());
    },
    adopt(draft: Draft) {
      if (isKept.current) void discard();
      isKept.current = true;
      setTab(draft.tab);
    },
    /** Returns false if it could not. */
    flush(): Promise<boolean> {
      isKept.current = true;
      return sender.send(read(), base);
    },
  };
}
