import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { type ApiFailure, failureMessage } from '../../admin/api.ts';
import { caller } from '../../admin/caller.ts';
import { ErrorBox } from '../../admin/error-box.tsx';
import { isSave, useShortcut } from '../../admin/use-shortcut.ts';
import { useConfirmClose } from '../../admin/use-unsaved-changes.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import type { inquiries } from '../api/inquiries.ts';
import type { InquiryDetails } from '../inquiry-views.ts';

const api = caller<typeof inquiries>();

const MAX_NOTE_LENGTH = 10_000;

/** The longest that leaving the page waits for the save. */
const SAVE_TIMEOUT_MS = 5_000;

const CONFLICT = 'Someone else has changed the note in the meantime.';

function timeout(): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(resolve, SAVE_TIMEOUT_MS, 'The server has not responded yet.');
  });
}

/** Reads from a rejected note the inquiry with the note that somebody else has saved; null for other failures. */
function conflictIn(failure: ApiFailure): InquiryDetails | null {
  const isConflict = failure.kind === 'rejected' && failure.status === 409;
  // The API's other conflicts carry posts.
  return (isConflict && (failure.current as InquiryDetails | undefined)) || null;
}

/** A navigation that waits for the save. */
type BlockedNavigation = { proceed: () => void; reset: () => void };

type NoteProps = {
  inquiry: InquiryDetails;
  /** Set once the inquiry and its note are deleted. */
  isGone: RefObject<boolean>;
  onSaved: (inquiry: InquiryDetails) => void;
};

/**
 * The administrators' note about an inquiry. It is saved on blur and before a navigation; a conflict
 * shows both notes until one is chosen.
 */
export function Note({ inquiry, isGone, onSaved }: NoteProps) {
  const [text, setText] = useState(inquiry.note);
  const [saved, setSaved] = useState(inquiry.note);
  const [notice, setNotice] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<InquiryDetails | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  /** The same as the state above, readable between renderings. */
  const draft = useRef({
    text: inquiry.note,
    saved: inquiry.note,
    version: inquiry.noteVersion,
    isContested: false,
  });
  const underWay = useRef<Promise<string | null> | null>(null);
  useConfirmClose(text !== saved);
  useShortcut(isSave, () => void save());

  const isDirty = () => draft.current.text !== draft.current.saved;

  function type(typed: string) {
    draft.current.text = typed;
    setText(typed);
    setNotice('');
  }

  /** Saves the field's text once. Returns why it failed; null on success. */
  async function write(): Promise<string | null> {
    const { text: note, version } = draft.current;
    setFailure(null);
    setNotice('Saving…');
    const answer = await api('PUT', '/admin/inquiries/:id/note', {
      param: { id: inquiry.id },
      json: { note, version },
    });
    setNotice(answer.ok ? 'Saved' : '');
    if (answer.ok) {
      const { noteVersion } = answer.value;
      draft.current = { ...draft.current, saved: note, version: noteVersion };
      setSaved(note);
      onSaved(answer.value);
      return null;
    }
    const { failure } = answer;
    const theirs = conflictIn(failure);
    draft.current.isContested = theirs !== null;
    setConflict(theirs);
    if (theirs !== null) return CONFLICT;
    const reason = failureMessage(failure, 'Failed to save the note. Please try again.');
    setFailure(reason);
    return reason;
  }

  /** Saves until the server has the field's text. Returns why it failed; null on success. */
  async function save(): Promise<string | null> {
    while (isDirty()) {
      if (draft.current.isContested) return CONFLICT;
      underWay.current ??= write().finally(() => {
        underWay.current = null;
      });
      const problem = await underWay.current;
      if (problem !== null) return problem;
    }
    return null;
  }

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty() && !isGone.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const onBlocked = useEffectEvent(async ({ proceed, reset }: BlockedNavigation) => {
    const problem = await Promise.race([save(), timeout()]);
    // A failed save must not trap its writer on the page.
    if (problem === null || window.confirm(`${problem} Leave without saving the note?`)) proceed();
    else reset();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void onBlocked(blocker);
  }, [blocker]);

  function settle(note: string, theirs: InquiryDetails) {
    draft.current = {
      text: note,
      saved: theirs.note,
      version: theirs.noteVersion,
      isContested: false,
    };
    setText(note);
    setSaved(theirs.note);
    setConflict(null);
    field.current?.focus();
    void save();
  }

  return (
    <>
      <TextArea
        ref={field}
        label="Note"
        hint="Only administrators can see it."
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => void save()}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={() => void save()}>
          Save note
        </Button>
        <p role="status" className="text-sm text-teal">
          {notice}
        </p>
      </div>
      {failure === null ? null : (
        <div className="mt-4">
          <ErrorBox>{failure}</ErrorBox>
        </div>
      )}
      {conflict === null ? null : (
        <div className="mt-4">
          <Conflict ours={text} theirs={conflict} onSettled={settle} />
        </div>
      )}
    </>
  );
}

type ConflictProps = {
  ours: string;
  theirs: InquiryDetails;
  onSettled: (note: string, theirs: InquiryDetails) => void;
};

function Conflict({ ours, theirs, onSettled }: ConflictProps) {
  return (
    <ErrorBox>
      <p>{CONFLICT} Their version:</p>
      <p className="mt-2 whitespace-pre-wrap border-current border-l-2 pl-3 text-ink [overflow-wrap:anywhere]">
        {theirs.note || '(empty)'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onSettled(`${theirs.note}\n\n${ours}`, theirs)}>
          Keep both
        </Button>
        <Button variant="danger" onClick={() => onSettled(ours, theirs)}>
          Keep mine
        </Button>
        <Button variant="danger" onClick={() => onSettled(theirs.note, theirs)}>
          Take theirs
        </Button>
      </div>
    </ErrorBox>
  );
}
