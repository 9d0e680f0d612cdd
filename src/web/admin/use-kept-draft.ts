import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createAutosaver } from './autosaver.ts';
import { newFormId } from './form-id.ts';
import { forgetJournal, holdForm, writeJournal } from './journal.ts';
import { type KeptDraft, rememberForm } from './kept-draft.ts';
import { type FieldValues, isSame, type PostFormValues } from './post-form-values.ts';
import { storedSession } from './session.ts';
import type { WrittenText } from './writing/written-text.ts';

/** After the first key that is not in it yet: once for several keys, too short for a loss to be felt. */
const JOURNAL_DELAY_MS = 150;
/** After the last change; while somebody goes on typing, no later than the second one. */
const AUTOSAVE_DELAY_MS = 2_000;
const AUTOSAVE_LATEST_MS = 10_000;

/** Where what is typed is safe: nothing to keep, this browser, the server too, or nowhere. */
export type Keeping = 'saved' | 'here' | 'server' | 'nowhere';

type Draft = {
  /** The id of the post that is edited, or the key of a new one. */
  document: string;
  /** The version that is edited; null for a new post. */
  version: number | null;
  values: FieldValues;
  text: WrittenText;
  /** What stands on the server; with these values there is nothing to keep. */
  saved: PostFormValues;
  /** What was found and is gone on with. */
  source: KeptDraft | null;
};

/**
 * Keeps what is typed: in this browser's journal at once, and on the server, beside the post, after a
 * pause.
 *
 * @returns where it is safe; `forget` drops what is kept, `letGo` also ends the keeping
 */
export function useKeptDraft(draft: Draft) {
  const { document, values, text, saved, source } = draft;
  const known = source?.sequence ?? 0;
  const autosaver = useMemo(() => createAutosaver(document, known), [document, known]);
  const [form] = useState(newFormId);
  // Taken once: what is written after the session has ended is still theirs.
  const [writer] = useState(() => storedSession()?.email ?? '');
  const [keeping, setKeeping] = useState<Keeping>('saved');
  const isOver = useRef(false);
  const firstChange = useRef<number | null>(null);
  const timers = useRef<{ journal?: number | undefined; autosave?: number | undefined }>({});

  useEffect(() => holdForm(form), [form]);
  useEffect(() => rememberForm(form), [form]);

  const read = (): PostFormValues => ({ ...values, content: text.read() });

  const writeDown = useEffectEvent(() => {
    clearTimeout(timers.current.journal);
    timers.current.journal = undefined;
    const written = read();
    if (isOver.current || isSame(written, saved)) return;
    const entry = { document, form, writer, values: written, version: draft.version };
    const sequence = autosaver.sequence();
    const isWritten = writeJournal({ ...entry, sequence, writtenAt: new Date().toISOString() });
    if (isWritten) forgetSource();
    setKeeping((before) => {
      if (!isWritten) return before === 'server' ? before : 'nowhere';
      return before === 'server' ? before : 'here';
    });
  });

  const autosave = useEffectEvent(async () => {
    firstChange.current = null;
    const sent = read();
    if (isOver.current || isSame(sent, saved)) return;
    const kept = autosaver.keep({ values: sent, version: draft.version });
    // With the sequence that is under way: after a crash the journal is known to be no older.
    writeDown();
    if (await kept) noteKept(sent);
  });

  /** Only what has not changed since is safe on the server. */
  const noteKept = useEffectEvent((sent: PostFormValues) => {
    if (isSame(read(), sent)) setKeeping('server');
  });

  const changed = useEffectEvent(() => {
    clearTimeout(timers.current.autosave);
    if (isSame(read(), saved)) {
      clearTimeout(timers.current.journal);
      timers.current = {};
      firstChange.current = null;
      // What was taken back is not offered again.
      forgetJournal(form);
      forgetSource();
      if (autosaver.isUsed() || source !== null) void autosaver.drop();
      setKeeping('saved');
      return;
    }
    setKeeping((before) => (before === 'nowhere' ? before : 'here'));
    firstChange.current ??= Date.now();
    const waited = Date.now() - firstChange.current;
    const pause = Math.max(0, Math.min(AUTOSAVE_DELAY_MS, AUTOSAVE_LATEST_MS - waited));
    timers.current.journal ??= window.setTimeout(writeDown, JOURNAL_DELAY_MS);
    timers.current.autosave = window.setTimeout(autosave, pause);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every other field that changes, and what was saved in place
  useEffect(() => changed(), [values, saved]);
  useEffect(() => text.subscribe(() => changed()), [text]);

  useEffect(() => {
    // The last moments that a page has: hidden also comes before a phone ends it without a word.
    const leave = () => writeDown();
    window.addEventListener('pagehide', leave);
    window.addEventListener('visibilitychange', leave);
    return () => {
      leave();
      clearTimeout(timers.current.autosave);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('visibilitychange', leave);
    };
  }, []);

  function forgetSource() {
    if (source !== null && source.form !== null) forgetJournal(source.form);
  }

  /** Resolves once the server has dropped it, too. */
  async function forget() {
    forgetJournal(form);
    forgetSource();
    await autosaver.drop();
  }

  function letGo() {
    isOver.current = true;
    clearTimeout(timers.current.autosave);
    return forget();
  }

  return { form, keeping, letGo, forget };
}
