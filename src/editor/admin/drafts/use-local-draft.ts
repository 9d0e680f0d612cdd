import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useReachable } from '../../../admin/reachable.ts';
import { storedSession } from '../../../admin/session/session.ts';
import {
  type FieldValues,
  isSame,
  type PostFormValues,
} from '../../../posts/admin/post-form-values.ts';
import type { WrittenText } from '../writing/written-text.ts';
import { createAutosaver } from './autosaver.ts';
import { newFormId } from './form-id.ts';
import { deleteJournal, lockForm, writeJournal } from './journal.ts';
import { type RecoveredDraft, rememberForm } from './local-draft.ts';

/** Counts from the first unwritten change: a write covers several keys, and a loss would be small. */
const JOURNAL_DELAY_MS = 150;
/** Counts from the last change; during continuous typing, at the latest after the maximum. */
const AUTOSAVE_DELAY_MS = 2_000;
const MAX_AUTOSAVE_DELAY_MS = 10_000;

/** Where unsaved values are stored: there are none, in this browser, also on the server, or nowhere. */
export type StoredIn = 'saved' | 'browser' | 'server' | 'nowhere';

type Draft = {
  /** The id of the edited post, or the key of a new one. */
  document: string;
  /** The edited version; null for a new post. */
  version: number | null;
  values: FieldValues;
  text: WrittenText;
  /** The post's values on the server; equal values are not stored. */
  saved: PostFormValues;
  /** The recovered draft that the form continues. */
  source: RecoveredDraft | null;
};

/**
 * Stores unsaved values in this browser's journal at once, and as an autosave on the server after a pause.
 *
 * @returns where they are stored; `flush` stores them at once, `discard` deletes them, `stop` also ends the storing
 */
export function useLocalDraft(draft: Draft) {
  const { document, values, text, saved, source } = draft;
  const known = source?.sequence ?? 0;
  const autosaver = useMemo(() => createAutosaver(document, known), [document, known]);
  const [form] = useState(newFormId);
  // Read once: values typed after the session's end still belong to its administrator.
  const [writer] = useState(() => storedSession()?.email ?? '');
  const [storedIn, setStoredIn] = useState<StoredIn>('saved');
  const isStopped = useRef(false);
  const firstChange = useRef<number | null>(null);
  const timers = useRef<{ journal?: number | undefined; autosave?: number | undefined }>({});

  useEffect(() => lockForm(form), [form]);
  useEffect(() => rememberForm(form), [form]);

  const read = (): PostFormValues => ({ ...values, content: text.read() });

  const write = useEffectEvent(() => {
    clearTimeout(timers.current.journal);
    timers.current.journal = undefined;
    const written = read();
    if (isStopped.current || isSame(written, saved)) return;
    const entry = { document, form, writer, values: written, version: draft.version };
    const sequence = autosaver.sequence();
    const isWritten = writeJournal({ ...entry, sequence, writtenAt: new Date().toISOString() });
    if (isWritten) deleteSource();
    setStoredIn((before) => {
      if (!isWritten) return before === 'server' ? before : 'nowhere';
      return before === 'server' ? before : 'browser';
    });
  });

  const autosave = useEffectEvent(async () => {
    firstChange.current = null;
    const sent = read();
    if (isStopped.current || isSame(sent, saved)) return;
    const request = autosaver.save({ values: sent, version: draft.version });
    // With the sequence of this request: after a crash, the journal is known to be no older.
    write();
    if (await request) noteAutosaved(sent);
  });

  /** Values that have changed since are not on the server. */
  const noteAutosaved = useEffectEvent((sent: PostFormValues) => {
    if (isSame(read(), sent)) setStoredIn('server');
  });

  const changed = useEffectEvent(() => {
    clearTimeout(timers.current.autosave);
    if (isSame(read(), saved)) {
      clearTimeout(timers.current.journal);
      timers.current = {};
      firstChange.current = null;
      // Undone changes are not offered again.
      deleteJournal(form);
      deleteSource();
      if (autosaver.isUsed() || source !== null) void autosaver.discard();
      setStoredIn('saved');
      return;
    }
    setStoredIn((before) => (before === 'nowhere' ? before : 'browser'));
    firstChange.current ??= Date.now();
    const waited = Date.now() - firstChange.current;
    const pause = Math.max(0, Math.min(AUTOSAVE_DELAY_MS, MAX_AUTOSAVE_DELAY_MS - waited));
    timers.current.journal ??= window.setTimeout(write, JOURNAL_DELAY_MS);
    timers.current.autosave = window.setTimeout(autosave, pause);
  });

  useReachable(() => {
    if (storedIn !== 'saved' && storedIn !== 'server') void autosave();
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
      clearTimeout(timers.current.autosave);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('visibilitychange', leave);
    };
  }, []);

  function deleteSource() {
    if (source !== null && source.form !== null) deleteJournal(source.form);
  }

  /** Resolves after the deletion on the server. */
  async function discard() {
    deleteJournal(form);
    deleteSource();
    await autosaver.discard();
  }

  function stop() {
    isStopped.current = true;
    clearTimeout(timers.current.autosave);
    return discard();
  }

  /** Stores what is typed on the server now. Returns false if it could not. */
  function flush(): Promise<boolean> {
    clearTimeout(timers.current.autosave);
    return autosaver.save({ values: read(), version: draft.version });
  }

  return { form, storedIn, stop, discard, flush };
}
