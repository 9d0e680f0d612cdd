import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useReachable } from '../../../admin/reachable.ts';
import { storedSession } from '../../../admin/session/session.ts';
import {
  type FieldValues,
  isSame,
  type PostFormValues,
} from '../../../posts/admin/post-form-values.ts';
import type { Writers } from '../../../posts/drafts.ts';
import type { WrittenText } from '../writing/written-text.ts';
import { createSender, type Draft, discardDrafts, keepHere, newId } from './drafts.ts';

/** Counts from the first unwritten change: a write covers several keys, and a loss would be small. */
const HERE_DELAY_MS = 150;
/** Counts from the last change; during continuous typing, at the latest after the maximum. */
const SERVER_DELAY_MS = 2_000;
const MAX_SERVER_DELAY_MS = 10_000;

/** Where unsaved values are stored: there are none, in this browser, also on the server, or nowhere. */
export type StoredIn = 'saved' | 'browser' | 'server' | 'nowhere';

type DraftOptions = {
  /** The id of the post. */
  post: string;
  /** The etag of the version that is edited; null for a new post. */
  base: string | null;
  values: FieldValues;
  text: WrittenText;
  /** The post's values on the server; equal values are not stored. */
  saved: PostFormValues;
  /** The draft that the form continues: it ends once its text is stored again. */
  source: Draft | null;
  /** Who else had unsaved text of the post when it was opened. */
  writers: Writers;
};

/** Stores what is typed: in this browser at once, on the server after a pause. */
export function useDraft({ post, base, values, text, saved, source, ...opened }: DraftOptions) {
  const [tab] = useState(newId);
  // Read once: values typed after the session's end still belong to its administrator.
  const [writer] = useState(() => storedSession()?.email ?? '');
  const [writers, setWriters] = useState(opened.writers);
  const [storedIn, setStoredIn] = useState<StoredIn>('saved');
  const sender = useMemo(() => createSender(post, tab, setWriters), [post, tab]);
  const isStopped = useRef(false);
  const isKept = useRef(false);
  const ended = useRef<Draft | null>(null);
  const firstChange = useRef<number | null>(null);
  const timers = useRef<{ here?: number | undefined; server?: number | undefined }>({});

  const read = (): PostFormValues => ({ ...values, content: text.read() });

  async function endSource() {
    if (source === null || source === ended.current) return;
    ended.current = source;
    await discardDrafts(source.post, source.tab);
  }

  function keep() {
    clearTimeout(timers.current.here);
    timers.current.here = undefined;
    const written = read();
    if (isStopped.current || isSame(written, saved)) return;
    isKept.current = true;
    const draft = { post, tab, base, values: written, savedAt: new Date().toISOString() };
    const isHere = keepHere(draft, writer);
    if (isHere) void endSource();
    setStoredIn((before) => {
      if (before === 'server') return before;
      return isHere ? 'browser' : 'nowhere';
    });
  }
  const write = useEffectEvent(keep);

  const send = useEffectEvent(async () => {
    firstChange.current = null;
    const sent = read();
    if (isStopped.current || isSame(sent, saved)) return;
    const isSent = await sender.send(sent, base);
    // Values that have changed since are not on the server.
    if (isSent && isSame(read(), sent)) setStoredIn('server');
    if (!isSent) timers.current.server = window.setTimeout(send, MAX_SERVER_DELAY_MS);
  });

  const changed = useEffectEvent(() => {
    clearTimeout(timers.current.server);
    if (isSame(read(), saved)) {
      clearTimeout(timers.current.here);
      timers.current = {};
      firstChange.current = null;
      // Undone changes are not offered again.
      if (isKept.current) void discard();
      setStoredIn('saved');
      return;
    }
    setStoredIn((before) => (before === 'nowhere' ? before : 'browser'));
    firstChange.current ??= Date.now();
    const waited = Date.now() - firstChange.current;
    const pause = Math.max(0, Math.min(SERVER_DELAY_MS, MAX_SERVER_DELAY_MS - waited));
    timers.current.here ??= window.setTimeout(write, HERE_DELAY_MS);
    timers.current.server = window.setTimeout(send, pause);
  });

  useReachable(() => {
    if (storedIn !== 'saved' && storedIn !== 'server') void send();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a change of a field, or a save in place
  useEffect(() => changed(), [values, saved]);
  useEffect(() => text.subscribe(() => changed()), [text]);

  useEffect(() => {
    // The last events of a page: a phone may kill a hidden page without `pagehide`.
    const leave = () => write();
    window.addEventListener('pagehide', leave);
    window.addEventListener('visibilitychange', leave);
    return () => {
      leave();
      clearTimeout(timers.current.server);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('visibilitychange', leave);
    };
  }, []);

  /** Resolves after the deletion on the server. */
  async function discard() {
    isKept.current = false;
    await Promise.all([endSource(), sender.discard()]);
  }

  return {
    storedIn,
    writers,
    /** Stores what is typed in this browser now. */
    keep,
    discard,
    /** Discards, and stores nothing more. */
    stop() {
      isStopped.current = true;
      clearTimeout(timers.current.server);
      return discard();
    },
    /** Stores what is typed on the server now. Returns false if it could not. */
    flush(): Promise<boolean> {
      clearTimeout(timers.current.server);
      isKept.current = true;
      return sender.send(read(), base);
    },
  };
}
